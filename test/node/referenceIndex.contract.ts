import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KnownDocument } from '../../src/core/domain/evidence';
import type { EncodedSpan, ReferenceIndex, ScoredSpan, ShortlistOptions, TextProfile } from '../../src/core/ports';
import { meanMaxSim } from '../../research/laboratory/measures/meanMaxSim';
import { neverStops } from '../../src/core/basics/work';
import { encodedSpan, encodedSpans, knownDocument } from '../fakes/knownSpans';
import { plainKernels } from '../reference/plainKernels';

const ann = knownDocument('Ann', 'The kettle sings.');
const ben = knownDocument('Ben', 'Rain again today.', { mode: 'spoken', genre: 'interview', title: 'Tape 1' });
const cas = knownDocument('Cas', 'Nobody you know.', { role: 'population' });
const everything: ShortlistOptions = { limit: 100, scope: { role: 'known' }, scanned: Infinity };

/** Rows as they were given, and how far storage in 127 steps of a row's largest value may take them. */
function expectRows(found: Float32Array, given: Float32Array, dim: number): void {
  expect(found).toHaveLength(given.length);
  for (let row = 0; row < given.length; row += dim) {
    const most = Math.max(...given.subarray(row, row + dim).map(Math.abs));
    for (let i = row; i < row + dim; i++) expect(Math.abs(found[i]! - given[i]!)).toBeLessThanOrEqual(most / 253);
  }
}

/** What a search says, without ids, which depend on the order of adding. */
function withoutIds(found: readonly ScoredSpan[]): unknown {
  return found.map(({ document, author, score }) => ({ document, author, score }));
}

/**
 * What every reference index must do: `open` makes a new, empty one for rows of 16 dimensions, n = 2, in which sign and
 * exact tiers put a span first that equals the query. One that does not hold texts gives back documents by their hashes alone.
 */
