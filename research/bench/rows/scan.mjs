// The scan of sign codes, against the TypeScript byte table, FastScan, exact late interaction, and the memory's own speed.
import { race } from '../harness.mjs';
import { startsOf } from '../spans.mjs';

const lanes = 64;
const bits = 64;

/** scan/*: pairs of a query patch and a known patch that are scored in a second. */
export async function scanRows(bench) {
  const { engine, kernels, report, rounds, never } = bench;
  const spans = await bench.spans(bench.sizes.scan);
  const { counts, codes } = spans;
  const places = { starts: startsOf(counts).slice(0, -1), counts };
  const query = bench.encoded(spans, bench.queries(spans, 1)[0]);
  const projected = bench.projected(query.patches);
  const pass = { bits, values: projected.values.slice(0, lanes * bits) };
  const fast = new FastScan(await bench.references(), spans, pass.values);
  const run = (kernel, rows) => {
    const bank = kernel.createBank(bits);
    bank.append(codes);
    return () => bank.scan(rows, places, never);
  };
  const memory = fast.streaming(bench.sizes.memory);
  checkAlike(run(kernels, pass)(), fast.run(), pass.values);
  const times = await race(
    {
      wasm: run(kernels, pass),
      span: run(kernels, projected),
      byteTable: run(engine.plainKernels, pass),
      fastScan: () => fast.run(),
      maxSim: exactScan(bench, spans, query.patches),
      memory: memory.read,
    },
    rounds,
  );
  const work = (codes.length / 8) * lanes;
  const all = { data: spans.data, patches: codes.length / 8 };
  const pairs = { work, unit: 'Mpairs/s', scale: 1e-6 };
  const byteTable = { times: times.byteTable, work };
  report.rate('scan/wasm', pairs, times.wasm, byteTable, { ...all, against: 'TypeScript byte table' });
  report.rate(
    'scan/wasm-vs-fastscan',
    pairs,
    times.wasm,
    { times: times.fastScan, work },
    { ...all, against: 'FastScan, i8x16.swizzle' },
  );
  const exact = { times: times.maxSim, work: exactPatches(bench, spans) * lanes };
  report.rate('scan/wasm-vs-maxsim', pairs, times.wasm, exact, { ...all, against: 'exact fp32 kernel' });
  const whole = { ...pairs, work: (codes.length / 8) * (projected.values.length / bits) };
  const queryPatches = projected.values.length / bits;
  report.rate('scan/wasm/whole-span', whole, times.span, byteTable, {
    ...all,
    queryPatches,
    against: 'TypeScript byte table',
  });
  const bytes = { work: codes.length, unit: 'GB/s of codes', scale: 1e-9 };
  report.rate(
    'scan/bandwidth',
    bytes,
    times.wasm,
    { times: times.memory, work: memory.bytes },
    { ...all, against: 'streaming read' },
  );
}

/** Spans that the exact reference scores: it is slow. */
const exactSpans = 400;
const exactPatches = (bench, { counts }) => counts.slice(0, exactSpans).reduce((sum, count) => sum + count, 0);

/** Exact late interaction of 64 query rows with the first spans' rows. */
function exactScan({ kernels }, { counts, dim, rowsOf }, { values }) {
  const query = { dim, values: values.slice(0, lanes * dim) };
  const rows = Array.from(counts.slice(0, exactSpans), (_, span) => ({ dim, values: rowsOf(span) }));
  return () => rows.forEach((document) => kernels.findBestMatches(query, document));
}

/** FastScan over transposed codes; scores are sums, within rounding those of the shipped kernel times its query patches. */
class FastScan {
  /** Largest sum of 16 entries: leaves room for half a unit of rounding in each. */
  static largest = 119;

  constructor(wasm, { counts, codes }, query) {
    this.wasm = wasm;
    this.spans = counts.length;
    this.patches = query.length / bits;
    const blocks = counts.map((count) => 4 * Math.ceil(count / 64));
    const total = blocks.reduce((sum, count) => sum + count, 0);
    const largest = blocks.reduce((most, count) => Math.max(most, count), 0);
    this.end = Math.ceil(wasm.firstFree.value / 64) * 64;
    const take = (bytes) => (this.end += Math.ceil(bytes / 64) * 64) - Math.ceil(bytes / 64) * 64;
    const at = (this.at = {
      codes: take(total * 128),
      blocks: take(counts.length * 4),
      tables: take(this.patches * 256),
      scales: take(this.patches * 4),
      scratch: take(largest * 256),
      sums: take(counts.length * 4),
    });
    this.grow(this.end);
    const { buffer } = wasm.memory;
    new Uint8Array(buffer, at.codes, total * 128).set(transposed(codes, counts, blocks));
    new Uint32Array(buffer, at.blocks, counts.length).set(blocks);
    this.fillTables(query);
  }

  run() {
    const { codes, blocks, tables, scales, scratch, sums } = this.at;
    const scores = new Float32Array(this.wasm.memory.buffer, sums, this.spans).fill(0);
    this.wasm.fastScan(codes, blocks, this.spans, tables, scales, this.patches, scratch, sums);
    return scores;
  }

  /** Reads so many bytes of memory from one end to the other. */
  streaming(bytes) {
    this.grow(this.end + bytes);
    new Uint8Array(this.wasm.memory.buffer, this.end, bytes).fill(1);
    return { bytes, read: () => this.wasm.readThrough(this.end, bytes) };
  }

  grow(bytes) {
    const missing = bytes - this.wasm.memory.buffer.byteLength;
    if (missing > 0) this.wasm.memory.grow(Math.ceil(missing / 65_536));
  }

  fillTables(query) {
    const tables = new Int8Array(this.wasm.memory.buffer, this.at.tables, this.patches * 256);
    const scales = new Float32Array(this.wasm.memory.buffer, this.at.scales, this.patches);
    for (let patch = 0; patch < this.patches; patch++) {
      const row = query.subarray(patch * bits, (patch + 1) * bits);
      const length = row.reduce((sum, value) => sum + Math.abs(value), 0);
      scales[patch] = length / FastScan.largest;
      for (let entry = 0; entry < 256; entry++) {
        let sum = 0;
        for (let bit = 0; bit < 4; bit++) sum += ((entry >> bit) & 1 ? 1 : -1) * row[(entry >> 4) * 4 + bit];
        tables[patch * 256 + entry] = Math.round(sum / scales[patch]);
      }
    }
  }
}

/** Codes in blocks of 16 patches, each byte of them adjacent; a span's last patch fills its last blocks. */
function transposed(codes, counts, blocks) {
  const out = new Uint8Array(blocks.reduce((sum, count) => sum + count, 0) * 128);
  let to = 0;
  let from = 0;
  counts.forEach((count, span) => {
    for (let place = 0; place < blocks[span] * 16; place++) {
      const patch = from + Math.min(place, count - 1);
      for (let byte = 0; byte < 8; byte++)
        out[to + (place >> 4) * 128 + byte * 16 + (place & 15)] = codes[patch * 8 + byte];
    }
    to += blocks[span] * 128;
    from += count;
  });
  return out;
}

/** The references must do the same work: a kernel that is wrong must not be a reference. */
function checkAlike(means, sums, query) {
  const patches = query.length / bits;
  const length = query.reduce((sum, value) => sum + Math.abs(value), 0) / patches;
  const allowed = length * (8 / FastScan.largest + 4 / 123);
  means.forEach((mean, span) => {
    if (Math.abs(mean - sums[span] / patches) > allowed) throw new Error(`FastScan scores span ${span} otherwise.`);
  });
}
