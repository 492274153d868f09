import type { Mode } from '../../src/core/domain';
import type { LabelledDocument } from '../../src/core/evaluation/tasks/documents';
import type { JoinedText } from '../tasks/tripletTasks';
import type { VerificationTrial } from '../tasks/verificationTrials';
import type { StopSignal } from '../../src/core/ports';
import { throwIfStopped } from '../../src/core/stop';
import {
  extractFeatures,
  type TextFeatures,
  type FeatureExtractor,
} from '../../src/core/verification/features/textFeatures';
import type { StageProgress } from '../evaluate/progress';

/** One side of trials: documents that are read one after the other. */
export interface TrialSide {
  readonly key: string;
  readonly author: string;
  readonly mode: Mode;
  readonly genre: string;
  readonly documents: readonly LabelledDocument[];
}

/** A side by the places of its documents. */
export function sideOf(text: JoinedText, documents: readonly LabelledDocument[]): TrialSide {
  const parts = text.map((place) => documents[place]!);
  const { author, mode, genre } = parts[0]!;
  return { key: text.join('+'), author, mode, genre, documents: parts };
}

/** Trials of one length: those of the file, or for a length that it lacks those of the shortest longer one, cut shorter. */
export function trialsOfLength(trials: readonly VerificationTrial[], words: number): readonly VerificationTrial[] {
  const lengths = [...new Set(trials.map((trial) => trial.words))].sort((a, b) => a - b);
  const from = lengths.find((length) => length >= words);
  return trials.filter((trial) => trial.words === from);
}

/** How sides are described. */
export interface DescribingRun {
  readonly describer: FeatureExtractor;
  readonly stop: StopSignal;
  readonly progress: StageProgress;
}

/** Every side, described up to `words` words, by its key. Throws Cancelled. */
export async function describeSides(
  sides: Iterable<TrialSide>,
  words: number,
  { describer, stop, progress }: DescribingRun,
): Promise<ReadonlyMap<string, TextFeatures>> {
  const wanted = [...new Map([...sides].map((side) => [side.key, side])).values()];
  const described = new Map<string, TextFeatures>();
  for (const { key, mode, genre, documents } of wanted) {
    throwIfStopped(stop);
    const sources = documents.map(({ id, text }) => ({ id, text, mode, genre, language: 'en' }));
    described.set(key, await extractFeatures({ mode, genre, sources }, words, describer, stop));
    progress(described.size, wanted.length);
  }
  return described;
}
