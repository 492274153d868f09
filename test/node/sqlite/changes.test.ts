import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/basics/work';
import { openUntouched } from '../../../src/node/sqlite/log';
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

type Step = { readonly name: 'add' | 'remove' | 'replace' | 'compact' | 'reopen'; readonly at: number };

const steps = fc.array(
  fc.record<Step>({
    name: fc.constantFrom('add', 'add', 'add', 'remove', 'replace', 'compact', 'reopen'),
    at: fc.nat(documents.length - 1),
  }),
  { minLength: 5, maxLength: 30 },
);

async function take(index: FileIndex, { name, at }: Step): Promise<void> {
  const document = documents[at]!;
  if (name === 'add') await index.add(document, encodedSpans(at, at % 4));
  if (name === 'remove') await index.remove([document.id]);
  if (name === 'replace') await index.add(document, encodedSpans(at, at % 4), { former: documents[(at + 1) % 12]!.id });
  if (name === 'compact') await index.compact(neverStops);
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

  it('is smaller once it is compacted, and says so of no window that has it open', async () => {
    const file = newFile();
    const index = await open(file);
    const other = await open(file);
    for (const at of documents.keys()) await index.add(documents[at]!, encodedSpans(at, 3, 200));
    await index.remove(documents.slice(2).map(({ id }) => id));
    const pages = async (): Promise<number> => {
      const database = await openUntouched(file);
      const count = Number(await database.readPragma('page_count'));
      await database.close();
      return count;
    };
    const before = await pages();
    const found = await other.shortlist(encodedSpan(5), everything, neverStops);
    await index.compact(neverStops);
    expect(await pages()).toBeLessThan(before / 3);
    expect(await other.shortlist(encodedSpan(5), everything, neverStops)).toEqual(found);
    await expect(index.compact({ stopped: true })).rejects.toMatchObject({ code: 'Cancelled' });
    await index.close();
    await other.close();
  });
});

describe('a long list', () => {
  it('is reranked as far as a hundred spans; the others follow with what their codes say, moved alike', async () => {
    const index = await openIndex(':memory:', new HashingEncoder(), { create: true });
    for (let at = 0; at < 120; at++) await index.add(knownDocument(`Author ${at}`, `Text ${at}.`), encodedSpans(at, 1));
    const query = encodedSpan(500);
    const listed = await index.shortlist(query, everything, neverStops);
    expect(listed).toHaveLength(120);
    const reranked = await index.rerank(query, listed, neverStops);
    expect(index.readInfo().exactReads).toBe(100);
    expect(reranked.map(({ id }) => id).toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
    const rest = listed.slice(100);
    expect(reranked.slice(100).map(({ id }) => id)).toEqual(rest.map(({ id }) => id));
    const moves = reranked.slice(100).map(({ score }, at) => score - rest[at]!.score);
    for (const move of moves) expect(move).toBeCloseTo(moves[0]!, 6);
    await index.close();
  });
});

it('keeps no codes of a file in memory beside those that are scanned', async () => {
  const file = newFile();
  const [document] = documents;
  const written = await open(file);
  await written.add(document!, encodedSpans(1, 3));
  await written.close();
  const index = await open(file);
  const { hashes } = index.rows.catalogue.get(document!.id)!;
  expect(hashes!.buffer.byteLength).toBe(hashes!.byteLength); // a view would keep the codes behind it
  await index.close();
});
