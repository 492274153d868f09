import type { MatchKernel } from '../../lateInteraction/scoring/kernels';
import { averageTextVector, multiplyDense } from '../../lateInteraction/scoring/patches';
import {
  type StageProgress,
  type Steps,
  type StopSignal,
  type WorkRun,
  runStage,
  throwIfStopped,
} from '../basics/work';
import type { Ngrams } from '../classical/ngrams';
import { Cohort, type CohortStatistics } from '../cohort/cohort';
import type { Profiler } from '../cohort/cohortCache';
import type { CandidatePassages, KnownDocument, Note, QuestionedDocument, TextRange } from '../domain/evidence';
import type { LanguageCollection } from '../language/languageCollection';
import { type PassageDependencies, PassageFinder } from '../passages/findPassages';
import { selectSpans } from '../passages/similarities';
import type { EncodedSpan, LanguageDetector, ScoredSpan, StoredSpan, TextProfile } from '../ports';
import { scoreWholeTexts } from '../ranking/combinedScore';
import { isInsidePair } from '../text/characters';
import { countWords } from '../text/countWords';
import { encodeAgain, removePatches } from '../text/encodeText';
import { english } from '../text/language';
import { type Readable, keepOwn, keepOwnOfAll, readSource } from '../text/readText';
import { findTextNotes } from '../text/textNotes';

/** A chunk of the first text beside one of the second, each a span of the encoder. */
export interface ChunkPair {
  /** Section of the first text in which the chunk begins. `column` is that of the second. */
  readonly row: number;
  readonly column: number;
  readonly first: TextRange;
  readonly second: TextRange;
  readonly score: number;
}

/**
 * Two texts compared as wholes, by sections and by chunks, with the scores of `scoreWholeTexts`. These order, and say nothing about
 * evidence.
 */
export interface TextComparison {
  readonly score: number;
  readonly rows: readonly TextSection[];
  readonly columns: readonly TextSection[];
  /** Sections of the first text × sections of the second. */
  readonly cells: readonly (readonly number[])[];
  /** At most three pairs for each cell, the most similar first. */
  readonly chunks: readonly ChunkPair[];
  readonly notes: readonly Note[];
  /** The language, if the texts were compared by n-grams alone. Undefined for English. */
  readonly language?: string;
  readonly passages: CandidatePassages;
}

/** What a comparison needs of a span. */
export type ComparedSpan = Pick<EncodedSpan, 'span' | 'documentVector'>;

/** At most this many pairs are kept for a cell. */
const pairsOfCell = 3;

/** One side of a comparison. */
export interface ComparedText {
  readonly source: Readable;
  readonly sections: readonly TextSection[];
  readonly spans: readonly ComparedSpan[];
}

/** How the n-grams of texts are counted, and how to stop. */
interface LevelDependencies {
  readonly method: Pick<Ngrams, 'computeFeatures'>;
  readonly stop: StopSignal;
  /** The background of another language. Vectors then only choose the pairs of chunks. */
  readonly background?: CohortStatistics | undefined;
}

