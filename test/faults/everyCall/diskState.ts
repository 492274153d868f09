import fs from 'node:fs';
import path from 'node:path';
import { IdiographError } from '../../../src/core/errors';
import { neverStops } from '../../../src/core/basics/work';
import { CaseLog } from '../../../src/node/casework/caseLog';
import { ResultFolder } from '../../../src/node/casework/results';
import { readIndexEncoder } from '../../../src/node/models/manifest';
import { computeSha256 } from '../../../src/node/sha256';
import { openIndex } from '../../fakes/openIndex';
import type { ScriptedServer } from '../scriptedServer';
import type { Place } from './operations';

/** What a case has on the disk, without times. */
export interface DiskState {
  readonly caseFile: string;
  /** Whether the log says that the questioned text was received. A text that cannot be read is received later. */
  readonly received: boolean;
  /** The other entries of the log, but for the texts that were named as not read. */
  readonly log: readonly string[];
  /** The titles in the index. */
  readonly documents: readonly string[];
  /** How many results are believed. One that was kept without the key of the user is made again. */
  readonly results: number;
  /** The hashes of what was written outside of the case. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  /** The documents that the server has. */
  readonly onServer: readonly string[];
  /** What is not sound. */
  readonly damage: readonly string[];
}

/** Reads what is on the disk, with objects that know nothing of what was done. */
export async function readDisk(place: Place, models: string, server: ScriptedServer): Promise<DiskState> {
  const damage: string[] = [];
  const files = ['case', 'out', 'user'].flatMap((part) => listFiles(path.join(place.root, part), part));
  const log = CaseLog.openOfCase(place.folder).read();
  const broken = log.damage.filter(({ kind }) => kind !== 'backwards'); // a clock that jumps back is named, and loses nothing
  if (broken.length > 0) damage.push(`log: ${JSON.stringify(broken)}`);
  const results = new ResultFolder(place.index);
  return {
    caseFile: readCaseFile(place, damage),
    received: log.entries.some(({ event }) => event.kind === 'received'),
    log: log.entries
      .filter(({ event }) => !/^(received|unread)$/.test(event.kind))
      .map(({ event }) => withoutTimes(JSON.stringify(event))),
    documents: await readIndex(place, models, damage),
    results: results.names.filter((name) => results.read(name) !== undefined).length,
    outputs: Object.fromEntries(listFiles(place.out, '').map((name) => [name, hash(path.join(place.out, name))])),
    files,
    onServer: server.documents,
    damage,
  };
}

function hash(file: string): string {
  return computeSha256(fs.readFileSync(file));
}

/** Names below a folder, without those that SQLite makes while a file is open. */
function listFiles(folder: string, prefix: string): readonly string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !/-(wal|shm)$/.test(entry.name))
    .map((entry) => path.join(prefix, path.relative(folder, path.join(entry.parentPath, entry.name))))
    .sort();
}

function readCaseFile(place: Place, damage: string[]): string {
  const text = fs.readFileSync(path.join(place.folder, 'case.idiograph-case.json'), 'utf8');
  try {
    const { documents, ...others } = JSON.parse(text) as { documents: Record<string, { sha256?: string }> };
    const said = Object.entries(documents).map(([name, facts]) => [name, { ...facts, sha256: undefined }] as const);
    const more = said.filter(([, facts]) => Object.keys(JSON.parse(JSON.stringify(facts)) as object).length > 1);
    return withoutTimes(JSON.stringify({ ...others, documents: Object.fromEntries(more) }));
  } catch {
    damage.push('the case file is no JSON');
    return text;
  }
}

/** Without times, hashes of what was found, and codes under a key that is made where there is none. */
function withoutTimes(json: string): string {
  return json
    .replace(/"codes":\["[0-9a-f]{64}"\]/g, '"codes":["CODE"]')
    .replace(/\d{4}-\d\d-\d\dT[\d:.+-]+Z?/g, 'TIME')
    .replace(/"(sha256|findings)":"[0-9a-f]{64}"/g, '"$1":"HASH"');
}

