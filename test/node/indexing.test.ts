import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TextRange } from '../../src/core/domain/evidence';
import type { IndexedDocument } from '../../src/core/ports';
import { addRange } from '../../src/core/text/handRanges';
import { finish, neverStops } from '../../src/core/basics/work';
import { encodeSpans } from '../../src/core/text/encodeText';
import { addAll, readKnownFile } from '../../src/node/indexing';
import { computeSha256 } from '../../src/node/sha256';
import type { FileToIndex, IndexProgress, IndexReport } from '../../src/protocol/engine';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { MemoryIndex } from '../fakes/memoryIndex';
import { wordProfiler } from '../fakes/wordProfiler';

const encoder = new HashingEncoder();
const long = (text: string): string => `${text} is what the letter says, and it says so at some length. `.repeat(6);

let folder = '';
let index: MemoryIndex;
let encoded = 0;
let news: IndexProgress[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-indexing-'));
  index = new MemoryIndex();
  encoded = 0;
  news = [];
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(name: string, text: string): Promise<void> {
  await writeFile(path.join(folder, name), long(text));
}

/** Indexes files of the folder, all by one author, as the engine does. */
function indexFiles(...names: readonly string[]): Promise<IndexReport> {
  return indexAs('known', names);
}

async function indexAs(
  role: FileToIndex['role'],
  names: readonly string[],
  byHand?: FileToIndex['byHand'],
): Promise<IndexReport> {
  const files = names.map((name): FileToIndex => {
    const facts = { mode: 'written', genre: 'letter', language: 'en', role } as const;
    return { path: path.join(folder, name), author: 'Ann', ...facts, byHand };
  });
  const additions = files.map((file) => ({ name: file.path, document: () => readKnownFile(file, folder, neverStops) }));
  const encode = (text: string, exclude: readonly TextRange[]): ReturnType<typeof encodeSpans> => {
    encoded += 1;
    return encodeSpans(text, encoder, { n: encoder.patchTokens, stop: neverStops, exclude });
  };
  const steps = addAll({ index, encode, profiler: wordProfiler, stop: neverStops }, additions);
  return finish(steps, (one) => news.push(one));
}

/** What was encoded of all documents, patch by patch. */
async function encodedText(): Promise<string> {
  const found: string[] = [];
  for (const { id } of await index.listDocuments()) {
    const { text } = (await index.readDocument(id))!;
    for (const { patches } of await index.read(await index.listSpans(id)))
      for (let i = 0; i < patches.ranges.length; i += 2)
        found.push(text.slice(patches.ranges[i], patches.ranges[i + 1]));
  }
  return found.join(' ');
}

describe('adding files', () => {
  it('reports a file that fails in a way that nobody expected, and goes on', async () => {
    await write('z.txt', 'Odd');
    const odd = { name: '/odd/y.odt', document: () => Promise.reject(new RangeError('Invalid count value: -1')) };
    const known = { path: path.join(folder, 'z.txt'), author: 'Ann', role: 'known', mode: 'written' } as const;
    const file = {
      name: known.path,
      document: () => readKnownFile({ ...known, genre: 'letter', language: 'en' }, folder, neverStops),
    };
    const encode = (text: string): ReturnType<typeof encodeSpans> =>
      encodeSpans(text, encoder, { n: encoder.patchTokens, stop: neverStops });
    const report = await finish(addAll({ index, encode, profiler: wordProfiler, stop: neverStops }, [odd, file]));
    expect(report).toMatchObject({ added: 1, problems: [{ file: '/odd/y.odt', code: 'UnreadableDocument' }] });
    expect(report.problems[0]!.message).toContain('y.odt cannot be read');
    expect(report.problems[0]!.message).toContain('RangeError: Invalid count value: -1');
  });

  it('leaves what is quoted out of the spans and the words, unless it was taken back by hand', async () => {
    const quote = '> A hundred words of somebody else are quoted here.\n';
    await write('a.txt', `Rain\n\n${quote}\nSnow`);
    await indexFiles('a.txt');
    const [{ words }] = (await index.listDocuments()) as [IndexedDocument];
    expect(await encodedText()).not.toContain('somebody else');
    const text = await readFile(path.join(folder, 'a.txt'), 'utf8');
    const start = text.indexOf(quote);
    const byHand = addRange(text, [], { start, end: start + quote.length, isAuthors: true }, computeSha256);
    expect(await indexAs('known', ['a.txt'], byHand)).toMatchObject({ replaced: 1, documents: 1 });
    expect((await index.listDocuments())[0]!.words).toBe(words + 10);
    expect(await encodedText()).toContain('somebody else');
  });

  it('encodes the first 20,000 own words of a long text', async () => {
    const line = 'The seven men of the village went out to mend the long wall again. ';
    await writeFile(path.join(folder, 'a.txt'), `${line.repeat(1600)}The postman came late today.`);
    await indexFiles('a.txt');
    const [{ words }] = (await index.listDocuments()) as [IndexedDocument];
    expect(words).toBe(1600 * 14 + 5);
    const encoded = await encodedText();
    expect(encoded).not.toContain('postman');
    expect(encoded.match(/village/g)!.length).toBe(Math.floor((20_000 + 14 - 6) / 14));
  });

  it('replaces a document of which a range was left out by hand, and keeps it while the range is the same', async () => {
    await writeFile(path.join(folder, 'a.txt'), `${long('Rain')}The postman came late today.`);
    await indexFiles('a.txt');
    const text = await readFile(path.join(folder, 'a.txt'), 'utf8');
    const byHand = addRange(
      text,
      [],
      { start: text.indexOf('The postman'), end: text.length, isAuthors: false },
      computeSha256,
    );
    expect(await indexAs('known', ['a.txt'], byHand)).toMatchObject({ replaced: 1, documents: 1 });
    expect(await encodedText()).not.toContain('postman');
    expect(await indexAs('known', ['a.txt'], byHand)).toMatchObject({ present: 1, replaced: 0 });
    expect(await indexFiles('a.txt')).toMatchObject({ replaced: 1, documents: 1 });
  });

  it('names a file with a range that was set by hand in another text, and does not apply it', async () => {
    await write('a.txt', 'Rain');
    const stale = addRange('Some other text.', [], { start: 0, end: 10, isAuthors: false }, computeSha256);
    const report = await indexAs('known', ['a.txt'], stale);
    expect(report).toMatchObject({ added: 1, stale: [path.join(folder, 'a.txt')] });
    expect(await encodedText()).toMatch(/^Rain/);
    expect(await indexAs('known', ['a.txt'], stale)).toMatchObject({ present: 1, stale: report.stale });
  });

  it('passes over what is there without encoding it, and counts it as it goes', async () => {
    await write('a.txt', 'Rain');
    await write('b.txt', 'Snow');
    await indexFiles('a.txt');
    encoded = 0;
    news = [];
    expect(await indexFiles('a.txt', 'b.txt')).toMatchObject({ added: 1, present: 1, replaced: 0, documents: 2 });
    expect(encoded).toBe(1);
    expect(news.map(({ done, present, encoded: share }) => [done, present, share])).toEqual([
      [0, 0, 0],
      [1, 1, 0],
      ...news.slice(2, -1).map(({ encoded: share }) => [1, 1, share]),
      [2, 1, 0],
    ]);
    expect(news.at(-2)!.encoded).toBeGreaterThan(0.9);
  });

  it('replaces a file that has changed', async () => {
    await write('a.txt', 'Rain');
    await write('b.txt', 'Snow');
    await indexFiles('a.txt', 'b.txt');
    await write('a.txt', 'Hail');
    expect(await indexFiles('a.txt', 'b.txt')).toMatchObject({ added: 0, present: 1, replaced: 1, documents: 2 });
    const texts = await Promise.all(
      (await index.listDocuments()).map(async ({ id }) => (await index.readDocument(id))?.text),
    );
    expect(texts.sort()).toEqual(
      [long('Hail'), long('Snow')].map((text) => expect.stringContaining(text.trim()) as string),
    );
  });

  it('keeps a document that another file is too', async () => {
    await write('a.txt', 'Rain');
    await indexFiles('a.txt');
    await write('b.txt', 'Rain');
    await write('a.txt', 'Hail');
    expect(await indexFiles('b.txt', 'a.txt')).toMatchObject({ added: 1, present: 1, replaced: 0, documents: 2 });
  });

  it('removes what a file was before it became equal to another', async () => {
    await write('a.txt', 'Rain');
    await write('b.txt', 'Snow');
    await indexFiles('a.txt', 'b.txt');
    await write('b.txt', 'Rain');
    expect(await indexFiles('a.txt', 'b.txt')).toMatchObject({ added: 0, present: 2, replaced: 0, documents: 1 });
  });

  it('gives a document the role that its file has now', async () => {
    await write('a.txt', 'Rain');
    await indexAs('population', ['a.txt']);
    expect(await indexAs('known', ['a.txt'])).toMatchObject({ added: 0, present: 0, replaced: 1, documents: 1 });
    expect(await index.listDocuments()).toMatchObject([{ role: 'known' }]);
    expect(await indexAs('known', ['a.txt'])).toMatchObject({ present: 1, replaced: 0, documents: 1 });
  });
});
