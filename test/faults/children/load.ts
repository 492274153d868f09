import path from 'node:path';
import { Place, Service } from '../everyCall/operations';
import { makeText } from '../madeTexts';

// Reviews texts one after the other in one process, and tells how many bytes are in use after some of them, once all that is not needed is
// collected.

const [root, home, ...numbers] = process.argv.slice(2) as [string, string, ...string[]];
const [count, every, different, minutes] = numbers.map(Number) as [number, number, number, number];
/** Sentences of ten words: most texts are short, one in ten is longer. */
function countSentences(number: number): number {
  return number % 10 === 0 ? 15 : 4;
}

async function run(): Promise<void> {
  const place = new Place(home, path.join(root, 'sample'));
  place.make();
  const service = await Service.start(place, root);
  const known = { author: undefined, authorsFromFolders: true, role: 'known', labels: {} };
  await service.ask('case addPaths', { ...known, paths: [path.join(place.folder, 'known')] });
  const facts = { mode: 'written', genre: 'letter', language: 'en' } as const;
  for (let i = 1; i <= count; i++) {
    const text = {
      id: 'edited',
      text: makeText(i % different, countSentences(i)),
      ...facts,
      version: i,
      sha256: 'ab'.repeat(32),
    };
    const choices = { candidates: 2, scale: 'ENFSI 2015', excludeQuotes: true };
    await service.ask('case review', { file: 'untitled:1', labels: facts, text, choices });
    if (i % every !== 0) continue;
    for (let turn = 0; turn < 4; turn++) {
      await new Promise((resolve) => setImmediate(resolve)); // what finalizers free is counted in the next turn
      globalThis.gc!();
    }
    const { heapUsed, external } = process.memoryUsage();
    process.stdout.write(`${JSON.stringify({ heapUsed, external })}\n`);
    if (process.uptime() > 60 * minutes) break;
  }
  process.exit(0);
}

void run();
