// The index file: adding, opening, fetching, and what it takes in memory and on the disk.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { race, sizeName } from '../harness.mjs';
import { running } from '../indexFile.mjs';
import { openedEncoder, sampleTexts } from '../texts.mjs';

/** index/* and memory/*. */
export async function indexRows(bench) {
  const built = await bench.index();
  const spans = bench.spans(bench.sizes.index);
  const all = { data: spans.data, patches: built.patches };
  const size = sizeName(bench.sizes.index);
  await storeShare(bench, built, all);
  await memoryRow(bench, built, all);
  await openRows(bench, built, { ...all, size });
  await fetchRow(bench, built, all);
  const bytes = fs.statSync(built.file).size / built.patches;
  bench.report.add(
    'index/size',
    { value: bytes, unit: 'bytes/patch', reference: 8, kind: 'time' },
    { ...all, against: 'codes alone' },
  );
}

/** What adding costs beside encoding the same number of patches: a document stored, and its profile made. */
async function storeShare(bench, built, all) {
  const encoder = await openedEncoder(bench);
  const encoding = { elapsed: 0, cpu: 0, patches: 0 };
  for (const text of sampleTexts(bench).known.slice(0, bench.sizes.texts)) {
    const [started, before] = [performance.now(), running()];
    const spans = await bench.engine.encodeText(text, encoder, { n: encoder.patchTokens, stop: bench.never });
    encoding.elapsed += performance.now() - started;
    encoding.cpu += running() - before;
    encoding.patches += spans.reduce((sum, span) => sum + span.patches.ranges.length / 2, 0);
  }
  await encoder.close();
  const { adding, addingCpu, profilingCpu } = built.spent;
  const perDocument = built.patches / built.documents / encoding.patches;
  const value = (built.documents / adding) * 1000;
  const reference = 1000 / (encoding.elapsed * perDocument);
  const encodingCpu = encoding.cpu * perDocument * built.documents;
  const more = {
    storeShare: reference / (value + reference),
    storeCpuShare: addingCpu / (addingCpu + encodingCpu),
    profileCpuShare: profilingCpu / (profilingCpu + addingCpu + encodingCpu),
    cpuRatio: encodingCpu / addingCpu,
  };
  const row = { value, unit: 'documents/s', reference, kind: 'rate' };
  bench.report.add('index/add', row, { ...all, ...more, against: 'encoding the same' });
}

async function openRows(bench, built, { size, ...all }) {
  const { engine } = bench;
  const codes = path.join(path.dirname(built.file), 'codes.u8');
  fs.writeFileSync(codes, bench.spans(bench.sizes.index).codes);
  const empty = path.join(path.dirname(built.file), 'empty.sqlite');
  const opened = (file, create = false) =>
    engine.openFile(file, bench.encoder, { create, kernels: bench.kernels }).then((index) => index.close());
  await opened(empty, true);
  const times = await race(
    {
      open: () => opened(built.file),
      empty: () => opened(empty),
      blobs: async () => {
        const database = await engine.Database.open(built.file, 'readWrite');
        await database.selectAll(residentBlobs);
        await database.close();
      },
      raw: () => fs.readFileSync(codes),
    },
    bench.rounds,
  );
  bench.report.time(`index/open/${size}`, times.open, times.blobs, { ...all, against: 'the same blobs, same driver' });
  bench.report.time('index/open/empty', times.empty, times.blobs, { ...all, against: `the blobs of ${size}` });
  bench.report.time(`index/open/${size}/raw`, times.open, times.raw, { ...all, against: 'code bytes of a plain file' });
}

/** All that an index keeps in memory. */
const residentBlobs = 'SELECT codes FROM documents';

/** Bytes that an open index holds, beside the 8 of each code, in a process of its own. */
async function memoryRow(bench, built, all) {
  const program = path.join(bench.root, 'research', 'bench', 'resident.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, built.file]);
  const { patches, bytes, ...more } = JSON.parse(stdout);
  const row = { value: bytes / patches, unit: 'bytes/patch', reference: 8, kind: 'time' };
  bench.report.add('memory/bytes-per-patch', row, { ...all, ...more, against: 'codes alone' });
}

/** The exact vectors of 100 spans, in a different choice each round. */
async function fetchRow(bench, built, all) {
  const index = await built.open();
  const ids = [];
  for (const { id } of await index.listDocuments()) ids.push(...(await index.listSpans(id)));
  const chosen = (round) =>
    Array.from({ length: Math.min(100, ids.length) }, (_, at) => ids[(at * 7919 + round * 104729) % ids.length]);
  const database = await bench.engine.Database.open(built.file, 'readWrite');
  const times = await race(
    {
      read: (round = 0) => index.read(chosen(round)),
      blobs: (round = 0) => database.selectAll(`SELECT * FROM spans WHERE id IN (${chosen(round).join()})`),
    },
    bench.rounds,
  );
  await database.close();
  await index.close();
  bench.report.time('index/fetch/100', times.read, times.blobs, { ...all, against: 'the same blobs, same driver' });
}
