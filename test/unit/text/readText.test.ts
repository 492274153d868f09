import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HandRange } from '../../../src/reading/text/readableFormats';
import { findExclusions } from '../../../src/reading/text/exclusions';
import { checkRanges } from '../../../src/core/text/handRanges';
import { keepOwn, keepOwnOfAll, type Readable, readSource } from '../../../src/core/text/readText';

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
const text = 'Dear Ann,\n\n> a question of hers\n> and another\n\nmy own answer to it, at length.\n\n-- \nBen\n';

/** A text with a stretch of it set by hand. */
function byHand(words: string, isAuthors: boolean, of = text): Readable {
  const start = of.indexOf(words);
  const range = { start, end: start + words.length, isAuthors, sha256: sha256Of(words) };
  return { text: of, byHand: checkRanges(of, [range], sha256Of) };
}

describe('the reading of a text', () => {
  it('is made once a document', () => {
    const source = { text };
    expect(readSource(source)).toBe(readSource(source));
    expect(readSource(source).exclusions).toEqual(findExclusions(text));
    expect(readSource(source).own).toBe('Dear Ann,\n\n\nmy own answer to it, at length.\n\n');
    expect(readSource(source).words).toBe(9);
    expect(readSource(source).hashWords({ stopped: false })).toBe(readSource(source).hashWords({ stopped: false }));
  });

  it('is made once a text, whatever else is said of the documents that have it', () => {
    const reading = readSource({ text, title: 'as a file' } as Readable);
    expect(readSource({ text: text.split('\n').join('\n'), title: 'of an index', byHand: [] } as Readable)).toBe(
      reading,
    );
    expect(readSource(byHand('answer to it', false))).not.toBe(reading);
    expect(readSource({ text })).toBe(reading);
  });

  it('leaves out what was left out by hand, in a search, too, whatever is said of quotations', () => {
    const reading = readSource(byHand('answer to it', false));
    expect(reading.own).toBe('Dear Ann,\n\n\nmy own , at length.\n\n');
    expect(reading.searchExclusions(true)).toBe(reading.exclusions);
    const [only, ...others] = reading.searchExclusions(false);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ kind: 'byHand', start: text.indexOf('answer') });
  });

  it('takes back what rules left out, and of a range of theirs a part', () => {
    expect(readSource(byHand('> and another\n', true)).own).toContain('\n> and another\n\nmy own');
    expect(readSource(byHand('> and another\n', true)).own).not.toContain('question');
    expect(readSource(byHand(text, true)).own).toBe(text);
  });

  it('does not apply a range in which the text is another one by now', () => {
    const [stale] = byHand('answer to it', false).byHand!;
    const changed = text.replace('answer', 'reply');
    const source = { text: changed, byHand: checkRanges(changed, [stale!], sha256Of) };
    expect(source.byHand![0]!.isStale).toBe(true);
    expect(readSource(source).exclusions).toEqual(findExclusions(changed));
  });

  it('gives ranges in order that do not overlap, and all else as its author’s', () => {
    const lines = fc.array(fc.constantFrom('> quoted', 'written', '-- ', '', 'Ann wrote:'), { maxLength: 12 });
    const cuts = fc.uniqueArray(fc.nat(60), { maxLength: 8 });
    fc.assert(
      fc.property(lines, cuts, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (written, at, said) => {
        const made = written.join('\n');
        const ends = at.filter((end) => end <= made.length).sort((a, b) => a - b);
        const ranges = said.flatMap((isAuthors, i): readonly HandRange[] => {
          const [start, end] = [ends[2 * i], ends[2 * i + 1]];
          return start === undefined || end === undefined ? [] : [{ start, end, isAuthors, sha256: '' }];
        });
        const reading = readSource({ text: made, byHand: ranges });
        const rules = findExclusions(made);
        const isIn = (i: number, all: readonly { readonly start: number; readonly end: number }[]): boolean =>
          all.some(({ start, end }) => start <= i && i < end);
        for (let i = 0; i < made.length; i++) {
          const set = ranges.find(({ start, end }) => start <= i && i < end);
          expect(isIn(i, reading.exclusions)).toBe(set ? !set.isAuthors : isIn(i, rules));
        }
        reading.exclusions.forEach(({ start, end }, i) => {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(reading.exclusions[i + 1]?.start ?? Infinity);
        });
      }),
    );
  });
});

describe('the author’s own text', () => {
  it('is the document itself where nothing is left out', () => {
    const source = { text: 'All of it is mine.' };
    expect(keepOwn(source)).toBe(source);
  });

  it('is not read for quotations again, and keeps what is stale', () => {
    const own = keepOwn({ text: 'mine\n> hers\n', title: 'A' });
    expect(own).toMatchObject({ text: 'mine\n', title: 'A' });
    expect(readSource({ ...own, text: '> a line that was joined' }).exclusions).toEqual([]);
    const stale = { start: 0, end: 2, isAuthors: false, sha256: '', isStale: true } as const;
    expect(keepOwn({ text, byHand: [stale] }).byHand).toContain(stale);
  });

  it('is left out where there is none, unless there is none at all', () => {
    const [mine, hers] = [{ text: 'mine' }, { text: '> hers' }];
    expect(keepOwnOfAll([mine, hers])).toEqual([mine]);
    expect(keepOwnOfAll([hers]).map((source) => source.text)).toEqual(['']);
  });
});
