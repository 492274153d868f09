import fs from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { ModelFiles } from '../../core/domain/evidence';
import { modelCorrupt, modelMissing } from '../../core/errors';
import { codeBits, type SignCoding } from '../../lateInteraction/scoring/signCodes';
import { count, fields, flag, list, sha256, type Shape, checkShape, text } from '../../core/basics/shape';
import { computeSha256 } from '../sha256';
import { saidBy } from '../systemError';
import { fromFloat32Blob } from '../sqlite/database/blobs';
import type { IndexEncoder } from '../sqlite/records/indexFacts';

const format = 'idiograph.models/1';

/** A plain name, so that the manifest cannot point outside its folder. */
const fileName = v.pipe(
  text,
  v.check((name) => path.basename(name) === name, 'the name of a file in its folder'),
);

const listedFile = fields({ file: fileName, sha256 });

/** The fields of a model, or of a file made with one: its main file. The id ends with the hash of this file. */
export const modelFields = { id: text, file: fileName, bytes: count, sha256 };

const encoderFields = {
  ...modelFields,
  tokenizer: listedFile,
  dim: count,
  documentDim: count,
  maxTokens: v.pipe(count, v.minValue(3, 'more than the two special tokens')),
  patchTokens: count,
  scorePunctuation: flag,
  mean: listedFile,
  codes: listedFile,
};

/** A file beside the manifest. */
export type ListedFile = Shape<typeof listedFile>;

type Read<Entries extends v.ObjectEntries> = Readonly<v.InferOutput<ReturnType<typeof fields<Entries>>>>;

/** The entry of an encoder in models/manifest.json (docs/model-contract.md §3). */
export type EncoderEntry = Read<typeof encoderFields>;

/** A file of the manifest that has the listed hash, with its content. */
export interface Verified<Content> extends ListedFile {
  readonly content: Content;
}

/** The encoder's files, each read and compared with its hash in the manifest. */
export interface EncoderFiles {
  readonly entry: EncoderEntry;
  /** The bytes of the graph that were hashed. */
  readonly graph: Buffer;
  /** Parsed tokenizer.json. */
  readonly tokenizer: unknown;
  readonly coding: SignCoding;
}

/** The hashes of an encoder's files, by kind. */
export function listFilesOfEncoder({ sha256: graph, tokenizer, mean, codes }: EncoderEntry): ModelFiles {
  return { encoder: graph, tokenizer: tokenizer.sha256, mean: mean.sha256, codes: codes.sha256 };
}

/** Reads the encoder of a models folder. @throws ModelMissing, ModelCorrupt */
export async function readEncoderFiles(folder: string): Promise<EncoderFiles> {
  const entry = await readListedModel(folder, 'encoder', encoderFields);
  const graph = await readChecked(folder, entry, entry.bytes);
  const tokenizer = parseJson(await readChecked(folder, entry.tokenizer), entry.tokenizer.file);
  return { entry, graph, tokenizer, coding: await readCoding(folder, entry) };
}

/** The facts about the encoder of a models folder that an index needs, without its graph. @throws ModelMissing, ModelCorrupt */
export async function readIndexEncoder(folder: string): Promise<IndexEncoder> {
  const entry = await readListedModel(folder, 'encoder', encoderFields);
  const { id: modelId, dim, documentDim, maxTokens, patchTokens } = entry;
  return { modelId, dim, documentDim, maxTokens, patchTokens, coding: await readCoding(folder, entry) };
}

/** The coding that was fitted for the encoder: the mean patch, and rows and centre in `codes`. */
async function readCoding(folder: string, { dim, mean, codes }: EncoderEntry): Promise<SignCoding> {
  const centre = fromFloat32Blob(await readChecked(folder, mean, 4 * dim));
  const rows = codeBits * dim;
  const numbers = fromFloat32Blob(await readChecked(folder, codes, 4 * (2 * rows + dim)));
  return {
    known: { bits: codeBits, dim, rows: numbers.slice(0, rows), centre },
    questioned: { bits: codeBits, dim, rows: numbers.slice(rows, 2 * rows), centre: numbers.slice(2 * rows) },
  };
}

/** A file's content, compared with its hash in the manifest. @throws ModelMissing, ModelCorrupt */
export async function readChecked(folder: string, listed: ListedFile, bytes?: number): Promise<Buffer> {
  const content = await read(folder, listed.file);
  if (bytes !== undefined && content.length !== bytes) {
    throw modelCorrupt(listed.file, `it has ${content.length} bytes in place of ${bytes}`);
  }
  if (computeSha256(content) !== listed.sha256) throw modelCorrupt(listed.file, 'its content is not what manifest.json says');
  return content;
}

async function read(folder: string, file: string): Promise<Buffer> {
  try {
    return await fs.readFile(path.join(folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw modelMissing(path.join(folder, file));
    throw modelCorrupt(file, saidBy(error));
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

const manifestFields = fields({ format: v.literal(format, `"${format}"`), models: list(v.looseObject({ kind: text })) });

/**
 * The first model of a kind in a folder's manifest, with checked fields. An id is made from the file's hash, so other content never has an
 * old id.
 * @throws ModelMissing, ModelCorrupt
 */
export async function readListedModel<const Entries extends typeof modelFields & v.ObjectEntries>(
  folder: string,
  kind: string,
  entries: Entries,
): Promise<Read<Entries>> {
  const refuse = (problem: string): Error => modelCorrupt('manifest.json', problem);
  const json = parseJson(await read(folder, 'manifest.json'), 'manifest.json');
  const listed = checkShape(manifestFields, json, refuse).models.find((model) => model.kind === kind);
  if (!listed) throw refuse(`it lists no model of the kind "${kind}"`);
  const model = checkShape(fields(entries), listed, (problem) => refuse(`of the model "${kind}" ${problem}`));
  const { id, file, sha256: hash } = model as Read<typeof modelFields>;
  const expected = formatModelId(kind, hash);
  if (id !== expected) throw modelCorrupt(file, `by its content it is ${expected}, not ${id}`);
  return model;
}

/** The id of a model, from its kind and the hash of its file: `encoder@` and the first 12 hex digits. */
export function formatModelId(kind: string, hash: string): string {
  return `${kind}@${hash.slice(0, 12)}`;
}
