import { compareSections, type SectionComparison } from '../core/comparison/compareSections';
import { passagesBetween } from '../core/comparison/passagesBetween';
import type { KnownDocument, QuestionedDocument } from '../core/domain';
import type { EncodedSpan, LanguageDetector, StopSignal } from '../core/ports';
import type { Profiler } from '../core/cohort/profiles';
import type { MatchKernel } from '../core/scoring/kernels';
import type { EncodeOptions } from '../core/text/encodeText';
import { textNotes } from '../core/text/textNotes';
import type { EngineProgress } from '../protocol/engine';

/** Gives what is wanted of each span of a text. */
export type EncodeText = (
  source: { readonly text: string },
  run: Pick<EncodeOptions, 'stop' | 'progress'>,
  wanted: (span: EncodedSpan) => EncodedSpan,
) => Promise<readonly EncodedSpan[]>;

interface ComparisonDependencies {
  readonly encode: EncodeText;
  readonly profiler: Profiler;
  readonly kernel: MatchKernel;
  readonly detector: LanguageDetector;
}

/** Characters of two texts up to which passages are sought between them: their vectors are held at once, some 130 MB. */
const longestWithPassages = 1_000_000;

/** Compares two texts by sections, and by passages where they are not too long together. Throws Cancelled. */
export async function compareTexts(
  { encode, profiler, kernel, detector }: ComparisonDependencies,
  first: QuestionedDocument,
  second: KnownDocument,
  { stop, onProgress }: { readonly stop: StopSignal; readonly onProgress: (progress: EngineProgress) => void },
): Promise<SectionComparison> {
  const total = first.text.length + second.text.length;
  const encoding = (before: number) => ({
    stop,
    progress: (done: number): void => onProgress({ stage: 'encoding', done: before + done, total }),
  });
  const isLong = total > longestWithPassages;
  const wanted = isLong ? withoutPatches : (span: EncodedSpan): EncodedSpan => span;
  const a = await encode(first, encoding(0), wanted);
  const b = await encode(second, encoding(first.text.length), wanted);
  const progress = (done: number, of: number): void => onProgress({ stage: 'passages', done, total: of });
  const languageOf = ({ text }: { readonly text: string }): string => detector.detect(text).language;
  const texts = [
    { source: first, spans: a },
    { source: second, spans: b },
  ] as const;
  return {
    ...compareSections(a, b),
    passages: isLong
      ? undefined
      : await passagesBetween({ profiler, kernel, languageOf }, ...texts, { stop, progress }),
    notes: [first, second].flatMap((source) => textNotes(source, detector.detect(source.text))),
  };
}

function withoutPatches({ patches: { dim }, ...span }: EncodedSpan): EncodedSpan {
  return { ...span, patches: { dim, values: new Float32Array(), ranges: new Uint32Array() } };
}
