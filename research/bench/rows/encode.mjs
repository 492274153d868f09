// The encoder: words a second beside its full-precision graph, and one edited sentence beside the whole text.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { race } from '../harness.mjs';
import { edited, openedEncoder, sampleTexts, wordsOf } from '../texts.mjs';

/** encode/*: one thread, no window cached but in `encode/edit`. */
export async function encodeRows(bench) {
  const { engine, report } = bench;
  const { questioned } = sampleTexts(bench);
  const encoder = await openedEncoder(bench);
  const full = bench.fp32 && (await engine.OnnxEncoder.open(foldersOf(bench), 1));
  const encode = (text, by) => engine.encodeText(text, by, { n: encoder.patchTokens, stop: bench.never });
  const cache = engine.cacheWindows(encoder);
  await encode(questioned, cache);
  const times = await race(
    {
      int8: () => encode(questioned, encoder),
      edit: (round = -1) => encode(edited(questioned, round), cache),
      ...(full && { fp32: () => encode(questioned, full) }),
    },
    bench.rounds,
  );
  const work = wordsOf(questioned);
  const reference = full && { times: times.fp32, work };
  const against = full ? 'fp32 graph' : 'no fp32 graph given';
  report.rate('encode/int8', { work, unit: 'words/s' }, times.int8, reference, { data: 'sample texts', against });
  report.time('encode/edit', times.edit, times.int8, { data: 'sample texts', words: work, against: 'the whole text' });
  await encoder.close();
  await full?.close();
}

/** A models folder that differs in its graph alone. */
function foldersOf({ fp32, models }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-bench-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const manifest = JSON.parse(fs.readFileSync(path.join(models, 'manifest.json'), 'utf8'));
  const entry = manifest.models.find(({ kind }) => kind === 'encoder');
  for (const { file } of [entry.tokenizer, entry.mean, entry.codes])
    fs.copyFileSync(path.join(models, file), path.join(folder, file));
  const graph = fs.readFileSync(fp32);
  entry.bytes = graph.length;
  entry.sha256 = createHash('sha256').update(graph).digest('hex');
  fs.writeFileSync(path.join(folder, entry.file), graph);
  fs.writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}
