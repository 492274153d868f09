import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TextLanguageDetector } from '../../../../src/node/languageDetector';
import { fallsWithout } from '../../../laboratory/evaluate/passageDeletion';
import { fakeParts, linesFile, run } from './sampleDocuments';

const known = path.join(import.meta.dirname, '../../../../sample/known');
const texts = readdirSync(known).flatMap((author) =>
  readdirSync(path.join(known, author)).map((name) => ({
    ...{ id: `${author}/${name}`, author, title: name, source: 'sample', mode: 'written', genre: name.split('-')[0]! },
    text: readFileSync(path.join(known, author, name), 'utf8'),
  })),
);

let folder: string;
let documents: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-passages-'));
  documents = linesFile(folder, 'documents.jsonl', texts);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Fake models beside the real detector. */
function parts(): ReturnType<typeof fakeParts> {
  const fake = fakeParts();
  return {
    ...fake,
    verifier: async (models) => ({ ...(await fake.verifier(models)), detector: new TextLanguageDetector() }),
  };
}

async function evaluate(...more: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const outcome = await run(['passages', '--documents', documents, '--draws', '2', '--json', ...more], parts());
  expect(outcome.status, outcome.stderr).toBe(0);
  return JSON.parse(outcome.stdout) as Readonly<Record<string, unknown>>;
}

describe('evaluate passages', () => {
  it('counts every author of the sample once, and measures those that have three passages', async () => {
    const found = await evaluate();
    const { reviews, notReached, fewerThanThree } = found;
    expect(found['documents']).toBe(20);
    expect(Number(reviews) + Number(notReached) + Number(fewerThanThree)).toBe(5);
    expect(reviews).toBeGreaterThan(0);
    for (const name of ['faithful', 'faithfulNgrams', 'faithfulCombined', 'ownBeatsStranger', 'randomBeatsStranger']) {
      expect(found[name], name).toBeGreaterThanOrEqual(0);
      expect(found[name], name).toBeLessThanOrEqual(1);
      expect((found['interval'] as Record<string, unknown>)[name]).toHaveLength(2);
    }
    expect(found['faithfulNgrams']).toBeGreaterThan(0.5);
    expect(found).toMatchObject({ underEightWords: 0, cutInsideWord: 0, samePlaceTwice: 0 });
    expect(found['medianWords']).toBeGreaterThanOrEqual(8);
    expect(found['medianWords']).toBeLessThanOrEqual(25);
  }, 60_000);

  it('reviews as many authors as asked for', async () => {
    const { reviews, notReached, fewerThanThree } = await evaluate('--count', '2');
    expect(Number(reviews) + Number(notReached) + Number(fewerThanThree)).toBe(2);
  }, 60_000);
});

describe('the fall of a score', () => {
  const text = `${'plain word '.repeat(40)}the gem of gems is here ${'plain word '.repeat(40)}`;
  const start = text.indexOf('the gem');
  const gems = (left: string): Promise<{ lateInteraction: number; ngrams: number; combined: number }> => {
    const count = left.match(/gem/g)?.length ?? 0;
    return Promise.resolve({ lateInteraction: count, ngrams: 2 * count, combined: left.split(/\s+/).length });
  };
  const run = { draws: 4, seed: 1, stop: { stopped: false } };

  it('is that of the text scored again without the stretches, beside that without as many words elsewhere', async () => {
    const falls = await fallsWithout({ text, ranges: [{ start, end: start + 23 }] }, gems, run);
    expect(falls.lateInteraction.passages).toBe(2);
    expect(falls.ngrams.passages).toBe(4);
    expect(falls.lateInteraction.random).toBeLessThan(2);
    expect(falls.combined.passages).toBe(falls.combined.random); // six words are gone in each
  });

  it('ends when it is stopped', async () => {
    await expect(fallsWithout({ text, ranges: [] }, gems, { ...run, stop: { stopped: true } })).rejects.toThrow(
      expect.objectContaining({ code: 'Cancelled' }),
    );
  });
});
