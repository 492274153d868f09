import type { MatchKernel } from '../../lateInteraction/scoring/kernels';
import { makeOnce } from '../basics/caches';
import { computeMean, computeSum } from '../basics/numbers';
import { type StopSignal, throwIfStopped } from '../basics/work';
import type { FeatureRow } from '../classical/featureRow';
import { type LinearScorer, firstDirection } from '../classical/ngrams';
import type { PhraseRates } from '../classical/hashing';
import type { ApartReason, OthersHaving, Passage, PhraseUse, TextRange, VectorBlock } from '../domain/evidence';
import type { SharedWording } from './othersHaving';
import {
  type KnownSpan,
  type LikelyPlace,
  type SoughtStretch,
  type Stretch,
  computeWordGains,
  findBestStretches,
  findLikelyPlaces,
  placeWeights,
  selectRows,
} from './places';
import { type QuestionedText, findPatches, findTokens, overlap, toWordRange } from './readSpans';
import { type Reasons, findReasons } from './reasons';
import { RunEvidences, type Surprise, type Wording } from './runEvidence';
import type { AuthorSimilarities } from './similarities';
import { isMostlyLatin, isRunningText } from './words';

/** The questioned text in the form in which passages are found, the same for all candidates. */
export interface PassageContext {
  readonly text: QuestionedText;
  readonly wording: Wording;
  readonly gains: NgramGains;
  readonly surprise: Surprise;
  readonly english: boolean;
  readonly dim: number;
  /** The rows of all patches of the spans that are read. */
  readonly rows: Float32Array;
  readonly similarities: AuthorSimilarities;
  readonly kernel: MatchKernel;
  readonly phrases: PhraseRates | undefined;
}

/** The facts about one candidate. */
export interface KnownAuthor {
  readonly author: string;
  /** Known spans that match questioned ones. */
  readonly spans: readonly KnownSpan[];
  /** The gain of each occurrence of a feature in the questioned text. */
  readonly gains: Float64Array;
}

/** The passages of one candidate, without those against. */
export type FoundPassages = Readonly<Record<'alike' | 'apart', readonly Passage[]>>;

/** Known places are looked for in this many stretches. */
const maxStretches = 20;
/** This many more stretches are tried among those that score by their subject. */
const maxFurther = 3;
/** A review stores this many passages: those that a surface shows at first, and a few more on demand; fewer of those set apart. */
const maxPassages = { alike: 10, apart: 8 } as const;
/** A passage is shown if at most this many other authors have its marked words. */
const mostSharers = 1;
/** It also has this many consecutive words in common, with this much surprise, in nats. */
const leastWords = 4;
const leastSurprise = 7;
/** In deviations. It prevents a stretch from covering a word of another passage. */
const usedWord = -30;
/** At least this share of what carries a passage must not have been shown by the passages before it. */
const minNew = 0.1;
/** Words of a phrase, and the largest number of other words in a passage that is called a common phrase. */
const minPhrase = 3;
const maxBeside = 2;
/** The score of a passage without signs and without a frame of grammar is multiplied by this. */
const withoutFrame = 0.3;
/** A run of at least this many tokens is a template if several documents have it. */
const leastOfTemplate = 10;
/** A place less similar than this counts only with rare wording. Unrelated patches reach it. */
const minSimilarity = 0.4;

/** A known place that matches a stretch, what both share, and how well they match. */
interface Answer {
  readonly place: LikelyPlace;
  readonly reasons: Reasons;
  readonly quality: number;
}

/** A passage before other authors' texts are searched. */
interface FoundPassage extends Answer {
  readonly range: TextRange;
  readonly gain: number;
  readonly phrase: PhraseUse;
}

/** The passages of one candidate, without those against. */
export class PassagesOfCandidate {
  private readonly results: FoundPassage[] = [];
  /** 1 for each token that belongs to the subject. */
  private readonly topical: Uint8Array;
  private readonly evidence: RunEvidences;

  constructor(
    private readonly context: PassageContext,
    private readonly known: KnownAuthor,
    private readonly stop: StopSignal,
  ) {
    const { text, surprise } = context;
    this.topical = surprise.markTopical(known.spans.map((span) => span.text.tokens));
    this.evidence = new RunEvidences(text, known.gains, surprise.values, this.topical);
  }

