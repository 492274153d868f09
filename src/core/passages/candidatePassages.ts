import type { ApartReason, OthersHaving, Passage, PhraseUse, TextRange } from '../domain';
import type { MatchKernel } from '../scoring/kernels';
import { type StopSignal, throwIfStopped } from '../work';
import type { PhraseRates } from '../classical/phraseRates';
import type { NgramGains } from './ngramGains';
import {
  type KnownSpan,
  type LikelyPlace,
  findLikelyPlaces,
  placeWeights,
  selectRows,
  computeSimilarity,
} from './places';
import type { SoughtStretch } from './places';
import type { SharedWording } from './othersHaving';
import { overlap, findPatches, type QuestionedText, toWordRange, findTokens } from './readSpans';
import { type Reasons, findReasons } from './reasons';
import { RunEvidences, type Surprise, type Wording } from './runEvidence';
import type { AuthorSimilarities } from './similarities';
import { findBestStretches, type Stretch, computeWordGains, computeWordingGains } from './stretches';
import { isMostlyLatin, isRunningText, type Token } from './words';
import { computeSum } from '../numbers';

/** The questioned text as passages are sought in it, for all candidates. */
export interface PassageContext {
  readonly text: QuestionedText;
  readonly wording: Wording;
  readonly gains: NgramGains;
  readonly surprise: Surprise;
  readonly english: boolean;
  readonly dim: number;
  /** The rows of all patches of the text that are read. */
  readonly rows: Float32Array;
  readonly similarities: AuthorSimilarities;
  readonly kernel: MatchKernel;
  readonly phrases: PhraseRates | undefined;
}

/** What is known of one candidate. */
export interface KnownAuthor {
  readonly author: string;
  /** Spans that answer the questioned ones. */
  readonly spans: readonly KnownSpan[];
  /** The gain of each occurrence of a feature in the questioned text. */
  readonly gains: Float64Array;
}

/** The passages of one candidate but for those against. */
export type FoundPassages = Readonly<Record<'alike' | 'apart', readonly Passage[]>>;

/** Stretches that places are sought for. */
const maxStretches = 20;
/** Further ones, of those that gain by their subject. */
const maxFurther = 3;
/** Passages that a review keeps: those that a surface shows at first, and a few on demand; fewer of those set apart. */
const maxPassages = { alike: 10, apart: 8 } as const;
/** Other authors who may have the marked words of a passage that is shown, and words of content that it holds, unless it has a rare frame. */
const mostSharers = 1;
const leastContent = 3;
/** In deviations: no stretch runs over a word of another passage. */
const usedWord = -30;
/** Share of what carries a passage that those before it must not have shown. */
const minNew = 0.1;
/** Words that stand together in a frame that holds words of content. */
const leastOfFramed = 4;
/** Words that make a phrase, and those beside phrases that may carry a passage which is called common. */
const minPhrase = 3;
const maxBeside = 2;
/** What a passage gains that neither signs nor a frame of grammar carry, of one that they do. */
const withoutFrame = 0.3;
/** Tokens in a row that make a template where several documents have them. */
const leastOfTemplate = 10;
/** A place that answers less than unrelated patches do is none. */
const minSimilarity = 0.4;

/** A place that answers a stretch, what they share, and how well it answers. */
interface Answer {
  readonly place: LikelyPlace;
  readonly reasons: Reasons;
  readonly quality: number;
}

/** A passage before other authors' texts are searched. */
interface Found extends Answer {
  readonly range: TextRange;
  readonly gain: number;
  readonly phrase: PhraseUse;
}

/** The passages of one candidate but for those against. */
export class PassagesOfCandidate {
  private readonly results: Found[] = [];
  /** 1 for each token of the subject. */
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

  /** Finds them; it yields where other work may come in between. Throws Cancelled between stretches. */
  *find(): Generator<void, void> {
    const { text, similarities } = this.context;
    const { author, spans, gains: ngrams } = this.known;
    const runs = spans.flatMap((span) => span.runs);
    const wording = computeWordingGains(text, runs, ({ at, length }) => this.evidence.readEvidence(at, length).weight);
    yield;
    const gains = { ngrams, patches: similarities.computeMargins(author), wording };
    const stretches = findBestStretches(text, computeWordGains(text, gains, this.findTopicalWords()), maxStretches);
    for (const stretch of stretches) {
      yield;
      if (stretch.gain > 0 || stretches.length === 1) this.add(stretch);
    }
    for (const stretch of this.freeStretches(computeWordGains(text, gains))) {
      yield;
      if (stretch.gain > 0) this.add(stretch, ({ isSubject }) => isSubject);
    }
  }

  /** What each of those that were found shares with its place, for other authors' texts to be searched for it. */
  get wordings(): readonly SharedWording[] {
    const { text: questioned } = this.context.text;
    return this.results.map(({ reasons: { marks }, place }) => {
      return { marks, texts: { questioned, known: place.known.text.text } };
    });
  }

