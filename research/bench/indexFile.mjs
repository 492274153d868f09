// A reference index in a temporary file, filled with spans whose texts are made of the sample's sentences.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { seededIntegers } from './spans.mjs';
import { sampleTexts } from './texts.mjs';

/** Fills a new index with the spans' documents one by one, as an indexing does. */
export async function filledIndex(bench, spans) {
  const { engine, encoder, kernels } = bench;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-bench-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'bench.sqlite');
  const open = (create = false) => engine.openFile(file, encoder, { create, kernels });
  const index = await open(true);
  const profiler = await bench.profiler();
  let span = 0;
  const spent = { adding: 0, addingCpu: 0, profilingCpu: 0 };
  let documents = 0;
  for (const [owner, document] of spans.documents.entries()) {
    const own = [];
    while (spans.owners[span] === owner) own.push(bench.encoded(spans, span++));
    if (own.length === 0) continue;
    const known = knownDocument(bench, document, own, owner);
    const before = running();
    const profile = profiler.computeProfile(known, engine.averageTextVector(own));
    const [started, profiled] = [performance.now(), running()];
    await index.add(known, own, { made: { profiler: profiler.id, profile } });
    spent.adding += performance.now() - started;
    spent.addingCpu += running() - profiled;
    spent.profilingCpu += profiled - before;
    documents += 1;
  }
  await index.close();
  return { file, open, documents, spent, patches: spans.codes.length / 8 };
}

/** Milliseconds that the processor gave to this process, which other processes do not lengthen. */
export function running() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A text of the spans' length: sentences of the sample in an order of the document's own. */
function knownDocument(bench, { id, author }, spans, owner) {
  const length = spans.reduce((sum, { span }) => sum + span.range.end, 0);
  const sentences = (bench.sentences ??= sampleTexts(bench).known.flatMap((text) => text.split(/(?<=[.!?])\s+/)));
  const next = seededIntegers(owner + 1);
  let text = id;
  while (text.length < length) text += ` ${sentences[next() % sentences.length]}`;
  const facts = { text, author, mode: 'written', genre: 'essay' };
  return { ...facts, id: bench.engine.computeDocumentId(facts), role: 'known', title: id, language: 'en' };
}
