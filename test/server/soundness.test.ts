import { describe, expect, inject, it } from 'vitest';
import { neverStops } from '../../src/core/basics/work';
import { codeBits, signCodes } from '../../src/lateInteraction/scoring/signCodes';
import type { EncodedSpan } from '../../src/core/ports';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { encodedSpan, encodedSpans, knownDocument } from '../fakes/knownSpans';
import { newAddress, openServerIndex } from './serverIndex';

const encoder = new HashingEncoder();

/** Asks the node itself. */
async function ask(path: string, method = 'GET', body?: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${inject('node')}/${path}`, init);
  expect(answer.ok).toBe(true);
  return answer.json();
}

const nameOf = ({ url }: { readonly url: string }): string => new URL(url).pathname.slice(1);

/** Over the codes of the query the bits in which the nearest code of the span agrees, as the mean of agreements less disagreements. */
function agreement(query: EncodedSpan, span: EncodedSpan): number {
  const own = codesOf(query, 'questioned');
  const theirs = codesOf(span, 'known');
  const nearest = own.map((code) => Math.max(...theirs.map((other) => codeBits - bitsIn(code ^ other))));
  return (2 * nearest.reduce((sum, bits) => sum + bits, 0)) / (codeBits * own.length) - 1;
}

function codesOf({ patches }: EncodedSpan, side: 'known' | 'questioned'): readonly bigint[] {
  const { bytes } = signCodes(patches, encoder.coding[side]);
  return Array.from({ length: bytes.length / 8 }, (_, i) => Buffer.from(bytes).readBigUInt64LE(8 * i));
}

function bitsIn(code: bigint): number {
  return code.toString(2).replaceAll('0', '').length;
}

describe('a shortlist of the server', () => {
  it('is that of the codes compared one by one, ties by document and position', async () => {
    const index = await openServerIndex();
    // Documents that differ by 6 have equal rows: their scores are ties.
    const documents = Array.from({ length: 12 }, (_, i) => knownDocument(`Author ${i}`, `Text number ${i}.`));
    const spans = documents.map((_, i) => encodedSpans(i % 6, 3, 4 + (i % 6)));
    for (const [i, document] of documents.entries()) await index.add(document, spans[i]!);
    const query = encodedSpan(77, 9);
    const expected = documents
      .flatMap(({ id }, i) =>
        spans[i]!.map((span, position) => ({ document: id, position, score: agreement(query, span) })),
      )
      .sort(
        (a, b) =>
          b.score - a.score || (a.document < b.document ? -1 : a.document > b.document ? 1 : a.position - b.position),
      );
    const found = await index.shortlist(query, { limit: 20, scope: { role: 'known' }, scanned: Infinity }, neverStops);
    const places = new Map<number, number>();
    for (const { id } of documents) (await index.listSpans(id)).forEach((span, position) => places.set(span, position));
    expect(found.map(({ document, id, score }) => ({ document, position: places.get(id), score }))).toEqual(
      expected.slice(0, 20),
    );
    await index.close();
  });
});

describe('an index of the server is refused', () => {
  it('that another encoder made', async () => {
    const address = newAddress();
    await (await openServerIndex(address)).close();
    await expect(openServerIndex(address, new HashingEncoder({ maxTokens: 16 }))).rejects.toMatchObject({
      code: 'ModelMismatch',
    });
  });

  it('that is not of Idiograph', async () => {
    const address = newAddress();
    await ask(nameOf(address), 'PUT', {});
    await expect(openServerIndex(address)).rejects.toMatchObject({ code: 'ServerRefused' });
  });

  it('that has a newer format', async () => {
    const address = newAddress();
    await (await openServerIndex(address)).close();
    await ask(`${nameOf(address)}/_mapping`, 'PUT', { _meta: { format: 99 } });
    await expect(openServerIndex(address)).rejects.toMatchObject({ code: 'IndexTooNew' });
  });

  it('with a mapping that was changed by hand', async () => {
    const address = newAddress();
    await (await openServerIndex(address)).close();
    await ask(`${nameOf(address)}/_mapping`, 'PUT', { properties: { more: { type: 'keyword' } } });
    await expect(openServerIndex(address)).rejects.toMatchObject({ code: 'IndexCorrupt' });
  });

  it('with another script', async () => {
    const address = newAddress();
    await (await openServerIndex(address)).close();
    const place = '_scripts/idiograph-sign-agreement-1';
    const { script } = (await ask(place)) as { script: object };
    await ask(place, 'PUT', { script: { lang: 'painless', source: 'return 1;' } });
    await expect(openServerIndex(address)).rejects.toMatchObject({ code: 'IndexCorrupt' });
    await ask(place, 'PUT', { script });
    await (await openServerIndex(address)).close();
  });

  it('without being made where it is only read', async () => {
    const { openServer } = await import('../../src/node/opensearch/serverRows');
    const { plainKernels } = await import('../reference/plainKernels');
    await expect(openServer(newAddress(), encoder, { kernels: plainKernels })).rejects.toMatchObject({
      code: 'IndexEmpty',
    });
  });
});

describe('nothing is lost', () => {
  const ann = knownDocument('Ann', 'The kettle sings.');
  const ben = knownDocument('Ben', 'Rain again today.');

  it('where the disk of the server is full', async () => {
    const address = newAddress();
    const index = await openServerIndex(address);
    await index.add(ann, encodedSpans(1, 2));
    const block = (is: boolean | null): Promise<unknown> =>
      ask(`${nameOf(address)}/_settings`, 'PUT', { 'index.blocks.read_only_allow_delete': is });
    await block(true);
    await expect(index.add(ben, encodedSpans(2, 2))).rejects.toMatchObject({ code: 'ServerRefused' });
    expect((await index.listDocuments()).map(({ author }) => author)).toEqual(['Ann']);
    await block(null);
    expect(await index.add(ben, encodedSpans(2, 2))).toBe('added');
    expect(await index.check({ stop: neverStops })).toEqual([]);
    await index.close();
  });

  it('where an adding was ended before the document was there, and its spans are never found', async () => {
    const address = newAddress();
    const index = await openServerIndex(address);
    await index.add(ann, encodedSpans(1, 2));
    await index.add(ben, encodedSpans(2, 2));
    await ask(`${nameOf(address)}/_doc/${ben.id}?routing=${ben.id}&refresh=true`, 'DELETE');
    const options = { limit: 2, scope: { role: 'known' }, scanned: Infinity } as const;
    expect((await index.shortlist(encodedSpan(5), options, neverStops)).map(({ author }) => author)).toEqual([
      'Ann',
      'Ann',
    ]);
    expect(await index.check({ stop: neverStops })).toEqual([expect.stringContaining('2 spans belong to no document')]);
    await index.repair({ encode: () => Promise.reject(new Error('there is no text')), stop: neverStops });
    expect(await index.check({ stop: neverStops })).toEqual([]);
    expect(await index.add(ben, encodedSpans(2, 2))).toBe('added');
    await index.close();
  });

  it('where a row was changed by hand: it is named, and gives no answer', async () => {
    const address = newAddress();
    const index = await openServerIndex(address);
    await index.add(ann, encodedSpans(1, 1));
    const { hits } = (await ask(`${nameOf(address)}/_search`, 'POST', {
      query: { term: { kind: 'span' } },
      stored_fields: ['signs', 'ranges', 'vectors', 'document_vector'],
      _source: true,
    })) as { hits: { hits: { _id: string; _source: object; fields: Record<string, [string]> }[] } };
    const [{ _id, _source, fields }] = hits.hits as [(typeof hits.hits)[0]];
    const [signs, ranges, documentVector] = ['signs', 'ranges', 'document_vector'].map((name) => fields[name]![0]);
    const vectors = Buffer.from(fields['vectors']![0], 'base64');
    vectors[0] = vectors[0]! ^ 1;
    await ask(`${nameOf(address)}/_doc/${_id}?routing=${ann.id}&refresh=true`, 'PUT', {
      ..._source,
      ...{ codes: [1], signs, ranges, document_vector: documentVector, vectors: vectors.toString('base64') },
    });
    await expect(index.read(await index.listSpans(ann.id))).rejects.toMatchObject({ code: 'IndexCorrupt' });
    expect(await index.check({ stop: neverStops })).toEqual([expect.stringContaining('damaged')]);
    await index.close();
  });
});
