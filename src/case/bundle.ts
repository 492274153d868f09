import fs from 'node:fs';
import path from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import * as v from 'valibot';
import { checkShape, fields, record, sha256, text, tryParse } from '../core/basics/shape';
import { type CheckedLog, checkLog } from '../core/casework/logCheck';
import { readReport } from '../core/casework/reportFile';
import { missingFile, unreadableDocument, usage } from '../core/errors';
import { bundleFacts, bundleFormat, listEntriesBelow } from '../node/casework/folderEntries';
import type { CaseFolder } from '../node/casework/caseFolder';
import { parseHead } from '../node/casework/caseLog';
import { hashFile } from '../node/casework/writeCase';
import { nameFrom, readStat } from '../node/places';
import { computeSha256 } from '../node/sha256';
import { readRegular } from '../node/systemError';
import { Container } from '../reading/readFile';
import { findFileBehind } from '../reading/text/collectedPaths';
import type { Answering, CaseAt, CaseNews } from './caseAt';

/** How every zip file begins. */
const begins = 'PK\u0003\u0004';

/**
 * Packs the reports of a case, its log, hashes and versions into one file. The texts are included if the user asks for them. Answers with the
 * names of the files in the bundle.
 */
export async function* bundle(
  at: CaseAt,
  asked: { readonly out: string; readonly force: boolean; readonly texts: boolean; readonly version: string },
): Answering<{ readonly sha256: string; readonly files: readonly string[] }> {
  const { out } = asked;
  const folder = at.requireCase();
  if (folder.blinding?.masked)
    throw usage(
      'The case is blind, but a bundle names its authors. Unmask the case first: idiograph case FOLDER --unmask.',
    );
  // equal files give equal bytes
  const pack = (files: ReadonlyMap<string, Uint8Array>): Uint8Array => {
    const entries: Zippable = Object.fromEntries([...files].sort(compareNames));
    return zipSync(entries, { mtime: new Date(1980, 0, 1), level: 6 });
  };
  const write = at.planOutputs([{ file: out, begins, text: pack }], asked);
  const log = folder.log();
  const files = new Map(yield* readReports(folder));
  for (const file of [folder.file, log.file, log.headFile]) {
    const bytes = readRegular(folder.folder, file);
    if (bytes) files.set(toBundleName(nameFrom(folder.folder, file)), bytes);
  }
  // the hash of each file with texts of the case; a mailbox has one hash; a file that cannot be read is named and left out
  const hashes: (readonly [name: string, sha256: string])[] = [];
  const texts = new Set(folder.documents.map((each) => nameFrom(folder.folder, findFileBehind(each.path))));
  for (const name of [...texts].sort()) {
    const sha256 = hashFile(path.join(folder.folder, name), folder.folder);
    if (sha256 === undefined) yield { notice: { code: 'notInBundle', values: { file: name } } };
    else hashes.push([name, sha256]);
  }
  for (const [name] of asked.texts ? hashes : []) {
    const bytes = readRegular(folder.folder, path.join(folder.folder, name));
    if (!bytes) throw missingFile(name, 'there is no such file');
    files.set(toBundleName(name), bytes);
  }
  files.set('SHA256SUMS', encodeLines(hashes.map(([name, sha256]) => `${sha256}  ${toBundleName(name)}`)));
  // the versions that the case was examined with, and the hashes of the files in the bundle
  const versions = {
    format: bundleFormat,
    program: `Idiograph ${asked.version}`,
    index: readStat(at.index) ? (yield* at.ask('indexInfo', at.index)).contentHash : null,
    models: yield* at.ask('modelFiles'),
    files: Object.fromEntries([...files].sort(compareNames).map(([name, bytes]) => [name, computeSha256(bytes)])),
    check: [
      'idiograph bundle . --open',
      'idiograph case . --log',
      'idiograph report --rerun reports/NAME.json --case .   (with the texts; those of SHA256SUMS)',
    ],
  };
  files.set(bundleFacts, encodeLines([JSON.stringify(versions, null, 1)]));
  const [bytes] = write(files);
  const sha256 = computeSha256(bytes!);
  yield* at.noteEvents(log, { kind: 'exported', file: log.toName(out), sha256 });
  return { sha256, files: [...files.keys()].sort() };
}

/** The endings of reports, each with its data beside it. */
const pageEnding = /\.(html?|docx)$/i;

type BundledFile = readonly [name: string, bytes: Uint8Array];

/** The reports that the log names, with their data. A report that is missing or has changed is named and left out. */
function* readReports(caseFolder: CaseFolder): Generator<CaseNews, readonly BundledFile[]> {
  const { folder } = caseFolder;
  const { entries } = caseFolder.log().read();
  const written = new Map(
    entries.flatMap(({ event }) =>
      event.kind === 'exported' && pageEnding.test(event.file) ? [[event.file, event.sha256]] : [],
    ),
  );
  const found: BundledFile[] = [];
  for (const [name, sha256] of written) {
    const page = readRegular(folder, path.join(folder, name));
    if (!page || computeSha256(page) !== sha256) {
      yield { notice: { code: 'notInBundle', values: { file: name } } };
      continue;
    }
    const data = name.replace(pageEnding, '.json');
    const json = readRegular(folder, path.join(folder, data));
    const isReport = json !== undefined && readReport(json.toString()) !== undefined;
    if (json && !isReport) yield { notice: { code: 'notInBundle', values: { file: data } } };
    found.push([name, page], ...(isReport ? [[data, json] as const] : []));
  }
  if (found.length === 0) yield { notice: { code: 'noReport', values: {} } };
  // a report and its data have one place in the bundle; reports with the same name get numbers
  const places = new Map<string, string>();
  return found.map(([name, bytes]) => {
    const ending = path.posix.extname(name);
    const stem = name.slice(0, name.length - ending.length);
    const [wanted, taken] = [`reports/${toBundleName(path.posix.basename(stem))}`, new Set(places.values())];
    let place = places.get(stem) ?? wanted;
    if (!places.has(stem)) for (let i = 2; taken.has(place); i++) place = `${wanted} (${i})`;
    places.set(stem, place);
    return [`${place}${ending}`, bytes];
  });
}

