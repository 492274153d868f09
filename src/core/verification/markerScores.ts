import { makeLate, makeOnce } from '../basics/caches';
import { type CohortDocument, computeCohortStatistics, type Comparable, type MemberScores } from '../cohort/cohort';
import type { KnownDocument, Rate, TextKind } from '../domain/evidence';
import { readFittedMarkers } from '../markers/catalogue/catalogue';
import type { MarkerRates } from '../markers/textMarkers';
import { type MarkerPrior, countEffectively, logPredictive, prepareRate } from '../markers/convincing';
import { countOwnWords } from '../markers/tokens';
import { takeFirstWords } from '../text/countWords';
import { toOwn, readSource } from '../text/readText';
import { dropUnseen } from '../text/rewrite';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { computeSum, groupBy } from '../basics/numbers';
import { clamp } from './calibration';

/** The rate of each marker of the catalogue in a text, in the order of the catalogue. */
export type TextRates = readonly Rate[];

/** The words that rates were counted in, as words are counted elsewhere. */
export const wordsOfRates = new WeakMap<TextRates, number>();

/** A text that markers are counted in. */
export type MarkerText = Pick<KnownDocument, 'text' | 'genre' | 'byHand'>;

/** The largest contribution of one marker, as a natural logarithm, so that a single odd marker decides nothing. */
const maxPerMarker = 1;
/** A sum is measured against this many other authors. */
const measuredAuthors = 12;
/** Added to their deviation, so that very short texts, which have hardly any markers, get no large scores. */
const leastDeviation = 0.1;
/** Markers are counted in this many words of another author's document. */
const markerWords = 1000;
/**
 * How much better a side's markers predict those of a questioned text than the markers of others do. For each marker it is the logarithm of
 * the probability of its count by the author's rate, divided by that by the population's (Beta-binomials, as in `weighAuthors`). The sum
 * is given in deviations above the sums of other authors.
 */
export class MarkerScores {
  private readonly counted = new Map<string, TextRates | undefined>();
  private readonly authors = new WeakMap<readonly CohortDocument[], readonly TextRates[]>();
  private readonly kinds = new Map<string, MarkerKind>();

  /**
   * @param rates  the rates of each marker in a population
   * @param count  counts the markers of a text
   */
  constructor(
    private readonly rates: MarkerRates,
    private readonly count: (text: MarkerText) => TextRates,
  ) {}

  /** Counts in a text without invisible characters and without the blanks of its layout, because n-grams ignore them too. */
  readonly countIn = makeOnce((source: MarkerText): TextRates => this.countRates(readSource(source).own, source));

  /** Counts in the author's own part of a text. If that is the whole text, an earlier count of the text is used. */
  private countRates(own: string, source: MarkerText): TextRates {
    const counted = dropUnseen(own).replace(/[^\S\r\n]+/g, ' ');
    const text = counted === source.text ? source : { ...toOwn(counted), genre: source.genre };
    const rates = this.count(text);
    wordsOfRates.set(rates, countOwnWords(text));
    return rates;
  }

  /**
   * Counts the markers of documents that scores are measured against: of all, or of the first authors, whom `QuestionedMarkers` compares.
   * Documents that no longer exist are left out. Throws Cancelled.
   */
  async read(
    others: Comparable,
    readsAll: boolean,
    textOf: (id: string) => Promise<MarkerText | undefined>,
    stop: StopSignal,
  ): Promise<void> {
    const authors = listAuthors(others);
    let measured = 0;
    for (let at = 0; at < authors.length && (readsAll || measured < measuredAuthors); at += measuredAuthors) {
      const some = authors.slice(at, at + measuredAuthors);
      const missing = some.flatMap((own) => own.filter(({ id }) => !this.counted.has(id)));
      const texts = await Promise.all(missing.map(({ id }) => textOf(id)));
      for (const [i, { id }] of missing.entries()) {
        throwIfStopped(stop);
        const result = texts[i];
        if (result) this.add(id, result);
        else this.counted.set(id, undefined);
      }
      measured += some.filter((own) => own.some((each) => this.readRates(each).length > 0)).length;
    }
  }

  /** Counts the markers of one document that scores are measured against. */
  add(id: string, source: MarkerText): void {
    const own = takeFirstWords(readSource(source).own, markerWords);
    this.counted.set(id, this.countRates(own, source));
  }

  /** The rates of a document that was read; empty if it no longer exists. */
  readRates({ id }: { readonly id: string }): readonly TextRates[] {
    return [this.counted.get(id)].filter((rates) => rates !== undefined);
  }

