import type { LinearScorer } from '../classical/ngrams';
import type { Cohort } from '../cohort/cohort';
import type { Mode, OthersAsGood, Passage, TextRange } from '../domain';
import type { MatchKernel } from '../scoring/kernels';
import { type StopSignal, throwIfStopped } from '../work';
import type { PhraseRates } from '../classical/phraseRates';
import { type AuthorRows, type NgramGains, type QuestionedFeatures, rowWithin } from './ngramGains';
import { type KnownSpan, type LikelyPlace, likelyPlaces, placeWeights, rowsOf, similarityOf } from './places';
import type { SoughtStretch } from './places';
import { overlap, patchesIn, type QuestionedText, rangeOfWords, tokensWithin } from './readSpans';
import { type Reasons, reasonsFor } from './reasons';
import { RunEvidences, type Surprise, type Wording } from './runEvidence';
import type { AuthorSimilarities } from './similarities';
import { bestStretches, patchMeans, type Stretch, standardised, wordGains, wordingGains } from './stretches';
import { isMostlyLatin, isRunningText, type Token } from './words';

/** The questioned text as passages are sought in it, whoever's they are. */
export interface PassageContext {
  readonly text: QuestionedText;
  readonly wording: Wording;
  readonly gains: NgramGains;
  readonly features: QuestionedFeatures;
  readonly surprise: Surprise;
  readonly mode: Mode;
  readonly english: boolean;
  readonly dim: number;
  /** The rows of all patches of the text that are read. */
  readonly rows: Float32Array;
  readonly similarities: AuthorSimilarities;
  /** Of each candidate's texts that answer. */
  readonly authorRows: AuthorRows;
  readonly cohort: Cohort;
  readonly method: LinearScorer;
  readonly kernel: MatchKernel;
  readonly phrases: PhraseRates | undefined;
}

/** A candidate, and its place among all. */
export interface PlacedAuthor {
  readonly author: string;
  readonly place: number;
}

/** What is known of one candidate. */
export interface KnownAuthor extends PlacedAuthor {
  /** Spans that answer the questioned ones. */
  readonly spans: readonly KnownSpan[];
  /** Of each occurrence of a feature in the questioned text. */
  readonly gains: Float64Array;
}

/** A passage, and the largest n-gram score that each candidate's texts give it. */
export interface FoundPassage {
  readonly passage: Passage;
  readonly best: Float64Array;
}

type PassageList = 'alike' | 'shared' | 'subject';

/** The passages of one candidate but for those against. */
export type FoundPassages = Readonly<Record<PassageList, readonly FoundPassage[]>>;

/** Stretches that places are sought for. */
const maxStretches = 20;
/** Further ones that are alike whoever is asked, and those that gain by their subject. */
const maxFurther = 3;
/** Passages that a review keeps: those that a surface shows at first, and a few on demand; fewer of those set apart. */
const maxPassages: Readonly<Record<PassageList, number>> = { alike: 10, shared: 4, subject: 4 };
/** Other authors who answer as well, from which share and number on a passage is shared. */
const sharedShare = 0.25;
const sharedAuthors = 2;
/** In deviations: no stretch runs over a word of another passage. */
const usedWord = -30;
/** Share of what carries a passage that those before it must not have shown. */
const minNew = 0.1;
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

/** A passage before it is put in order. */
interface Found extends Answer {
  readonly list: PassageList;
  readonly range: TextRange;
  readonly gain: number;
  readonly others: OthersAsGood;
  readonly phrase: OthersAsGood;
}

/** The passages of one candidate but for those against. Throws Cancelled between stretches. */
export function passagesOf(context: PassageContext, known: KnownAuthor, stop: StopSignal): FoundPassages {
  return new CandidatePassages(context, known, stop).find();
}

class CandidatePassages {
  private readonly found: Found[] = [];
  /** 1 for each token of the subject. */
  private readonly topical: Uint8Array;
  private readonly evidence: RunEvidences;

  constructor(
    private readonly context: PassageContext,
    private readonly known: KnownAuthor,
    private readonly stop: StopSignal,
  ) {
    const { text, surprise } = context;
    this.topical = surprise.topical(known.spans.map((span) => span.text.tokens));
    this.evidence = new RunEvidences(text, known.gains, surprise.values, this.topical);
  }

  find(): FoundPassages {
    const { text, similarities } = this.context;
    const { author, spans, gains: ngrams } = this.known;
    const runs = spans.flatMap((span) => span.runs);
    const wording = wordingGains(text, runs, ({ at, length }) => this.evidence.of(at, length).weight);
    const gains = { ngrams, patches: similarities.margins(author), wording };
    const stretches = bestStretches(text, wordGains(text, gains, this.topicalWords()), maxStretches);
    for (const stretch of stretches) if (stretch.gain > 0 || stretches.length === 1) this.add(stretch);
    this.addShared();
    for (const stretch of this.freeStretches(wordGains(text, gains)))
      if (stretch.gain > 0) this.add(stretch, this.evidence, 'subject');
    return { alike: this.passages('alike'), shared: this.passages('shared'), subject: this.passages('subject') };
  }

