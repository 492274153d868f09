import { describe, expect, it } from 'vitest';
import { formatCaveats } from '../../../src/presentation/words/notices';

describe('the lines of caveats', () => {
  const note = (title: string, share: number) => ({ caveat: 'copyOfKnown', title, share }) as const;
  const lines = (notes: Parameters<typeof formatCaveats>[0]['notes']) =>
    formatCaveats({ caveats: ['crossMode'], notes });

  it('name the texts of one kind together, the largest share first, and then the caveats without figures', () => {
    expect(
      lines([note('a.txt', 0.625), note('b.txt', 1), { ...note('q.txt', 0.006), caveat: 'mixedScripts' }]),
    ).toEqual([
      'Known texts left out because they copy the questioned text or a part of it, edited or not (words in common per 100 of the shorter text): b.txt (100), a.txt (62).',
      'Words that mix scripts or letter forms, or contain unusual marks (per 100 words): q.txt (0.6).',
      'One text is written and the other is spoken. Such a comparison gives the least evidence.',
    ]);
  });

  it('say how many characters are hidden, not how many of 100', () => {
    const hidden = { caveat: 'hiddenCharacters', title: 'q.txt', share: 3 } as const;
    expect(lines([hidden])[0]).toMatch(/invisible characters.*: q\.txt \(3\)\. No score uses them\.$/);
  });

  it('say 100 of nothing but the whole', () => {
    expect(lines([note('a.txt', 0.9999)])[0]).toContain('a.txt (99)');
  });

  it('name five texts and count the others', () => {
    const seven = Array.from({ length: 7 }, (_, i) => note(`${i}.txt`, 1));
    expect(lines(seven)[0]).toContain('4.txt (100) and 2 more.');
  });
});
