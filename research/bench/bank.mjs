// Encodes labelled documents as an index does and keeps what a search needs as plain arrays: codes, exact vectors, document vectors.
// No text is written. A stopped run goes on where its last whole chunk ends.
//   node research/bench/bank.mjs --out FOLDER [--models models] --documents dev.jsonl.gz [--documents train.jsonl.gz …] [--patches 10000000]
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import zlib from 'node:zlib';
import { engineSources, root } from './engineSources.mjs';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    models: { type: 'string', default: path.join(root, 'models') },
    documents: { type: 'string', multiple: true },
    patches: { type: 'string', default: '10000000' },
    chunk: { type: 'string', default: '50000' },
  },
});
const folder = path.resolve(values.out);
const never = { stopped: false };
const engine = await engineSources('bank', {
  'src/core/text/encodeText': 'encodeText',
  'src/core/text/readText': 'checkDocument',
  'src/lateInteraction/scoring/signCodes': 'signCodes, encodeFloat16',
  'src/lateInteraction/encoder/encoder': 'OnnxEncoder',
});

const manifestFile = path.join(folder, 'manifest.json');
const bytesOf = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);

/** Documents of a JSON Lines file in an order that the seed alone decides, so that every prefix is a fair sample. */
function shuffledDocuments(file) {
  const bytes = fs.readFileSync(file);
  const text = (file.endsWith('.gz') ? zlib.gunzipSync(bytes) : bytes).toString('utf8');
  const lines = text.split('\n').filter(Boolean);
  const order = shuffledPlaces(lines.length);
  return order.map((place) => ({ place, line: lines[place] }));
}

/** Fisher–Yates with a xorshift generator of 32 bits. */
function shuffledPlaces(count) {
  let state = 1;
  const places = Array.from({ length: count }, (_, place) => place);
  for (let last = count - 1; last > 0; last--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const other = (state >>> 0) % (last + 1);
    [places[last], places[other]] = [places[other], places[last]];
  }
  return places;
}

/** Written whole or not at all. */
function writeAtomically(file, content) {
  fs.writeFileSync(`${file}.part`, content);
  fs.renameSync(`${file}.part`, file);
}

function readManifest(encoder) {
  const fresh = {
    format: 'idiograph.bank/1',
    modelId: encoder.modelId,
    n: encoder.patchTokens,
    dim: encoder.dim,
    documentDim: encoder.documentDim,
    bits: 64,
    rows: 'float16',
    documents: values.documents.map((file) => path.basename(file)),
    done: {},
    patches: 0,
    spans: 0,
    chunks: [],
  };
  if (!fs.existsSync(manifestFile)) return fresh;
  const found = JSON.parse(fs.readFileSync(manifestFile, 'utf8'));
  if (found.modelId !== encoder.modelId)
    throw new Error(`${folder} was made with ${found.modelId}: name another folder`);
  return { ...found, documents: fresh.documents };
}

/** What one chunk gathers before it is written. */
class Chunk {
  documents = [];
  codes = [];
  rows = [];
  documentVector = [];
  counts = [];
  owners = [];
  patches = 0;

  add(document, spans, codesOf) {
    const owner = this.documents.push({ ...document, spans: spans.length }) - 1;
    for (const { patches, documentVector } of spans) {
      const count = patches.ranges.length / 2;
      this.codes.push(codesOf(patches));
      this.rows.push(bytesOf(engine.encodeFloat16(patches.values)));
      this.documentVector.push(bytesOf(documentVector));
      this.counts.push(count);
      this.owners.push(owner);
      this.patches += count;
    }
  }

  /** Writes the chunk's files and gives its line of the manifest. */
  write(name, set) {
    const at = (part) => path.join(folder, `${name}.${part}`);
    writeAtomically(at('codes.u8'), Buffer.concat(this.codes));
    writeAtomically(at('rows.f16'), Buffer.concat(this.rows));
    writeAtomically(at('documentVectors.f32'), Buffer.concat(this.documentVector));
    writeAtomically(at('counts.u32'), bytesOf(Uint32Array.from(this.counts)));
    writeAtomically(at('owners.u32'), bytesOf(Uint32Array.from(this.owners)));
    writeAtomically(at('documents.json'), JSON.stringify(this.documents));
    const { patches, documents, counts } = this;
    return { name, set, documents: documents.length, spans: counts.length, patches };
  }
}

const encoder = await engine.OnnxEncoder.open(path.resolve(values.models), 1);
const { known, questioned } = encoder.coding;
const codesOf = (patches) => engine.signCodes(patches, known).bytes;
fs.mkdirSync(folder, { recursive: true });
const manifest = readManifest(encoder);
fs.writeFileSync(path.join(folder, 'mean.f32'), bytesOf(known.centre));
fs.writeFileSync(path.join(folder, 'rotation.f32'), bytesOf(known.rows));
fs.writeFileSync(path.join(folder, 'questioned.f32'), Buffer.concat([questioned.rows, questioned.centre].map(bytesOf)));
const wanted = Number(values.patches);
const started = performance.now();

function flush(chunk, set, done) {
  if (chunk.documents.length > 0) {
    const line = chunk.write(String(manifest.chunks.length).padStart(4, '0'), set);
    manifest.chunks.push(line);
    manifest.patches += line.patches;
    manifest.spans += line.spans;
  }
  manifest.done[set] = done;
  writeAtomically(manifestFile, JSON.stringify(manifest, null, 1));
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`${set}: ${done} documents, ${manifest.patches} patches, ${manifest.spans} spans, ${minutes} min`);
}

/** A document's spans as an index stores them; none where an index would refuse it. */
async function spansOf(text, id) {
  try {
    engine.checkDocument(text, id);
    return await engine.encodeText(text, encoder, { n: encoder.patchTokens, stop: never });
  } catch (error) {
    if (error.code === 'TooShort' || error.code === 'EmptyDocument') return [];
    throw error;
  }
}

for (const file of values.documents) {
  const set = path.basename(file).replace(/\.jsonl(\.gz)?$/, '');
  const documents = shuffledDocuments(file);
  let chunk = new Chunk();
  for (let at = manifest.done[set] ?? 0; at < documents.length && manifest.patches < wanted; at++) {
    const { place, line } = documents[at];
    const { id, author, genre, mode, title, text } = JSON.parse(line);
    chunk.add({ place, id, author, genre, mode, title }, await spansOf(text, id), codesOf);
    if (chunk.patches < Number(values.chunk) && at + 1 < documents.length) continue;
    flush(chunk, set, at + 1);
    chunk = new Chunk();
  }
}
await encoder.close();
