import { type CohortMember, computeCohortStatistics, type Comparable, type MemberScores } from '../cohort/cohort';
import type { KnownDocument, Rate, TextKind } from '../domain';
import { groupBy } from '../groupBy';
import { readFittedMarkers } from '../markers/catalogue/catalogue';
import type { MarkerRates } from '../markers/markerRates';
import { type MarkerPrior, logPredictive, countEffectively } from '../markers/tellingMarker';
import { takeFirstWords } from '../text/countWords';
import { toOwn, readSource } from '../text/readText';
import { dropUnseen } from '../text/rewrite';
import { type StopSignal, throwIfStopped } from '../work';
import { computeSum } from '../numbers';
import { clamp } from './calibration';

/** How often a text keeps each habit of the catalogue, in its order. */
export type TextRates = readonly Rate[];

/** A text that habits are counted in. */
export type MarkerText = Pick<KnownDocument, 'text' | 'genre' | 'byHand'>;

/** What one habit can add at most, as a natural logarithm: a single odd habit decides nothing. */
const maxPerMarker = 1;
/** Other authors that a sum is measured against. */
const measuredAuthors = 12;
/** Added to their deviation, so that very short texts, which have hardly any habits, get no large scores. */
const leastDeviation = 0.1;
/** Words of an other author's document in which habits are counted. */
const markerWords = 1000;
/** Documents that are asked for at once. */
const readAtOnce = 64;

/**
 * How much more a side's habits lead one to expect those of a questioned text than the habits of others do: for each habit the logarithm of
 * the chance of its count by the author's rate, over that by the population's (Beta-binomials, as in `TellingMarker`), summed, and given in
 * deviations above the sums of other authors.
 */
export class MarkerScores {
  private readonly counted = new Map<string, TextRates | undefined>();
  /** The rates of whole texts by their documents. */
  private readonly whole = new WeakMap<MarkerText, TextRates>();
  private readonly authors = new WeakMap<MemberScores, ReadonlyMap<string, readonly TextRates[]>>();

  /**
   * @param rates  how a population keeps each habit
   * @param count  counts the habits of a text
   */
  constructor(
    private readonly rates: MarkerRates,
    private readonly count: (text: MarkerText) => TextRates,
  ) {}

  /** Counts in a text without invisible characters and without the blanks of its layout, since n-grams ignore them, too. */
  countIn(source: MarkerText): TextRates {
    const rates = this.whole.get(source) ?? this.countRates(readSource(source).own, source);
    this.whole.set(source, rates);
    return rates;
  }

  /** Counts in what an author wrote of a text; where that is the text as it is, what was counted of the text before is taken. */
  private countRates(own: string, source: MarkerText): TextRates {
    const counted = dropUnseen(own).replace(/[^\S\r\n]+/g, ' ');
    return this.count(counted === source.text ? source : { ...toOwn(counted), genre: source.genre });
  }

  /** Counts the habits of documents that scores are measured against; of those that are gone none. Throws Cancelled. */
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

  /** Counts the habits of one document that scores are measured against. */
  add(id: string, source: MarkerText): void {
    this.counted.set(id, this.countRates(takeFirstWords(readSource(source).own, markerWords), source));
  }

  /** The rates of a document that was read; none if the document was gone. */
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

/** The habits of one questioned text. */
export class QuestionedMarkers {
  private readonly seen: readonly Rate[];
  /** log of the chance of each count in a text by anybody. */
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

  /** In deviations above other authors; 0 where there are none. */
  score(known: readonly TextRates[], others: Comparable): number {
    const authors = this.authorsAmong(others).slice(0, measuredAuthors);
    if (authors.length === 0) return 0;
    const { mean, deviation } = computeCohortStatistics(Float64Array.from(authors, (texts) => this.sumOnce(texts)));
    return (this.sum(known) - mean) / (deviation + leastDeviation);
  }

  /** What each habit adds to the score, more than it adds to the mean of the other authors; and these authors' rates. */
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
