import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IdiographError } from '../../src/core/errors';
import { neverStops } from '../../src/core/stop';
import { salvageIndex } from '../../src/node/sqlite/salvage';
import { encodedSpan } from '../fakes/knownSpans';
import { encode, encoder, everything, FaultFolder, texts } from './faultFolder';

let place: FaultFolder;
beforeAll(async () => {
  place = await FaultFolder.make();
});
afterAll(() => place.remove());
beforeEach(() => place.next());

const pageSize = 4096;
const ids = texts.map(({ id }) => id).sort();

function withPageOverwritten(page: number): Buffer {
  const bytes = Buffer.from(place.sound);
  bytes.fill(0xa5, page * pageSize, (page + 1) * pageSize);
  return bytes;
}

describe('an index with damaged pages', () => {
  it('gives what can be read to a new file, and is kept, whichever page is damaged', async () => {
    const pages = place.sound.length / pageSize;
    const lost: number[] = [];
    for (let page = 1; page < pages; page += 1) {
      place.next();
      const damaged = withPageOverwritten(page);
      await writeFile(place.file, damaged);
      const { kept, unsound, documents } = await salvageIndex(place.file, encoder, { encode, stop: neverStops });
      expect((await readFile(kept)).equals(damaged)).toBe(true);
      const index = await place.open();
      const saved = (await index.documents()).map(({ id }) => id);
      expect(documents).toBe(saved.length);
      expect([...saved, ...unsound].sort(), `page ${page}`).toEqual(ids);
      expect(await index.check(neverStops)).toEqual([]);
      await index.close();
      lost.push(unsound.length);
    }
    // In so small a file all titles are on one page and all short ends of texts on another.
    expect(lost.filter((documents) => documents > 1).length).toBeLessThanOrEqual(2);
    expect(lost.filter((documents) => documents === 0).length).toBeGreaterThan(lost.length * 0.6);
  });

  it('takes over rows that are sound as they are', async () => {
    await place.copy();
    const none = (): Promise<never> => Promise.reject(new Error('Nothing has to be encoded.'));
    const { repaired } = await salvageIndex(place.file, encoder, { encode: none, stop: neverStops });
    expect(repaired).toEqual([]);
    const index = await place.open();
    const found = await index.shortlist(encodedSpan(1), everything, neverStops);
    expect(found.map(({ document, score }) => [document, score])).toEqual(
      place.found.map(({ document, score }) => [document, score]),
    );
    await index.close();
  });

  it('is as it was when its rescue is stopped', async () => {
    await writeFile(place.file, withPageOverwritten(20));
    const stopped = salvageIndex(place.file, encoder, { encode, stop: { stopped: true } });
    await expect(stopped).rejects.toMatchObject({ code: 'Cancelled' });
    expect((await readFile(place.file)).equals(withPageOverwritten(20))).toBe(true);
    expect(existsSync(`${place.file}.saved`)).toBe(false);
  });

  it('is left alone where nothing says that it is an index', async () => {
    await writeFile(place.file, withPageOverwritten(0));
    await expect(salvageIndex(place.file, encoder, { encode, stop: neverStops })).rejects.toThrow(IdiographError);
    expect((await readFile(place.file)).equals(withPageOverwritten(0))).toBe(true);
  });
});