  /** The words of the text that touch a token of its subject. */
  private topicalWords(): Uint8Array {
    const { wordOfToken, words } = this.context.text;
    const topical = new Uint8Array(words.length);
    for (let i = 0; i < this.topical.length; i++) if (this.topical[i]) topical[wordOfToken[i]!] = 1;
    return topical;
  }

  /** The best stretches beside the passages found so far. */
  private freeStretches(gains: Float64Array): readonly Stretch[] {
    const { text } = this.context;
    const isUsed = (range: TextRange): boolean => this.found.some((other) => overlap(other.range, range));
    const free = gains.map((gain, word) => (isUsed(text.words[word]!) ? usedWord : gain));
    return bestStretches(text, free, maxFurther).filter(({ from, to }) => !isUsed(rangeOfWords(text, from, to)));
  }

  /**
   * Stretches that are much alike, whatever others have: set apart if several of them have it too. They gain nothing, so that each of
   * their features weighs the same.
   */
  private addShared(): void {
    const { text, surprise, similarities } = this.context;
    const { author } = this.known;
    const likeness = standardised(patchMeans(text, similarities.of(author)));
    const shared = this.freeStretches(likeness).filter(({ from, to }) =>
      isShared(similarities.othersAsGood(author, patchesIn(text, rangeOfWords(text, from, to)))),
    );
    if (shared.length === 0) return;
    const evenly = new Float64Array(text.occurrences.ids.length).fill(1);
    const evidence = new RunEvidences(text, evenly, surprise.values, this.topical);
    for (const stretch of shared) this.add(stretch, evidence);
  }

  /** Adds a stretch that a place answers to the list that it is of, or to one list only. */
  private add(stretch: Stretch, evidence = this.evidence, only?: PassageList): void {
    const { text, similarities, english } = this.context;
    throwIfStopped(this.stop);
    const range = rangeOfWords(text, stretch.from, stretch.to);
    const words = text.words.slice(stretch.from, stretch.to);
    if (!isRunningText(text.text.slice(range.start, range.end), words, english)) return;
    const patches = patchesIn(text, range);
    const others = similarities.othersAsGood(this.known.author, patches);
    const best = this.bestAnswer(this.sought(stretch, { range, patches, evidence }));
    if (!best) return;
    const phrase = this.phraseOf(best.reasons);
    const list = this.listOf(best.reasons, others, phrase);
    const gain = stretch.gain * best.quality * (best.reasons.isFramed ? 1 : withoutFrame);
    if (list === (only ?? list)) this.found.push({ ...best, list, range, gain, others, phrase });
  }

  private listOf(reasons: Reasons, others: OthersAsGood, phrase: OthersAsGood): PassageList {
    if (isShared(others) || phrase.asGood > 0 || this.isTemplate(reasons, others)) return 'shared';
    return reasons.isSubject ? 'subject' : 'alike';
  }

  /**
   * Of the population, who uses the rarest three words that stand together in both texts; 0 of 0 where none do, 0 where more words
   * carry the passage than stand in such runs.
   */
  private phraseOf({ marks }: Reasons): OthersAsGood {
    const { text, phrases } = this.context;
    const runs = marks.flatMap(({ questioned }) => {
      const { from, to } = tokensWithin(text, questioned);
      return wordRuns(text.tokens.slice(from, to));
    });
    const counts = runs.flatMap((words) => phrases?.atMost(words) ?? []);
    if (!phrases || counts.length === 0) return { of: 0, asGood: 0 };
    const beside = runs.filter(({ length }) => length < minPhrase).reduce((sum, { length }) => sum + length, 0);
    return { of: phrases.authors, asGood: beside > maxBeside ? 0 : Math.min(...counts) };
  }

  /** Whether a run that nobody writes anew each time stands in several of the author's documents, or in somebody else's. */
  private isTemplate({ marks }: Reasons, others: OthersAsGood): boolean {
    return marks.some(({ questioned }) => {
      const { from, to } = tokensWithin(this.context.text, questioned);
      if (to - from < leastOfTemplate) return false;
      const having = this.known.spans.filter(({ runs }) =>
        runs.some(({ at, length }) => at <= from && at + length >= to),
      );
      return others.asGood > 0 || new Set(having.map(({ stored }) => stored.document)).size > 1;
    });
  }

