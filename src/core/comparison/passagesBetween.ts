import type { CandidatePassages, KnownDocument, QuestionedDocument, TextRange } from '../domain/evidence';
import { english } from '../text/language';
import type { LanguageCollection } from '../language/languageCollection';
import { type PassageDependencies, PassageFinder } from '../passages/findPassages';
import { selectSpans } from '../passages/similarities';
import type { EncodedSpan, LanguageDetector, ScoredSpan, StoredSpan } from '../ports';
import type { Profiler } from '../cohort/profiles';
import { Cohort } from '../cohort/cohort';
import { averageTextVector, multiplyDense } from '../../lateInteraction/scoring/patches';
import { type ComparedText, compareLevels, type TextComparison, splitSections } from './compareLevels';
import type { MatchKernel } from '../../lateInteraction/scoring/kernels';
import { runStage, type StageProgress, type Steps, type StopSignal, type WorkRun } from '../basics/work';
import { encodeAgain, removePatches } from '../text/encodeText';
import { keepOwn, keepOwnOfAll, type Readable, readSource } from '../text/readText';
import { findTextNotes } from '../text/textNotes';

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
  const answered = questioned.spans.map((span) => ({ ...span, scored: rankByVector(span, stored) }));
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

/** Ranks spans by their document vectors, the most similar first. */
function rankByVector({ documentVector }: EncodedSpan, stored: readonly StoredSpan[]): readonly ScoredSpan[] {
  return stored
    .map(({ id, document, author, documentVector: other }): ScoredSpan => {
      return { id, document, author, score: multiplyDense(documentVector, other), tier: 'sign' };
    })
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, comparedSpans);
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