/** Compares two texts at three levels. Throws Cancelled. */
export function compareLevels(
  texts: readonly [ComparedText, ComparedText],
  { method, stop, background }: LevelDependencies,
): Omit<TextComparison, 'notes' | 'passages' | 'language'> {
  const score = (one: TextProfile, other: TextProfile): number => scoreWholeTexts(one, other, background);
  const describe = ({ source, sections, spans }: ComparedText) => {
    const computeProfile = (range: TextRange, documentVector: Float32Array): TextProfile => {
      throwIfStopped(stop);
      const features = method.computeFeatures(readSource(source).selectOwnWithin(range));
      return { mode: 'unknown', documentVector, features };
    };
    return {
      whole: computeProfile({ start: 0, end: source.text.length }, averageTextVector(spans)),
      // Each with the mean of the vectors of spans, weighted by their tokens in the section. Zeros if there are none.
      sections: sections.map((section) => {
        const items = spans.flatMap(({ documentVector, span: { range, tokens } }) => {
          const shared = Math.min(section.end, range.end) - Math.max(section.start, range.start);
          const within = (tokens * shared) / (range.end - range.start);
          return shared > 0 ? [{ documentVector, span: { tokens: within } }] : [];
        });
        const zeros = new Float32Array(spans[0]?.documentVector.length ?? 0);
        return computeProfile(section, items.length > 0 ? averageTextVector(items) : zeros);
      }),
      chunks: spans.map(({ span: { range }, documentVector }) => ({
        range,
        section: sections.findLastIndex(({ start }) => start <= range.start),
        profile: computeProfile(range, documentVector),
      })),
    };
  };
  const [first, second] = [describe(texts[0]), describe(texts[1])];
  // The most similar pairs of chunks in each pair of sections: each chunk of the first text with the chunk of each section of the second
  // that has the most similar vector. Only a short dot product is computed for every pair of chunks.
  const kept = new Map<string, ChunkPair[]>();
  for (const { range, section, profile } of first.chunks) {
    throwIfStopped(stop);
    const best = new Map<number, { readonly chunk: (typeof second.chunks)[number]; readonly cosine: number }>();
    for (const chunk of second.chunks) {
      const cosine = multiplyDense(profile.documentVector, chunk.profile.documentVector);
      if (cosine > (best.get(chunk.section)?.cosine ?? -Infinity)) best.set(chunk.section, { chunk, cosine });
    }
    for (const { chunk } of best.values()) {
      const pair = { row: section, column: chunk.section, first: range, second: chunk.range };
      const key = `${pair.row} ${pair.column}`;
      const pairs = [...(kept.get(key) ?? []), { ...pair, score: score(profile, chunk.profile) }];
      kept.set(key, pairs.sort((a, b) => b.score - a.score).slice(0, pairsOfCell));
    }
  }
  return {
    score: score(first.whole, second.whole),
    rows: texts[0].sections,
    columns: texts[1].sections,
    cells: first.sections.map((row) => second.sections.map((column) => score(row, column))),
    chunks: [...kept.values()].flat().sort((a, b) => b.score - a.score),
  };
}

/** A part of a text: the text under one heading, or a stretch about as long as the others. */
export interface TextSection extends TextRange {
  /** Undefined if there is no heading. */
  readonly heading: string | undefined;
}

/** A section with fewer words is joined with its neighbours. */
const minWords = 100;
/** A text with headings has at most this many sections. The shortest neighbours are joined until it does. */
const mostUnderHeadings = 24;
/** A text without headings has at most this many stretches. */
const mostStretches = 8;
const stretchWords = 250;

interface Counted extends TextSection {
  readonly words: number;
}

function join(first: Counted, second: Counted): Counted {
  const { start, heading = second.heading } = first;
  return { start, end: second.end, heading, words: first.words + second.words };
}

