import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { neverStops } from '../../src/core/stop';
import { encodedSpan } from '../fakes/knownSpans';
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

/** Checks and repairs the file, which is then sound and has so many documents. */
async function expectMended(problem: string | RegExp, documents: number): Promise<void> {
  const index = await place.openDamaged();
  expect((await index.check({ stop: neverStops })).join(' ')).toMatch(problem);
  expect((await index.repair({ encode, stop: neverStops })).unsound).toEqual([]);
  expect(await index.check({ stop: neverStops })).toEqual([]);
  await index.close();
  const mended = await place.open();
  expect([mended.info().documents, (await mended.documents()).length]).toEqual([documents, documents]);
  await mended.close();
}

/** Checks the file, in which no repair can mend the first document, and removes that. */
async function expectUnsound(problem: string | RegExp): Promise<void> {
  const index = await place.openDamaged();
  expect((await index.check({ stop: neverStops })).join(' ')).toMatch(problem);
  const unsound = { lostLog: false, repaired: [], unsound: [texts[0]!.id], documents: 3 };
  expect(await index.repair({ encode, stop: neverStops })).toEqual(unsound);
  expect(await index.remove([texts[0]!.id])).toBe(1);
  expect(await index.check({ stop: neverStops })).toEqual([]);
  await index.close();
  const left = await place.open();
  expect(await left.shortlist(encodedSpan(1), everything, neverStops)).toHaveLength(4);
  await left.close();
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

  it('gives the right answers or a typed error whichever bit is turned, before any check', async () => {
    const sound = await place.answers(place.sound);
    expect(sound).toHaveProperty('texts');
    const outcomes = { same: 0, typed: 0 };
    for (let bit = 801; bit < place.sound.length * 8; bit += 3989) {
      const found = await place.answers(withBitTurned(bit));
      if (typeof found === 'string') outcomes.typed += 1;
      else {
        expect(found, `bit ${bit}`).toEqual(sound);
        outcomes.same += 1;
      }
    }
    expect(outcomes.typed).toBeGreaterThan(outcomes.same / 4);
  });

  it.each([
    ['UPDATE segments SET codes = zeroblob(length(codes)) WHERE id = 2', 'has damaged codes'],
    ['UPDATE segments SET hashes = zeroblob(length(hashes)) WHERE id = 2', 'has damaged codes'],
    ['DELETE FROM segments WHERE id = 2', 'is in no segment'],
    [
      `INSERT INTO segments SELECT 9, last_document, 1, patches, directory_sha256, documents, counts, hashes, codes
       FROM segments WHERE id = 1`,
      'is in the segments twice',
    ],
    ['DELETE FROM documents WHERE author_id = 1', 'content hash'],
    ["UPDATE meta SET value = '<b>FAKE</b>' WHERE key = 'contentHash'", 'content hash'],
  ])('is not opened after %s, described by its check, and repaired', async (sql, problem) => {
    await place.copy();
    await place.change(sql);
    await expect(place.open()).rejects.toMatchObject({
      code: 'IndexCorrupt',
      details: { problem: expect.stringContaining(problem) as string },
    });
    await expectMended(problem, sql.includes('DELETE FROM documents') ? 2 : 3);
  });

  it.each([
    ['UPDATE exact_vectors SET vectors = zeroblob(length(vectors)) WHERE span_id = 3', 'has damaged exact vectors'],
    ['UPDATE exact_vectors SET ranges = zeroblob(7) WHERE span_id = 3', 'has damaged exact vectors'],
    [
      'UPDATE exact_vectors SET document_vector = zeroblob(length(document_vector)) WHERE span_id = 3',
      'has damaged exact vectors',
    ],
    ['UPDATE spans SET end_at = 3 WHERE id = 1', 'has damaged exact vectors'],
    ['UPDATE spans SET start_at = start_at + 4294967296 WHERE id = 1', 'has damaged exact vectors'],
    ['UPDATE spans SET document = 2, position = 5 WHERE id = 1', 'exact vectors'],
    ['DELETE FROM exact_vectors WHERE span_id = 4', 'lacks the exact vectors of a span'],
    ['DELETE FROM spans WHERE id = 1', 'lacks the exact vectors of a span'],
  ])('names the document when it is read after %s, and is repaired', async (sql, problem) => {
    await place.copy();
    await place.change(sql);
    const index = await place.open();
    const found = await index.shortlist(encodedSpan(1), everything, neverStops);
    const damaged = {
      code: 'IndexCorrupt',
      details: { problem: expect.stringMatching(`^document.*${problem}`) as string },
    };
    await expect(index.read(found.map(({ id }) => id))).rejects.toMatchObject(damaged);
    await expect(index.rerank(encodedSpan(1), found, neverStops)).rejects.toMatchObject(damaged);
    await index.close();
    await expectMended(/exact vectors|lacks a span/, 3);
  });

  it.each([
    ["UPDATE texts SET text = text || '!' WHERE document = 1", 'has another text than it was added with'],
    ['DELETE FROM texts WHERE document = 1', 'has another text than it was added with'],
  ])('does not quote a text after %s', async (sql, problem) => {
    await place.copy();
    await place.change(sql);
    const index = await place.open();
    await expect(index.document(texts[0]!.id)).rejects.toMatchObject({
      code: 'IndexCorrupt',
      details: { problem: expect.stringContaining(problem) as string },
    });
    expect(await index.document(texts[1]!.id)).toEqual(texts[1]);
    await index.close();
    await expectUnsound(/has another text|lacks its text/);
  });

  it.each([
    "UPDATE authors SET label = 'x' || id; UPDATE authors SET label = 'author ' || (id % 3)",
    "UPDATE documents SET role = 'population' WHERE number = 1",
    "UPDATE documents SET title = 'CONFESSION' WHERE number = 1",
    "UPDATE documents SET language = 'fr' WHERE number = 1",
    'UPDATE documents SET words = 7 WHERE number = 1',
    "UPDATE documents SET source = '../../etc/passwd' WHERE number = 1",
    "UPDATE documents SET text_sha256 = 'ab' WHERE number = 1",
    'UPDATE documents SET author_id = 2 WHERE number = 1',
    'PRAGMA foreign_keys = OFF; DELETE FROM authors WHERE id = 1',
  ])('is not opened after %s, and the document can only be removed', async (sql) => {
    await place.copy();
    await place.change(sql);
    await expect(place.open()).rejects.toMatchObject({
      code: 'IndexCorrupt',
      details: { problem: expect.stringMatching(/^document .* is not listed as it was added/) as string },
    });
    if (!sql.includes('UPDATE authors')) await expectUnsound('is not listed as it was added');
  });

  it('is not opened when a document and its hash were changed', async () => {
    await place.copy();
    await place.change("UPDATE documents SET title = 'Changed', sha256 = 'ab' WHERE number = 1");
    await expect(place.open()).rejects.toMatchObject({ code: 'IndexCorrupt' });
  });

  it.each([
    [
      `CREATE TRIGGER spoil AFTER INSERT ON profiles BEGIN UPDATE authors SET label = 'EVIL ' || label; END`,
      'trigger spoil',
    ],
    ['CREATE VIEW more AS SELECT * FROM documents', 'view more'],
    ['DROP TABLE profiles', 'table profiles'],
    ['DROP TRIGGER document_deleted', 'trigger document_deleted'],
    ['ALTER TABLE documents RENAME TO real; CREATE VIEW documents AS SELECT * FROM real', 'view documents'],
    ['CREATE INDEX other ON documents (title)', 'index other'],
  ])('is not opened after %s', async (sql, part) => {
    await place.copy();
    await place.change(sql);
    const refused = { code: 'IndexCorrupt', details: { problem: expect.stringContaining(part) as string } };
    await expect(place.open()).rejects.toMatchObject(refused);
    await expect(place.openDamaged()).rejects.toMatchObject(refused);
  });

  it.each([
    ['UPDATE segments SET codes = zeroblob(3) WHERE id = 1', 'segment 1 has rows of a wrong length'],
    ['UPDATE segments SET counts = zeroblob(length(counts)) WHERE id = 1', 'the directory of segment 1 is damaged'],
    [
      'UPDATE segments SET documents = zeroblob(length(documents)) WHERE id = 1',
      'the directory of segment 1 is damaged',
    ],
  ])('names the segment after %s, and is repaired', async (sql, problem) => {
    await place.copy();
    await place.change(sql);
    await expect(place.open()).rejects.toMatchObject({ code: 'IndexCorrupt', details: { problem } });
    await expectMended(problem, 3);
  });

  it('stops being checked when told to', async () => {
    await place.copy();
    const index = await place.open();
    await expect(index.check({ stop: { stopped: true } })).rejects.toMatchObject({ code: 'Cancelled' });
    await index.close();
  });
});
