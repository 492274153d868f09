import { makeLate, makeOnce } from '../basics/caches';
import type { Mode, Per, Rate, TextRange, TextRate } from '../domain/evidence';
import type { Readable } from '../text/readText';
import { type MarkerPrior, computeRate, predictCount, sum } from './convincing';
import { findPlacesOfEach, type MarkedWords, type MarkerDefinition, readManyTimes } from './findMarkers';
import { markPhrases, walkWords } from './phrases';
import type { TextMarkers } from './textMarkers';

/** Misspellings with the correct words. */
export type Misspellings = Pick<ReadonlyMap<string, string>, 'get'>;

export type Unit = Exclude<Per, 'places'>;

/** A rate per word, sentence or paragraph, with as many of them as are shown elsewhere for a text. */
export function toShownRate<Shown extends Rate>(rate: Shown, per: Unit, { size, units }: TextMarkers): Shown {
  return { ...rate, occasions: per === 'words' ? Math.max(rate.count, size) : Math.max(1, units[per]) };
}

/** The rates of one marker in the texts of an author that have occasions for it. */
export class AuthorRates {
  private rateMade: number | undefined;
  private shownMade: AuthorRates | undefined;

  private constructor(
    readonly texts: readonly TextRate[],
    private readonly markers: readonly TextMarkers[],
  ) {}

  static of(markers: readonly TextMarkers[], rate: (text: TextMarkers) => Rate): AuthorRates {
    const rated = markers.map((text) => ({ text, rate: { document: text.id, ...rate(text) } }));
    const kept = rated.filter(({ rate: { occasions } }) => occasions > 0);
    return new AuthorRates(
      kept.map((each) => each.rate),
      kept.map((each) => each.text),
    );
  }

  /** The rate of all texts together. There is at least one. */
  get rate(): number {
    return (this.rateMade ??= computeRate(sum(this.texts)));
  }

  toShown(per: Per): AuthorRates {
    if (per === 'places') return this;
    return (this.shownMade ??= new AuthorRates(
      this.texts.map((rate, i) => toShownRate(rate, per, this.markers[i]!)),
      this.markers,
    ));
  }
}

/** The texts of an author with their markers. Others are compared with every candidate, so the rates of markers are counted once. */
export class AuthorTexts {
  private ratesMade: readonly AuthorRates[] | undefined;

  constructor(
    readonly author: string,
    readonly texts: readonly TextMarkers[],
  ) {}

  /** @param markers  the number of markers that are counted */
  listRates(markers: number): readonly AuthorRates[] {
    return (this.ratesMade ??= Array.from({ length: markers }, (_, i) =>
      AuthorRates.of(this.texts, (text) => text.rates[i]!),
    ));
  }
}

/** A questioned text with its markers, and what is the same for all candidates. */
export class MarkerQuestion {
  /** What `predictCount` gives for each marker, after its rates in an author's texts. */
  readonly predict = makeOnce((rates: readonly AuthorRates[], priors: readonly MarkerPrior[]): readonly number[] =>
    rates.map(({ texts }, h) => predictCount(this.markers.rates[h]!, texts, priors[h]!)),
  );
  private readonly places = new Map<string, readonly TextRange[]>();
  private readonly readWords = makeLate((): MarkedWords => readManyTimes(this.source));

  constructor(
    readonly source: Readable & { readonly mode: Mode; readonly genre: string },
    readonly markers: TextMarkers,
  ) {}

  /** The places of markers by name. Those that were not requested before are found in one pass over the text. */
  findPlaces(asked: readonly MarkerDefinition[]): ReadonlyMap<string, readonly TextRange[]> {
    const missing = asked.filter(({ name }) => !this.places.has(name));
    if (missing.length > 0) {
      const found = findPlacesOfEach(missing, this.readWords());
      for (const [i, { name }] of missing.entries()) this.places.set(name, found[i]!);
    }
    return this.places;
  }

  /** The misspellings of the text, each with the correct word. */
  readonly listMisspelt = makeOnce((misspellings: Misspellings): readonly (readonly [string, string])[] =>
    [...new Set(walkWords(this.markers.words.toLowerCase()))].flatMap((word) => {
      const right = misspellings.get(word);
      return right === undefined ? [] : [[word, right]];
    }),
  );

  /** @param share  the share of documents with a word, in [0, 1] */
  readonly markPhrases = makeOnce((share: (word: string) => number) => markPhrases(this.markers, share));
}
