import { compareSections, type SectionComparison } from '../core/comparison/compareSections';
import { passagesBetween } from '../core/comparison/passagesBetween';
import type { KnownDocument, QuestionedDocument } from '../core/domain';
import type { EncodedSpan, LanguageDetector, StopSignal } from '../core/ports';
import type { Profiler } from '../core/cohort/profiles';
import type { MatchKernel } from '../core/scoring/kernels';
import { stage, type StageProgress, type Steps } from '../core/steps';
import { textNotes } from '../core/text/textNotes';

interface ComparisonDependencies {
  readonly encode: (text: string) => AsyncIterable<EncodedSpan>;
  readonly profiler: Profiler;
  readonly kernel: MatchKernel;
  readonly detector: LanguageDetector;
}

/** Characters of two texts up to which passages are sought between them: their vectors are held at once, some 130 MB. */
const maxWithPassages = 1_000_000;

/** Compares two texts by sections, and by passages where they are not too long together. Throws Cancelled. */
export async function* compareTexts(
  { encode, profiler, kernel, detector }: ComparisonDependencies,
  first: QuestionedDocument,
  second: KnownDocument,
  stop: StopSignal,
): Steps<StageProgress, SectionComparison> {
  const total = first.text.length + second.text.length;
  const isLong = total > maxWithPassages;
  async function* encoded(text: string, before: number): Steps<StageProgress, readonly EncodedSpan[]> {
    const spans: EncodedSpan[] = [];
    for await (const span of encode(text)) {
      spans.push(isLong ? withoutPatches(span) : span);
      yield { stage: 'encoding', done: before + span.span.range.end, total };
    }
    return spans;
  }
  const a = yield* encoded(first.text, 0);
  const b = yield* encoded(second.text, first.text.length);
  const languageOf = ({ text }: { readonly text: string }): string => detector.detect(text).language;
  const texts = [
    { source: first, spans: a },
    { source: second, spans: b },
  ] as const;
  return {
    ...compareSections(a, b),
    passages: isLong
      ? undefined
      : yield* stage('passages', (progress) =>
          passagesBetween({ profiler, kernel, languageOf }, ...texts, { stop, progress }),
        ),
    notes: [first, second].flatMap((source) => textNotes(source, detector.detect(source.text))),
  };
}

function withoutPatches({ patches: { dim }, ...span }: EncodedSpan): EncodedSpan {
  return { ...span, patches: { dim, values: new Float32Array(), ranges: new Uint32Array() } };
}
