import { describe, expect, it } from 'vitest';
import type { KnownDocument, Mode } from '../../../src/core/domain/evidence';
import type { CandidateOrigin } from '../../../src/core/ports';
import { neverStops } from '../../../src/core/basics/work';
import { encodeText } from '../../../src/core/text/encodeText';
import { lockOf, validateIndex } from '../../../src/core/validation/validateIndex';
import type { FusedVerifier } from '../../../src/core/verification/fusedVerifier';
import { renderValidationPage, describeProblem, formatValidation } from '../../../src/presentation/validation/page';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { MemoryIndex } from '../../fakes/memoryIndex';
import { aCalibration } from '../verification/aCalibration';

const kind = { mode: 'written', genre: 'letter', words: 150 } as const;
const condition = { modes: 'written-written', genreRelation: 'same', words: 100, knownWords: 250 } as const;
const run = { stop: neverStops, progress: (): void => undefined };

/** Words that no other text of the index has. */
function wordsOf(seed: number): string {
  return Array.from({ length: 260 }, (_, i) => `w${seed}x${i}`).join(' ');
}

async function indexOf(authors: number, texts: number, mode: Mode = 'written'): Promise<MemoryIndex> {
  const encoder = new HashingEncoder();
  const index = new MemoryIndex();
  for (let a = 0; a < authors; a++)
    for (let t = 0; t < texts; t++) {
      const text = wordsOf(a * texts + t);
      const id = `${a}-${t}`;
      const labels = {
        author: `author ${a}`,
        role: 'known',
        title: id,
        mode,
        genre: 'letter',
        language: 'en',
      } as const;
      await index.add({ id, text, ...labels }, await encodeText(text, encoder, { n: 2, stop: neverStops }));
    }
  return index;
}

const asked: CandidateOrigin[] = [];

/** Answers with this ratio for texts of one author, and its reverse for others. */
function scripted(logOdds: number, changes: object = {}): FusedVerifier {
  return {
    prepare: (questioned: readonly KnownDocument[]) => ({
      compare: (known: readonly KnownDocument[], origin: CandidateOrigin) => {
        asked.push(origin);
        const sign = known[0]!.author === questioned[0]!.author ? 1 : -1;
        const verification = { condition, calibrationId: aCalibration.id, llr: 1, ...changes };
        return Promise.resolve({ verification, shipped: sign * logOdds });
      },
    }),
  } as unknown as FusedVerifier;
}

const parts = async (authors: number, verifier: FusedVerifier, texts = 2) => ({
  index: await indexOf(authors, texts),
  verifier,
  calibrations: [aCalibration],
});