/** The beginning of a line that can be a heading, and its maximum length. */
const begins = /^(?:#{1,6}\s+)?["“‘'([]?[\p{Lu}\p{N}]/u;
const maxLength = 80;
const maxWords = 12;
/** A heading with such a first word or number may end as a sentence does. */
const named =
  /^(?:#{1,6}\s|(?:chapter|part|book|section|act|scene|appendix|letter|canto|volume)\b|(?:\d+\.)*\d+\.?$|[IVXLC]+\.?$)/i;
const endsSentence = /[.,;:!?…"'”’)\]-]$/u;

/** The sections of a text in order. Together they are the whole text. */
export function splitSections(text: string): readonly TextSection[] {
  // Lines between blank ones, or at an end of the text, that look like headings. The text before the first one has no heading.
  const starts: { readonly start: number; readonly heading: string | undefined }[] = [];
  for (const match of text.matchAll(/(?<=^|\n[^\S\n]*\n)[^\S\n]*(\S[^\n]*)(?=\n[^\S\n]*(?:\n|$)|$)/g)) {
    const line = match[1]!.trim();
    if (line.length > maxLength || !begins.test(line) || countWords(line) > maxWords) continue;
    if (endsSentence.test(line) && !named.test(line)) continue;
    starts.push({ start: match.index, heading: line.replace(/^#+\s+/, '') });
  }
  const [first] = starts;
  if (first && text.slice(0, first.start).trim() !== '') starts.unshift({ start: 0, heading: undefined });
  const sections = starts.map((each, i): Counted => {
    const range = { start: i === 0 ? 0 : each.start, end: starts[i + 1]?.start ?? text.length };
    return { ...range, heading: each.heading, words: countWords(text.slice(range.start, range.end)) };
  });
  const isProse = sections.filter(({ words }) => words >= minWords).length * 3 >= sections.length; // otherwise they are lines of a list
  // A section that is too short, such as a chapter's title below its number, is joined with the next one.
  const joined: Counted[] = [];
  for (const section of isProse ? sections : []) {
    const last = joined.at(-1);
    if (last && last.words < minWords) joined[joined.length - 1] = join(last, section);
    else joined.push(section);
  }
  // The shortest section is joined with its shorter neighbour as long as there are too many, or the last one is too short.
  while (joined.length > mostUnderHeadings || (joined.length > 1 && joined.at(-1)!.words < minWords)) {
    const words = joined.map((each) => each.words);
    const least = words.indexOf(Math.min(...words));
    const at = least > 0 && (words[least + 1] ?? Infinity) >= words[least - 1]! ? least - 1 : least;
    joined.splice(at, 2, join(joined[at]!, joined[at + 1]!));
  }
  return joined.length > 1 ? joined.map(({ start, end, heading }) => ({ start, end, heading })) : splitStretches(text);
}

/**
 * Stretches of about equal length, each to the end of a sentence or a line within half a stretch, otherwise to that of a word or a
 * character.
 */
function splitStretches(text: string): readonly TextSection[] {
  const count = Math.min(mostStretches, Math.max(1, Math.floor(countWords(text) / stretchWords)));
  const bounds = new Set([0, text.length]);
  for (let i = 1; i < count; i++) {
    const place = Math.round((i * text.length) / count);
    const rest = text.slice(place, place + Math.ceil(text.length / count / 2));
    const end = /\n|[.?!…]["'”’)]*\s+/u.exec(rest) ?? /\s+/.exec(rest);
    if (end) bounds.add(place + end.index + end[0].length);
    else bounds.add(isInsidePair(text, place) ? place + 1 : place);
  }
  const sorted = [...bounds].sort((a, b) => a - b);
  return sorted.slice(1).map((end, i) => ({ start: sorted[i]!, end, heading: undefined }));
}

/** A text with all of its spans. The spans of a long text have no patches; these are computed again when they are needed. */
interface EncodedDocument<D> {
  readonly source: D;
  readonly spans: readonly EncodedSpan[];
  /** Returns the span with its patches. */
  readonly patched: (span: EncodedSpan) => Promise<EncodedSpan>;
}

/** Each span is compared with this many spans of the other text, as many as a search lists for an author. */
const comparedSpans = 32;

/**
 * The passages that two texts share, found as for a candidate of a review: the other text counts as all that the author wrote, no other
 * author is compared, and the reference population says what is common. Throws Cancelled.
 */
export async function findPassagesBetween(
  deps: Omit<PassageDependencies, 'index' | 'method'> & { readonly profiler: Profiler },
  questioned: EncodedDocument<QuestionedDocument>,
  known: EncodedDocument<KnownDocument>,
  run: WorkRun,
): Promise<CandidatePassages> {
  const { profiler, ...others } = deps;
  const { text, mode } = questioned.source;
  const { id, author } = known.source;
  const stored = known.spans.map((span, i): StoredSpan => ({ ...span, id: i, document: id, author }));
  const index = {
    read: (ids: readonly number[]) =>
      Promise.all(ids.map(async (each) => ({ ...stored[each]!, ...(await known.patched(stored[each]!)), id: each }))),
    readDocument: () => Promise.resolve(known.source),
    listDocuments: () => Promise.resolve([]),
  };
  const computeProfile = (of: EncodedDocument<QuestionedDocument | KnownDocument>) =>
    profiler.computeProfile(of.source, averageTextVector(of.spans));
  const answered = questioned.spans.map((span) => ({
    ...span,
    scored: stored
      .map(({ id, document, author, documentVector: other }): ScoredSpan => {
        return { id, document, author, score: multiplyDense(span.documentVector, other), tier: 'sign' };
      })
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, comparedSpans),
  }));
  const searched = [];
  for (const span of selectSpans(answered, [author]))
    searched.push({ ...(await questioned.patched(span)), scored: span.scored });
  const finder = new PassageFinder(
    { ...others, index, method: profiler.method },
    {
      ...{ text, mode, searched, language: deps.languageOf(known.source), copies: [] },
      profile: computeProfile(questioned),
      profiles: new Map([[id, computeProfile(known)]]),
      cohort: new Cohort([], () => profiler.listMembers()),
    },
    [author],
  );
  return finder.findPassages(author, run);
}

interface ComparisonDependencies {
  readonly encode: (text: string, exclude?: readonly TextRange[]) => AsyncIterable<EncodedSpan>;
  readonly profiler: Profiler;
  readonly kernel: MatchKernel;
  readonly detector: LanguageDetector;
  /** The collection for texts in a language other than English, with its profiler. */
  readonly collection?: Pick<LanguageCollection, 'language' | 'describeBackground'> | undefined;
}

/** The patches of two texts with up to this many characters are kept until passages are found: about 130 MB. */
const maxHeld = 1_000_000;

/** Compares two texts as wholes, by sections, by chunks and by passages. Throws Cancelled. */
export async function* compareTexts(
  { encode, profiler, kernel, detector, collection }: ComparisonDependencies,
  first: QuestionedDocument,
  second: KnownDocument,
  stop: StopSignal,
): Steps<StageProgress, TextComparison> {
  const notes = keepOwnOfAll([first, second], stop).flatMap((own) =>
    findTextNotes(own, detector.detect(own.text), collection?.language ?? english),
  );
  const background = collection?.describeBackground(stop);
  const language = collection && { language: collection.language };
  const total = first.text.length + second.text.length;
  yield { stage: 'encoding', done: 0, total };
  async function* encodeDocument<D extends QuestionedDocument | KnownDocument>(
    source: D,
    before: number,
  ): Steps<StageProgress, EncodedDocument<D>> {
    const spans: EncodedSpan[] = [];
    const isHeld = total <= maxHeld;
    const { exclusions } = readSource(source, stop);
    for await (const span of encode(source.text, exclusions)) {
      spans.push(isHeld ? span : removePatches(span));
      yield { stage: 'encoding', done: before + span.span.range.end, total };
    }
    return { source, spans, patched: (span) => encodeAgain(encode, { text: source.text, exclude: exclusions }, span) };
  }
  const a = yield* encodeDocument(first, 0);
  const b = yield* encodeDocument(second, first.text.length);
  const toSide = ({ source, spans }: typeof a | typeof b): ComparedText => {
    return { source, spans, sections: splitSections(source.text) };
  };
  const levels = compareLevels([toSide(a), toSide(b)], { method: profiler.method, stop, background });
  const detectLanguage = (source: Readable): string => detector.detect(keepOwn(source).text).language;
  const passages = yield* runStage('passages', (progress) =>
    findPassagesBetween({ profiler, kernel, languageOf: detectLanguage }, a, b, { stop, progress }),
  );
  return { ...levels, ...language, notes, passages };
}
