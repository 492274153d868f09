import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { TestProject } from 'vitest/node';
import type { BuiltProgram } from './cli/support/runCli';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of an index of the sample's known documents, built once a run: to be copied, never to be opened. */
    readonly sampleIndex: string;
    /** A copy of the sample case with its index, made once a run: to be copied. */
    readonly sampleCase: string;
    /** A case without a case file: the known texts of the sample with their index, and a questioned letter. To be copied. */
    readonly plainCase: string;
  }
}

const root = path.resolve(import.meta.dirname, '../..');
const sample = path.join(root, 'sample');
let folder: string;

/** Builds the indexes by the command line, as a user does, but by one engine, which encodes each text once. */
export async function setup(project: TestProject): Promise<void> {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-sample-'));
  const file = path.join(folder, 'index.sqlite');
  const [sampleCase, plainCase] = [path.join(folder, 'case'), path.join(folder, 'plain')];
  project.provide('sampleIndex', file);
  project.provide('sampleCase', sampleCase);
  project.provide('plainCase', plainCase);
  const program = path.join(root, 'dist', 'cli.js');
  if (!fs.existsSync(program)) return; // the tests that need it say so
  fs.cpSync(sample, sampleCase, { recursive: true, filter: (name) => path.basename(name) !== '.idiograph' });
  fs.cpSync(path.join(sample, 'known'), path.join(plainCase, 'known'), { recursive: true });
  fs.mkdirSync(path.join(plainCase, 'questioned'));
  fs.copyFileSync(
    path.join(sample, 'questioned', 'letter-roof-fund.txt'),
    path.join(plainCase, 'questioned', 'letter.txt'),
  );
  const built = createRequire(import.meta.url)(program) as BuiltProgram;
  const engine = built.startEngine(path.join(root, 'models'));
  const shared = { ask: engine.ask.bind(engine), close: () => Promise.resolve() } as typeof engine;
  try {
    for (const words of [
      [path.join(sample, 'known'), '--authors-from-folders', '--index', file],
      [path.join(sampleCase, 'known'), '--case', sampleCase],
      [path.join(plainCase, 'known'), '--case', plainCase],
    ]) {
      const problems = new PassThrough();
      const io = new built.StreamIo(() => shared, new PassThrough(), problems);
      const status = await built.runCommand(built.commands, ['index', 'add', ...words], io);
      if (status !== 0) throw new Error(`The index of the sample could not be built: ${String(problems.read())}`);
    }
  } finally {
    await engine.close(); // and with it the indexes, so that they can be copied
  }
}

export function teardown(): void {
  fs.rmSync(folder, { recursive: true });
}
