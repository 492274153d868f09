import type { KnownDocument } from '../../../core/domain';
import type { CheckRun, StopSignal, TextProfile, TextProfiler } from '../../../core/ports';
import { codeBits, projectedVectors } from '../../../core/scoring/signCodes';
import { throwIfStopped } from '../../../core/stop';
import { countWords } from '../../../core/text/countWords';
import { textDocumentVector } from '../../../core/scoring/patches';
import { fromFloat32Blob, fromUint32Blob } from '../database/blobs';
import { isAsStored, type ListedDocument, listedDocuments } from '../records/catalogue';
import { exactVectorBytes, exactVectorErrors, fromExactVectorBlob } from '../records/exactVectors';
import type { Database } from '../database/database';
import { documentId } from '../records/documentId';
import { storedText } from '../records/documentRows';
import type { IndexEncoder } from '../records/indexFacts';
import { isAsStored as isProfileAsStored, profileOf } from '../records/profileRows';
import { rowsSha256, sha256 } from '../records/records';
import { codeBytes, documentParts, hashBytes, type Segment } from '../records/segment';
import { segmentsAfter } from '../records/segmentRows';
import { spansOfDocument, type StoredSpanRow } from '../records/spanRows';

/** One document that is not as it was stored. */
export interface DamagedDocument {
  readonly listed: ListedDocument;
  /** A clause that follows the id: "has another text than it was added with". */
  readonly problem: string;
  /** Whether its facts and text are those that were added, so that encoding it again mends the rest. */
  readonly mendable: boolean;
}

export interface Damage {
  /** Sentences about segments. */
  readonly segments: readonly string[];
  readonly documents: readonly DamagedDocument[];
}

/** What a check works with. */
export interface CheckDependencies {
  readonly database: Database;
  readonly encoder: IndexEncoder;
}

/** What float32 rounding may add to the error of a stored row: a value of R · (row − μ) this near zero may have either sign. */
const rounding = 1e-6;

/** Compares every document of an index whose pages are sound with its hashes, and what was made of it. Throws Cancelled. */
export async function findDamage(deps: CheckDependencies, run: CheckRun): Promise<Damage> {
  const { inMemory, segments } = await partsOfDocuments(deps.database);
  const documents: DamagedDocument[] = [];
  const listed = await listedDocuments(deps.database);
  for (const [done, document] of listed.entries()) {
    throwIfStopped(run.stop);
    run.progress?.(done, listed.length);
    const problem = await problemOf(deps, document, inMemory.get(document.number), run);
    if (problem) documents.push({ listed: document, ...problem });
  }
  return { segments, documents };
}

/** What memory holds of each document, by its number. */
async function partsOfDocuments(database: Database): Promise<{ inMemory: Map<number, Segment>; segments: string[] }> {
  const inMemory = new Map<number, Segment>();
  const problems: string[] = [];
  for await (const segments of segmentsAfter(database, 0, ({ message }) => problems.push(message))) {
    for (const part of segments.flatMap((segment) => [...documentParts(segment)])) {
      const { number } = part.documents[0]!;
      if (inMemory.has(number)) problems.push(`The document with number ${number} is in the segments twice.`);
      inMemory.set(number, part);
    }
  }
  return { inMemory, segments: problems };
}

type Problem = Omit<DamagedDocument, 'listed'>;

async function problemOf(
  { database, encoder }: CheckDependencies,
  listed: ListedDocument,
  part: Segment | undefined,
  run: CheckRun,
): Promise<Problem | undefined> {
  const text = await storedText(database, listed);
  const facts = factsProblem(listed, text);
  if (text === undefined || facts !== undefined) {
    return { problem: facts ?? 'lacks its text', mendable: false };
  }
  const spans = await spansOfDocument(database, listed.number, run.stop);
  const problem =
    rowsProblem(listed, part, spans, { encoder, stop: run.stop }) ??
    (await profileProblem(database, { listed, text, spans }, run.profiler));
  return problem === undefined ? undefined : { problem, mendable: true };
}

/** What is wrong with what is listed of a document, and with its text, as a clause. */
function factsProblem(listed: ListedDocument, text: string | undefined): string | undefined {
  const { facts } = listed;
  const known = (text: string): Pick<KnownDocument, 'author' | 'mode' | 'genre' | 'text'> => ({ ...facts, text });
  if (!isAsStored(listed)) return 'is not listed as it was added';
  if (text === undefined) return 'lacks its text';
  if (sha256(text) !== facts.textSha256) return 'has another text than it was added with';
  if (documentId(known(text)) !== facts.id) return 'has the id of another document';
  return countWords(text) === facts.words ? undefined : 'is listed with another number of words';
}

/** What the rows of a document are checked with. */
interface RowsCheck {
  readonly encoder: IndexEncoder;
  readonly stop: StopSignal;
}

