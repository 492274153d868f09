import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sqlite3 from 'sqlite3';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { fingerprint, root, runCli } from './runCli';
import { removeFolder } from '../../../removeFolder';

export const known = path.join(root, 'sample', 'known');
export const questioned = path.join(root, 'sample', 'questioned', 'letter-roof-fund.txt');
export const models = path.join(root, 'models');

/**
 * A folder for the tests of one file, with an index of the sample's known documents that none of them may change. It is gone
 * after them.
 */
export function useScratch(): Scratch {
  expect(fs.existsSync(inject('sampleIndex')), 'dist/cli.js is missing: run npm run build').toBe(true);
  const scratch = new Scratch(inject('sampleIndex'));
  afterEach(() => {
    expect(fingerprint(scratch.index), 'the index that no test may change').toBe(scratch.before);
  });
  afterAll(() => {
    removeFolder(scratch.folder);
  });
  return scratch;
}

/** Makes a folder a copy of the sample case, with its index. */
export function copySampleCase(folder: string): void {
  fs.cpSync(inject('sampleCase'), folder, { recursive: true });
}

/** Makes a folder a case without a case file: the known texts of the sample with their index, and a questioned letter. */
export function copyPlainCase(folder: string, letter = 'letter.txt'): void {
  fs.cpSync(inject('plainCase'), folder, { recursive: true });
  fs.renameSync(path.join(folder, 'questioned', 'letter.txt'), path.join(folder, 'questioned', letter));
}

class Scratch {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-cli-'));
  readonly index = this.at('index.sqlite');
  readonly before: string;

  constructor(sampleIndex: string) {
    fs.chmodSync(this.folder, 0o755);
    fs.copyFileSync(sampleIndex, this.index);
    this.before = fingerprint(this.index);
  }

  at(...parts: readonly string[]): string {
    return path.join(this.folder, ...parts);
  }

  write(name: string, content: string | Uint8Array): string {
    const file = this.at(name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    return file;
  }

  /** A copy of the index under another name. */
  copyOfIndex(name: string): string {
    fs.mkdirSync(path.dirname(this.at(name)), { recursive: true });
    fs.copyFileSync(this.index, this.at(name));
    return this.at(name);
  }
}

/** The index opens, is sound, and holds the 25 known documents of the sample. */
export async function expectSound(index: string): Promise<void> {
  const check = await runCli(['index', 'check', '--index', index]);
  expect(check.stdout, check.stderr).toMatch(/^Sound: 25 documents/);
  expect(check.code).toBe(0);
}

/** Sentences of plain English, `bytes` long. */
export function english(bytes: number): string {
  const text = fs.readFileSync(questioned, 'utf8').replace(/[^\x20-\x7e\n]/g, '');
  return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
}

/** Another program's connection to a SQLite file, after one statement. */
export function sql(file: string, statement: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file, (opening) => {
      if (opening) reject(opening);
      else database.exec(statement, (error) => (error ? reject(error) : resolve(database)));
    });
  });
}

export function closed(database: sqlite3.Database): Promise<void> {
  return new Promise((resolve, reject) => database.close((error) => (error ? reject(error) : resolve())));
}