  private sought({ from, to }: Stretch, about: Pick<SoughtStretch, 'range' | 'patches' | 'evidence'>): SoughtStretch {
    const { dim, rows, text } = this.context;
    return {
      ...about,
      ...tokensWithin(text, about.range),
      words: to - from,
      gain: about.evidence.gainWithin(about.range),
      rows: { dim, values: rowsOf(rows, dim, about.patches) },
    };
  }

  /** The best place that serves no other passage, and what it shares with the stretch. */
  private bestAnswer(sought: SoughtStretch): Answer | undefined {
    const places = likelyPlaces(sought, this.known.spans, this.found);
    const answers = places.flatMap((place) => this.answer(sought, place));
    return answers.toSorted((a, b) => b.quality - b.place.loss - (a.quality - a.place.loss))[0];
  }

  private answer(sought: SoughtStretch, place: LikelyPlace): readonly Answer[] {
    const { text, wording, kernel } = this.context;
    const { known, range } = place;
    if (!isOneScript(text.text, sought.range, known.text.text, range)) return [];
    const there = tokensWithin(known.text, range);
    const reasons = reasonsFor(
      {
        questioned: text.tokens,
        known: known.text.tokens,
        runs: wording.sharedWith(known.numbers, 1, sought, there),
        stretch: text.tokens.slice(sought.from, sought.to),
        place: known.text.tokens.slice(there.from, there.to),
      },
      sought.evidence,
    );
    const similarity = reasons ? similarityOf(sought, place, kernel) : 0;
    if (!reasons || similarity < minSimilarity) return [];
    return [{ place, reasons, quality: qualityOf(similarity, reasons, sought) }];
  }

  /** The best of a list. */
  private passages(list: PassageList): readonly FoundPassage[] {
    return eachWordingOnce(this.found.filter((found) => found.list === list))
      .slice(0, maxPassages[list])
      .map((found) => this.passage(found));
  }

  private passage({ range, place, reasons: { kinds, marks }, gain, others, phrase }: Found): FoundPassage {
    const { text, features, method, authorRows } = this.context;
    const best = authorRows.best(method.part(rowWithin(text, features, range)));
    const { author } = this.known;
    const { document } = place.known.stored;
    const at = { questioned: range, author, document, known: place.range };
    return { passage: { ...at, gain, kinds, marks, index: others, population: phrase }, best };
  }
}

/**
 * The best first. What a passage shares with the known place and those before it share, too, gains nothing: a phrase that a writer, or
 * a whole trade, uses at every turn is shown once before what else there is, and a passage that has nothing else is left out.
 */
function eachWordingOnce(passages: readonly Found[]): readonly Found[] {
  const shown = new Set<string>();
  const ordered: Found[] = [];
  let left = passages.map((passage) => ({ passage, share: newShare(passage, shown) }));
  const gainOf = ({ passage, share }: (typeof left)[number]): number => passage.gain * share;
  while (left.length > 0) {
    left.sort((a, b) => gainOf(b) - gainOf(a) || a.passage.range.start - b.passage.range.start);
    const next = left.shift()!;
    ordered.push({ ...next.passage, gain: gainOf(next) });
    for (const { pairs } of next.passage.reasons.wordings) for (const pair of pairs) shown.add(pair);
    left = left
      .map(({ passage }) => ({ passage, share: newShare(passage, shown) }))
      .filter(({ share }) => share > minNew);
  }
  return ordered;
}

/** The share of what carries a passage that was not shown yet. */
function newShare({ reasons: { wordings, weight } }: Found, shown: ReadonlySet<string>): number {
  if (weight <= 0) return 1;
  const shares = wordings.map(
    (wording) => (wording.weight * wording.pairs.filter((pair) => !shown.has(pair)).length) / wording.pairs.length,
  );
  return shares.reduce((sum, share) => sum + share, 0) / weight;
}

/** How well a place answers a stretch: by likeness, and by what of the stretch's gain they share in words. */
function qualityOf(similarity: number, { weight }: Reasons, { gain }: SoughtStretch): number {
  const wording = gain > 0 ? Math.min(1, weight / gain) : 0;
  return placeWeights.similarity * (similarity - minSimilarity) + placeWeights.wording * wording;
}

/** Words that stand together, without signs between them. */
function wordRuns(tokens: readonly Token[]): readonly (readonly string[])[] {
  const runs: string[][] = [[]];
  for (const { word, isSign } of tokens)
    if (isSign) runs.push([]);
    else runs.at(-1)!.push(word);
  return runs.filter(({ length }) => length > 0);
}

function isShared({ of, asGood }: OthersAsGood): boolean {
  return asGood >= sharedAuthors && asGood >= sharedShare * of;
}

/** Whether most letters of both ranges are Latin, or of neither: a passage never crosses scripts. */
function isOneScript(a: string, here: TextRange, b: string, there: TextRange): boolean {
  return isMostlyLatin(a.slice(here.start, here.end)) === isMostlyLatin(b.slice(there.start, there.end));
}
