import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { usage } from '../../../src/core/errors';
import registered from '../../../models/sources.json';
import files from '../../training/splits/files.json';
import { computeSha256 } from '../../../src/node/sha256';
import { parseTrainingTexts, type TrainingText } from '../calibrate/statistics/trainingTexts';
import { readLines } from '../tasks/lines';

/** A line of models/sources.json: what a source's licence is, and whether fits may read its texts. */
export interface RegisteredSource {
  readonly source: string;
  readonly licence: string;
  /** Where the licence is stated. */
  readonly stated: string;
  readonly commercial: boolean;
  readonly shareAlike: boolean;
  readonly attribution: boolean;
  readonly genres: readonly string[];
  readonly files: readonly string[];
  /** Whether fits may read it; `why` says why not, or which writers are left out. */
  readonly used: boolean;
  readonly why?: string;
  /** Writers that are left out. */
  readonly without?: readonly string[];
  /** The only writers that are used. */
  readonly only?: readonly string[];
}

type Sourced = { readonly source?: string | undefined; readonly author: string };

const register = new Map(registered.sources.map((line: RegisteredSource) => [line.source, line]));

/** Those of the texts of a file that a fit may read, noted in the log of the fit. Throws Usage for a source without a line. */
export function permittedTexts<Text extends Sourced>(texts: readonly Text[], file: string): readonly Text[] {
  const taken = texts.filter(({ source = '', author }) => {
    const line = register.get(source);
    if (!line) throw usage(`${file} has a text of "${source}", a source without a line in models/sources.json.`);
    return line.used && !line.without?.includes(author) && (line.only?.includes(author) ?? true);
  });
  noteSources(file, taken);
  return taken;
}

/** Whether numbers made of the texts of a source may be passed on under any licence: fits may read it, and it does not ask for sharing alike. */
export function isFreeToPassOn(source: string): boolean {
  const line = register.get(source);
  return line?.used === true && !line.shareAlike;
}

/** Texts, and a hash of their files and of whose they are. */
export interface BalancedTexts {
  readonly texts: readonly TrainingText[];
  readonly sha256: string;
}

/** What statistics, population and habits are counted over: the files with about as much text of each author. */
export function readBalancedTexts(data: string): BalancedTexts {
  const read = files.balanced.map((name) => readLines(path.join(data, `${name}.jsonl.gz`)));
  const texts = read.flatMap((file) => permittedTexts(parseTrainingTexts(file), path.basename(file.name)));
  return {
    texts,
    sha256: computeSha256(
      JSON.stringify([read.map((file) => file.sha256), texts.map(({ source, author }) => [source, author])]),
    ),
  };
}

/** The names of the files that training reads. */
export const trainingFiles: readonly string[] = files.training.map((name) => `${name}.jsonl.gz`);

/** Adds what was read to the log of the fit, where there is one (`research/fit.mjs`). */
function noteSources(file: string, taken: readonly Sourced[]): void {
  const { FIT_LOG, FIT_STEP } = process.env;
  if (FIT_LOG === undefined) return;
  const sources: Record<string, number> = {};
  for (const { source = '' } of taken) sources[source] = (sources[source] ?? 0) + 1;
  appendFileSync(FIT_LOG, `${JSON.stringify({ step: FIT_STEP, file, sources })}\n`);
}
