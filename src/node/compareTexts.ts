import {
  ComparedText,
  compareLevels,
  type ComparisonProgress,
  type TextComparison,
} from '../core/comparison/compareLevels';
import { type EncodedDocument, passagesBetween } from '../core/comparison/passagesBetween';
import { sectionsOf } from '../core/comparison/sections';
import type { KnownDocument, QuestionedDocument, TextRange } from '../core/domain';
import type { EncodedSpan, LanguageDetector, StopSignal } from '../core/ports';
import type { Profiler } from '../core/cohort/profiles';
import type { MatchKernel } from '../core/scoring/kernels';
import { stage, type Steps } from '../core/steps';
import { without } from '../core/text/exclusions';
import { textNotes } from '../core/text/textNotes';

interface ComparisonDependencies {
  readonly encode: (text: string, exclude?: readonly TextRange[]) => AsyncIterable<EncodedSpan>;
  readonly profiler: Profiler;
  readonly kernel: MatchKernel;
  readonly detector: LanguageDetector;
}

/** Characters of two texts up to which their patches are held until passages are found: some 130 MB. */
const maxHeld = 1_000_000;

/** Compares two texts as wholes, by sections, by chunks and by passages. Throws Cancelled. */
export async function* compareTexts(
  { encode, profiler, kernel, detector }: ComparisonDependencies,
  first: QuestionedDocument,
  second: KnownDocument,
  stop: StopSignal,
): Steps<ComparisonProgress, TextComparison> {
  const notes = [first, second].flatMap((source) => textNotes(source, detector.detect(source.text)));
  const total = first.text.length + second.text.length;
  const sides = [first, second].map(
    ({ text }) => new ComparedText(text, sectionsOf(text), profiler.method, stop),
  ) as unknown as readonly [ComparedText, ComparedText];
  const begun = { ...compareLevels(sides, [[], []], stop), notes, passages: undefined };
  yield { stage: 'encoding', done: 0, total, comparison: begun };
  async function* encoded<D extends QuestionedDocument | KnownDocument>(
    source: D,
    before: number,
  ): Steps<ComparisonProgress, EncodedDocument<D>> {
    const spans: EncodedSpan[] = [];
    const isHeld = total <= maxHeld;
    for await (const span of encode(source.text)) {
      spans.push(isHeld ? span : withoutPatches(span));
      yield { stage: 'encoding', done: before + span.span.range.end, total };
    }
    return { source, spans, patched: (span) => (isHeld ? Promise.resolve(span) : again(encode, source.text, span)) };
  }
  const a = yield* encoded(first, 0);
  const b = yield* encoded(second, first.text.length);
  const levels = compareLevels(sides, [a.spans, b.spans], stop);
  const languageOf = ({ text }: { readonly text: string }): string => detector.detect(text).language;
  const passages = yield* stage('passages', (progress) =>
    passagesBetween({ profiler, kernel, languageOf }, a, b, { stop, progress }),
  );
  return { ...levels, notes, passages };
}

function withoutPatches({ patches: { dim }, ...span }: EncodedSpan): EncodedSpan {
  return { ...span, patches: { dim, values: new Float32Array(), ranges: new Uint32Array() } };
}

/** A span encoded once more, with its patches. */
async function again(encode: ComparisonDependencies['encode'], text: string, span: EncodedSpan): Promise<EncodedSpan> {
  const rest = without({ start: 0, end: text.length }, [span.span.range]);
  for await (const made of encode(text, rest)) return { ...span, patches: made.patches };
  return span;
}
