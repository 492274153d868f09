import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { modelCorrupt, modelMissing } from '../../core/errors';

/** A file of the models folder with its hash. */
export interface ListedFile {
  readonly file: string;
  readonly sha256: string;
}

/** What models/manifest.json says of the encoder (docs/model-contract.md §3). */
export interface EncoderEntry extends ListedFile {
  readonly id: string;
  readonly kind: 'encoder';
  readonly bytes: number;
  readonly tokenizer: ListedFile;
  readonly mean: ListedFile;
  readonly dim: number;
  readonly openDim: number;
  readonly maxTokens: number;
  readonly patchTokens: number;
  readonly scorePunctuation: boolean;
}

export const manifestName = 'manifest.json';

/** The encoder's entry of a models folder. Throws ModelMissing or ModelCorrupt. */
export async function readEncoderEntry(folder: string): Promise<EncoderEntry> {
  const file = path.join(folder, manifestName);
  const manifest = parse(await readBytes(file), file);
  const entry = manifest.models?.find(({ kind }) => kind === 'encoder');
  if (manifest.format !== 'idiograph.models/1' || !entry) throw modelCorrupt(file, 'it lists no encoder');
  if (!isEncoderEntry(entry)) throw modelCorrupt(file, 'the encoder’s entry lacks a field');
  return entry;
}

/** Reads a listed file and checks its hash. Throws ModelMissing or ModelCorrupt. */
export async function readListed(folder: string, { file, sha256 }: ListedFile): Promise<Uint8Array> {
  const full = path.join(folder, file);
  const bytes = await readBytes(full);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw modelCorrupt(full, `its SHA-256 is ${found.slice(0, 12)}…, not ${sha256.slice(0, 12)}…`);
  return bytes;
}

interface ManifestFile {
  readonly format?: unknown;
  readonly models?: readonly Readonly<Record<string, unknown>>[];
}

function parse(bytes: Uint8Array, file: string): ManifestFile {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof json === 'object' && json !== null) return json;
  } catch {
    // told below
  }
  throw modelCorrupt(file, 'it is not a JSON object');
}

function isEncoderEntry(entry: Readonly<Record<string, unknown>>): entry is Readonly<Record<string, unknown>> & EncoderEntry {
  const texts = ['id', 'file', 'sha256'].every((key) => typeof entry[key] === 'string');
  const counts = ['dim', 'openDim', 'maxTokens', 'patchTokens'].every((key) => Number.isInteger(entry[key]));
  return texts && counts && isListed(entry['tokenizer']) && isListed(entry['mean']);
}

function isListed(value: unknown): value is ListedFile {
  const listed = value as Partial<ListedFile> | null | undefined;
  return typeof listed?.file === 'string' && typeof listed.sha256 === 'string';
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch {
    throw modelMissing(file);
  }
}
