import { CaseFits } from '../../../src/core/ranking/fitDiscriminant';
import { createHash } from 'node:crypto';
import type { Candidate, QuestionedDocument } from '../../../src/core/domain/evidence';
import {
  type RankingDependencies,
  rankCandidates,
  type RankedCandidates,
  readFirstCandidates,
} from '../../../src/core/review/candidates';
import { CohortCache, Profiler } from '../../../src/core/cohort/cohortCache';
import { searchWithoutCopies } from '../../../src/core/review/search';
import { finish, neverStops } from '../../../src/core/basics/work';
import { encodeText } from '../../../src/core/text/encodeText';
import { hashPhrase, PhraseRates } from '../../../src/core/classical/hashing';
import { QuestionedWords } from '../../../src/core/copies/copies';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { knownDocument } from '../../fakes/knownSpans';
import { MemoryIndex } from '../../fakes/memoryIndex';
import { wordProfiler } from '../../fakes/wordProfiler';
import { plainKernels } from '../../reference/plainKernels';

/** Known texts by author; words that few texts of all kinds have; the language that the detector finds in a text. */
export interface Case {
  readonly known: readonly (readonly [author: string, text: string])[];
  readonly rare?: readonly string[];
  readonly languageOf?: (text: string) => string;
  /** Leaves out copies: the texts of these tests are edited from each other. */
  readonly withoutCopies?: true;
  /** Runs of three words that 30 of 100 authors of the population use. */
  readonly common?: readonly string[];
  readonly stop?: { readonly stopped: boolean };
}

/** The candidates of a text with their passages, the first of them first. */
export async function passagesIn(text: string, asked: Case): Promise<readonly Candidate[]> {
  const { found } = await rankedIn(text, asked, 10);
  return finish(readFirstCandidates(found, 10, asked.stop ?? neverStops));
}

/** The candidates of a text, so many of whom can be asked for passages, and what they were ranked with. */
export async function rankedIn(
  text: string,
  { known, rare = [], common = [], languageOf, withoutCopies }: Case,
  limit: number,
): Promise<{ readonly deps: Omit<RankingDependencies, 'encoder' | 'markers'>; readonly found: RankedCandidates }> {
  const encoder = new HashingEncoder();
  const index = new MemoryIndex();
  for (const [author, own] of known) {
    const spans = await encodeText(own, encoder, { n: 2, stop: neverStops });
    await index.add(knownDocument(author, own), spans);
  }
  const sha256 = createHash('sha256').update(text).digest('hex');
  const questioned: QuestionedDocument = {
    ...{ id: 'q', text, mode: 'written', genre: 'letter', language: 'en', version: 1, sha256 },
  };
  const question = {
    questioned,
    exclude: [],
    words: new QuestionedWords({ text: withoutCopies ? text : '' }, neverStops),
  };
  const search = await finish(searchWithoutCopies({ encoder, index }, question, neverStops));
  const detector = { detect: (other: string) => ({ language: languageOf?.(other) ?? 'en', latin: 1, other: 0 }) };
  const method = { ...wordProfiler.method, computeDocumentShare: (word: string) => (rare.includes(word) ? 0.01 : 0.2) };
  const deps = {
    index,
    profiler: new Profiler('words', method, () => []),
    cohorts: new CohortCache(),
    fits: new CaseFits(),
    detector,
    kernel: plainKernels,
    phrases: new PhraseRates(100, new Map(common.map((run) => [hashPhrase(run.split(' ')), 30]))),
  };
  const found = await finish(rankCandidates(deps, search, { limit }, neverStops));
  return { deps, found };
}

/** White-space words of a text. */
export function words(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
