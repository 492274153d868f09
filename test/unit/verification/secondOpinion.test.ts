import { describe, expect, it } from 'vitest';
import { Cohort, type CohortMember } from '../../../src/core/cohort/cohort';
import type { KnownDocument, SourceText, Verification } from '../../../src/core/domain';
import { createRandom } from '../../../src/core/evaluation/bootstrap';
import { askLambdaG } from '../../../src/core/verification/secondOpinion';
import { neverStops } from '../../../src/core/work';

const facts = { mode: 'written', genre: 'email', language: 'en' } as const;
const nouns = ['lamp', 'river', 'engine', 'basket', 'market', 'window'];
/** Frames that one writer keeps to; the others mix all. */
const frames = [
  (noun: string) => `It is to the ${noun} that we have gone, and not for it.`,
  (noun: string) => `We have gone to it, since the ${noun} was there.`,
  (noun: string) => `There was, of course, the ${noun}, which had been with us.`,
  (noun: string) => `And then he would go to her ${noun}; but what of that?`,
];

function write(seed: number, count: number, kept?: readonly number[]): string {
  const random = createRandom(seed);
  const pick = (length: number): number => Math.floor(random() * length);
  return Array.from({ length: count }, () => {
    const frame = kept ? kept[pick(kept.length)]! : pick(frames.length);
    return frames[frame]!(nouns[pick(nouns.length)]!);
  }).join(' ');
}

const document = (id: string, author: string, text: string): KnownDocument => {
  return { ...facts, id, author, text, title: id, role: 'known' };
};
const documents = [
  document('a', 'A', write(1, 150, [0, 2])),
  ...['B', 'C', 'D', 'E'].map((author, i) => document(author, author, write(10 + i, 120))),
];
const features = { ids: new Uint32Array(), weights: new Float32Array() };
const members = documents.map((each): CohortMember => ({
  mode: 'written',
  features,
  document: { ...each, words: 1000 },
}));
const collection = { readDocument: (id: string) => Promise.resolve(documents.find((each) => each.id === id)) };
const verified = {
  llr: 0.5,
  words: 300,
  known: [{ document: 'a', title: 'a', words: 1500, share: 1 }],
  condition: { modes: 'written-written', genreRelation: 'same', words: 300, knownWords: 1500 },
} as unknown as Verification;
const ask = (text: string, more: Partial<Verification> = {}, language?: string, cohort = new Cohort(members)) => {
  const questioned: SourceText = { ...facts, id: 'q', text };
  const means = { cohort, collection, ...(language !== undefined && { language }) };
  return askLambdaG(means, [questioned], { ...verified, ...more }, neverStops);
};

describe('a second opinion by the grammar of both sides', () => {
  it('supports the writer of the same constructions on another subject, and not somebody else', async () => {
    const own = (await ask(write(3, 30, [0, 2]).replaceAll('river', 'piano')))!;
    const other = (await ask(write(4, 30, [1, 3])))!;
    expect(own.llr).toBeGreaterThan(0.3);
    expect(other.llr).toBeLessThan(-0.3);
    expect(own.llr).toBeLessThanOrEqual(own.bounds[1]);
    expect(other.llr).toBeGreaterThanOrEqual(other.bounds[0]);
  });

  it('is the same whenever it is asked', async () => {
    const text = write(3, 30, [0, 2]);
    expect(await ask(text)).toEqual(await ask(text));
  });

  it('is silent where nothing was calibrated: two genres or modes, short texts, another language, few others, no ratio', async () => {
    const text = write(3, 30, [0, 2]);
    const { condition } = verified;
    expect(await ask(text, { condition: { ...condition, genreRelation: 'cross' } })).toBeUndefined();
    expect(await ask(text, { condition: { ...condition, modes: 'written-spoken' } })).toBeUndefined();
    expect(await ask(text, { words: 99 })).toBeUndefined();
    expect(await ask(text, { llr: undefined })).toBeUndefined();
    expect(await ask(text, {}, 'de')).toBeUndefined();
    expect(await ask(text, {}, undefined, new Cohort(members.slice(0, 4)))).toBeUndefined();
  });
});
