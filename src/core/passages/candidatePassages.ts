import { dotRows, type FeatureRow } from '../classical/featureRow';
import type { LinearScorer } from '../classical/occurrences';
import type { CandidatePassages, Mode, OthersAsGood, Passage, TextRange } from '../domain';
import type { StopSignal } from '../ports';
import type { ReferenceCohort } from '../ranking/referenceCohort';
import type { MatchKernel } from '../scoring/kernels';
import { throwIfStopped } from '../stop';
import type { Answers } from './answers';
import { patchMeans, type QuestionedFeatures, rowWithin, wordGains } from './gains';
import { bestPlaces, type KnownSpan, type Place, rowsOf } from './places';
import { eachWithin, patchesIn, rangeOfWords, type ReadText } from './questionedText';
import { type Reasons, reasonsFor, type Weighing } from './reasons';
import { isOneScript, isRunningText } from './runningText';
import { bestStretches, type Stretch, standardised } from './stretches';

/** The questioned text as passages are sought in it, whoever's they are. */
export interface Questioned {
  readonly text: ReadText;
  readonly features: QuestionedFeatures;
  readonly mode: Mode;
  readonly english: boolean;
  readonly dim: number;
  /** The rows of all patches of the text that are read. */
  readonly rows: Float32Array;
  readonly answers: Answers;
  readonly cohort: ReferenceCohort;
  readonly method: LinearScorer;
  readonly kernel: MatchKernel;
  readonly stop: StopSignal;
}

/** What is known of one candidate. */
export interface KnownAuthor {
  readonly author: string;
  /** Spans that answer the questioned ones. */
  readonly spans: readonly KnownSpan[];
  /** Of each occurrence of a feature in the questioned text. */
  readonly gains: Float64Array;
  /** Rows of the author's texts. */
  readonly rows: readonly FeatureRow[];
}

/** Stretches that places are sought for. */
const mostStretches = 18;
/** Passages that a review keeps of a kind: those that a surface shows at first, and as many on demand. */
const mostPassages = 16;
/** Other authors who answer as well, from which share and number on a passage is shared. */
const sharedShare = 0.25;
const sharedAuthors = 2;
/** Share of what carries a passage that rests on words of a subject, from which it is set apart. */
const subjectShare = 0.5;
/** Features of a stretch that places are sought by. */
const soughtFeatures = 64;
/** In deviations: no stretch runs over a word of another passage. */
const usedWord = -30;
/** A place that answers less than unrelated patches do is none. */
const leastSimilarity = 0.4;

/** A passage before anybody else is asked about it. */
interface Found {
  readonly range: TextRange;
  readonly patches: readonly number[];
  readonly place: Place;
  readonly reasons: Reasons;
  readonly gain: number;
  readonly others: OthersAsGood;
}

/** The passages of one candidate but for those against. Throws Cancelled between stretches. */
export function passagesOf(questioned: Questioned, known: KnownAuthor): Omit<CandidatePassages, 'against'> {
  const { text, answers } = questioned;
  const finder = new Finder(questioned, known);
  const gains = wordGains(text, known.gains, answers.gains(known.author));
  for (const stretch of bestStretches(text.words, gains, mostStretches)) finder.add(stretch);
  const likeness = standardised(patchMeans(text, answers.of(known.author)));
  const free = likeness.map((value, word) => (finder.has(text.words.words[word]!) ? usedWord : value));
  for (const stretch of bestStretches(text.words, free, mostStretches / 2)) finder.addShared(stretch);
  return finder.passages();
}

class Finder {
  private readonly found: Record<'alike' | 'shared' | 'subject', Found[]> = { alike: [], shared: [], subject: [] };

  constructor(
    private readonly questioned: Questioned,
    private readonly known: KnownAuthor,
  ) {}

  /** Finds the place that answers a stretch, and what it is. */
  add(stretch: Stretch): void {
    const found = this.find(stretch);
    if (!found) return;
    const kind = isShared(found.others) ? 'shared' : found.reasons.subject > subjectShare ? 'subject' : 'alike';
    this.found[kind].push(found);
  }

  /** Whether a passage was found at a word. */
  has(word: TextRange): boolean {
    return this.all().some(({ range }) => overlap(range, word));
  }