async function readIndex(place: Place, models: string, damage: string[]): Promise<readonly string[]> {
  if (!fs.existsSync(place.index)) return [];
  try {
    const index = await openIndex(place.index, await readIndexEncoder(models), { create: false });
    try {
      damage.push(...(await index.check({ stop: neverStops })));
      return (await index.listDocuments()).map(({ title }) => title).sort();
    } finally {
      await index.close();
    }
  } catch (error) {
    if (!(error instanceof IdiographError)) throw error;
    damage.push(`index: ${error.message}`);
    return [];
  }
}

/** What an operation said of itself, and the states that it was to lead from and to. */
export interface Said {
  readonly before: DiskState;
  readonly after: DiskState;
  /** It was done. */
  readonly isDone: boolean;
  /** Something could not be kept, or was passed over. */
  readonly isSaid: boolean;
}

/** What is neither as before nor as after an operation. */
export function* findLosses(now: DiskState, said: Said): Generator<string> {
  const { before, after } = said;
  for (const damage of now.damage) yield `damage: ${damage}`;
  const isWhole = said.isDone && !said.isSaid;
  const isEither = (part: 'caseFile' | 'log'): boolean =>
    (isWhole ? [after] : [before, after]).some((state) => isEqual(state[part], now[part]));
  if (!isEither('caseFile')) yield `caseFile: ${now.caseFile}`;
  if (!isEither('log') && (isWhole || !isBetween(now, said))) yield `log: ${now.log.join()}`;
  yield* findLostDocuments(now, said, isWhole);
  if (isWhole) yield* findMissingOnServer(now, after);
  yield* findLostOutputs(now, before);
  const known = [...before.files, ...after.files];
  for (const file of now.files) if (!known.includes(file)) yield `left over: ${file}`;
}

/** A push that was acknowledged has brought all documents. */
export function* findMissingOnServer({ onServer }: DiskState, after: Pick<DiskState, 'onServer'>): Generator<string> {
  if (!isEqual(onServer, after.onServer)) yield `on the server: ${onServer.join()}`;
}

function* findLostDocuments({ documents }: DiskState, { before, after }: Said, isWhole: boolean): Generator<string> {
  const known = [...before.documents, ...after.documents];
  const kept = before.documents.filter((title) => after.documents.includes(title));
  const isOdd = !documents.every((title) => known.includes(title)) || !kept.every((title) => documents.includes(title));
  if (isOdd || (isWhole && !isEqual(documents, after.documents))) yield `documents: ${documents.join()}`;
}

/**
 * Where an entry could not be written, later ones may be there: all of before, and some of those that were to come, in their order. Where
 * a text could not be read, which is said, fewer texts are counted. Where a kept result could not be read, which is said, the review is
 * made again, and is in the log once more.
 */
function isBetween({ log }: DiskState, { before, after, isSaid }: Said): boolean {
  let next = 0;
  for (const [at, entry] of log.entries()) {
    if (isSaid && entry.startsWith('{"kind":"asked"') && log.indexOf(entry) < at) continue;
    const isAlike = (other: string): boolean =>
      other === entry || (isSaid && [entry, other].every((each) => each.startsWith('{"kind":"indexed"')));
    const found = after.log.findIndex((other, i) => i >= next && isAlike(other));
    if (found < 0) return false;
    next = found + 1;
  }
  return isEqual(log.slice(0, before.log.length), before.log);
}

export const apartOutputs = 'outputs: a report and its data are of two runs';

/** Files that belong together are all of before or all of after. */
export function* findLostOutputs(now: DiskState, before: DiskState): Generator<string> {
  const pair = ['report.html', 'report.json'].map((name) => now.outputs[name] === before.outputs[name]);
  if (pair[0] !== pair[1]) yield apartOutputs;
  for (const name of Object.keys(before.outputs)) if (now.outputs[name] === undefined) yield `outputs: ${name} is gone`;
}

export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