/** The name of a path in a zip file. Characters that other systems read as a folder, a drive or the end of a line are written as %XX. */
function toBundleName(name: string): string {
  return name.replace(
    /[\\:\u0000-\u001f]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

function compareNames([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function encodeLines(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

/** A file of a bundle that differs from the bundle's own list. */
interface BundleDifference {
  readonly name: string;
  readonly problem: 'changed' | 'missing' | 'unlisted';
}

/** What a bundle contains, and what differs from its own list. */
interface OpenedBundle {
  readonly program: string;
  /** The content hash of the index that the case was examined with; null if there was no index. */
  readonly index: string | null;
  readonly files: number;
  readonly differences: readonly BundleDifference[];
  /** The number of texts in SHA256SUMS, and how many of them the bundle contains. */
  readonly texts: { readonly listed: number; readonly included: number };
  readonly log: CheckedLog;
  readonly reports: readonly { readonly name: string; readonly questioned: string; readonly version: string }[];
  /** The kinds of model files that differ from those of this program. */
  readonly otherModels: readonly string[];
}

/** Reads a bundle without unpacking, writing, reviewing or running anything. Throws UnreadableDocument. */
export async function* openBundle(at: CaseAt, place: string): Answering<OpenedBundle> {
  const files = await openBundleFiles(place);
  const refuse = (problem: string): Error => unreadableDocument(place, `it is no bundle of Idiograph: ${problem}`);
  const json = readText(files, bundleFacts);
  if (json === undefined) throw refuse(`it has no ${bundleFacts}`);
  const data = tryParse(json);
  if (data === undefined) throw refuse(`its ${bundleFacts} is not JSON`);
  const facts = checkShape(factsShape, data, refuse);
  // The hashes of the texts of the case, by their names in the bundle.
  const lines = (readText(files, 'SHA256SUMS') ?? '').split('\n');
  const sums = new Map(
    lines.flatMap((line) => {
      const [, sha256, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
      return sha256 !== undefined && name !== undefined ? [[name, sha256] as const] : [];
    }),
  );
  const listed = new Map([...Object.entries(facts.files), ...sums]);
  const present = new Set(files.names);
  const own = yield* at.ask('modelFiles');
  const models = new Map<string, string>(Object.entries(own));
  const beside = parseHead(readText(files, '.idiograph/log-head.json'));
  // the files that must exist; the texts of the case may be missing
  const names = new Set([...files.names.filter((name) => name !== bundleFacts), ...new Set(Object.keys(facts.files))]);
  return {
    program: facts.program,
    index: facts.index,
    files: files.names.length,
    differences: [...names].sort().flatMap((name): readonly BundleDifference[] => {
      const expected = listed.get(name);
      if (expected === undefined) return [{ name, problem: 'unlisted' }];
      const bytes = files.read(name);
      if (!bytes) return [{ name, problem: 'missing' }];
      return computeSha256(bytes) === expected ? [] : [{ name, problem: 'changed' }];
    }),
    texts: { listed: sums.size, included: [...sums.keys()].filter((name) => present.has(name)).length },
    log: checkLog(readText(files, '.idiograph/log.jsonl') ?? '', { beside, own: undefined }, computeSha256),
    reports: files.names.flatMap((name) => {
      const report = /^reports\/.*\.json$/.test(name) ? readReport(readText(files, name) ?? '') : undefined;
      return report ? [{ name, questioned: report.questioned.id, version: report.version }] : [];
    }),
    otherModels: Object.entries(facts.models).flatMap(([kind, sha256]) => (models.get(kind) === sha256 ? [] : [kind])),
  };
}

function readText(files: BundleFiles, name: string): string | undefined {
  const bytes = files.read(name);
  return bytes && Buffer.from(bytes).toString();
}

const factsShape = fields({
  format: v.literal(bundleFormat, bundleFormat),
  program: text,
  index: v.nullable(sha256),
  models: record(text),
  files: record(sha256),
});

/** The files of a bundle by their names. They are read one by one, and nothing of them is written to the disk. */
interface BundleFiles {
  readonly names: readonly string[];
  /** Undefined if there is no such file. Throws UnreadableDocument for a link, and for a damaged or too large file. */
  read(name: string): Uint8Array | undefined;
}

/** Opens a bundle, or the folder into which it was unpacked. Throws UnreadableDocument. */
export async function openBundleFiles(place: string): Promise<BundleFiles> {
  if (fs.statSync(place, { throwIfNoEntry: false })?.isDirectory()) {
    const entries = (await listEntriesBelow(place)).filter(({ kind }) => kind !== 'folder');
    return {
      names: entries.map((entry) => entry.path),
      read: (name) => readRegular(place, path.join(place, ...name.split('/'))),
    };
  }
  const bytes = readRegular(path.dirname(place), place);
  if (!bytes) throw missingFile(place, 'there is no such bundle');
  const container = new Container(bytes, path.basename(place));
  return { names: container.names, read: (name) => container.readBytes(name) };
}