export function describeReferenceIndex(
  name: string,
  open: () => Promise<ReferenceIndex>,
  { holdsTexts = true }: { readonly holdsTexts?: boolean } = {},
): void {
  describe(name, () => {
    let index: ReferenceIndex;
    const search = (query: EncodedSpan, more: Partial<ShortlistOptions> = {}): Promise<readonly ScoredSpan[]> =>
      index.shortlist(query, { ...everything, ...more }, neverStops);
    const fill = async (...documents: readonly KnownDocument[]): Promise<void> => {
      for (const document of documents)
        await index.add(document, encodedSpans([ann, ben, cas].indexOf(document) + 1, 2));
    };

    const held = (document: KnownDocument): KnownDocument | undefined => (holdsTexts ? document : undefined);

    beforeEach(async () => {
      index = await open();
    });
    afterEach(async () => {
      await index.close();
    });

    it('is empty at first', async () => {
      expect(index.readInfo()).toMatchObject({ documents: 0, spans: 0, patches: 0, n: 2, bits: 64 });
      expect(await index.listDocuments()).toEqual([]);
      expect(await search(encodedSpan(1))).toEqual([]);
      expect(await index.check({ stop: neverStops })).toEqual([]);
    });

    it('gives back the documents it was given', async () => {
      await fill(ann, ben);
      expect(await index.readDocument(ann.id)).toEqual(held(ann));
      expect(await index.readDocument(ben.id)).toEqual(held(ben));
      expect(await index.readDocument('0')).toBeUndefined();
    });

    it('reranks what it listed by exact scores, and reads no more rows than that', async () => {
      await fill(ann, ben);
      const query = encodedSpan(1000);
      const listed = await search(query);
      const before = index.readInfo().exactReads;
      const found = await index.rerank(query, listed, neverStops);
      expect(index.readInfo().exactReads - before).toBe(listed.length);
      expect(new Set(found.map(({ author }) => author))).toEqual(new Set(listed.map(({ author }) => author)));
      const stored = await index.read(found.map(({ id }) => id));
      found.forEach((span, place) => {
        expect(span).toMatchObject({ tier: 'fp32', document: stored[place]!.document, author: stored[place]!.author });
        expect(Math.abs(span.score - meanMaxSim(query.patches, stored[place]!.patches, plainKernels))).toBeLessThan(
          1e-4,
        );
      });
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
      expect(found[0]!.score).toBeCloseTo(1, 2);
      expect(await index.rerank(query, [], neverStops)).toEqual([]);
    });

    it('gives back the rows it was given, as near as int8 comes', async () => {
      const shapes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }); // patches of each span
      await fc.assert(
        fc.asyncProperty(shapes, fc.integer({ min: 0, max: 1e6 }), async (patches, seed) => {
          const given = patches.map((count, i) => encodedSpan(seed + i, count));
          await index.add(ann, given);
          const stored = await index.read(await index.listSpans(ann.id));
          await index.remove([ann.id]);
          expect(stored.map(({ span }) => span)).toEqual(given.map(({ span }) => ({ ...span, windows: [] })));
          for (const [place, { document, author, documentVector, patches: rows }] of stored.entries()) {
            expect({ document, author }).toEqual({ document: ann.id, author: 'Ann' });
            expect(rows.ranges).toEqual(given[place]!.patches.ranges);
            expectRows(rows.values, given[place]!.patches.values, rows.dim);
            expect(documentVector).toEqual(given[place]!.documentVector);
          }
        }),
        { numRuns: 20 },
      );
    });

    it('reads spans in the order asked, as often as asked', async () => {
      await fill(ann, ben);
      const [first, second] = await index.listSpans(ben.id);
      const ids = [second!, first!, second!];
      expect((await index.read(ids)).map(({ id }) => id)).toEqual(ids);
      expect(await index.read([])).toEqual([]);
    });

    it('does not read spans that are gone', async () => {
      await fill(ann);
      await expect(index.read([123_456])).rejects.toThrow();
    });

    it('lists documents by author and title, with their words and spans', async () => {
      await fill(ben, cas, ann);
      const { text, ...facts } = ben;
      expect(text).toBe('Rain again today.');
      expect((await index.listDocuments()).map(({ author }) => author)).toEqual(['Ann', 'Ben', 'Cas']);
      expect((await index.listDocuments())[1]).toEqual({
        ...facts,
        ...{ words: 3, spans: 2 },
        textSha256: '50e990b961c24eb4bde02668e13066c209ccdc4704d1f3f775d0bf56d5bddca8',
      });
    });

    it('counts what it holds', async () => {
      await fill(ann, ben, cas);
      expect(index.readInfo()).toMatchObject({ documents: 3, spans: 6, patches: 30 });
    });

    it('adds a document once', async () => {
      expect(await index.add(ann, encodedSpans(1, 2))).toBe('added');
      expect(await index.add(ann, encodedSpans(1, 2))).toBe('present');
      expect(index.readInfo()).toMatchObject({ documents: 1, spans: 2 });
    });

    it('finds the copies of a text by any author', async () => {
      const copy = knownDocument('Dora', ben.text);
      await fill(ann, ben, copy);
      const copies = (text: string): Promise<readonly string[]> => index.findCopies(text);
      expect(await copies(ben.text)).toEqual([ben.id, copy.id].sort());
      expect(await copies('Nobody wrote this.')).toEqual([]);
      await index.remove([ben.id]);
      expect(await copies(ben.text)).toEqual([copy.id]);
    });

    it('says which file a document was read from', async () => {
      const read = { ...ann, source: 'known/ann.txt' };
      await fill(ben);
      await index.add(read, encodedSpans(1, 2));
      expect(await index.readDocument(ann.id)).toEqual(held(read));
      expect((await index.listDocuments()).map(({ source }) => source)).toEqual(['known/ann.txt', undefined]);
    });

    it('replaces a changed document by its new state', async () => {
      await fill(ann, cas);
      expect(await index.add(ben, encodedSpans(2, 3), { former: ann.id })).toBe('added');
      expect(index.readInfo()).toMatchObject({ documents: 2, spans: 5, patches: 25 });
      expect([await index.readDocument(ann.id), await index.readDocument(ben.id)]).toEqual([undefined, held(ben)]);
      expect(new Set((await search(encodedSpan(5))).map(({ author }) => author))).toEqual(new Set(['Ben']));
      expect(await index.check({ stop: neverStops })).toEqual([]);
    });

    it('stores a document again in place of itself', async () => {
      await fill(ann, ben);
      expect(await index.add(ann, encodedSpans(7, 3), { former: ann.id })).toBe('added');
      expect(index.readInfo()).toMatchObject({ documents: 2, spans: 5 });
      const [first] = await index.read(await index.listSpans(ann.id));
      expectRows(first!.patches.values, encodedSpans(7, 3)[0]!.patches.values, first!.patches.dim);
      expect(await search(encodedSpan(5))).toHaveLength(5);
    });

    it('only removes the former document when the new one is there, and only adds when the former is not', async () => {
      await fill(ann, ben);
      expect(await index.add(ben, encodedSpans(2, 2), { former: ann.id })).toBe('present');
      expect(index.readInfo()).toMatchObject({ documents: 1, spans: 2 });
      expect(await index.add(cas, encodedSpans(3, 1), { former: ann.id })).toBe('added');
      expect(index.readInfo()).toMatchObject({ documents: 2, spans: 3 });
    });

    it('holds a document without spans, which no search returns', async () => {
      expect(await index.add(ann, [])).toBe('added');
      await fill(ben);
      expect(index.readInfo()).toMatchObject({ documents: 2, spans: 2 });
      expect(await index.listSpans(ann.id)).toEqual([]);
      expect(new Set((await search(encodedSpan(5))).map(({ author }) => author))).toEqual(new Set(['Ben']));
      expect(await index.check({ stop: neverStops })).toEqual([]);
      expect(await index.remove([ann.id])).toBe(1);
    });

    it('has nothing to repair while it is sound', async () => {
      await fill(ann, ben);
      const encode = (): Promise<never> => Promise.reject(new Error('Nothing has to be encoded.'));
      const found = await search(encodedSpan(5));
      expect(await index.repair({ encode, stop: neverStops })).toEqual({
        repaired: [],
        unsound: [],
        documents: 2,
        lostLog: false,
      });
      expect(await search(encodedSpan(5))).toEqual(found);
    });

    it('finds the span that equals the query first', async () => {
      await fill(ann, ben);
      const [span] = await index.read((await index.listSpans(ben.id)).slice(1));
      const found = await search(span!);
      expect(found).toHaveLength(4);
      expect(found[0]).toMatchObject({ id: span!.id, document: ben.id, author: 'Ben' });
      expect(new Set(found.map(({ tier }) => tier)).size).toBe(1);
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
    });

    it('returns no more spans than asked for, the best ones', async () => {
      await fill(ann, ben);
      const all = await search(encodedSpan(5));
      expect(await search(encodedSpan(5), { limit: 3 })).toEqual(all.slice(0, 3));
      expect(await search(encodedSpan(5), { limit: 0 })).toEqual([]);
    });

    it('searches the role and leaves out the given documents', async () => {
      await fill(ann, ben, cas);
      const authors = async (scope: ShortlistOptions['scope']): Promise<unknown> =>
        new Set((await search(encodedSpan(5), { scope })).map(({ author }) => author));
      expect(await authors({ role: 'known' })).toEqual(new Set(['Ann', 'Ben']));
      expect(await authors({ role: 'population' })).toEqual(new Set(['Cas']));
      expect(await authors({ role: 'known', exclude: [ann.id] })).toEqual(new Set(['Ben']));
    });

    it('scans only the spans with the nearest patches as a whole', async () => {
      await fill(ann, ben);
      expect(await search(encodedSpans(2, 2)[1]!, { scanned: 1 })).toMatchObject([
        { id: (await index.listSpans(ben.id))[1] },
      ]);
    });

    it('stops a search', async () => {
      await fill(ann);
      const stopped = index.shortlist(encodedSpan(5), everything, { stopped: true });
      await expect(stopped).rejects.toMatchObject({ code: 'Cancelled' });
    });

    it('finds the same in whatever order documents were added', async () => {
      const titles = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(titles, fc.integer({ min: 1, max: 6 }), async (numbers, limit) => {
          // Documents that differ by 10 have equal rows: their scores are ties.
          const documents = numbers.map((number) => knownDocument(`author ${number % 3}`, `Text ${number}.`));
          const found = async (order: readonly number[]): Promise<unknown> => {
            for (const at of order) await index.add(documents[at]!, encodedSpans(numbers[at]! % 10, 2));
            const spans = await search(encodedSpan(5), { limit, scanned: limit + 1 });
            const { contentHash } = index.readInfo();
            await index.remove(documents.map(({ id }) => id));
            return { spans: withoutIds(spans), contentHash };
          };
          const order = [...numbers.keys()];
          expect(await found(order.toReversed())).toEqual(await found(order));
        }),
        { numRuns: 20 },
      );
    });

    it('has the same hash where another processor gives other vectors for the same texts', async () => {
      await index.add(ann, encodedSpans(1, 2));
      const { contentHash } = index.readInfo();
      await index.remove([ann.id]);
      await index.add(ann, encodedSpans(2, 2));
      expect(index.readInfo().contentHash).toBe(contentHash);
    });

    it('removes documents with all that belongs to them and says how many there were', async () => {
      await fill(ann);
      const { contentHash } = index.readInfo();
      await fill(ben);
      expect(index.readInfo().contentHash).not.toBe(contentHash);
      expect(await index.remove([ben.id, 'unknown'])).toBe(1);
      expect(index.readInfo()).toMatchObject({ contentHash, documents: 1, spans: 2 });
      expect(await index.readDocument(ben.id)).toBeUndefined();
      expect(await index.listSpans(ben.id)).toEqual([]);
      expect(new Set((await search(encodedSpan(5))).map(({ author }) => author))).toEqual(new Set(['Ann']));
      expect(await index.check({ stop: neverStops })).toEqual([]);
    });

    const profileOf = ({ mode }: KnownDocument, weight: number): TextProfile => ({
      mode,
      documentVector: Float32Array.of(0.5, -0.25),
      features: { ids: Uint32Array.of(3, 70_000), weights: Float32Array.of(weight, 0.125) },
    });

    it('keeps one profile of a document, under the profiler that made it', async () => {
      await fill(ann, ben);
      const of = (weight: number): TextProfile => profileOf(ann, weight);
      await index.storeProfiles(new Map([['0', of(0.5)]]), 'a'); // a document that is not there
      await index.storeProfiles(new Map([[ann.id, of(0.5)]]), 'a');
      expect(await index.readProfiles([ben.id, ann.id, '0'], 'a')).toEqual(new Map([[ann.id, of(0.5)]]));
      expect((await index.readProfiles([ann.id], 'b')).size).toBe(0);
      await index.storeProfiles(new Map([[ann.id, of(0.25)]]), 'b');
      expect(await index.readProfiles([ann.id], 'b')).toEqual(new Map([[ann.id, of(0.25)]]));
      expect((await index.readProfiles([ann.id], 'a')).size).toBe(0);
      await index.remove([ann.id]);
      await fill(ann);
      expect((await index.readProfiles([ann.id], 'b')).size).toBe(0);
    });

    it('keeps the profile that comes with a document that is added', async () => {
      const of = (document: KnownDocument) => ({ profiler: 'a', profile: profileOf(document, 0.5) });
      await index.add(ann, encodedSpans(1, 2), { made: of(ann) });
      await index.add(ben, encodedSpans(2, 2), { former: ann.id, made: of(ben) });
      expect(await index.readProfiles([ann.id, ben.id], 'a')).toEqual(new Map([[ben.id, profileOf(ben, 0.5)]]));
      await index.add(ben, encodedSpans(2, 2), { made: { profiler: 'b', profile: profileOf(ben, 0.25) } });
      expect((await index.readProfiles([ben.id], 'b')).size).toBe(0);
    });

    it('answers calls made at the same time', async () => {
      const added = await Promise.all([ann, ben, ann].map((document, i) => index.add(document, encodedSpans(i, 2))));
      expect(added).toEqual(['added', 'added', 'present']);
      const [found, read] = await Promise.all([search(encodedSpan(5)), index.read(await index.listSpans(ann.id))]);
      expect([found.length, read.length]).toEqual([4, 2]);
      expect(await index.check({ stop: neverStops })).toEqual([]);
    });
  });
}
