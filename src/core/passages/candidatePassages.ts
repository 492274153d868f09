import type { LinearScorer } from '../classical/ngrams';
import type { Mode, OthersAsGood, Passage, TextRange } from '../domain';
import type { StopSignal } from '../ports';
import type { Cohort } from '../cohort/cohort';
import type { MatchKernel } from '../scoring/kernels';
import { throwIfStopped } from '../stop';
import type { Answers } from './answers';
import type { AuthorRows } from './authorRows';
import { patchMeans, type QuestionedFeatures, rowWithin, wordGains, wordingGains } from './gains';
import {
  type KnownSpan,
  type LikelyPlace,
  likelyPlaces,
  overlap,
  placeWeights,
  rowsOf,
  similarityOf,
  type SoughtStretch,
} from './places';
import { patchesIn, rangeOfWords, type QuestionedText, tokensWithin } from './questionedText';
import { type Reasons, reasonsFor } from './reasons';
import { eachWordingOnce } from './saidOnce';
import { isOneScript, isRunningText } from './words/runningText';
import { bestStretches, type Stretch, standardised } from './stretches';
import type { Surprise } from './words/surprise';
import { Weighing } from './weighing';

/** The questioned text as passages are sought in it, whoever's they are. */
export interface Questioned {
  readonly text: QuestionedText;
  readonly features: QuestionedFeatures;
  readonly surprise: Surprise;
  readonly mode: Mode;
  readonly english: boolean;
  readonly dim: number;
  /** The rows of all patches of the text that are read. */
  readonly rows: Float32Array;
  readonly answers: Answers;
  readonly cohort: Cohort;
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
}

/** The candidate among all, by the rows of their texts. */
export interface PlacedCandidate {
  readonly known: KnownAuthor;
  readonly place: number;
  readonly rows: AuthorRows;
}

/** A passage, and the largest n-gram score that each candidate's texts give it. */
export interface FoundPassage {
  readonly passage: Passage;
  readonly best: Float64Array;
}

/** The passages of one candidate but for those against. */
export type FoundPassages = Readonly<Record<'alike' | 'shared' | 'subject', readonly FoundPassage[]>>;

/** Stretches that places are sought for. */
const mostStretches = 20;
/** Further ones that are alike whoever is asked, and those that gain by their subject. */
const mostBeside = 3;
/** Passages that a review keeps: those that a surface shows at first, and a few on demand; fewer of those set apart. */
const mostPassages = 10;
const mostApart = 4;
/** Other authors who answer as well, from which share and number on a passage is shared. */
const sharedShare = 0.25;
const sharedAuthors = 2;
/** In deviations: no stretch runs over a word of another passage. */
const usedWord = -30;
/** A place that answers less than unrelated patches do is none. */
const leastSimilarity = 0.4;

/** A passage before anybody else is asked about it. */
interface Found {
  readonly range: TextRange;
  readonly place: LikelyPlace;
  readonly reasons: Reasons;
  readonly gain: number;
  readonly others: OthersAsGood;
}

/** The passages of one candidate but for those against. Throws Cancelled between stretches. */
export function passagesOf(questioned: Questioned, candidate: PlacedCandidate): FoundPassages {
  const { text, answers } = questioned;
  const { known } = candidate;
  const finder = new Finder(questioned, candidate);
  const gains = { ngrams: known.gains, patches: answers.gains(known.author), wording: finder.wordingGains() };
  const stretches = bestStretches(text.words, wordGains(text, gains, finder.topicalWords()), mostStretches);
  for (const stretch of stretches) if (stretch.gain > 0 || stretches.length === 1) finder.add(stretch);
  const likeness = standardised(patchMeans(text, answers.of(known.author)));
  for (const stretch of finder.freeStretches(likeness)) finder.addShared(stretch);
  for (const stretch of finder.freeStretches(wordGains(text, gains))) if (stretch.gain > 0) finder.addSubject(stretch);
  return finder.passages();
}

class Finder {
  private readonly found: Record<'alike' | 'shared' | 'subject', Found[]> = { alike: [], shared: [], subject: [] };
  private readonly known: KnownAuthor;
  /** 1 for each token of the subject. */
  private readonly topical: Uint8Array;
  private readonly weighing: Weighing;
  private evenly: Weighing | undefined;

  constructor(
    private readonly questioned: Questioned,
    private readonly candidate: PlacedCandidate,
  ) {
    const { text, surprise } = questioned;
    this.known = candidate.known;
    this.topical = surprise.topical(this.known.spans.map((span) => span.text.tokens));
    this.weighing = new Weighing(text, this.known.gains, surprise.values, this.topical);
  }

  /** What the words of the text gain by wording that the candidate's texts share. */
  wordingGains(): Float64Array {
    const { text } = this.questioned;
    const runs = this.known.spans.flatMap(({ runs }) => runs);
    const weighed = runs.map(({ at, length }) => ({ at, length, weight: this.weighing.of(at, length).weight }));
    return wordingGains(text.words.words.length, text.tokenWords, weighed);
  }

  /** Finds the place that answers a stretch, and what it is. */
  add(stretch: Stretch): void {
    const found = this.find(stretch);
    if (!found) return;
    this.found[isShared(found.others) ? 'shared' : found.reasons.isSubject ? 'subject' : 'alike'].push(found);
  }

  /** The words of the text that touch a token of its subject. */
  topicalWords(): Uint8Array {
    const { tokenWords, words } = this.questioned.text;
    const topical = new Uint8Array(words.words.length);
    for (let i = 0; i < this.topical.length; i++) if (this.topical[i]) topical[tokenWords.first[i]!] = 1;
    return topical;
  }

