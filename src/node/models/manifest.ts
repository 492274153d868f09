import fs from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { type Shape, checkShape, count, fields, flag, list, sha256, text } from '../../core/basics/shape';
import { type ClassicalStatistics, parseClassicalStatistics } from '../../core/classical/features';
import { type PhraseRates, readPhraseRates } from '../../core/classical/hashing';
import type { NgramMetric } from '../../core/classical/ngrams';
import { modelCorrupt, modelMissing } from '../../core/errors';
import { MarkerRates } from '../../core/markers/textMarkers';
import { type CalibrationFile, parseCalibrations } from '../../core/verification/calibration';
import { type LoadedSearchCalibration, parseSearchCalibration } from '../../core/verification/firstOfSearch';
import { type LoadedQuestionCalibration, parseQuestionCalibration } from '../../core/verification/question';
import { type SignCoding, codeBits } from '../../lateInteraction/scoring/signCodes';
import { type StoredPopulation, parsePopulation } from '../population/population';
import { computeSha256 } from '../sha256';
import { fromFloat16Blob, fromFloat32Blob } from '../sqlite/database/blobs';
import type { IndexEncoder } from '../sqlite/records/indexFacts';
import { saidBy } from '../systemError';

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

/** The same with the id of its model. */
type Identified<Content> = Verified<Content> & { readonly id: string };

/** The encoder's files, each read and compared with its hash in the manifest. */
export interface EncoderFiles {
  readonly entry: EncoderEntry;
  /** The bytes of the graph that were hashed. */
  readonly graph: Buffer;
  /** Parsed tokenizer.json. */
  readonly tokenizer: unknown;
  readonly coding: SignCoding;
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

/**
 * Reads the statistics, the population and the calibrations of a models folder. A ratio that was calibrated on other n-grams or other
 * statistics would mean nothing, so files that do not fit together are refused.
 * @throws ModelMissing, ModelCorrupt
 */
export async function readVerifierFiles(folder: string) {
  const statistics = await readStatistics(folder);
  const calibrations = await readCalibrations(folder);
  const population = await readPopulation(folder);
  const { trainedOn } = statistics.content;
  requireSame(population.file, { ...population.content }, { statistics: trainedOn });
  requireSame(calibrations.file, { ...calibrations.content }, {
    ngrams: (await readListedModel(folder, 'ngrams', modelFields)).id,
    markers: (await readListedModel(folder, 'markers', modelFields)).id,
    statistics: trainedOn,
  });
  return { statistics, population, calibrations };
}

/** Reads the statistics of the classical methods. @throws ModelMissing, ModelCorrupt */
export function readStatistics(folder: string): Promise<Verified<ClassicalStatistics>> {
  return readJson(folder, 'statistics', parseClassicalStatistics);
}

/** Reads the calibrations for English, or those for languages without a trained model. @throws ModelMissing, ModelCorrupt */
export function readCalibrations(
  folder: string,
  kind: 'calibrations' | 'languages' = 'calibrations',
): Promise<Verified<CalibrationFile>> {
  return readJson(folder, kind, parseCalibrations);
}

/** Reads the calibration of the first of a search. @throws ModelMissing, ModelCorrupt */
export function readSearchCalibration(folder: string): Promise<Identified<LoadedSearchCalibration['content']>> {
  return readJson(folder, 'search', parseSearchCalibration);
}

/** Reads the calibration of questions among authors. @throws ModelMissing, ModelCorrupt */
export function readQuestionCalibration(folder: string): Promise<Identified<LoadedQuestionCalibration['content']>> {
  return readJson(folder, 'question', parseQuestionCalibration);
}

/** Reads how many authors of the population use common runs of words. @throws ModelMissing, ModelCorrupt */
export async function readPhrases(folder: string): Promise<Verified<PhraseRates>> {
  const entry = await readListedModel(folder, 'phrases', modelFields);
  return { ...entry, content: readPhraseRates(await readChecked(folder, entry, entry.bytes)) };
}

/** Reads the rates of each marker in the population. @throws ModelMissing, ModelCorrupt */
export function readMarkerRates(folder: string): Promise<Verified<MarkerRates>> {
  return readJson(folder, 'markers', (value) => MarkerRates.parse(value));
}

/** Reads the bundled reference population. @throws ModelMissing, ModelCorrupt */
export function readPopulation(folder: string): Promise<Verified<StoredPopulation>> {
  return readJson(folder, 'population', parsePopulation);
}

/** `statistics`: `trainedOn` of the classical statistics with the weighted vocabulary; `rank`: number of directions. */
const ngramFields = { ...modelFields, statistics: text, rank: count };

/**
 * Reads the n-gram metric of a models folder: float16 weights [features], float32 scales [rank], int8 directions [features][rank],
 * little-endian. A metric for another vocabulary is refused.
 * @throws ModelMissing, ModelCorrupt
 */
export async function readNgramMetric(folder: string, statistics: ClassicalStatistics): Promise<Verified<NgramMetric>> {
  const entry = await readListedModel(folder, 'ngrams', ngramFields);
  if (entry.statistics !== statistics.trainedOn) {
    throw modelCorrupt(entry.file, `it was made with statistics ${entry.statistics}, not ${statistics.trainedOn}`);
  }
  const content = await readChecked(folder, entry, entry.bytes);
  const features = statistics.features.hashes.length;
  const [scales, directions] = [2 * features, 2 * features + 4 * entry.rank];
  if (content.length !== directions + features * entry.rank) {
    throw modelCorrupt(entry.file, `it does not contain ${entry.rank} directions of ${features} features`);
  }
  const metric = {
    id: entry.id,
    weights: fromFloat16Blob(content.subarray(0, scales)),
    scales: fromFloat32Blob(content.subarray(scales, directions)),
    directions: new Int8Array(content.subarray(directions)),
  };
  return { ...entry, content: metric };
}

async function readJson<T>(folder: string, kind: string, parse: (json: unknown) => T): Promise<Identified<T>> {
  const entry = await readListedModel(folder, kind, modelFields);
  const json = parseJson(await readChecked(folder, entry, entry.bytes), entry.file);
  try {
    return { ...entry, content: parse(json) };
  } catch (error) {
    throw modelCorrupt(entry.file, saidBy(error));
  }
}

/** @param made  the names and hashes of what the file says it was made with */
function requireSame(
  file: string,
  made: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(expected)) {
    if (made[name] !== value) throw modelCorrupt(file, `it was made with ${name} ${String(made[name])}, not ${value}`);
  }
}
