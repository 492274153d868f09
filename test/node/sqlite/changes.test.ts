import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/basics/work';
import type { FileIndex } from '../../../src/node/sqlite/fileRows';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { encodedSpan, encodedSpans, knownDocument } from '../../fakes/knownSpans';
import { openIndex } from '../../fakes/openIndex';
import { isAll } from '../../needs';

const encoder = new HashingEncoder();
const everything = { limit: 1000, scope: { role: 'known' }, scanned: Infinity } as const;
/** Documents of none to three spans of five patches. */
const documents = Array.from({ length: 12 }, (_, i) => knownDocument(`author ${i % 5}`, `Text ${i}.`));

let folder = '';
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-segments-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const newFile = (): string => path.join(folder, `${files++}.sqlite`);

function open(file: string): Promise<FileIndex> {
  return openIndex(file, encoder, { create: true });
}

/** What an index answers, in words that do not depend on the order of adding. */
async function answers(index: FileIndex): Promise<unknown> {
  const found = await index.shortlist(encodedSpan(5), everything, neverStops);
  const listed = await index.listDocuments();
  const spans = await Promise.all(found.map(async ({ id }) => (await index.read([id]))[0]!.document));
  return {
    info: index.readInfo(),
    listed,
    found: found.map(({ document, author, score }) => [document, author, score]),
    spans,
  };
}

type Step = { readonly name: 'add' | 'remove' | 'replace' | 'reopen'; readonly at: number };

const steps = fc.array(
  fc.record<Step>({
    name: fc.constantFrom('add', 'add', 'add', 'remove', 'replace', 'reopen'),
    at: fc.nat(documents.length - 1),
  }),
  { minLength: 5, maxLength: 30 },
);

async function take(index: FileIndex, { name, at }: Step): Promise<void> {
  const document = documents[at]!;
  if (name === 'add') await index.add(document, encodedSpans(at, at % 4));
  if (name === 'remove') await index.remove([document.id]);
  if (name === 'replace') await index.add(document, encodedSpans(at, at % 4), { former: documents[(at + 1) % 12]!.id });
}

describe('an index that is changed often', () => {
  it.runIf(isAll)('answers as one that was just filled, in its own window, in another, and opened again', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const file = newFile();
        let own = await open(file);
        const other = await open(file);
        for (const step of sequence) {
          if (step.name === 'reopen') {
            await own.close();
            own = await open(file);
          } else await take(own, step);
          if (step.at % 3 === 0) await other.shortlist(encodedSpan(5), everything, neverStops);
        }
        const fresh = await openIndex(':memory:', encoder, { create: true });
        for (const { id } of await own.listDocuments()) {
          const at = documents.findIndex((document) => document.id === id);
          await fresh.add(documents[at]!, encodedSpans(at, at % 4));
        }
        const expected = await answers(fresh);
        expect(await answers(own)).toEqual(expected);
        expect(await answers(other)).toEqual(expected);
        expect(await own.check({ stop: neverStops })).toEqual([]);
        for (const index of [own, other, fresh]) await index.close();
      }),
      { numRuns: 40 },
    );
  });
});