  /** Prepares the comparison of a questioned text with any number of sides. */
  prepare({ mode, genre }: TextKind, questioned: readonly TextRates[]): QuestionedMarkers {
    const population = this.rates.selectGroup(mode, genre);
    const key = `${population.mode} ${population.genre}`;
    const kind = this.kinds.get(key) ?? new MarkerKind(readFittedMarkers().map((each) => population.findPrior(each)));
    this.kinds.set(key, kind);
    return new QuestionedMarkers(kind, questioned, (others) => {
      // the rates of the texts of the first authors with some, in the order of the documents
      const results: (readonly TextRates[])[] = [];
      for (const own of listAuthors(others)) {
        const rates = this.authors.get(own) ?? own.flatMap((each) => this.readRates(each));
        if (rates.length === 0) continue;
        this.authors.set(own, rates);
        results.push(rates);
        if (results.length === measuredAuthors) break;
      }
      return results;
    });
  }
}

/** The documents of each author, in their order. */
const groupMembers = makeOnce(({ members }: MemberScores): ReadonlyMap<string, readonly CohortDocument[]> => {
  const documents = members.flatMap(({ document }) => document ?? []);
  return groupBy(documents, ({ author }) => author);
});

/** The documents of each author who counts. */
const listAuthors = makeOnce(({ scores, places }: Comparable): readonly (readonly CohortDocument[])[] => {
  const counted = new Set(places.map((place) => scores.members[place]!.document?.author));
  return [...groupMembers(scores)].filter(([author]) => counted.has(author)).map(([, own]) => own);
});

/** Prepares markers for questioned texts of one kind. Those of known texts are prepared once, because rests and edits need them again. */
class MarkerKind {
  readonly readKnown = makeOnce((texts: readonly TextRates[]) => {
    return this.countEffectively(texts).map((rate, h) => prepareRate(rate, this.priors[h]!));
  });

  /** Those of any author. */
  readonly readUsual = makeLate(() => this.priors.map((prior) => prepareRate(nothing, prior)));

  constructor(private readonly priors: readonly MarkerPrior[]) {}

  countEffectively(texts: readonly TextRates[]): readonly Rate[] {
    return this.priors.map(({ likeness }, h) => {
      const rates = texts.map((each) => each[h]!);
      return countEffectively(rates, likeness);
    });
  }
}

/** The markers of one questioned text. */
export class QuestionedMarkers {
  private readonly seen: readonly Rate[];
  private readonly anybody: readonly number[];
  /** The sums of authors that were measured against. */
  private readonly sumOnce = makeOnce((known: readonly TextRates[]) => computeSum(this.weighEach(known)));

  constructor(
    private readonly kind: MarkerKind,
    readonly questioned: readonly TextRates[],
    private readonly authorsAmong: (others: Comparable) => readonly (readonly TextRates[])[],
  ) {
    this.seen = kind.countEffectively(questioned);
    this.anybody = this.seen.map((rate, h) => logPredictive(rate, kind.readUsual()[h]!));
  }

  /** In deviations above other authors; 0 if there are none. */
  score(known: readonly TextRates[], others: Comparable): number {
    const authors = this.authorsAmong(others);
    if (authors.length === 0) return 0;
    const { mean, deviation } = computeCohortStatistics(Float64Array.from(authors, this.sumOnce));
    return (this.sumOnce(known) - mean) / (deviation + leastDeviation);
  }

  /** The contribution of each marker to the score, minus its mean contribution for the other authors; and these authors' rates. */
  explain(
    known: readonly TextRates[],
    others: Comparable,
  ): { readonly added: readonly number[]; readonly others: readonly (readonly TextRates[])[] } {
    const authors = this.authorsAmong(others);
    const sums = Float64Array.from(authors, this.sumOnce);
    const scale = 1 / (computeCohortStatistics(sums).deviation + leastDeviation) / Math.max(1, authors.length);
    const own = this.weighEach(known).map((weight) => weight * authors.length);
    for (const texts of authors) for (const [h, weight] of this.weighEach(texts).entries()) own[h]! -= weight;
    return { added: own.map((weight) => weight * scale), others: authors };
  }

  private weighEach(known: readonly TextRates[]): number[] {
    const rates = this.kind.readKnown(known);
    return this.seen.map((seen, h) => {
      const own = rates[h]!;
      if (seen.occasions === 0 || own.occasions === 0) return 0;
      const weight = logPredictive(seen, own) - this.anybody[h]!;
      return clamp(weight, -maxPerMarker, maxPerMarker);
    });
  }
}

const nothing: Rate = { count: 0, occasions: 0 };
