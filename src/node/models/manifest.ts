import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ModelFiles } from '../../core/domain';
import { modelCorrupt, modelMissing } from '../../core/errors';
import { codeBits, rotationAround, type SignCoding } from '../../core/scoring/projection';
import { fromFloat32Blob } from '../sqlite/database/blobs';

const format = 'idiograph.models/1';

/** A file beside the manifest. */
export interface ListedFile {
  readonly file: string;
  readonly sha256: string;
}

/** A model or what is made with one: its main file, whose hash its id ends with. */
export interface ListedModel extends ListedFile {
  readonly id: string;
  readonly bytes: number;
}

/** What models/manifest.json says of an encoder (docs/model-contract.md §3). */
export interface EncoderEntry extends ListedModel {
  readonly kind: 'encoder';
  readonly tokenizer: ListedFile;
  readonly dim: number;
  readonly documentDim: number;
  readonly maxTokens: number;
  readonly precision: string;
  readonly patchTokens: number;
  readonly scorePunctuation: boolean;
  readonly mean: ListedFile;
  readonly codes?: ListedFile;
  readonly modes: readonly string[];
  readonly languages: readonly string[];
  readonly trainedOn: string;
}

/** A file that the manifest lists, found to be the one, with what it holds. */
export interface Verified<Content> extends ListedFile {
  readonly content: Content;
}

/** The encoder's files, each read and found to be the one that the manifest names. */
export interface EncoderFiles {
  readonly entry: EncoderEntry;
  /** The bytes of the graph, the very ones that were hashed. */
  readonly graph: Buffer;
  /** Parsed tokenizer.json. */
  readonly tokenizer: unknown;
  readonly coding: SignCoding;
}

/** Hex SHA-256 of a file's content. */
export function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The hashes of an encoder's files, by kind. */
export function filesOfEncoder({ sha256, tokenizer, mean, codes }: EncoderEntry): ModelFiles {
  return {
    encoder: sha256,
    tokenizer: tokenizer.sha256,
    mean: mean.sha256,
    ...(codes && { codes: codes.sha256 }),
  };
}

/** Reads the encoder of a models folder. @throws ModelMissing, ModelCorrupt */
export async function readEncoderFiles(folder: string): Promise<EncoderFiles> {
  const entry = await listedModel<EncoderEntry>(folder, 'encoder', encoderFields);
  const graph = await readChecked(folder, entry, entry.bytes);
  const tokenizer = parseJson(await readChecked(folder, entry.tokenizer), entry.tokenizer.file);
  return { entry, graph, tokenizer, coding: await readCoding(folder, entry) };
}

/** The fitted coding; without one, a random rotation around μ. */
async function readCoding(folder: string, { dim, mean, codes }: EncoderEntry): Promise<SignCoding> {
  const centre = fromFloat32Blob(await readChecked(folder, mean, 4 * dim));
  if (!codes) return rotationAround(centre);
  const rows = codeBits * dim;
  const numbers = fromFloat32Blob(await readChecked(folder, codes, 4 * (2 * rows + dim)));
  return {
    known: { bits: codeBits, dim, rows: numbers.slice(0, rows), centre },
    questioned: { bits: codeBits, dim, rows: numbers.slice(rows, 2 * rows), centre: numbers.slice(2 * rows) },
  };
}

/** A file's content, found to be what the manifest says. @throws ModelMissing, ModelCorrupt */
export async function readChecked(folder: string, listed: ListedFile, bytes?: number): Promise<Buffer> {
  const content = await read(folder, listed.file);
  if (bytes !== undefined && content.length !== bytes) {
    throw modelCorrupt(listed.file, `it has ${content.length} bytes in place of ${bytes}`);
  }
  if (sha256Of(content) !== listed.sha256) throw modelCorrupt(listed.file, 'its content is not what manifest.json says');
  return content;
}

async function read(folder: string, file: string): Promise<Buffer> {
  try {
    return await fs.readFile(path.join(folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw modelMissing(path.join(folder, file));
    throw modelCorrupt(file, error instanceof Error ? error.message : String(error));
  }
}

/** @throws ModelCorrupt */
export function parseJson(content: Buffer, file: string): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw modelCorrupt(file, 'it is not JSON');
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a field of an entry is what it has to be, by name. */
export type FieldChecks = Readonly<Record<string, (value: unknown) => boolean>>;

/**
 * The first model of a kind that the manifest of a folder lists, its fields checked. An id is made from the file's hash, so
 * that other content never goes by an old id.
 *
 * @throws ModelMissing, ModelCorrupt
 */
export async function listedModel<Entry extends ListedModel>(
  folder: string,
  kind: string,
  checks: FieldChecks = fileFields,
): Promise<Entry> {
  const { format: found, models } = fieldsOf(parseJson(await read(folder, 'manifest.json'), 'manifest.json'));
  if (found !== format) throw modelCorrupt('manifest.json', `its format is not "${format}"`);
  const entries: readonly unknown[] = Array.isArray(models) ? models : [];
  const entry = entries.map(fieldsOf).find((fields) => fields['kind'] === kind);
  if (!entry) throw modelCorrupt('manifest.json', `it lists no model of the kind "${kind}"`);
  const wrong = Object.keys(checks).find((name) => !checks[name]!(entry[name]));
  if (wrong) throw modelCorrupt('manifest.json', `"${wrong}" of the model "${kind}" is missing or not of its kind`);
  const model = entry as unknown as Entry;
  const expected = modelId(kind, model.sha256);
  if (model.id !== expected) throw modelCorrupt(model.file, `by its content it is ${expected}, not ${model.id}`);
  return model;
}

/** The id of a model by its kind and the hash of its file: `encoder@` and the first 12 hex digits. */
export function modelId(kind: string, sha256: string): string {
  return `${kind}@${sha256.slice(0, 12)}`;
}

export const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
export const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isListed = (value: unknown): boolean => isFileName(fieldsOf(value)['file']) && isHash(fieldsOf(value)['sha256']);
/** A plain name: the manifest cannot point outside its folder. */
const isFileName = (value: unknown): boolean => isText(value) && path.basename(value as string) === value;

/** The fields of a model that is one file. */
export const fileFields: FieldChecks = { id: isText, file: isFileName, bytes: isCount, sha256: isHash };

const encoderFields: FieldChecks = {
  ...fileFields,
  tokenizer: isListed,
  dim: isCount,
  documentDim: isCount,
  maxTokens: (value) => isCount(value) && (value as number) > 2,
  patchTokens: isCount,
  scorePunctuation: isFlag,
  mean: isListed,
  codes: (value) => value === undefined || isListed(value),
};

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