  /** Finds the passages. Throws Cancelled between stretches. */
  find(): void {
    const { text, similarities } = this.context;
    const { words, wordOfToken } = text;
    const { author, spans, gains: ngrams } = this.known;
    // the weights of runs on the words that they cover, divided evenly; if several runs cover a word, the largest share counts
    const wording = new Float64Array(words.length);
    for (const { at, length } of spans.flatMap((span) => span.runs)) {
      const [from, to] = [wordOfToken[at]!, wordOfToken[at + length - 1]!];
      if (from < 0) continue;
      const share = this.evidence.readEvidence(at, length).weight / (to - from + 1);
      for (let word = from; word <= to; word++) if (share > wording[word]!) wording[word] = share;
    }
    const gains = { ngrams, patches: similarities.computeMargins(author), wording };
    const topical = new Uint8Array(words.length);
    for (let i = 0; i < this.topical.length; i++) if (this.topical[i]) topical[wordOfToken[i]!] = 1;
    const stretches = findBestStretches(text, computeWordGains(text, gains, topical), maxStretches);
    for (const stretch of stretches) {
      throwIfStopped(this.stop);
      if (stretch.gain > 0 || stretches.length === 1) this.add(stretch);
    }
    // the best stretches outside the passages found so far
    const isUsed = (range: TextRange): boolean => this.results.some((other) => overlap(other.range, range));
    const free = computeWordGains(text, gains).map((gain, word) => (isUsed(words[word]!) ? usedWord : gain));
    const further = findBestStretches(text, free, maxFurther);
    for (const stretch of further.filter(({ from, to }) => !isUsed(toWordRange(text, from, to)))) {
      throwIfStopped(this.stop);
      if (stretch.gain > 0) this.add(stretch, ({ isSubject }) => isSubject);
    }
  }

  /** What each passage shares with its known place, so that other authors' texts can be searched for it. */
  get wordings(): readonly SharedWording[] {
    const { text: questioned } = this.context.text;
    return this.results.map(({ reasons: { marks }, place }) => {
      return { marks, texts: { questioned, known: place.known.text.text } };
    });
  }

  /** @param others  which other authors have each of the wordings */
  sortIntoLists(others: readonly OthersHaving[]): FoundPassages {
    const apart = new Map(this.results.map((result, i) => [result, this.findReasonApart(result, others[i]!)]));
    const list = (isApart: boolean, most: number): readonly Passage[] => {
      const found = this.results.filter((match) => (apart.get(match) !== undefined) === isApart);
      // The best passages first. What a passage shares with its known place and an earlier passage also shares adds nothing. So a phrase that
      // a writer, or a whole profession, uses all the time is shown once before other things, and a passage with nothing else is left out.
      const shown = new Set<string>();
      const passages: Passage[] = [];
      let left = found.map((passage) => ({ passage, share: computeNewShare(passage, shown) }));
      const computeGain = ({ passage, share }: (typeof left)[number]): number => passage.gain * share;
      while (left.length > 0 && passages.length < most) {
        left.sort((a, b) => computeGain(b) - computeGain(a) || a.passage.range.start - b.passage.range.start);
        const next = left.shift()!;
        const { place, reasons, range, phrase: population } = next.passage;
        const { kinds, marks, wordings } = reasons;
        const { document } = place.known.stored;
        const at = { questioned: range, author: this.known.author, document, known: place.range };
        const [having, reason] = [others[this.results.indexOf(next.passage)]!, apart.get(next.passage)];
        const gain = computeGain(next);
        passages.push({ ...at, gain, kinds, marks, others: having, population, ...(reason && { apart: reason }) });
        for (const { pairs } of wordings) for (const pair of pairs) shown.add(pair);
        left = left
          .map(({ passage }) => ({ passage, share: computeNewShare(passage, shown) }))
          .filter(({ share }) => share > minNew);
      }
      return passages;
    };
    return { alike: list(false, maxPassages.alike), apart: list(true, maxPassages.apart) };
  }

