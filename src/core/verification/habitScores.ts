import { type CohortMember, cohortStatistics, type Comparable, type MemberScores } from '../cohort/cohort';
import type { KnownDocument, Rate, TextKind } from '../domain';
import { groupBy } from '../groupBy';
import { catalogue } from '../markers/catalogue/catalogue';
import type { HabitRates } from '../markers/habitRates';
import { type HabitPrior, logPredictive, told } from '../markers/whatTells';
import { firstWords } from '../text/countWords';
import { asOwn, readingOf } from '../text/readText';
import { withoutUnseen } from '../text/rewrite';
import { type StopSignal, throwIfStopped } from '../work';
import { clamp } from './calibration';

/** How often a text keeps each habit of the catalogue, in its order. */
export type TextRates = readonly Rate[];

/** A text that habits are counted in. */
export type HabitText = Pick<KnownDocument, 'text' | 'genre' | 'byHand'>;

/** What one habit can add at most, as a natural logarithm: a single odd habit decides nothing. */
const maxOfHabit = 1;
/** Other authors that a sum is measured against. */
const measuredAuthors = 12;
/** Added to their deviation, so that very short texts, which have hardly any habits, get no large scores. */
const leastDeviation = 0.1;
/** Words of an other author's document in which habits are counted. */
const habitWords = 1000;

/**
 * How much more a side's habits lead one to expect those of a questioned text than the habits of others do: for each habit the logarithm of
 * the chance of its count by the author's rate, over that by the population's (Beta-binomials, as in `TellingHabit`), summed, and given in
 * deviations above the sums of other authors.
 */
export class HabitScores {
  private readonly counted = new Map<string, TextRates | undefined>();
  private readonly authors = new WeakMap<MemberScores, ReadonlyMap<string, readonly TextRates[]>>();

  /**
   * @param rates  how a population keeps each habit
   * @param count  counts the habits of a text
   */
  constructor(
    private readonly rates: HabitRates,
    private readonly count: (text: HabitText) => TextRates,
  ) {}

  /** Counts in a text without invisible characters and without the blanks of its layout, since n-grams ignore them, too. */
  countIn(source: HabitText): TextRates {
    return this.ratesIn(readingOf(source).own, source.genre);
  }

  private ratesIn(own: string, genre: string): TextRates {
    return this.count({ ...asOwn(withoutUnseen(own).replace(/[^\S\r\n]+/g, ' ')), genre });
  }

  /** Counts the habits of documents that scores are measured against; of those that are gone none. Throws Cancelled. */
  async read(
    members: readonly CohortMember[],
    textOf: (id: string) => Promise<HabitText | undefined>,
    stop: StopSignal,
  ) {
    for (const { document } of members) {
      if (!document || this.counted.has(document.id)) continue;
      throwIfStopped(stop);
      const found = await textOf(document.id);
      if (found) this.add(document.id, found);
      else this.counted.set(document.id, undefined);
    }
  }

  /** Counts the habits of one document that scores are measured against. */
  add(id: string, source: HabitText): void {
    this.counted.set(id, this.ratesIn(firstWords(readingOf(source).own, habitWords), source.genre));
  }

  /** The rates of a document that was read; none if the document was gone. */
  ofDocument({ id }: { readonly id: string }): readonly TextRates[] {
    return [this.counted.get(id)].filter((rates) => rates !== undefined);
  }

  /** Prepares the comparison of a questioned text with any number of sides. */
  of({ mode, genre }: TextKind, questioned: readonly TextRates[]): QuestionedHabits {
    const population = this.rates.of(mode, genre);
    const priors = catalogue().map((habit) => population.prior(habit));
    return new QuestionedHabits(priors, questioned, (others) => this.authorsAmong(others));
  }

  /** The rates of the texts of each author, in the order of the documents. */
  private authorsAmong({ scores, places }: Comparable): readonly (readonly TextRates[])[] {
    const made = this.authors.get(scores) ?? this.ratesByAuthor(scores);
    this.authors.set(scores, made);
    const counted = new Set(places.map((place) => scores.members[place]!.document!.author));
    return [...made].filter(([author, rates]) => counted.has(author) && rates.length > 0).map(([, rates]) => rates);
  }

  private ratesByAuthor({ members }: MemberScores): ReadonlyMap<string, readonly TextRates[]> {
    const documents = members.flatMap(({ document }) => document ?? []);
    const byAuthor = [...groupBy(documents, ({ author }) => author)];
    return new Map(byAuthor.map(([author, own]) => [author, own.flatMap((each) => this.ofDocument(each))]));
  }
}

/** The habits of one questioned text. */
export class QuestionedHabits {
  private readonly seen: readonly Rate[];
  /** log of the chance of each count in a text by anybody. */
  private readonly anybody: readonly number[];
  /** The sums of authors that were measured against. */
  private readonly sums = new WeakMap<readonly TextRates[], number>();

  constructor(
    private readonly priors: readonly HabitPrior[],
    questioned: readonly TextRates[],
    private readonly authorsAmong: (others: Comparable) => readonly (readonly TextRates[])[],
  ) {
    this.seen = this.toldBy(questioned);
    this.anybody = this.seen.map((seen, h) => logPredictive(seen, nothing, priors[h]!));
  }

  /** In deviations above other authors; 0 where there are none. */
  score(known: readonly TextRates[], others: Comparable): number {
    const authors = this.authorsAmong(others).slice(0, measuredAuthors);
    if (authors.length === 0) return 0;
    const { mean, deviation } = cohortStatistics(Float64Array.from(authors, (texts) => this.sumOnce(texts)));
    return (this.sum(known) - mean) / (deviation + leastDeviation);
  }

  private sumOnce(known: readonly TextRates[]): number {
    const sum = this.sums.get(known) ?? this.sum(known);
    this.sums.set(known, sum);
    return sum;
  }

  private sum(known: readonly TextRates[]): number {
    const rates = this.toldBy(known);
    return this.seen.reduce((sum, seen, h) => {
      const own = rates[h]!;
      if (seen.occasions === 0 || own.occasions === 0) return sum;
      const weight = logPredictive(seen, own, this.priors[h]!) - this.anybody[h]!;
      return sum + clamp(weight, -maxOfHabit, maxOfHabit);
    }, 0);
  }

  private toldBy(texts: readonly TextRates[]): readonly Rate[] {
    const ofHabit = (h: number): readonly Rate[] => texts.map((rates) => rates[h]!);
    return this.priors.map(({ likeness }, h) => told(ofHabit(h), likeness));
  }
}

const nothing: Rate = { count: 0, occasions: 0 };
