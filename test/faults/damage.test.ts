import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { neverStops } from '../../src/core/stop';
import { encodedSpan, encodedSpans, knownDocument } from '../fakes/knownSpans';
import { encode, everything, FaultFolder, texts } from './faultFolder';

let place: FaultFolder;
beforeAll(async () => {
  place = await FaultFolder.make();
});
afterAll(() => place.remove());
beforeEach(() => place.next());

/** Whether an outcome says that something is wrong. */
function isReported(found: unknown): boolean {
  return typeof found === 'string' || !Array.isArray(found);
}

function withBitTurned(bit: number): Buffer {
  const bytes = Buffer.from(place.sound);
  bytes[bit >> 3] = bytes[bit >> 3]! ^ (1 << (bit & 7));
  return bytes;
}

describe('a damaged index', () => {
  it('is found out wherever it was cut off', async () => {
    for (let length = 1; length < place.sound.length; length += 1777) {
      const found = await place.outcome(place.sound.subarray(0, length));
      expect(found, `cut at ${length}`).not.toEqual(place.found);
      expect(found, `cut at ${length}`).toSatisfy(isReported);
    }
  });

  it('gives the right answer or a typed error whichever bit of its header is turned', async () => {
    for (let bit = 0; bit < 800; bit++) {
      const found = await place.outcome(withBitTurned(bit));
      if (!isReported(found)) expect(found, `bit ${bit}`).toEqual(place.found);
    }
  });

  it('gives an answer or a typed error whichever bit is turned', async () => {
    for (let bit = 801; bit < place.sound.length * 8; bit += 3989) await place.outcome(withBitTurned(bit));
  });

  it.each([
    ["UPDATE documents SET text_sha256 = 'ab' WHERE number = 1", 'the hash of another text'],
    ['DELETE FROM documents WHERE author_id = 1', 'content hash'],
    ["UPDATE documents SET role = 'population' WHERE number = 1", 'listed in its segment as another one'],
    ['UPDATE segments SET codes = zeroblob(length(codes)) WHERE id = 2', 'has damaged codes'],
    ['DELETE FROM segments WHERE id = 2', 'is in no segment'],
    [
      `INSERT INTO segments SELECT 9, last_document, 1, patches, directory_sha256, documents, counts, codes
       FROM segments WHERE id = 1`,
      'is in the segments twice',
    ],
    ['DROP TRIGGER document_gone; DELETE FROM documents WHERE number = 1', 'that the index does not list'],
    ['UPDATE cold SET rows = zeroblob(length(rows)) WHERE span_id = 3', 'has damaged exact rows'],
    ['UPDATE cold SET ranges = zeroblob(7) WHERE span_id = 3', 'has damaged exact rows'],
    ['DELETE FROM cold WHERE span_id = 4', 'lacks the exact rows of a span'],
    ['DELETE FROM spans WHERE id = 1', 'lacks a span'],
    ['UPDATE spans SET patches = 59 WHERE id = 1', 'has exact rows that do not fit its spans'],
    ['UPDATE spans SET end_at = 3 WHERE id = 1', 'has exact rows that do not fit its spans'],
  ])('is described by its check after %s, and repaired', async (sql, problem) => {
    await place.copy();
    await place.change(sql);
    const index = await place.open();
    expect((await index.check(neverStops)).join(' ')).toContain(problem);
    const { unsound } = await index.repair({ encode, stop: neverStops });
    expect(unsound).toEqual([]);
    expect(await index.check(neverStops)).toEqual([]);
    const documents = sql.includes('DELETE FROM documents') ? 2 : 3;
    expect([index.info().documents, (await index.documents()).length]).toEqual([documents, documents]);
    await index.close();
  });

  it.each([
    ["UPDATE texts SET text = text || '!' WHERE document = 1", 'another text'],
    ['DELETE FROM texts WHERE document = 1', 'another text'],
    ['PRAGMA foreign_keys = OFF; DELETE FROM authors WHERE id = 1', 'refers to a row of authors that is gone'],
  ])('keeps a document that no repair can mend after %s, and names it', async (sql, problem) => {
    await place.copy();
    await place.change(sql);
    const index = await place.open();
    expect((await index.check(neverStops)).join(' ')).toContain(problem);
    expect(await index.repair({ encode, stop: neverStops })).toEqual({ repaired: [], unsound: [texts[0]!.id] });
    expect(await index.remove([texts[0]!.id])).toBe(1);
    expect(await index.check(neverStops)).toEqual([]);
    expect(await index.shortlist(encodedSpan(1), everything, neverStops)).toHaveLength(4);
    await index.close();
  });

  it.each([
    ['UPDATE segments SET codes = zeroblob(3) WHERE id = 1', 'segment 1 has rows of a wrong length'],
    ['UPDATE segments SET counts = zeroblob(length(counts)) WHERE id = 1', 'the directory of segment 1 is damaged'],
    [
      'UPDATE segments SET documents = zeroblob(length(documents)) WHERE id = 1',
      'the directory of segment 1 is damaged',
    ],
  ])('is not opened after %s', async (sql, problem) => {
    await place.copy();
    await place.change(sql);
    await expect(place.open()).rejects.toMatchObject({ code: 'IndexCorrupt', details: { problem } });
  });

  it('may lack the texts of a population', async () => {
    await place.copy();
    const index = await place.open();
    await index.add(knownDocument('Pia', 'A population text.', { role: 'population' }), encodedSpans(8, 1));
    await index.close();
    await place.change("DELETE FROM texts WHERE document IN (SELECT number FROM documents WHERE role = 'population')");
    const again = await place.open();
    expect(await again.check(neverStops)).toEqual([]);
    await again.close();
  });

  it('stops being checked when told to', async () => {
    await place.copy();
    const index = await place.open();
    await expect(index.check({ stopped: true })).rejects.toMatchObject({ code: 'Cancelled' });
    await index.close();
  });
});