  /** Why a passage is set apart. Undefined if its words show a reader that it means something. */
  private findReasonApart({ reasons, phrase }: FoundPassage, others: OthersHaving): ApartReason | undefined {
    // a fixed run of words occurs in several documents of the author, or in a document of another author
    const isTemplate = reasons.marks.some(({ questioned }) => {
      const { from, to } = findTokens(this.context.text, questioned);
      if (to - from < leastOfTemplate) return false;
      const isIn = ({ runs }: KnownSpan): boolean => runs.some(({ at, length }) => at <= from && at + length >= to);
      const documents = this.known.spans.filter(isIn).map(({ stored }) => stored.document);
      return others.sharers.length > 0 || new Set(documents).size > 1;
    });
    if (isTemplate) return 'template';
    if (reasons.isSubject) return 'subject';
    if (phrase.having > 0) return 'population';
    if (others.sharers.length > mostSharers) return 'others';
    return others.of === 0 || this.hasRareWording(reasons) ? undefined : 'slight';
  }

  /** Whether both texts share enough consecutive words that are rare together. Scattered words seldom convince a reader. */
  private hasRareWording({ marks }: Reasons): boolean {
    const { text } = this.context;
    return marks.some(({ questioned }) => {
      const { from, to } = findTokens(text, questioned);
      const words = text.tokens.slice(from, to).filter(({ isSign }) => !isSign).length;
      return words >= leastWords && this.evidence.readEvidence(from, to - from).surprise >= leastSurprise;
    });
  }

  /** Adds a stretch with a matching place if the reasons are wanted. */
  private add(stretch: Stretch, isWanted: (reasons: Reasons) => boolean = () => true): void {
    const { text, english, dim, rows } = this.context;
    const { evidence } = this;
    throwIfStopped(this.stop);
    const range = toWordRange(text, stretch.from, stretch.to);
    const words = text.words.slice(stretch.from, stretch.to);
    if (!isRunningText(text.text.slice(range.start, range.end), words, english)) return;
    const patches = findPatches(text, range);
    const sought: SoughtStretch = {
      ...{ range, patches, evidence },
      ...findTokens(text, range),
      words: words.length,
      gain: evidence.sumGain(range),
      rows: { dim, values: selectRows(rows, dim, patches) },
    };
    // the best place that no other passage uses, and what it shares with the stretch
    const places = findLikelyPlaces(sought, this.known.spans, this.results);
    const answers = places.flatMap((place) => this.answer(sought, place));
    const best = answers.toSorted((a, b) => b.quality - b.place.loss - (a.quality - a.place.loss))[0];
    if (!best || !isWanted(best.reasons)) return;
    const gain = stretch.gain * best.quality * (best.reasons.isFramed ? 1 : withoutFrame);
    this.results.push({ ...best, range, gain, phrase: this.countPhraseUsers(best.reasons) });
  }

  /**
   * How many authors of the population use the rarest three consecutive words that both texts share. `of` is 0 if there are none, or if
   * most words that carry the passage are not in such runs.
   */
  private countPhraseUsers({ marks }: Reasons): PhraseUse {
    const { text, phrases } = this.context;
    const runs: string[][] = [];
    for (const { questioned } of marks) {
      const { from, to } = findTokens(text, questioned);
      let run: string[] | undefined;
      for (const { word, isSign } of text.tokens.slice(from, to)) {
        if (!isSign && !run) runs.push((run = []));
        if (isSign) run = undefined;
        else run!.push(word);
      }
    }
    const counts = runs.flatMap((words) => phrases?.countAuthorsAtMost(words) ?? []);
    if (!phrases || counts.length === 0) return { of: 0, having: 0 };
    const beside = runs.filter(({ length }) => length < minPhrase).reduce((sum, { length }) => sum + length, 0);
    return { of: phrases.authors, having: beside > maxBeside ? 0 : Math.min(...counts) };
  }

  private answer(sought: SoughtStretch, place: LikelyPlace): readonly Answer[] {
    const { text, wording, kernel } = this.context;
    const { known, range } = place;
    const isLatin = (whole: string, { start, end }: TextRange): boolean => isMostlyLatin(whole.slice(start, end));
    if (isLatin(text.text, sought.range) !== isLatin(known.text.text, range)) return []; // a passage never crosses scripts
    const runs = wording.findShared(known.numbers, 1, sought, findTokens(known.text, range));
    const reasons = findReasons({ questioned: text.tokens, known: known.text.tokens, runs }, sought.evidence);
    if (!reasons) return [];
    // exact late interaction of the stretch and the place, as the mean of both directions
    const { dim } = sought.rows;
    const there = { dim, values: selectRows(known.stored.patches.values, dim, findPatches(known.text, range)) };
    const averageBest = (a: VectorBlock, b: VectorBlock): number =>
      a.values.length === 0 || b.values.length === 0 ? 0 : computeMean(kernel.findBestMatches(a, b).similarities);
    const similarity = (averageBest(sought.rows, there) + averageBest(there, sought.rows)) / 2;
    if (similarity < minSimilarity && !this.hasRareWording(reasons)) return [];
    // by similarity, and by the share of the stretch's gain in common words
    const shared = sought.gain > 0 ? Math.min(1, reasons.weight / sought.gain) : 0;
    const quality = placeWeights.similarity * (similarity - minSimilarity) + placeWeights.wording * shared;
    return [{ place, reasons, quality }];
  }
}