/** What is wrong with a document's codes, spans and exact vectors, as a clause. Throws Cancelled between spans. */
function rowsProblem(
  { facts }: ListedDocument,
  part: Segment | undefined,
  spans: readonly StoredSpanRow[],
  check: RowsCheck,
): string | undefined {
  if (!part) return 'is in no segment';
  if (rowsSha256(part) !== facts.rowsSha256) return 'has damaged codes';
  const { counts, hashes, documents } = part;
  if (spans.length !== counts.length || facts.spans !== counts.length) return 'lacks a span';
  const stored = spans.every((span, i) => {
    const hash = hashes.subarray(i * hashBytes, (i + 1) * hashBytes);
    return span.id === documents[0]!.firstSpan + i && Buffer.compare(span.sha256, hash) === 0;
  });
  if (!stored) return 'has damaged exact vectors';
  if (!spans.every((span, i) => fits(span, counts[i]!, check))) return 'has exact vectors that do not fit its spans';
  return haveSigns(part, spans, check) ? undefined : 'has codes that are not the signs of its exact vectors';
}

/** Rows that were damaged before they were stored. */
function fits(
  { start, end, documentVector, ranges, vectors }: StoredSpanRow,
  patches: number,
  { encoder, stop }: RowsCheck,
): boolean {
  throwIfStopped(stop);
  const { dim, documentDim } = encoder;
  const lengths = vectors.length === exactVectorBytes(dim) * patches && ranges.length === 8 * patches;
  if (!lengths || documentVector.length !== 4 * documentDim || !areInside(fromUint32Blob(ranges), start, end))
    return false;
  return haveUnitLength(fromExactVectorBlob(vectors, dim), dim);
}

function areInside(ranges: Uint32Array, start: number, end: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) {
    if (ranges[at]! < start || ranges[at]! >= ranges[at + 1]! || ranges[at + 1]! > end) return false;
  }
  return true;
}

function haveUnitLength(values: Float32Array, dim: number): boolean {
  for (let at = 0; at < values.length; at += dim) {
    let squares = 0;
    for (let i = 0; i < dim; i++) squares += values[at + i]! * values[at + i]!;
    if (!(Math.abs(squares - 1) < 0.01)) return false;
  }
  return true;
}

function haveSigns({ codes, counts }: Segment, spans: readonly StoredSpanRow[], { encoder, stop }: RowsCheck): boolean {
  const { dim, coding } = encoder;
  let at = 0;
  return spans.every(({ vectors }, i) => {
    throwIfStopped(stop);
    const projected = projectedVectors({ dim, values: fromExactVectorBlob(vectors, dim) }, coding.known);
    const own = codes.subarray(at, (at += counts[i]! * codeBytes));
    return areSigns(projected, own, exactVectorErrors(vectors, dim));
  });
}

/** Codes were taken of the rows before they were rounded: a value closer to zero than a row's error may have either sign. */
function areSigns(values: Float64Array, codes: Uint8Array, errors: Float32Array): boolean {
  for (let i = 0; i < values.length; i++) {
    const positive = ((codes[i >> 3]! >> (i & 7)) & 1) === 1;
    if (positive === values[i]! >= 0) continue;
    if (Math.abs(values[i]!) > errors[Math.floor(i / codeBits)]! + rounding) return false;
  }
  return true;
}

/** What is wrong with a document's profile, as a clause: it is made again and compared. */
async function profileProblem(
  database: Database,
  {
    listed,
    text,
    spans,
  }: { readonly listed: ListedDocument; readonly text: string; readonly spans: readonly StoredSpanRow[] },
  profiler: TextProfiler | undefined,
): Promise<string | undefined> {
  const row = await database.get('SELECT * FROM profiles WHERE document = ?', listed.number);
  if (!row) return undefined; // a review makes what is missing
  if (!isProfileAsStored(row, listed)) return 'has a damaged profile';
  if (!profiler || row['profiler'] !== profiler.id) return undefined;
  const vectors = spans.map(({ documentVector, tokens }) => ({
    documentVector: fromFloat32Blob(documentVector),
    span: { tokens },
  }));
  const made = profiler.profile({ text, mode: listed.facts.mode }, textDocumentVector(vectors));
  return areAlike(made, profileOf(row, listed)) ? undefined : 'has the profile of another text';
}

/** Equal but for how float16 rounds. */
function areAlike(made: TextProfile, stored: TextProfile): boolean {
  const near = (a: Float32Array, b: Float32Array): boolean =>
    a.length === b.length && a.every((value, i) => Math.abs(value - b[i]!) <= Math.abs(value) * 2 ** -9 + 2 ** -20);
  const { ids, weights } = made.features;
  return (
    ids.length === stored.features.ids.length &&
    ids.every((id, i) => id === stored.features.ids[i]) &&
    near(weights, stored.features.weights) &&
    near(made.documentVector, stored.documentVector)
  );
}
