import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { finish, neverStops } from '../../../src/core/basics/work';
import { encodeSpans } from '../../../src/core/text/encodeText';
import { addAll, readKnownFile } from '../../../src/node/indexing';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { wordProfiler } from '../../fakes/wordProfiler';
import { openIndex } from '../../fakes/openIndex';

/**
 * Indexes a folder, prints each text's length before it is encoded, which takes some milliseconds, and the report.
 *
 * @param most  waits to be killed once so many texts were encoded
 */
async function indexFiles(file: string, folder: string, most: number): Promise<void> {
  const encoder = new HashingEncoder();
  const index = await openIndex(file, encoder, { create: true });
  const names = readdirSync(folder).sort();
  const additions = names.map((name) => {
    const facts = { author: 'Ann', role: 'known', mode: 'written', genre: 'letter', language: 'en' } as const;
    return {
      name,
      document: () => readKnownFile({ path: path.join(folder, name), ...facts }, path.dirname(file), neverStops),
    };
  });
  let encoded = 0;
  async function* encode(text: string): ReturnType<typeof encodeSpans> {
    process.stdout.write(`${text.length}\n`);
    await setTimeout(encoded++ < most ? 5 : 1e9);
    yield* encodeSpans(text, encoder, { n: encoder.patchTokens, stop: neverStops });
  }
  const report = await finish(addAll({ index, encode, profiler: wordProfiler, stop: neverStops }, additions));
  process.stdout.write(`${JSON.stringify(report)}\n`);
  await index.close();
}

void indexFiles(process.argv[2]!, process.argv[3]!, Number(process.argv[4] ?? Infinity));
