import { CaseFits } from '../../src/core/ranking/fitDiscriminant';
import type { Evidence, KnownDocument, QuestionedDocument, Verification } from '../../src/core/domain/evidence';
import { review as reviewSteps, type ReviewDependencies, type ReviewProgress } from '../../src/core/review/engine';
import type { ReviewOptions } from '../../src/core/casework/keptRecords';
import type { CandidateOrigin } from '../../src/core/ports';
import { finish, type StopSignal } from '../../src/core/basics/work';
import type { QuestionedVerifier } from '../../src/core/verification/fusedVerifier';
import { CohortCache } from '../../src/core/cohort/cohortCache';
import { encodeText } from '../../src/core/text/encodeText';
import { HashingEncoder } from './hashingEncoder';
import { MemoryIndex } from './memoryIndex';
import { uncountedMarkers } from './uncountedMarkers';
import { wordProfiler } from './wordProfiler';
import { plainKernels } from '../reference/plainKernels';
import { statement } from '../unit/presentation/exampleFindings';

export const habits = {
  gardener: 'mind you the beans came up early and I told them so, mind you, twice over the wall before supper. ',
  clerk: 'in accordance with the foregoing the committee resolved that the matter be deferred until further notice. ',
  sailor: 'wind went round to the west and we ran before it all night with the lamp lit and nobody slept much. ',
};

/** The clerk's phrases, never five of the words in a row. */
export const questioned: QuestionedDocument = {
  id: 'q.txt',
  text:
    'In accordance with the rules the committee resolved to read the letter, and the matter be it large or small was ' +
    'deferred until Friday. The roof was also discussed at some length by those present. Further notice of the matter ' +
    'will follow, in accordance with the foregoing rules, and the committee resolved that no vote be deferred until then.',
  mode: 'written',
  genre: 'minutes',
  language: 'en',
  version: 3,
  sha256: 'ab',
};

export const options: ReviewOptions = { candidates: 2, excludeQuotes: true };

/** Records what it was asked and answers with a fixed ratio. */
export class ScriptedVerifier {
  readonly given: (readonly unknown[])[] = [];
  readonly asked: { readonly known: readonly KnownDocument[]; readonly origin: CandidateOrigin }[] = [];

  prepare(...given: readonly unknown[]): Pick<QuestionedVerifier, 'verify'> {
    this.given.push(given);
    return this;
  }

  verify(known: readonly KnownDocument[], origin: CandidateOrigin): Promise<Verification> {
    this.asked.push({ known, origin });
    const { authorsSearched } = origin;
    return Promise.resolve({
      ...statement,
      chance: authorsSearched === undefined ? undefined : { authorsSearched, expected: 0.5 },
    });
  }
}

export async function parts(
  texts: Readonly<Record<string, string>> = habits,
  whole: Readonly<Record<string, string>> = {},
): Promise<ReviewDependencies & { verifier: ScriptedVerifier; index: MemoryIndex }> {
  const encoder = new HashingEncoder();
  const index = new MemoryIndex();
  const repeated = Object.entries(texts).map(([author, habit]) => [author, habit.repeat(4)] as const);
  for (const [author, text] of [...repeated, ...Object.entries(whole)]) {
    const document = {
      id: author,
      author,
      text,
      title: author,
      role: 'known',
      mode: 'written',
      genre: 'letter',
      language: 'en',
    } as const;
    await index.add(document, await encodeText(text, encoder, { n: encoder.patchTokens, stop: { stopped: false } }));
  }
  const detector = { detect: () => ({ language: 'en', latin: 1, other: 0 }) };
  return {
    encoder,
    index,
    local: { readInfo: () => ({ ...index.readInfo(), contentHash: 'f0'.repeat(32) }) },
    verifier: new ScriptedVerifier(),
    detector,
    profiler: wordProfiler,
    ...{ cohorts: new CohortCache(), fits: new CaseFits() },
    models: { encoder: 'ec'.repeat(32) },
    kernel: plainKernels,
    markers: uncountedMarkers(index),
  };
}

export const quiet = { stop: { stopped: false }, onProgress: (): void => undefined };

/** A whole review, followed on the way. */
export function review(
  deps: ReviewDependencies,
  text: QuestionedDocument,
  asked: ReviewOptions,
  { stop, onProgress }: { readonly stop: StopSignal; readonly onProgress: (progress: ReviewProgress) => void },
): Promise<Evidence> {
  return finish(reviewSteps(deps, text, asked, stop), onProgress);
}
