// What an open index holds in memory, in a process that does nothing else: JSON on stdout, bytes.
//   node --expose-gc research/bench/resident.mjs INDEX
import { setTimeout } from 'node:timers/promises';
import { Workplace } from './workplace.mjs';

const bench = await Workplace.open({ quick: true });

/** Buffers are given back a turn of the event loop after they are collected. */
async function held() {
  for (let turn = 0; turn < 3; turn++) {
    global.gc();
    await setTimeout(50);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { bytes: heapUsed + external, rss };
}

const before = await held();
const index = await bench.engine.openFile(process.argv[2], bench.encoder, {
  create: false,
  kernels: bench.kernels,
});
const after = await held();
const { patches } = index.readInfo();
await index.close();
console.log(
  JSON.stringify({ patches, bytes: after.bytes - before.bytes, rssGrowth: after.rss - before.rss, rss: after.rss }),
);