describe('the validation of an index', () => {
  it('judges the calibration by pairs, with both authors left out of the cohort', async () => {
    asked.length = 0;
    const found = await validateIndex(await parts(24, scripted(0.9)), kind, run);
    expect(found).toMatchObject({ authors: 24, words: 100, unscored: 0 });
    expect(new Set(asked.map(({ questionedAuthor }) => questionedAuthor)).size).toBe(24);
    const [only] = found.conditions;
    expect(only).toMatchObject({ condition, sameAuthors: 24, differentAuthors: 24, calibrationId: 'a' });
    expect(only!.own!.judged.calibration.judgements[0]!.upper).toBeLessThanOrEqual(Math.log10(25));
    expect(only!.own!.figures.errorRate).toBe(0);
  });

  it('lets what ships speak with fewer than 20 authors', async () => {
    const found = await validateIndex(await parts(6, scripted(0.9)), kind, run);
    expect(found.conditions[0]).toMatchObject({ problem: 'tooFewAuthors', sameAuthors: 6 });
    expect(found.conditions[0]!.own).toBeUndefined();
    const lines = formatValidation({ validations: [found] });
    expect(lines[0]).toMatch(/written, one genre · Questioned words: 100 .* Misleading ratios: 0 of 100/);
    expect(lines.join(' ')).toContain('come from the tests that come with Idiograph');
  });

  it('says what is missing in place of rates with fewer than five authors', async () => {
    const found = await validateIndex(await parts(4, scripted(0.9)), kind, run);
    const lines = formatValidation({ validations: [found] });
    expect(lines[0]).toContain(
      'Too few authors have two comparable texts for error rates (written, one genre: 4). 6 are needed: each test leaves two authors out and compares them with the others.',
    );
    expect(renderValidationPage({ validations: [found] })).not.toMatch(/<table|<svg/);
    const [condition] = found.conditions;
    const shorter = { ...found, conditions: [condition!, { ...condition!, sameAuthors: 3 }] };
    expect(formatValidation({ validations: [shorter] })[0]).toContain('(written, one genre: 4).');
  });

  it.each([
    ['oneAuthor', 1, 3, kind],
    ['noTexts', 6, 1, kind],
    ['noTexts', 6, 2, { ...kind, mode: 'spoken' as const }],
    ['tooShort', 6, 2, { ...kind, words: 40 }],
  ])('says %s and nothing else', async (problem, authors, texts, text) => {
    const found = await validateIndex(await parts(authors, scripted(1), texts), text, run);
    expect(found).toMatchObject({ problem, conditions: [] });
    expect(renderValidationPage({ validations: [found] })).toContain(describeProblem(found.problem!));
  });

  it.each([
    ['NaN', NaN, {}],
    ['an infinite ratio', Infinity, {}],
    ['another length', 1, { condition: { ...condition, words: 50 } }],
    ['another language', 1, { reason: 'otherLanguage' }],
    ['a text in capitals', 1, { reason: 'unlikeValidated' }],
    ['no calibration', 1, { calibrationId: undefined }],
  ])('counts pairs with %s as without a ratio', async (_, logOdds, changes) => {
    const found = await validateIndex(await parts(4, scripted(logOdds, changes)), kind, run);
    expect(found).toMatchObject({ problem: 'unscored', conditions: [] });
    expect(found.unscored).toBe(found.pairs);
  });

  it('stops when asked', async () => {
    const stopped = { ...run, stop: { stopped: true } };
    await expect(validateIndex(await parts(3, scripted(1)), kind, stopped)).rejects.toMatchObject({
      code: 'Cancelled',
    });
  });
});

describe('the lock that validations lead to', () => {
  const choices = { excludeQuotes: true };
  const basis = { models: { encoder: 'e' }, index: 'i', listed: [], choices };

  it('names the index where that speaks, with its calibration or the one refitted to it', async () => {
    const found = await validateIndex(await parts(24, scripted(0.9)), kind, run);
    const judged = lockOf([found, found], { ...basis, recalibrate: false });
    expect(judged.own.map(({ calibration }) => calibration.id)).toEqual(['index/judged/a']);
    expect(judged.settings).toMatchObject({ index: 'i', encoder: 'e', verifier: 'by mode' });
    const refitted = lockOf([found], { ...basis, recalibrate: true });
    expect(refitted.own.map(({ calibration }) => calibration.id)).toEqual(['index/recalibrated/a']);
  });

  it('is of what ships where the index has too few authors', async () => {
    const found = await validateIndex(await parts(3, scripted(1)), kind, run);
    const { own, settings } = lockOf([found], { ...basis, recalibrate: true });
    expect(own).toEqual([]);
    expect(settings).not.toHaveProperty('index');
  });
});

it('draws a page with plots that are described in words, and escapes what it names', async () => {
  const found = await validateIndex(await parts(24, scripted(0.9)), { ...kind, genre: '<b>' }, run);
  const page = renderValidationPage({ validations: [found] });
  expect(page).not.toContain('<b>');
  expect(page).not.toContain('<script');
  expect(page).not.toMatch(/<(?:h2|p|li)>[a-z]/); // each heading and each sentence begins with a capital letter
  const series = ['Ann', 'Bo', 'Cy', 'Di'].map((author) => ({ author, titles: ['Mill 1', 'Mill 2'] as const }));
  const asked = renderValidationPage({
    validations: [
      { ...found, series },
      { ...found, series },
    ],
  });
  expect(asked.match(/Ann \(Mill 1, Mill 2\); Bo \(Mill 1, Mill 2\); Cy \(Mill 1, Mill 2\); …\./g)).toHaveLength(1);
  expect(asked).toContain('work&quot;: &quot;NAME');
  expect(renderValidationPage({ validations: [{ ...found, series: [] }] })).not.toContain('NAME');
  expect(page.match(/<svg role="img"/g)).toHaveLength(1);
  expect(page).toMatch(/<title>48 of 48 same-author comparisons and/);
});
