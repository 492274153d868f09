import { gzipSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { evaluateCommands } from '../../../laboratory/evaluate/commands';
import type { EvaluateIo } from '../../../laboratory/evaluate/run/output';
import type { EvaluateDependencies } from '../../../laboratory/evaluate/run/dependencies';
import { runCommand } from '../../../../src/cli/program';
import { withBaselines } from '../../../laboratory/classical/baselineStatistics';
import { countStatistics } from '../../../laboratory/calibrate/statistics/classicalStatistics';
import { computeIdf, type NgramMetric, Ngrams } from '../../../../src/core/classical/ngrams';
import { type ClassicalStatistics, parseClassicalStatistics } from '../../../../src/core/classical/features';
import { Cohort } from '../../../../src/core/cohort/cohort';
import type { ReferencePopulation } from '../../../../src/core/ports';
import { plainKernels } from '../../../../test/reference/plainKernels';
import type { Calibration } from '../../../../src/core/verification/calibration';
import { plainHabits, uncountedMarkers } from '../../../../test/fakes/uncountedMarkers';
import { HashingEncoder } from '../../../../test/fakes/hashingEncoder';

/** Words that three made-up writers like; the hashing encoder sees equal words as alike and others as strangers. */
const habits = {
  ada: 'indeed she splendid with whisper her morning upon velvet while river had garden wander tender'.split(' '),
  ben: 'anyway you stuff we basically it guys i server to ship a really super okay'.split(' '),
  cyd: 'pursuant the clause of notwithstanding shall party by term which herein and liable court deem'.split(' '),
} as const;
export type Writer = keyof typeof habits;

/** A text of `words` words in sentences of eight, by a writer's own words in an order that differs by `turn`. */
export function textBy(writer: Writer, turn: number, words = 64): string {
  const own = habits[writer];
  const list = Array.from({ length: words }, (_, i) => own[(i * (turn + 1) + turn) % own.length]!);
  const sentences = Array.from({ length: Math.ceil(words / 8) }, (_, i) => list.slice(8 * i, 8 * i + 8).join(' '));
  return sentences.map((sentence) => `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`).join(' ');
}

/** Three documents of each writer: ada-0 … cyd-2. */
export const documents = (['ada', 'ben', 'cyd'] as const).flatMap((author) =>
  [0, 1, 2].map((turn) => ({
    id: `${author}-${turn}`,
    author,
    genre: turn === 2 ? 'letter' : 'essay',
    mode: 'written',
    title: `${author} ${turn}`,
    source: turn === 0 ? 'shelf' : 'box',
    text: textBy(author, turn),
  })),
);

/** Writes lines of JSON, gzipped where the name says so, and returns the path. */
export function linesFile(folder: string, name: string, lines: readonly unknown[]): string {
  const full = path.join(folder, name);
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n') + '\n';
  writeFileSync(full, name.endsWith('.gz') ? gzipSync(text) : text);
  return full;
}

/** The hashing encoder with patches of one word in place of the model, and statistics counted on the sample's own texts. */
export function fakeParts(encoder = new HashingEncoder({ patchTokens: 1 })): EvaluateDependencies {
  // A feature is kept from twenty training documents on, so every document is there twenty times.
  const copies = Array.from({ length: 20 }, (_, copy) =>
    documents.map(({ author, text }) => ({ author: `${author} ${copy}`, text })),
  );
  const counted = countStatistics(copies.flat(), 'f'.repeat(64));
  const statistics = withBaselines(parseClassicalStatistics(counted.statistics), counted.baselines);
  return {
    encoder: () => Promise.resolve(encoder),
    statistics: () => Promise.resolve(statistics),
    ngrams: () => Promise.resolve(new Ngrams(statistics, plainMetric(statistics))),
    kernels: () => Promise.resolve(plainKernels),
    wording: () => {
      const { rates, misspellings } = uncountedMarkers({
        listDocuments: () => Promise.resolve([]),
        readDocument: () => Promise.resolve(undefined),
      });
      return Promise.resolve({ rates, misspellings });
    },
    conditions: () => Promise.resolve([]),
    verifier: () =>
      Promise.resolve({
        ngrams: new Ngrams(statistics, plainMetric(statistics)),
        statistics,
        markerScores: plainHabits(),
        population,
        cohort: new Cohort([], () => strangers),
        calibrations: (['alone', 'few'] as const).map((measure) => ({ ...calibration, measure })),
        detector: { detect: () => ({ language: 'en', latin: 1, other: 0 }) },
      }),
  };
}

/** The metric that has learned nothing: weights of tf-idf, no directions. */
function plainMetric(statistics: ClassicalStatistics): NgramMetric {
  return {
    id: 'ngrams@plain',
    weights: computeIdf(statistics),
    directions: new Int8Array(),
    scales: new Float32Array(),
  };
}

/** Two strangers, far from the sample's writers and from each other. */
const strangers = [0, 1].map((feature) => ({
  mode: 'written' as const,
  genre: 'essay',
  features: { ids: Uint32Array.of(feature), weights: Float32Array.of(1) },
}));
const population: ReferencePopulation = {
  description: { id: 'strangers', authors: 2, genres: ['essay'], years: undefined },
  members: strangers,
};

const everywhere = (value: number) => [value, value, value, value] as const;

/** llr = 10 · n-grams − 2, within ± 1.5: texts of one writer's words are above 0, of two writers' words below. */
const calibration: Calibration = {
  id: 'sample calibration',
  verifier: 'written',
  modes: 'written-written',
  genreRelation: 'unknown',
  measure: 'alone',
  weights: { ngrams: everywhere(10) },
  offset: everywhere(-2),
  resamples: [[...everywhere(-2), ...everywhere(10)]],
  trainedOn: '0'.repeat(64),
  judgements: [
    {
      words: 100,
      knownWords: 250,
      lower: -1.5,
      upper: 1.5,
      threshold: 0.2,
      sameAuthors: 30,
      differentAuthors: 30,
      sameTrials: 100,
      differentTrials: 100,
      cllr: 0.4,
      cllrUpper: 0.5,
      errorRate: 0.1,
      answeredShare: 1,
      densities: { from: -1, to: 1, same: [0, 1], different: [1, 0] },
      survival: [
        [-3, 1],
        [0, 0.2],
        [1, 0.05],
      ],
    },
  ],
};

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `evaluate` with fake models. */
export async function run(args: readonly string[], parts = fakeParts(), stopped = false): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  const io: EvaluateIo = {
    stdout: (...lines) => void (stdout += lines.map((line) => `${line}\n`).join('')),
    stderr: (...lines) => void (stderr += lines.map((line) => `${line}\n`).join('')),
    progress: (line) => void (stderr += `${line}\n`),
    terminal: false,
    stop: { stopped },
  };
  const status = await runCommand(evaluateCommands(parts), ['evaluate', ...args], io);
  return { status, stdout, stderr };
}
