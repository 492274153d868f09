// Spans to measure on: real ones from a bank (bank.mjs), seeded synthetic ones, or either followed by perturbed copies.
import fs from 'node:fs';
import path from 'node:path';

const codeBytes = 8;

/** A xorshift generator of 32 bits (Marsaglia 2003): integers from 0 to 2³² − 1. */
export function seededIntegers(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function readArray(Type, file) {
  const bytes = fs.readFileSync(file);
  return new Type(bytes.buffer, bytes.byteOffset, bytes.length / Type.BYTES_PER_ELEMENT);
}

/** First patch of each span, and one past the last of all. */
export function startsOf(counts) {
  const starts = new Uint32Array(counts.length + 1);
  for (let span = 0; span < counts.length; span++) starts[span + 1] = starts[span] + counts[span];
  return starts;
}

/** The first chunks of a bank that hold at least so many patches, cut at the end of a document. */
export function readBank(folder, patches, engine) {
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  const chunks = [];
  let documents = [];
  let found = 0;
  for (const { name } of manifest.chunks) {
    if (found >= patches) break;
    const at = (part) => path.join(folder, `${name}.${part}`);
    const counts = readArray(Uint32Array, at('counts.u32'));
    const first = documents.length;
    documents = documents.concat(JSON.parse(fs.readFileSync(at('documents.json'), 'utf8')));
    const owners = readArray(Uint32Array, at('owners.u32')).map((owner) => owner + first);
    chunks.push({
      counts,
      owners,
      codes: readArray(Uint8Array, at('codes.u8')),
      documentVector: readArray(Float32Array, at('documentVectors.f32')),
      rows: at('rows.f16'),
    });
    found += counts.reduce((sum, count) => sum + count, 0);
  }
  const all = {
    realPatches: sumOf(chunks),
    hasRows: true,
    modelId: manifest.modelId,
    dim: manifest.dim,
    documentDim: manifest.documentDim,
    documents: documents.map(({ id, author }) => ({ id, author, role: 'known' })),
    counts: engine.joinArrays(
      Uint32Array,
      chunks.map(({ counts }) => counts),
    ),
    owners: engine.joinArrays(
      Uint32Array,
      chunks.map(({ owners }) => owners),
    ),
    codes: engine.joinArrays(
      Uint8Array,
      chunks.map(({ codes }) => codes),
    ),
    documentVector: engine.joinArrays(
      Float32Array,
      chunks.map(({ documentVector }) => documentVector),
    ),
  };
  return labelled({ ...all, rowsOf: rowReader(chunks, manifest.dim, engine) });
}

const sumOf = (chunks) => chunks.reduce((sum, { counts }) => sum + counts.reduce((all, count) => all + count, 0), 0);

/** Says in words what the spans are. */
function labelled(spans) {
  const { realPatches } = spans;
  const patches = spans.codes.length / codeBytes;
  if (realPatches === undefined)
    return { ...spans, data: patches > spans.ownPatches ? 'synthetic, then perturbed copies' : 'synthetic' };
  return { ...spans, data: patches > realPatches ? `${realPatches} real, then perturbed` : 'real' };
}

/** Reads the exact vectors of one span from its chunk's file. */
function rowReader(chunks, dim, { decodeFloat16 }) {
  const files = chunks.map(({ rows }) => fs.openSync(rows, 'r'));
  const starts = chunks.map(({ counts }) => startsOf(counts));
  return (span) => {
    let chunk = 0;
    while (span >= chunks[chunk].counts.length) span -= chunks[chunk++].counts.length;
    const halves = new Uint16Array(chunks[chunk].counts[span] * dim);
    const bytes = new Uint8Array(halves.buffer);
    fs.readSync(files[chunk], bytes, 0, bytes.length, starts[chunk][span] * dim * 2);
    return decodeFloat16(halves);
  };
}

/**
 * Seeded stand-ins for a bank: documents of six spans of 160 patches, three documents an author. A row is a common direction,
 * its author's, one of 2,000 frequent patches and noise; rows are made again on demand.
 */
export function syntheticSpans(patches, encoder, engine) {
  const { dim, documentDim } = encoder;
  const spanPatches = 160;
  const spans = 6 * Math.ceil(patches / spanPatches / 6);
  const owners = Uint32Array.from({ length: spans }, (_, span) => Math.floor(span / 6));
  const documents = Array.from({ length: owners.at(-1) + 1 }, (_, document) => ({
    id: `document-${String(document).padStart(7, '0')}`,
    author: `author-${Math.floor(document / 3)}`,
    role: 'known',
  }));
  const frequent = Array.from({ length: 2000 }, (_, type) => direction(dim, 1e6 + type));
  const rowsOf = (span) => syntheticRows(span, { dim, spanPatches, frequent });
  const codes = new Uint8Array(spans * spanPatches * codeBytes);
  for (let span = 0; span < spans; span++) {
    const coded = engine.signCodes({ dim, values: rowsOf(span) }, encoder.coding.known).bytes;
    codes.set(coded, span * spanPatches * codeBytes);
  }
  const documentVector = engine.joinArrays(
    Float32Array,
    Array.from(owners, (owner) => direction(documentDim, 5e6 + Math.floor(owner / 3))),
  );
  const counts = new Uint32Array(spans).fill(spanPatches);
  const own = { ownPatches: codes.length / codeBytes, hasRows: true, rowsOf };
  return labelled({ ...encoder, documents, counts, owners, codes, documentVector, ...own });
}

/** A seeded unit vector. */
function direction(dim, seed) {
  const next = seededIntegers(seed * 2654435761);
  for (let i = 0; i < 8; i++) next();
  return toUnit(Float32Array.from({ length: dim }, () => next() / 2 ** 31 - 1));
}

function toUnit(row) {
  let squares = 0;
  for (const value of row) squares += value * value;
  const scale = 1 / Math.sqrt(squares);
  for (let i = 0; i < row.length; i++) row[i] *= scale;
  return row;
}

function syntheticRows(span, { dim, spanPatches, frequent }) {
  const author = direction(dim, 2e6 + Math.floor(span / 18));
  const next = seededIntegers((span + 1) * 40503);
  const values = new Float32Array(spanPatches * dim);
  for (let patch = 0; patch < spanPatches; patch++) {
    const row = values.subarray(patch * dim, (patch + 1) * dim);
    const type = frequent[Math.floor(frequent.length * (next() / 2 ** 32) ** 3)];
    const noise = 2 / Math.sqrt(dim);
    for (let i = 0; i < dim; i++) row[i] = 0.4 * author[i] + type[i] + noise * (next() / 2 ** 32 - 0.5);
    toUnit(row);
  }
  return values;
}

/** As many patches as asked for: the spans themselves, then copies with one bit in 16 turned and other authors. */
export function withCopies(spans, patches, engine) {
  const own = spans.codes.length / codeBytes;
  const copies = Math.ceil(patches / own) - 1;
  const documents = [spans.documents];
  for (let copy = 1; copy <= copies; copy++) {
    const renamed = ({ id, author, role }) => ({ id: `${id}+${copy}`, author: `${author}+${copy}`, role });
    documents.push(spans.documents.map(renamed));
  }
  const repeated = (array, change = (whole) => whole) => {
    const Type = array.constructor;
    const changed = Array.from({ length: copies }, (_, copy) => change(Type.from(array), copy + 1));
    return engine.joinArrays(Type, [array, ...changed]);
  };
  const moved = (whole, copy) => whole.map((owner) => owner + copy * spans.documents.length);
  const copied = {
    ...spans,
    hasRows: false,
    documents: documents.flat(),
    counts: repeated(spans.counts),
    owners: repeated(spans.owners, moved),
    codes: repeated(spans.codes, turned),
    documentVector: repeated(spans.documentVector),
  };
  return firstPatches(copied, patches);
}

/** Turns each bit with a chance of 1/16. */
function turned(codes, seed) {
  const next = seededIntegers(seed);
  for (let at = 0; at < codes.length; at += 4) {
    const flips = next() & next() & next() & next();
    for (let byte = 0; byte < 4 && at + byte < codes.length; byte++) codes[at + byte] ^= (flips >>> (8 * byte)) & 255;
  }
  return codes;
}

/** The first so many spans as a set of their own, with whole documents only. */
export function firstPatches(spans, patches) {
  let count = 0;
  let end = 0;
  while (end < spans.counts.length && (count < patches || spans.owners[end] === spans.owners[end - 1]))
    count += spans.counts[end++];
  return labelled({
    ...spans,
    documents: spans.documents.slice(0, spans.owners[end - 1] + 1),
    counts: spans.counts.slice(0, end),
    owners: spans.owners.slice(0, end),
    codes: spans.codes.slice(0, count * codeBytes),
    documentVector: spans.documentVector.slice(0, end * spans.documentDim),
  });
}

/** Spans to search for: the first with at least 100 patches of each author, in order. */
export function chosenQueries(spans, wanted) {
  const authors = new Set();
  const chosen = [];
  for (let span = 0; span < spans.counts.length && chosen.length < wanted; span++) {
    const { author } = spans.documents[spans.owners[span]];
    if (authors.has(author) || spans.counts[span] < 100) continue;
    authors.add(author);
    chosen.push(span);
  }
  return chosen;
}
