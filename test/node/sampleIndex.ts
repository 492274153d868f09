import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of an index of the sample's known documents, built once a run: to be copied, never to be opened. */
    readonly sampleIndex: string;
  }
}

const root = path.resolve(import.meta.dirname, '../..');
let folder: string;

/** Builds the index by the command line, as a user does. */
export function setup(project: TestProject): void {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-sample-'));
  const file = path.join(folder, 'index.sqlite');
  project.provide('sampleIndex', file);
  const program = path.join(root, 'dist', 'cli.js');
  if (!fs.existsSync(program)) return; // the tests that need it say so
  const known = path.join(root, 'sample', 'known');
  const args = [program, 'index', 'add', known, '--authors-from-folders', '--index', file];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The index of the sample could not be built: ${stderr}`);
}

export function teardown(): void {
  fs.rmSync(folder, { recursive: true });
}