  /** The best stretches beside the passages found so far. */
  freeStretches(gains: Float64Array): readonly Stretch[] {
    const { words } = this.questioned.text;
    const used = this.all().map(({ range }) => range);
    const free = gains.map((gain, word) =>
      used.some((range) => overlap(range, words.words[word]!)) ? usedWord : gain,
    );
    return bestStretches(words, free, mostBeside).filter((stretch) => {
      const range = rangeOfWords(words, stretch.from, stretch.to);
      return !used.some((other) => overlap(other, range));
    });
  }

  /** A stretch that words of the subject carry. */
  addSubject(stretch: Stretch): void {
    const found = this.find(stretch);
    if (found?.reasons.isSubject && !isShared(found.others)) this.found.subject.push(found);
  }

  /**
   * A stretch that is much alike, whatever others have: set apart if several of them have it too. It gains nothing, so that
   * each of its features weighs the same.
   */
  addShared(stretch: Stretch): void {
    const { text, answers, surprise } = this.questioned;
    const range = rangeOfWords(text.words, stretch.from, stretch.to);
    if (!isShared(answers.othersAsGood(this.known.author, patchesIn(text, range)))) return;
    const evenly = new Float64Array(text.occurrences.ids.length).fill(1);
    this.evenly ??= new Weighing(text, evenly, surprise.values, this.topical);
    const found = this.find(stretch, this.evenly);
    if (found) this.found.shared.push(found);
  }

  passages(): FoundPassages {
    const first = (list: readonly Found[], most: number): readonly FoundPassage[] =>
      eachWordingOnce(list)
        .slice(0, most)
        .map((found) => this.passage(found));
    const { alike, shared, subject } = this.found;
    return {
      alike: first(alike, mostPassages),
      ...{ shared: first(shared, mostApart), subject: first(subject, mostApart) },
    };
  }

  private all(): readonly Found[] {
    return [...this.found.alike, ...this.found.shared, ...this.found.subject];
  }

  private find(stretch: Stretch, weighing = this.weighing): Found | undefined {
    const { text, answers, english, stop } = this.questioned;
    throwIfStopped(stop);
    const range = rangeOfWords(text.words, stretch.from, stretch.to);
    const words = text.words.words.slice(stretch.from, stretch.to);
    if (!isRunningText(text.text.slice(range.start, range.end), words, english)) return undefined;
    const sought = this.sought(stretch, range, weighing);
    const best = this.bestPlace(sought, range);
    if (!best) return undefined;
    const { place, reasons, worth } = best;
    const gain = stretch.gain * worth;
    return { range, place, reasons, gain, others: answers.othersAsGood(this.known.author, sought.patches) };
  }

  private sought(stretch: Stretch, range: TextRange, weighing: Weighing): SoughtStretch {
    const { dim, rows, text } = this.questioned;
    const patches = patchesIn(text, range);
    return {
      ...{ patches, weighing, words: stretch.to - stretch.from, gain: weighing.gainWithin(range) },
      ...tokensWithin(text, range),
      rows: { dim, values: rowsOf(rows, dim, patches) },
    };
  }

  /** The best place that serves no other passage, and what it shares with the stretch. */
  private bestPlace(
    sought: SoughtStretch,
    range: TextRange,
  ): { readonly place: LikelyPlace; readonly reasons: Reasons; readonly worth: number } | undefined {
    const { text, kernel } = this.questioned;
    const here = text.text.slice(range.start, range.end);
    const found = likelyPlaces(sought, this.known.spans, this.all()).flatMap((place) => {
      const { known, range: there } = place;
      if (!isOneScript(here, known.text.text.slice(there.start, there.end))) return [];
      const tokens = tokensWithin(known.text, there);
      const compared = {
        here: text.tokens.slice(sought.from, sought.to),
        at: sought.from,
        there: known.text.tokens.slice(tokens.from, tokens.to),
      };
      const reasons = reasonsFor(compared, sought.weighing);
      const similarity = reasons ? similarityOf(sought, place, kernel) : 0;
      return reasons && similarity >= leastSimilarity
        ? [{ place, reasons, worth: worthOf(similarity, reasons, sought) }]
        : [];
    });
    return found.toSorted((a, b) => b.worth - b.place.loss - (a.worth - a.place.loss))[0];
  }

  /** What was found, with how many of the population have as much of its n-grams. */
  private passage({ range, place, reasons: { kinds, marks }, gain, others }: Found): FoundPassage {
    const { text, features, cohort, mode, method } = this.questioned;
    const part = method.part(rowWithin(text, features, range));
    const best = this.candidate.rows.best(part);
    const { of, atLeast } = cohort.populationAtLeast(part, mode, best[this.candidate.place]!);
    const { author } = this.known;
    const { document } = place.known.stored;
    const at = { questioned: range, author, document, known: place.range };
    const population = { of, asGood: atLeast };
    return { passage: { ...at, gain, kinds, marks, index: others, population }, best };
  }
}

/** How well a place answers a stretch: by likeness, and by what of the stretch's gain they share in words. */
function worthOf(similarity: number, { weight }: Reasons, { gain }: SoughtStretch): number {
  const wording = gain > 0 ? Math.min(1, weight / gain) : 0;
  return placeWeights.similarity * (similarity - leastSimilarity) + placeWeights.wording * wording;
}

function isShared({ of, asGood }: OthersAsGood): boolean {
  return asGood >= sharedAuthors && asGood >= sharedShare * of;
}
