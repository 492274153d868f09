import * as v from 'valibot';
import { checkShape, count, fields, finite, list, oneOf, text } from '../basics/shape';
import type { AuthorMarkers, Mode, Per, Rate } from '../domain/evidence';
import { normaliseGenre } from '../text/characters';
import { readCatalogue } from './catalogue/catalogue';
import type { MarkerPrior } from './convincing';
import { type MarkedText, type MarkedWords, type MarkerDefinition, MarkerFinder, readWords } from './findMarkers';
import { type OwnMarker, listMarkers } from './ownMarkers';
import { type Token, countOwnWords } from './tokens';

/** The rates of all markers in one text, and its words for finding phrases. */
export interface TextMarkers {
  /** The id of its document. Empty if it has none. */
  readonly id: string;
  /** In the order of the markers that are counted. */
  readonly rates: readonly Rate[];
  /**
   * The words between blanks, with bars between sentences and a comma for any sign between two words, but not for the mark of a lost letter
   * (Cl?ment); in lower case, except names.
   */
  readonly words: string;
  /** The number of words in which markers are counted, as words are counted elsewhere: without quotations. */
  readonly size: number;
  /** The number of words in `words`. */
  readonly allWords: number;
  /** Its sentences and paragraphs. The rate of a marker with more occurrences than these has as many occasions as occurrences. */
  readonly units: Readonly<Record<'sentences' | 'paragraphs', number>>;
}

/** Counts markers in texts, once for each document that is cached. Quotations and signatures are not the author's and do not count. */
export class TextMarkersCache {
  private kept = new WeakMap<MarkedText, TextMarkers>();
  private finder: MarkerFinder;
  private own = '[]';

  constructor(private readonly catalogue = readCatalogue()) {
    this.finder = new MarkerFinder(catalogue);
  }

  /**
   * Sets the markers that are counted from now on: the user's own, and those of the catalogue. If the markers of the user change, every
   * text is counted again.
   */
  useMarkers(own: readonly OwnMarker[] = []): readonly MarkerDefinition[] {
    const key = JSON.stringify(own);
    if (key !== this.own) {
      this.kept = new WeakMap();
      this.finder = new MarkerFinder(listMarkers(own, this.catalogue));
      this.own = key;
    }
    return this.finder.habits;
  }

  readOrCount(source: MarkedText & { readonly id?: string }): TextMarkers {
    const result = this.kept.get(source) ?? this.read(source, source.id ?? '');
    this.kept.set(source, result);
    return result;
  }

  /** The rates of a text. They are computed without its words, unless it was read before. */
  countRates(source: MarkedText): readonly Rate[] {
    return this.kept.get(source)?.rates ?? this.finder.count(source);
  }

  /**
   * Nothing is computed before it is requested: the subject of a case needs only words. A request for rates is usually followed by one for
   * words, so both are computed in one pass over the text, which is not cached.
   */
  private read(source: MarkedText, id: string): TextMarkers {
    const { finder } = this;
    let rates: readonly Rate[] | undefined;
    let words: string | undefined;
    let size: number | undefined;
    let allWords: number | undefined;
    let units: TextMarkers['units'] | undefined;
    return {
      id,
      get rates() {
        if (rates) return rates;
        const read = readWords(source);
        const parts: string[] = [];
        rates = finder.countWords({ ...read, paragraphs: joinOnTheWay(read, parts) });
        words ??= joinParts(parts);
        return rates;
      },
      get words() {
        if (words !== undefined) return words;
        const { own, paragraphs } = readWords(source);
        return (words = joinParts(Array.from(paragraphs, (paragraph) => joinParagraph(own, paragraph))));
      },
      get size() {
        return (size ??= countOwnWords(source));
      },
      get allWords() {
        return (allWords ??= this.words.split(' ').filter((word) => !['', '|', ','].includes(word)).length);
      },
      get units() {
        const least = (unit: Per): number =>
          Math.min(...finder.habits.flatMap(({ per }, h) => (per === unit ? this.rates[h]!.occasions : [])));
        return (units ??= { sentences: least('sentences'), paragraphs: least('paragraphs') });
      },
    };
  }
}

function joinParts(parts: readonly string[]): string {
  return ` ${parts.join(' ')} `;
}

