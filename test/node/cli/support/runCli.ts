import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { expect } from 'vitest';
import type { CaseCalls } from '../../../../src/case/caseService';
import { createCaseCalls } from '../../../../src/case/client';
import type { Command } from '../../../../src/cli/options';
import type { runCommand } from '../../../../src/cli/program';
import type { CommandIo, startEngine, StreamIo } from '../../../../src/cli/io';
import type { Evidence } from '../../../../src/core/domain/evidence';
import type { IndexedDocument } from '../../../../src/core/ports';
import type { EngineThread } from '../../../../src/node/worker/engineThread';
import { withoutDisplay } from '../../../needs';

export const root = path.resolve(import.meta.dirname, '../../../..');
const program = path.join(root, 'dist', 'cli.js');

export interface Outcome {
  /** As a shell gives it: also for a process that a signal ended. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** User to run as; undefined: this process's own. */
  readonly uid?: number;
  /** The working folder; undefined: that of the checkout. */
  readonly cwd?: string;
  /** Called with all of stderr so far; what it returns is sent as a signal, once. */
  readonly interruptOn?: (stderr: string) => NodeJS.Signals | undefined;
  /** Milliseconds between that and the signal; 0 unless told. */
  readonly patience?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the built command line as a process of its own. */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { uid, cwd = root, interruptOn, patience = 0, env } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd,
      env: { ...process.env, ...env },
      ...(uid !== undefined && { uid, gid: uid }),
    });
    let [stdout, stderr] = ['', ''];
    let interrupted = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      const signal = interrupted ? undefined : interruptOn?.(stderr);
      if (signal === undefined) return;
      interrupted = true;
      setTimeout(() => child.kill(signal), patience);
    });
    child.once('error', reject);
    child.once('close', (status, signal) => {
      const code = signal === null ? status : 128 + os.constants.signals[signal];
      resolve({ code, signal, stdout, stderr: withoutDisplay(stderr) });
    });
  });
}

/** What the built command line exports beside being a program. */
export interface BuiltProgram {
  readonly commands: readonly Command[];
  readonly runCommand: typeof runCommand;
  readonly startEngine: typeof startEngine;
  readonly StreamIo: new (...args: ConstructorParameters<typeof StreamIo>) => CommandIo;
}

/** By the folder of their models; they end with the process. */
const engines = new Map<string, EngineThread>();

/**
 * Runs a command of the built command line in this process. The commands of all its test files share an engine, as those of one
 * window do; where a process, a damaged file or the start of an engine is what is proven, `runCli` is the one to use.
 */
export async function runHere(args: readonly string[], { cwd = root }: Pick<RunOptions, 'cwd'> = {}): Promise<Outcome> {
  const built = loadBuilt();
  const engine = (models: string): Pick<EngineThread, 'ask' | 'close'> => {
    const shared = findEngine(built, models);
    return {
      ask: (method, given, asking) => shared.ask(method, given, asking),
      close: () => Promise.resolve(),
    };
  };
  const [out, err] = [new Kept(), new Kept()];
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const code = await built.runCommand(built.commands, args, new built.StreamIo(engine, out, err));
    return { code, signal: null, stdout: out.text, stderr: err.text };
  } finally {
    process.chdir(before);
  }
}

function loadBuilt(): BuiltProgram {
  return createRequire(import.meta.url)(program) as BuiltProgram;
}

function findEngine(built: BuiltProgram, models: string): EngineThread {
  const shared = engines.get(models) ?? built.startEngine(models);
  engines.set(models, shared);
  return shared;
}

/** The case service for an index or a case. */
export function callsOn(address: { readonly index?: string; readonly folder?: string }): CaseCalls {
  return createCaseCalls(findEngine(loadBuilt(), path.join(root, 'models')), address);
}

/** The documents of an index. */
export async function listIndexed(index: string): Promise<readonly IndexedDocument[]> {
  return (await callsOn({ index }).contents())?.documents ?? [];
}

/** A stream that keeps all that is written to it. */
class Kept extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

/** Lines of JSON, one value each. */
export function jsonLines(stdout: string): readonly unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

/** The findings in a line of JSON of `attribute` or `case`. */
export function readEvidence(line: string): Evidence {
  return (JSON.parse(line) as { readonly evidence: Evidence }).evidence;
}

/** Whether this process may run the command line as another user, who can reach it and the folder for temporary files. */
export function canRunAs(uid: number): boolean {
  if (process.getuid?.() !== 0) return false;
  const reach = "for (const place of process.argv.slice(1)) require('fs').accessSync(place + '/.', 5)";
  const places = [path.dirname(program), path.join(root, 'models'), os.tmpdir()];
  const probe = spawnSync(process.execPath, ['-e', reach, ...places], { uid, gid: uid, stdio: 'ignore' });
  return probe.status === 0;
}

/** The process ended by itself with this status, and its last line names the code and says these words; nothing crashed. */
export function expectProblem(
  outcome: Outcome,
  status: number,
  code: string,
  ...words: readonly (string | RegExp)[]
): void {
  const lines = outcome.stderr.trimEnd().split('\n');
  const last = lines.at(-1) ?? '';
  expect.soft(last).toMatch(new RegExp(`^${code}: .+`));
  for (const word of words) expect.soft(last).toMatch(word);
  expect.soft(outcome.stderr).not.toMatch(/^Unexpected:|\n {4}at /m);
  expect.soft(outcome.stdout).toBe('');
  if (code !== 'Cancelled') expect.soft(outcome.signal).toBeNull(); // on a busy machine a stop may have to be a kill
  expect(outcome.code, outcome.stderr).toBe(status);
}

/** What a file holds, as one string to compare. */
export function fingerprint(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}
