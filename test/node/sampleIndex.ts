import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of an index of the sample's known documents, built once a run: to be copied, never to be opened. */
    readonly sampleIndex: string;
    /** A copy of the sample case with its index, made once a run: to be copied. */
    readonly sampleCase: string;
  }
}

const root = path.resolve(import.meta.dirname, '../..');
let folder: string;

/** Builds the indexes by the command line, as a user does. */
export function setup(project: TestProject): void {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-sample-'));
  const file = path.join(folder, 'index.sqlite');
  const sampleCase = path.join(folder, 'case');
  project.provide('sampleIndex', file);
  project.provide('sampleCase', sampleCase);
  const program = path.join(root, 'dist', 'cli.js');
  if (!fs.existsSync(program)) return; // the tests that need it say so
  const sample = path.join(root, 'sample');
  fs.cpSync(sample, sampleCase, { recursive: true, filter: (name) => path.basename(name) !== '.idiograph' });
  for (const words of [
    [path.join(sample, 'known'), '--authors-from-folders', '--index', file],
    [path.join(sampleCase, 'known'), '--case', sampleCase],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [program, 'index', 'add', ...words], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The index of the sample could not be built: ${stderr}`);
  }
}

export function teardown(): void {
  fs.rmSync(folder, { recursive: true });
}
