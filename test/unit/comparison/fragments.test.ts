import { describe, expect, it } from 'vitest';
import { QuestionedWords, findFragments, isFragmented } from '../../../src/core/copies/copies';
import type { KnownDocument } from '../../../src/core/domain/evidence';
import { createRandom } from '../../../src/core/evaluation/scoreGroups';
import { neverStops } from '../../../src/core/basics/work';

/** Words of which those with low numbers are frequent, as in a language. */
function text(seed: number, length: number): readonly string[] {
  const next = createRandom(seed);
  return Array.from({ length }, () => `word${Math.floor(3000 ** next())}`);
}

function knownOf(texts: readonly (readonly string[])[]): readonly KnownDocument[] {
  const facts = { author: 'A', role: 'known', mode: 'written', genre: 'letter', language: 'en' } as const;
  return texts.map((words, i) => ({ ...facts, id: `k${i}`, title: `letter ${i}`, text: words.join(' ') }));
}

const texts = [1, 2, 3, 4].map((seed) => text(seed, 1500));
const known = knownOf(texts);
const notesOn = (words: readonly string[], among = known) =>
  findFragments(new QuestionedWords({ text: words.join(' ') }, neverStops), among, neverStops);

/** After every few words of one text a few from a random place of the author's. */
function piecedTogether(own: readonly string[], ofOwn: number, ofAuthor: number): readonly string[] {
  const next = createRandom(9);
  const made: string[] = [];
  for (let at = 0; at < own.length; at += ofOwn) {
    const from = texts[Math.floor(next() * texts.length)]!;
    const start = Math.floor(next() * (from.length - ofAuthor));
    made.push(...own.slice(at, at + ofOwn), ...from.slice(start, start + ofAuthor));
  }
  return made;
}

/** Each word follows the one before it somewhere in the author's texts. */
function chain(length: number): readonly string[] {
  const next = createRandom(11);
  const following = new Map<string, string[]>();
  for (const words of texts)
    for (const [i, word] of words.slice(0, -1).entries())
      following.set(word, [...(following.get(word) ?? []), words[i + 1]!]);
  const made = ['word1'];
  while (made.length < length) {
    const choice = following.get(made.at(-1)!) ?? ['word1'];
    made.push(choice[Math.floor(next() * choice.length)]!);
  }
  return made;
}

describe('a text made from pieces of an author', () => {
  it('is named, and gets no ratio, where four words of the author follow each six of another', () => {
    const notes = notesOn(piecedTogether(text(20, 300), 6, 4));
    expect(notes).toMatchObject([
      { caveat: 'fragmentsOfKnown', title: expect.stringMatching(/^letter \d$/) as string },
    ]);
    expect(notes[0]!.share).toBeGreaterThan(0.3);
    expect(isFragmented(notes)).toBe(true);
  });

  it('is named where each word follows the one before it in the author’s texts', () => {
    expect(isFragmented(notesOn(chain(400)))).toBe(true);
  });

  it('is named where one known text is all there is', () => {
    const one = known.slice(0, 1);
    const made = text(21, 300).flatMap((word, i) =>
      i % 6 === 5 ? [word, ...texts[0]!.slice(5 * i, 5 * i + 4)] : [word],
    );
    expect(isFragmented(notesOn(made, one))).toBe(true);
    expect(notesOn(text(22, 400), one)).toEqual([]);
  });

  it('is no other text by any author', () => {
    for (const seed of [30, 31, 32, 33, 34]) expect(notesOn(text(seed, 400))).toEqual([]);
  });

  it('is not measured without known texts or without words', () => {
    expect(notesOn(text(23, 300), [])).toEqual([]);
    expect(notesOn([])).toEqual([]);
  });
});
