import fs from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { unreadableDocument } from '../../core/errors';
import { checkShape, fields, record, sha256, text } from '../../core/basics/shape';
import { Container } from '../../reading/office/container';
import { readRegular } from '../systemError';
import { bundleFacts, bundleFormat } from './bundleFolder';
import { listEntriesBelow } from './folderEntries';

const factsShape = fields({
  format: v.literal(bundleFormat, bundleFormat),
  program: text,
  index: v.nullable(sha256),
  models: record(text),
  files: record(sha256),
});

/** The files of a bundle by their names. They are read one by one, and nothing of them is written to the disk. */
export interface BundleFiles {
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
  if (!bytes) throw unreadableDocument(place, 'there is no such bundle');
  const container = new Container(bytes, path.basename(place));
  return { names: container.names, read: (name) => container.readBytes(name) };
}

/** The facts of a bundle. Throws UnreadableDocument. */
export function readBundleFacts(files: BundleFiles, place: string): v.InferOutput<typeof factsShape> {
  const refuse = (problem: string): Error => unreadableDocument(place, `it is no bundle of Idiograph: ${problem}`);
  const bytes = files.read(bundleFacts);
  if (!bytes) throw refuse(`it has no ${bundleFacts}`);
  try {
    return checkShape(factsShape, JSON.parse(Buffer.from(bytes).toString()), (problem) => refuse(problem));
  } catch (error) {
    throw error instanceof SyntaxError ? refuse(`its ${bundleFacts} is not JSON`) : error;
  }
}