  /** @param others  who else has each of the wordings */
  sortIntoLists(others: readonly OthersHaving[]): FoundPassages {
    const apart = new Map(this.results.map((result, i) => [result, this.findReasonApart(result, others[i]!)]));
    const list = (isApart: boolean, most: number): readonly Passage[] =>
      sortByNewGain(this.results.filter((match) => (apart.get(match) !== undefined) === isApart))
        .slice(0, most)
        .map(({ found, gain }) =>
          this.buildPassage(found, { gain, others: others[this.results.indexOf(found)]!, apart: apart.get(found) }),
        );
    return { alike: list(false, maxPassages.alike), apart: list(true, maxPassages.apart) };
  }

  /** Why a passage is set apart; undefined: a reader can see by its words that it says something. */
  private findReasonApart({ reasons, phrase }: Found, others: OthersHaving): ApartReason | undefined {
    if (this.isTemplate(reasons, others)) return 'template';
    if (reasons.isSubject) return 'subject';
    if (phrase.having > 0) return 'population';
    if (others.sharers.length > mostSharers) return 'others';
    return reasons.content >= leastContent || this.hasRareFrame(reasons) ? undefined : 'slight';
  }

  /**
   * Whether three words of grammar stand together in both texts, or four of which two are of grammar, as fewer than one in fifty of the
   * population have them.
   */
  private hasRareFrame({ marks }: Reasons): boolean {
    const { text, phrases } = this.context;
    return marks.some(({ kind, questioned }) => {
      const { from, to } = findTokens(text, questioned);
      const runs = splitWordRuns(text.tokens.slice(from, to));
      const isFrame =
        kind === 'frame' ||
        kind === 'common' ||
        (this.evidence.readEvidence(from, to - from).isFramed && hasMany(runs));
      return isFrame && runs.some((words) => words.length >= minPhrase && !phrases?.countAuthorsAtMost(words));
    });
  }

  /** The words of the text that touch a token of its subject. */
  private findTopicalWords(): Uint8Array {
    const { wordOfToken, words } = this.context.text;
    const topical = new Uint8Array(words.length);
    for (let i = 0; i < this.topical.length; i++) if (this.topical[i]) topical[wordOfToken[i]!] = 1;
    return topical;
  }

  /** The best stretches beside the passages found so far. */
  private freeStretches(gains: Float64Array): readonly Stretch[] {
    const { text } = this.context;
    const isUsed = (range: TextRange): boolean => this.results.some((other) => overlap(other.range, range));
    const free = gains.map((gain, word) => (isUsed(text.words[word]!) ? usedWord : gain));
    return findBestStretches(text, free, maxFurther).filter(({ from, to }) => !isUsed(toWordRange(text, from, to)));
  }

  /** Adds a stretch that a place answers for reasons that are wanted. */
  private add(stretch: Stretch, isWanted: (reasons: Reasons) => boolean = () => true): void {
    const { text, english } = this.context;
    throwIfStopped(this.stop);
    const range = toWordRange(text, stretch.from, stretch.to);
    const words = text.words.slice(stretch.from, stretch.to);
    if (!isRunningText(text.text.slice(range.start, range.end), words, english)) return;
    const best = this.findBestAnswer(this.prepareSought(stretch, range));
    if (!best || !isWanted(best.reasons)) return;
    const gain = stretch.gain * best.quality * (best.reasons.isFramed ? 1 : withoutFrame);
    this.results.push({ ...best, range, gain, phrase: this.countPhraseUsers(best.reasons) });
  }

  /**
   * How many authors of the population use the rarest three words that stand together in both texts; 0 of 0 where none do, 0 where more words
   * carry the passage than stand in such runs.
   */
  private countPhraseUsers({ marks }: Reasons): PhraseUse {
    const { text, phrases } = this.context;
    const runs = marks.flatMap(({ questioned }) => {
      const { from, to } = findTokens(text, questioned);
      return splitWordRuns(text.tokens.slice(from, to));
    });
    const counts = runs.flatMap((words) => phrases?.countAuthorsAtMost(words) ?? []);
    if (!phrases || counts.length === 0) return { of: 0, having: 0 };
    const beside = runs.filter(({ length }) => length < minPhrase).reduce((sum, { length }) => sum + length, 0);
    return { of: phrases.authors, having: beside > maxBeside ? 0 : Math.min(...counts) };
  }

  /** Whether a fixed run of words occurs in several documents of the author, or in a document of another author. */
  private isTemplate({ marks }: Reasons, { sharers }: OthersHaving): boolean {
    return marks.some(({ questioned }) => {
      const { from, to } = findTokens(this.context.text, questioned);
      if (to - from < leastOfTemplate) return false;
      const having = this.known.spans.filter(({ runs }) =>
        runs.some(({ at, length }) => at <= from && at + length >= to),
      );
      return sharers.length > 0 || new Set(having.map(({ stored }) => stored.document)).size > 1;
    });
  }

