import { describe, expect, it } from 'vitest';
import { besideCopies } from '../../../src/core/comparison/copies';
import type { KnownDocument } from '../../../src/core/domain';
import { neverStops } from '../../../src/core/stop';
import { wordRuns } from '../../../src/core/text/wordRuns';

/** Words that stand nowhere else. */
const words = (name: string, count: number): string => Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ');

function known(title: string, text: string): KnownDocument {
  return { id: title, title, text, author: 'A', role: 'known', mode: 'written', genre: 'email', language: 'en' };
}

const questioned = words('q', 204);
const firstOf = (count: number): string => questioned.split(' ').slice(0, count).join(' ');
const beside = (...documents: readonly KnownDocument[]) => besideCopies(wordRuns(questioned), documents, neverStops);

describe('known texts beside a questioned one', () => {
  it.each([
    ['the same', questioned],
    ['the same with a space more', `${questioned} `],
    ['the same with every twentieth word changed', questioned.replace(/\bq\d*[02468]0\b/g, 'other')],
    ['longer and hold all of it', `${words('before', 500)} ${questioned} ${words('after', 500)}`],
    ['a part of it', firstOf(60)],
  ])('are left out where they are %s', (_, text) => {
    const { kept, copies, notes } = beside(known('copy', text), known('other', words('o', 200)));
    expect(kept.map(({ id }) => id)).toEqual(['other']);
    expect(copies.map(({ id }) => id)).toEqual(['copy']);
    expect(notes).toMatchObject([{ caveat: 'copyOfKnown', title: 'copy' }]);
  });

  it('stay, and are named, where they have a part in common', () => {
    const { kept, copies, notes } = beside(known('quoting', `${words('o', 300)} ${firstOf(64)}`));
    expect(kept).toHaveLength(1);
    expect(copies).toEqual([]);
    expect(notes).toEqual([{ caveat: 'overlapsKnown', title: 'quoting', share: 0.3 }]); // 60 of 200 runs
  });

  it('stay without a word where they share a phrase', () => {
    const { kept, notes } = beside(known('phrase', `${words('o', 300)} ${firstOf(20)}`));
    expect(kept).toHaveLength(1);
    expect(notes).toEqual([]);
  });
});
