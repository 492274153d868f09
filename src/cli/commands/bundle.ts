import fs from 'node:fs';
import path from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { readReport } from '../../core/casework/reportFile';
import { unreadableDocument, usage } from '../../core/errors';
import { fileBehind } from '../../core/collections';
import { nameFrom } from '../../node/places';
import { readRegular } from '../../node/regularFiles';
import { fileHash } from '../../node/casework/writeCase';
import { type Command, commonOptions, flagOption, textOption } from '../options';
import { plannedFiles, Session } from '../session';
import { counted, packageVersion } from '../io';
import { sha256Of } from '../../node/sha256';

const { index, models, json } = commonOptions;

/** What the other side needs to check a case and to examine it again, as one file. */
export const bundleCommand: Command = {
  name: 'bundle',
  operands: 'FOLDER --out F.zip',
  summary: 'packs the reports of a case, its log, hashes and versions into one file, to be disclosed',
  options: {
    out: { kind: 'text', value: 'F.zip', help: 'the file to write' },
    force: { kind: 'flag', help: 'in place of an earlier bundle of that name' },
    texts: { kind: 'flag', help: 'with the texts of the case, so that it can be examined again' },
    ...{ index, models, json },
  },
  run: (parsed, io) => {
    const out = textOption(parsed, 'out');
    if (out === undefined) throw usage('Name case and bundle: idiograph bundle FOLDER --out F.zip.');
    return Session.ofCase(parsed, io, (session) => bundle(session, out));
  },
};

/** How every zip file begins. */
const begins = 'PK\u0003\u0004';

async function bundle(session: Session, out: string): Promise<number> {
  const caseFolder = session.requireCase();
  if (caseFolder.blinding?.masked)
    throw usage('The case is blind, and a bundle names its authors. Unmask it first: idiograph case FOLDER --unmask.');
  const write = plannedFiles(session, [{ file: out, begins, text: zipped }]);
  const files = new Map([...reports(session), ...custody(session)]);
  const hashes = textHashes(session);
  if (flagOption(session.parsed, 'texts'))
    for (const [name] of hashes) files.set(nameInBundle(name), bytesIn(caseFolder.folder, name));
  files.set('SHA256SUMS', text(hashes.map(([name, sha256]) => `${sha256}  ${nameInBundle(name)}`)));
  files.set('bundle.json', text([JSON.stringify(await versions(session, files), null, 1)]));
  const [bytes] = write(files);
  const sha256 = sha256Of(bytes!);
  session.note(caseFolder.log(), { kind: 'exported', file: caseFolder.log().nameOf(out), sha256 });
  return session.answer('idiograph.bundle/1', { file: out, sha256, files: [...files.keys()].sort() }, () => [
    `Bundle: ${out} (sha256 ${sha256}), ${counted(files.size, 'file')}`,
    ...[...files.keys()].sort().map((name) => `  ${name}`),
  ]);
}

/** The reports that the log names, with their JSON; one that is gone, or another by now, is named and left out. */
function reports(session: Session): readonly (readonly [name: string, bytes: Uint8Array])[] {
  const { folder } = session.requireCase();
  const { entries } = session.requireCase().log().read();
  const written = new Map(
    entries.flatMap(({ event }) =>
      event.kind === 'exported' && /\.html?$/i.test(event.file) ? [[event.file, event.sha256]] : [],
    ),
  );
  const found = [...written].flatMap(([name, sha256]) => {
    const html = readRegular(folder, path.join(folder, name));
    if (!html || sha256Of(html) !== sha256) {
      session.warn(`${name} is not in the bundle: it is gone, or not the report that the log has.`);
      return [];
    }
    const data = name.replace(/\.html?$/i, '.json');
    const json = readRegular(folder, path.join(folder, data));
    const isReport = json !== undefined && readReport(json.toString()) !== undefined;
    if (json && !isReport)
      session.warn(`${data} is not in the bundle: it is not the JSON that is written beside a report.`);
    return [[name, html] as const, ...(isReport ? [[data, json] as const] : [])];
  });
  if (found.length === 0) session.warn('The bundle holds no report: none was written that is still there.');
  return found.map(([name, bytes]) => [`reports/${nameInBundle(path.posix.basename(name))}`, bytes]);
}

/** The hash of each file that holds texts of the case, a mailbox as a whole; one that cannot be read is named and left out. */
function textHashes(session: Session): readonly (readonly [name: string, sha256: string])[] {
  const { folder, documents } = session.requireCase();
  const names = new Set(documents.map((each) => nameFrom(folder, fileBehind(each.path))));
  return [...names].sort().flatMap((name) => {
    const sha256 = fileHash(path.join(folder, name), folder);
    if (sha256 === undefined) session.warn(`${name} is not in the bundle: it cannot be read.`);
    return sha256 === undefined ? [] : [[name, sha256] as const];
  });
}

/** The case file and the log, as they are. */
function custody(session: Session): readonly (readonly [name: string, bytes: Uint8Array])[] {
  const { folder, file } = session.requireCase();
  const log = session.requireCase().log();
  return [file, log.file, log.headFile].flatMap((each) => {
    const bytes = readRegular(folder, each);
    return bytes ? [[nameInBundle(nameFrom(folder, each)), bytes] as const] : [];
  });
}

function bytesIn(folder: string, name: string): Uint8Array {
  const bytes = readRegular(folder, path.join(folder, name));
  if (!bytes) throw unreadableDocument(name, 'there is no such file');
  return bytes;
}

/** A path as it stands in a zip: what other systems take for a folder, a drive or the end of a line is written as %XX. */
function nameInBundle(name: string): string {
  return name.replace(
    /[\\:\u0000-\u001f]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** With what the case was examined, and the hashes of what is in the bundle. */
async function versions({ engine, index }: Session, files: ReadonlyMap<string, Uint8Array>): Promise<object> {
  return {
    format: 'idiograph.bundle/1',
    program: `Idiograph ${packageVersion()}`,
    index: fs.existsSync(index) ? (await engine.indexInfo(index)).contentHash : null,
    models: await engine.modelFiles(),
    files: Object.fromEntries([...files].sort(byName).map(([name, bytes]) => [name, sha256Of(bytes)])),
    check: [
      'idiograph case . --log',
      'idiograph report --rerun reports/NAME.json --case .   (with the texts; those of SHA256SUMS)',
    ],
  };
}

/** Equal files give equal bytes. */
function zipped(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const entries: Zippable = Object.fromEntries([...files].sort(byName));
  return zipSync(entries, { mtime: new Date(1980, 0, 1), level: 6 });
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function text(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}
