import { type CohortMember, computeCohortStatistics, type Comparable, type MemberScores } from '../cohort/cohort';
import type { KnownDocument, Rate, TextKind } from '../domain/evidence';
import { readFittedMarkers } from '../markers/catalogue/catalogue';
import type { MarkerRates } from '../markers/textMarkers';
import { type MarkerPrior, logPredictive, countEffectively } from '../markers/convincing';
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
/** At most this many documents are read at once. */
const readAtOnce = 64;

/**
 * How much better a side's markers predict those of a questioned text than the markers of others do. For each marker it is the logarithm of
 * the probability of its count by the author's rate, divided by that by the population's (Beta-binomials, as in `TellingMarker`). The sum
 * is given in deviations above the sums of other authors.
 */
export class MarkerScores {
  private readonly counted = new Map<string, TextRates | undefined>();
  /** The rates of whole texts by their documents. */
  private readonly whole = new WeakMap<MarkerText, TextRates>();
  private readonly authors = new WeakMap<MemberScores, ReadonlyMap<string, readonly TextRates[]>>();

  /**
   * @param rates  the rates of each marker in a population
   * @param count  counts the markers of a text
   */
  constructor(
    private readonly rates: MarkerRates,
    private readonly count: (text: MarkerText) => TextRates,
  ) {}

  /** Counts in a text without invisible characters and without the blanks of its layout, because n-grams ignore them too. */
  countIn(source: MarkerText): TextRates {
    const rates = this.whole.get(source) ?? this.countRates(readSource(source).own, source);
    this.whole.set(source, rates);
    return rates;
  }

  /** Counts in the author's own part of a text. If that is the whole text, an earlier count of the text is used. */
  private countRates(own: string, source: MarkerText): TextRates {
    const counted = dropUnseen(own).replace(/[^\S\r\n]+/g, ' ');
    const text = counted === source.text ? source : { ...toOwn(counted), genre: source.genre };
    const rates = this.count(text);
    wordsOfRates.set(rates, countOwnWords(text));
    return rates;
  }

  /** Counts the markers of documents that scores are measured against. Documents that no longer exist are left out. Throws Cancelled. */
  async read(
    members: readonly CohortMember[],
    textOf: (id: string) => Promise<MarkerText | undefined>,
    stop: StopSignal,
  ) {
    const missing = members.flatMap(({ document }) => (document && !this.counted.has(document.id) ? document.id : []));
    for (let at = 0; at < missing.length; at += readAtOnce) {
      const ids = missing.slice(at, at + readAtOnce);
      const texts = await Promise.all(ids.map(textOf));
      for (const [i, id] of ids.entries()) {
        throwIfStopped(stop);
        const result = texts[i];
        if (result) this.add(id, result);
        else this.counted.set(id, undefined);
      }
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
    const priors = readFittedMarkers().map((habit) => population.findPrior(habit));
    return new QuestionedMarkers(priors, questioned, (others) => this.selectAuthors(others));
  }

  /** The rates of the texts of each author, in the order of the documents. */
  private selectAuthors({ scores, places }: Comparable): readonly (readonly TextRates[])[] {
    const made = this.authors.get(scores) ?? this.groupRatesByAuthor(scores);
    this.authors.set(scores, made);
    const counted = new Set(places.map((place) => scores.members[place]!.document!.author));
    return [...made].filter(([author, rates]) => counted.has(author) && rates.length > 0).map(([, rates]) => rates);
  }

  private groupRatesByAuthor({ members }: MemberScores): ReadonlyMap<string, readonly TextRates[]> {
    const documents = members.flatMap(({ document }) => document ?? []);
    const byAuthor = [...groupBy(documents, ({ author }) => author)];
    return new Map(byAuthor.map(([author, own]) => [author, own.flatMap((each) => this.readRates(each))]));
  }
}

/** The markers of one questioned text. */
export class QuestionedMarkers {
  private readonly seen: readonly Rate[];
  /** The logarithm of the probability of each count in a text by any author. */
  private readonly anybody: readonly number[];
  /** The sums of authors that were measured against. */
  private readonly sums = new WeakMap<readonly TextRates[], number>();

  constructor(
    private readonly priors: readonly MarkerPrior[],
    readonly questioned: readonly TextRates[],
    private readonly authorsAmong: (others: Comparable) => readonly (readonly TextRates[])[],
  ) {
    this.seen = this.countEffectively(questioned);
    this.anybody = this.seen.map((seen, h) => logPredictive(seen, nothing, priors[h]!));
  }

  /** In deviations above other authors; 0 if there are none. */
  score(known: readonly TextRates[], others: Comparable): number {
    const authors = this.authorsAmong(others).slice(0, measuredAuthors);
    if (authors.length === 0) return 0;
    const { mean, deviation } = computeCohortStatistics(Float64Array.from(authors, (texts) => this.sumOnce(texts)));
    return (this.sum(known) - mean) / (deviation + leastDeviation);
  }

  /** The contribution of each marker to the score, minus its mean contribution for the other authors; and these authors' rates. */
  explain(
    known: readonly TextRates[],
    others: Comparable,
  ): { readonly added: readonly number[]; readonly others: readonly (readonly TextRates[])[] } {
    const authors = this.authorsAmong(others).slice(0, measuredAuthors);
    const sums = Float64Array.from(authors, (texts) => this.sumOnce(texts));
    const scale = 1 / (computeCohortStatistics(sums).deviation + leastDeviation) / Math.max(1, authors.length);
    const own = this.weighEach(known).map((weight) => weight * authors.length);
    for (const texts of authors) for (const [h, weight] of this.weighEach(texts).entries()) own[h]! -= weight;
    return { added: own.map((weight) => weight * scale), others: authors };
  }

  private sumOnce(known: readonly TextRates[]): number {
    const sum = this.sums.get(known) ?? this.sum(known);
    this.sums.set(known, sum);
    return sum;
  }

  private sum(known: readonly TextRates[]): number {
    return computeSum(this.weighEach(known));
  }

  private weighEach(known: readonly TextRates[]): number[] {
    const rates = this.countEffectively(known);
    return this.seen.map((seen, h) => {
      const own = rates[h]!;
      if (seen.occasions === 0 || own.occasions === 0) return 0;
      const weight = logPredictive(seen, own, this.priors[h]!) - this.anybody[h]!;
      return clamp(weight, -maxPerMarker, maxPerMarker);
    });
  }

  private countEffectively(texts: readonly TextRates[]): readonly Rate[] {
    const selectRates = (h: number): readonly Rate[] => texts.map((rates) => rates[h]!);
    return this.priors.map(({ likeness }, h) => countEffectively(selectRates(h), likeness));
  }
}

const nothing: Rate = { count: 0, occasions: 0 };