  private prepareSought({ from, to }: Stretch, range: TextRange): SoughtStretch {
    const { dim, rows, text } = this.context;
    const { evidence } = this;
    const patches = findPatches(text, range);
    return {
      ...{ range, patches, evidence },
      ...findTokens(text, range),
      words: to - from,
      gain: evidence.sumGain(range),
      rows: { dim, values: selectRows(rows, dim, patches) },
    };
  }

  /** The best place that serves no other passage, and what it shares with the stretch. */
  private findBestAnswer(sought: SoughtStretch): Answer | undefined {
    const places = findLikelyPlaces(sought, this.known.spans, this.results);
    const answers = places.flatMap((place) => this.answer(sought, place));
    return answers.toSorted((a, b) => b.quality - b.place.loss - (a.quality - a.place.loss))[0];
  }

  private answer(sought: SoughtStretch, place: LikelyPlace): readonly Answer[] {
    const { text, wording, kernel } = this.context;
    const { known, range } = place;
    if (!isOneScript(text.text, sought.range, known.text.text, range)) return [];
    const there = findTokens(known.text, range);
    const reasons = findReasons(
      {
        questioned: text.tokens,
        known: known.text.tokens,
        runs: wording.findShared(known.numbers, 1, sought, there),
        stretch: text.tokens.slice(sought.from, sought.to),
        place: known.text.tokens.slice(there.from, there.to),
      },
      sought.evidence,
    );
    const similarity = reasons ? computeSimilarity(sought, place, kernel) : 0;
    if (!reasons || similarity < minSimilarity) return [];
    return [{ place, reasons, quality: computeQuality(similarity, reasons, sought) }];
  }

  private buildPassage(
    { range, place, reasons: { kinds, marks }, phrase }: Found,
    { gain, others, apart }: Pick<Passage, 'gain' | 'others'> & { readonly apart: ApartReason | undefined },
  ): Passage {
    const { author } = this.known;
    const { document } = place.known.stored;
    const at = { questioned: range, author, document, known: place.range };
    return { ...at, gain, kinds, marks, others, population: phrase, ...(apart && { apart }) };
  }
}

/**
 * The best first. What a passage shares with the known place and those before it share, too, gains nothing: a phrase that a writer, or
 * a whole trade, uses at every turn is shown once before what else there is, and a passage that has nothing else is left out.
 */
function sortByNewGain(passages: readonly Found[]): readonly { readonly found: Found; readonly gain: number }[] {
  const shown = new Set<string>();
  const ordered: { readonly found: Found; readonly gain: number }[] = [];
  let left = passages.map((passage) => ({ passage, share: computeNewShare(passage, shown) }));
  const computeGain = ({ passage, share }: (typeof left)[number]): number => passage.gain * share;
  while (left.length > 0) {
    left.sort((a, b) => computeGain(b) - computeGain(a) || a.passage.range.start - b.passage.range.start);
    const next = left.shift()!;
    ordered.push({ found: next.passage, gain: computeGain(next) });
    for (const { pairs } of next.passage.reasons.wordings) for (const pair of pairs) shown.add(pair);
    left = left
      .map(({ passage }) => ({ passage, share: computeNewShare(passage, shown) }))
      .filter(({ share }) => share > minNew);
  }
  return ordered;
}

/** The share of what carries a passage that was not shown yet. */
function computeNewShare({ reasons: { wordings, weight } }: Found, shown: ReadonlySet<string>): number {
  if (weight <= 0) return 1;
  const shares = wordings.map(
    (wording) => (wording.weight * wording.pairs.filter((pair) => !shown.has(pair)).length) / wording.pairs.length,
  );
  return computeSum(shares) / weight;
}

/** How well a place answers a stretch: by likeness, and by what of the stretch's gain they share in words. */
function computeQuality(similarity: number, { weight }: Reasons, { gain }: SoughtStretch): number {
  const wording = gain > 0 ? Math.min(1, weight / gain) : 0;
  return placeWeights.similarity * (similarity - minSimilarity) + placeWeights.wording * wording;
}

function hasMany(runs: readonly (readonly string[])[]): boolean {
  return runs.some(({ length }) => length >= leastOfFramed);
}

/** Words that stand together, without signs between them. */
function splitWordRuns(tokens: readonly Token[]): readonly (readonly string[])[] {
  const runs: string[][] = [[]];
  for (const { word, isSign } of tokens)
    if (isSign) runs.push([]);
    else runs.at(-1)!.push(word);
  return runs.filter(({ length }) => length > 0);
}

/** Whether most letters of both ranges are Latin, or of neither: a passage never crosses scripts. */
function isOneScript(a: string, here: TextRange, b: string, there: TextRange): boolean {
  return isMostlyLatin(a.slice(here.start, here.end)) === isMostlyLatin(b.slice(there.start, there.end));
}