/** The share of what carries a passage that was not shown yet. */
function computeNewShare({ reasons: { wordings, weight } }: FoundPassage, shown: ReadonlySet<string>): number {
  if (weight <= 0) return 1;
  const shares = wordings.map(
    (wording) => (wording.weight * wording.pairs.filter((pair) => !shown.has(pair)).length) / wording.pairs.length,
  );
  return computeSum(shares) / weight;
}

/**
 * The gain of each occurrence of a feature f:  a_f / n_f · (u_f(candidate) − u_f(others)). a is the questioned row, n_f the number of
 * occurrences of f, and u_f the contribution of one unit of f to the learned score with the mean row of the candidate's texts, or of the
 * most similar texts of other authors.
 */
export class NgramGains {
  private readonly contributions: (row: Float32Array) => Float32Array;
  /** Place of the feature of each occurrence among the distinct ids, which ascend. */
  private readonly places: Uint32Array;
  /** The weight of one occurrence of each feature in the questioned row: the weight of the feature divided by its number of occurrences. */
  private readonly weights: Float64Array;
  /** 1 for each id that contributions are computed from: those of the questioned text, and the directions. */
  private readonly isNeeded: Uint8Array;

  /** @param row  of the questioned text; its weights are divided among the occurrences */
  constructor(
    { occurrences }: QuestionedText,
    row: FeatureRow,
    private readonly method: LinearScorer,
  ) {
    const ids = Uint32Array.from(new Set(occurrences.ids)).sort();
    const placeOf = new Map(Array.from(ids, (id, place) => [id, place]));
    this.places = occurrences.ids.map((id) => placeOf.get(id)!);
    const counts = new Uint32Array(ids.length);
    for (const place of this.places) counts[place]! += 1;
    this.weights = new Float64Array(ids.length);
    for (let i = 0; i < row.ids.length; i++) {
      const place = placeOf.get(row.ids[i]!);
      if (place !== undefined) this.weights[place] = row.weights[i]! / counts[place]!;
    }
    this.contributions = method.prepareContributions(ids);
    this.isNeeded = new Uint8Array(method.rowLength).fill(1, firstDirection);
    for (const id of ids) this.isNeeded[id] = 1;
  }

  computeGains(own: readonly FeatureRow[], others: readonly FeatureRow[]): Float64Array {
    const difference = this.averageRows(own);
    const theirs = this.averageRows(others);
    for (let id = 0; id < difference.length; id++) difference[id]! -= theirs[id]!;
    const { places, weights } = this;
    const contributions = this.contributions(difference);
    const gains = new Float64Array(places.length);
    for (let i = 0; i < gains.length; i++) gains[i] = weights[places[i]!]! * contributions[places[i]!]!;
    return gains;
  }

  /** The mean of some rows by id. Zeros if there are none. */
  private averageRows(rows: readonly FeatureRow[]): Float32Array {
    const sums = new Float32Array(this.method.rowLength);
    for (const row of rows) {
      const { ids, weights } = this.selectNeeded(row);
      for (let i = 0; i < ids.length; i++) sums[ids[i]!]! += weights[i]! / rows.length;
    }
    return sums;
  }

  /** The part of a row that contributions are computed from. Kept, because candidates have nearly the same other authors. */
  private readonly selectNeeded = makeOnce(({ ids, weights }: FeatureRow): FeatureRow => {
    const isWanted = (id: number): boolean => this.isNeeded[id] === 1;
    return { ids: ids.filter(isWanted), weights: weights.filter((_, i) => isWanted(ids[i]!)) };
  });
}