/** The same paragraphs. Each is joined after it is read. */
function* joinOnTheWay({ own, paragraphs }: MarkedWords, parts: string[]): Generator<readonly Token[], void> {
  for (const paragraph of paragraphs) {
    parts.push(joinParagraph(own, paragraph));
    yield paragraph;
  }
}

function joinParagraph(own: string, tokens: readonly Token[]): string {
  const words = tokens.map(({ raw, word, sentence, closes, start }, i) => {
    const isName = sentence === 0 && /^\p{Lu}/u.test(raw) && !/^i(?:'|$)/.test(word);
    const before = sentence > 0 ? ' | ' : i > 0 ? readGap(own.slice(tokens[i - 1]!.end, start + 1)) : ' ';
    return `${before}${isName ? raw : word}${closes ? ' |' : ''}`;
  });
  return words.join('').slice(1);
}

/** The separator before a word, from the text between two words and the second one's first letter. */
function readGap(gap: string): string {
  if (/^[?\uFFFD]\p{Ll}/u.test(gap)) return '?';
  return /\S./su.test(gap) ? ' , ' : ' ';
}

export const markerRatesFormat = 'idiograph.markers/1';

const ratesFile = fields({
  format: v.literal(markerRatesFormat),
  /** The names of the markers. The other lists have the same order. */
  habits: list(text),
  groups: list(
    fields({
      mode: oneOf(['written', 'spoken']),
      /** Absent for every genre of the mode. */
      genre: v.exactOptional(text),
      authors: count,
      /** Mean rate, the number of occasions that the mean counts as, and `MarkerPrior.likeness`. Null if too few authors have occasions. */
      priors: list(v.nullable(v.tuple([finite, finite, finite]))),
    }),
  ),
});
export type MarkerRatesFile = Readonly<v.InferOutput<typeof ratesFile>>;

/** If the population was not counted, a marker may have nearly any rate. */
const unknownPrior: Readonly<Record<Per, MarkerPrior>> = {
  places: { alpha: 0.5, beta: 0.5, likeness: 0.05 },
  sentences: { alpha: 0.5, beta: 10, likeness: 0.02 },
  paragraphs: { alpha: 0.5, beta: 5, likeness: 0.02 },
  words: { alpha: 0.5, beta: 500, likeness: 0.002 },
};

/** The largest mean rate. If nearly all authors have a marker, two digits would round the mean to 1, and no author could differ from it. */
const mostUsual = 0.998;

/** The rates of each marker in the population, by mode and genre. */
export class MarkerRates {
  /** The place of each marker in the lists. */
  private readonly places: ReadonlyMap<string, number>;

  private constructor(private readonly file: MarkerRatesFile) {
    this.places = new Map(file.habits.map((name, i) => [name, i]));
  }

  /** The rates for a language without a counted population. */
  static readonly uncounted = new MarkerRates({
    format: markerRatesFormat,
    habits: [],
    groups: [
      { mode: 'written', authors: 0, priors: [] },
      { mode: 'spoken', authors: 0, priors: [] },
    ],
  });

  /** Throws an Error that says what is wrong. */
  static parse(value: unknown): MarkerRates {
    return new MarkerRates(checkShape(ratesFile, value, (problem) => new Error(problem)));
  }

  /** The authors closest in kind to a text. A text of unknown mode is compared with written ones. */
  selectGroup(
    mode: Mode,
    genre: string,
  ): AuthorMarkers['population'] & {
    findPrior(habit: MarkerDefinition): MarkerPrior;
    findRate(habit: MarkerDefinition): number | undefined;
  } {
    const { groups } = this.file;
    const ofMode = groups.filter((group) => group.mode === (mode === 'spoken' ? 'spoken' : 'written'));
    const group =
      ofMode.find((each) => each.genre === normaliseGenre(genre)) ?? ofMode.find((each) => each.genre === undefined)!;
    const readPrior = (name: string) => group.priors[this.places.get(name) ?? -1];
    return {
      mode: group.mode,
      genre: group.genre,
      authors: group.authors,
      findRate: ({ name }) => readPrior(name)?.[0],
      findPrior: ({ name, per }) => {
        const [mean, worth, likeness] = readPrior(name) ?? [];
        if (mean === undefined) return unknownPrior[per];
        const usual = Math.min(mean, mostUsual);
        return { alpha: usual * worth!, beta: (1 - usual) * worth!, likeness: likeness! };
      },
    };
  }
}
