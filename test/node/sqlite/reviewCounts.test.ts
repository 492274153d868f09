import { afterEach, expect, it, vi } from 'vitest';
import { Postings } from '../../../src/core/classical/featureRow';
import type { Evidence, KnownDocument } from '../../../src/core/domain/evidence';
import { CaseFit } from '../../../src/core/ranking/fitDiscriminant';
import { encodeText } from '../../../src/core/text/encodeText';
import { neverStops } from '../../../src/core/basics/work';
import { computeDocumentId } from '../../../src/node/sha256';
import { Database } from '../../../src/node/sqlite/database/database';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { openIndex } from '../../fakes/openIndex';
import { habits, options, parts, questioned, quiet, review } from '../../fakes/reviewing';
import { uncountedMarkers } from '../../fakes/uncountedMarkers';

afterEach(() => vi.restoreAllMocks());

/** A text of some 120 words that is not another text of these authors. */
const write = (author: number, text: number): string =>
  Object.values(habits)
    .flatMap((habit, i) =>
      habit.split(' ').map((word, at) => ((at * 7 + author * 3 + text * 5 + i) % 4 ? word : `${word}ly`)),
    )
    .join(' ');

const questionedText = (text: number) => ({
  ...questioned,
  id: `q${text}`,
  text: `${questioned.text} Yours, ${'ah '.repeat(text)}`,
});

/** Reviews of an index of so many authors, each of three texts, with counts of what each review asks of the file. */
async function counting(authors: number) {
  const encoder = new HashingEncoder();
  const index = await openIndex(':memory:', encoder, { create: true });
  for (let i = 0; i < 3 * authors; i++) {
    const facts = { author: `author ${i % authors}`, title: `${i}`, role: 'known', mode: 'written' } as const;
    const document = { ...facts, text: write(i % authors, i), genre: 'letter', language: 'en' };
    const known: KnownDocument = { ...document, id: computeDocumentId(document) };
    await index.add(known, await encodeText(known.text, encoder, { n: encoder.patchTokens, stop: neverStops }));
  }
  const deps = { ...(await parts()), index, local: index, markers: uncountedMarkers(index) };
  const asked = vi.spyOn(Database.prototype, 'selectAll');
  const fitted = vi.spyOn(CaseFit, 'of');
  const multiplied = vi.spyOn(Postings.prototype, 'multiplyEach');
  return async (
    text: number,
  ): Promise<{ readonly evidence: Evidence; readonly counts: Readonly<Record<string, number>> }> => {
    asked.mockClear();
    fitted.mockClear();
    multiplied.mockClear();
    const evidence = await review(deps, questionedText(text), options, quiet);
    const statements = asked.mock.calls.map(([sql]) => sql);
    const count = (part: RegExp): number => statements.filter((sql) => part.test(sql)).length;
    return {
      evidence,
      counts: {
        ...{ texts: count(/text FROM documents/), versions: count(/^PRAGMA/) },
        ...{ fits: fitted.mock.calls.length, grams: multiplied.mock.calls.length },
      },
    };
  };
}

it('reads each text once, asks for the version as often whatever the size of the index, and fits the same authors once', async () => {
  const [few, many] = [await counting(6), await counting(24)];
  const first = await few(1);
  expect(first.evidence.candidates.length).toBeGreaterThan(1);
  expect(first.counts['texts']).toBeGreaterThan(0);
  expect(first.counts['grams']).toBe(2); // with and without the words of subjects
  const next = await few(2);
  expect(next.counts).toMatchObject({ texts: 0, fits: 0, grams: 0 });
  await many(1);
  const largest = await many(2);
  expect(largest.counts).toMatchObject({ texts: 0, fits: 0 });
  expect(largest.counts['versions']).toBeLessThan(next.counts['versions']! + 24);
  expect(largest.counts['versions']).toBeLessThan(60);
});