  /**
   * A stretch that is much alike, whatever others have: set apart if several of them have it too. It gains nothing, so that its
   * marks weigh their lengths.
   */
  addShared(stretch: Stretch): void {
    const { text, answers } = this.questioned;
    const range = rangeOfWords(text.words, stretch.from, stretch.to);
    if (this.has(range)) return;
    if (!isShared(answers.othersAsGood(this.known.author, patchesIn(text, range)))) return;
    const found = this.find(stretch, { ...this.weighing, gainWithin: ({ start, end }) => end - start });
    if (found) this.found.shared.push(found);
  }

  passages(): Omit<CandidatePassages, 'against'> {
    const first = (list: readonly Found[]): readonly Passage[] =>
      list
        .toSorted((a, b) => b.gain - a.gain || a.range.start - b.range.start)
        .slice(0, mostPassages)
        .map((found) => this.passage(found));
    const { alike, shared, subject } = this.found;
    return { alike: first(alike), shared: first(shared), subject: first(subject) };
  }

  private all(): readonly Found[] {
    return [...this.found.alike, ...this.found.shared, ...this.found.subject];
  }

  private find(stretch: Stretch, weighing: Weighing = this.weighing): Found | undefined {
    const { text, answers, english, stop } = this.questioned;
    throwIfStopped(stop);
    const range = rangeOfWords(text.words, stretch.from, stretch.to);
    const words = text.words.words.slice(stretch.from, stretch.to);
    if (!isRunningText(text.text.slice(range.start, range.end), words, english)) return undefined;
    const patches = patchesIn(text, range);
    const place = this.place(stretch, range, patches);
    if (!place) return undefined;
    const there = { text: place.known.text.text, range: place.range };
    const reasons = reasonsFor({ text: text.text, range }, there, weighing);
    if (reasons.kinds.length === 0) return undefined;
    const gain = stretch.score * (place.ngrams + 2 * (place.similarity - leastSimilarity));
    return { range, patches, place, reasons, gain, others: answers.othersAsGood(this.known.author, patches) };
  }

  /** The best place that serves no other passage. */
  private place(stretch: Stretch, range: TextRange, patches: readonly number[]): Place | undefined {
    const { dim, rows, kernel, text } = this.questioned;
    const gains = this.featureGains(range);
    const sought = { dim, rows: rowsOf(rows, dim, patches), words: stretch.to - stretch.from, gains };
    const here = text.text.slice(range.start, range.end);
    return bestPlaces(sought, this.known.spans, kernel).find(
      ({ known, range: there, similarity }) =>
        similarity >= leastSimilarity &&
        isOneScript(here, known.text.text.slice(there.start, there.end)) &&
        !this.all().some(
          ({ place }) => place.known.stored.document === known.stored.document && overlap(place.range, there),
        ),
    );
  }

  /** The gains of the features within a range that gain most. */
  private featureGains(range: TextRange): ReadonlyMap<number, number> {
    const gains = new Map<number, number>();
    const { occurrences } = this.questioned.text;
    eachWithin(occurrences, range, (i) => {
      const gain = this.known.gains[i]!;
      const id = occurrences.ids[i]!;
      if (gain > 0) gains.set(id, (gains.get(id) ?? 0) + gain);
    });
    return new Map([...gains].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, soughtFeatures));
  }

  private readonly weighing: Weighing = {
    gainWithin: (range: TextRange): number => {
      let sum = 0;
      eachWithin(this.questioned.text.occurrences, range, (i) => {
        sum += Math.max(0, this.known.gains[i]!);
      });
      return sum;
    },
    documentShare: (word: string): number => this.questioned.method.documentShare(word),
  };

  /** What was found, with how many of the population have as much of its n-grams. */
  private passage({ range, place, reasons: { kinds, marks }, gain, others }: Found): Passage {
    const { text, features, cohort, mode, method } = this.questioned;
    const part = method.part(rowWithin(text, features, range));
    const own = Math.max(...this.known.rows.map((row) => dotRows(part, row)));
    const { of, atLeast } = cohort.populationAtLeast(part, mode, own);
    const { author } = this.known;
    const { document } = place.known.stored;
    const at = { questioned: range, author, document, known: place.range };
    return { ...at, gain, kinds, marks, index: others, population: { of, asGood: atLeast } };
  }
}

function isShared({ of, asGood }: OthersAsGood): boolean {
  return asGood >= sharedAuthors && asGood >= sharedShare * of;
}

function overlap(a: TextRange, b: TextRange): boolean {
  return a.start < b.end && b.start < a.end;
}
