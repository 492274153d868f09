import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { neverStops } from '../../src/core/basics/work';
import { Database } from '../../src/node/sqlite/database/database';
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
  expect((await index.repair({ encode: ({ text }) => encode(text), stop: neverStops })).unsound).toEqual([]);
  expect(await index.check({ stop: neverStops })).toEqual([]);
  await index.close();
  const mended = await place.open();
  expect([mended.readInfo().documents, (await mended.listDocuments()).length]).toEqual([documents, documents]);
  await mended.close();
}

/** Checks the file, in which no repair can mend the first document, and removes that. */
async function expectUnsound(problem: string | RegExp): Promise<void> {
  const index = await place.openDamaged();
  expect((await index.check({ stop: neverStops })).join(' ')).toMatch(problem);
  const unsound = { lostLog: false, repaired: [], unsound: [texts[0]!.id], documents: 3 };
  expect(await index.repair({ encode: ({ text }) => encode(text), stop: neverStops })).toEqual(unsound);
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
    ['UPDATE documents SET codes = zeroblob(length(codes)) WHERE number = 2', 'has damaged codes'],
    ['UPDATE documents SET codes = (SELECT codes FROM documents WHERE number = 1) WHERE number = 2', 'damaged codes'],
    ['UPDATE documents SET codes = zeroblob(0) WHERE number = 2', 'has damaged codes'],
    ['UPDATE documents SET codes = zeroblob(3) WHERE number = 1', 'has damaged codes'],
    ['DELETE FROM documents WHERE number = 1', 'content hash'],
    [
      'INSERT INTO profiles SELECT 9, profiler, sha256, document_vector, feature_ids, feature_weights FROM profiles LIMIT 1',
      'content hash',
    ],
    ['DELETE FROM profiles WHERE document = 2', 'content hash'],
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
    ['UPDATE spans SET vectors = zeroblob(length(vectors)) WHERE id = 2 << 16', 'has damaged exact vectors'],
    ['UPDATE spans SET ranges = zeroblob(7) WHERE id = 2 << 16', 'has damaged exact vectors'],
    [
      'UPDATE spans SET document_vector = zeroblob(length(document_vector)) WHERE id = 2 << 16',
      'has damaged exact vectors',
    ],
    ['UPDATE spans SET end_at = 3 WHERE id = 1 << 16', 'has damaged exact vectors'],
    ['UPDATE spans SET start_at = start_at + 4294967296 WHERE id = 1 << 16', 'has damaged exact vectors'],
    ['UPDATE spans SET id = (2 << 16) + 5 WHERE id = 1 << 16', 'exact vectors'],
    ['DELETE FROM spans WHERE id = (2 << 16) + 1', 'lacks the exact vectors of a span'],
    ['DELETE FROM spans WHERE id = 1 << 16', 'lacks the exact vectors of a span'],
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
    ["UPDATE documents SET text = text || '!' WHERE number = 1", 'has another text than it was added with'],
    ["UPDATE documents SET text = '' WHERE number = 1", 'has another text than it was added with'],
  ])('does not quote a text after %s', async (sql, problem) => {
    await place.copy();
    await place.change(sql);
    const index = await place.open();
    await expect(index.readDocument(texts[0]!.id)).rejects.toMatchObject({
      code: 'IndexCorrupt',
      details: { problem: expect.stringContaining(problem) as string },
    });
    expect(await index.readDocument(texts[1]!.id)).toEqual(texts[1]);
    await index.close();
    await expectUnsound('has another text');
  });

  it.each([
    "UPDATE documents SET author = 'author ' || (number % 3)",
    "UPDATE documents SET role = 'population' WHERE number = 1",
    "UPDATE documents SET title = 'CONFESSION' WHERE number = 1",
    "UPDATE documents SET language = 'fr' WHERE number = 1",
    'UPDATE documents SET words = 7 WHERE number = 1',
    "UPDATE documents SET source = '../../etc/passwd' WHERE number = 1",
    "UPDATE documents SET text_sha256 = 'ab' WHERE number = 1",
    "UPDATE documents SET author = 'author 1' WHERE number = 1",
    "UPDATE documents SET author = '' WHERE number = 1",
    'UPDATE documents SET spans = 1 WHERE number = 1',
  ])('is not opened after %s, and the document can only be removed', async (sql) => {
    await place.copy();
    await place.change(sql);
    await expect(place.open()).rejects.toMatchObject({
      code: 'IndexCorrupt',
      details: { problem: expect.stringMatching(/^document .* is not listed as it was added/) as string },
    });
    if (sql.includes('number = 1')) await expectUnsound('is not listed as it was added');
  });

  it('is not opened when a document and its hash were changed', async () => {
    await place.copy();
    await place.change("UPDATE documents SET title = 'Changed', sha256 = 'ab' WHERE number = 1");
    await expect(place.open()).rejects.toMatchObject({ code: 'IndexCorrupt' });
  });

  it.each([
    [`CREATE TRIGGER spoil AFTER INSERT ON profiles BEGIN UPDATE documents SET author = 'EVIL'; END`, 'trigger spoil'],
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

  it('has no rows that belong to no document once it is repaired', async () => {
    await place.copy();
    await place.change('UPDATE spans SET id = (9 << 16) + 1 WHERE id = (3 << 16) + 1');
    await expectMended('Rows of spans belong to no document', 3);
    const database = await Database.open(place.file, 'immutable');
    expect(await database.get('SELECT min(id >> 16) AS first, max(id >> 16) AS last FROM spans')).toEqual({
      first: 1,
      last: 4, // the number that the third document was given when it was stored again
    });
    await database.close();
  });

  it('stops being checked on request', async () => {
    await place.copy();
    const index = await place.open();
    await expect(index.check({ stop: { stopped: true } })).rejects.toMatchObject({ code: 'Cancelled' });
    await index.close();
  });
});
