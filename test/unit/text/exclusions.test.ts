import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findExclusions, subtractRanges } from '../../../src/reading/text/exclusions';

function excludedOf(text: string): string[] {
  return findExclusions(text).map(({ start, end }) => text.slice(start, end));
}

describe('captions without speakers', () => {
  it('are the words that are shown, without times, numbers and notes', () => {
    const web =
      'WEBVTT - Talk\n\nNOTE by hand\n\n1\n00:01.000 --> 00:02.000 align:start\nThe pump\n\n00:02.000 --> 00:03.000\nis broken.\n';
    const sub = '1\n00:00:01,000 --> 00:00:02,000\nThe pump\n\n2\n00:00:02,000 --> 00:00:03,000\nis broken.\n';
    for (const text of [web, sub]) {
      const found = findExclusions(text);
      const own = subtractRanges({ start: 0, end: text.length }, found).map(({ start, end }) => text.slice(start, end));
      expect(own.join('').split(/\s+/).join(' ').trim()).toBe('The pump is broken.');
      expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(['times of captions']));
    }
  });
});

describe('exclusions', () => {
  it('finds nothing in plain prose', () => {
    expect(findExclusions('On Liberty, as Mill wrote:\nwell, a > b.\n--\nThe end -- \n')).toEqual([]);
  });
  it('finds quoted lines with the line above them', () => {
    const text = 'Hi Ann,\n\nOn Tue, 3 May, Ann Lee wrote:\n\n> first\n> second\nMy answer.\n> third';
    expect(excludedOf(text)).toEqual(['On Tue, 3 May, Ann Lee wrote:\n\n> first\n> second\n', '> third']);
  });
  it('finds an attribution that the mail program broke, with Windows line ends', () => {
    const text = 'Yes.\r\nOn Tuesday, Ann\r\n<ann@mail.org> wrote:\r\n> no\r\n';
    expect(excludedOf(text)).toEqual(['On Tuesday, Ann\r\n<ann@mail.org> wrote:\r\n> no\r\n']);
  });
  it.each(['\n', '\r', '\r\n'])('ends a text with the line end %j', (end) => {
    for (const ends of [end, end + end])
      expect(excludedOf(`Yes.${end}> no${end}> never${ends}`)).toEqual([`> no${end}> never${end}`]);
  });
  it('finds a signature at the end, and above what is quoted below it', () => {
    expect(excludedOf('Bye.\n-- \nAnn Lee\nRoom 4')).toEqual(['-- \nAnn Lee\nRoom 4']);
    expect(excludedOf('Bye.\n-- \nAnn Lee\n> old')).toEqual(['-- \nAnn Lee\n', '> old']);
  });
  it('takes a long text behind a "-- " line for text', () => {
    expect(findExclusions(`Bye.\n-- \n${'A line of verse\n'.repeat(30)}`)).toEqual([]);
  });
});

describe('without', () => {
  it('leaves what no hole covers', () => {
    const holes = [
      { start: 8, end: 12 },
      { start: 2, end: 4 },
      { start: 3, end: 5 },
    ];
    expect(subtractRanges({ start: 0, end: 10 }, holes)).toEqual([
      { start: 0, end: 2 },
      { start: 5, end: 8 },
    ]);
  });
  it('keeps each place that is in no hole, and no other', () => {
    const hole = fc
      .record({ start: fc.nat(30), length: fc.nat(8) })
      .map(({ start, length }) => ({ start, end: start + length }));
    fc.assert(
      fc.property(fc.array(hole, { maxLength: 6 }), (holes) => {
        const parts = subtractRanges({ start: 3, end: 25 }, holes);
        const covers =
          (at: number) =>
          ({ start, end }: { start: number; end: number }) =>
            start <= at && at < end;
        for (let at = 0; at < 32; at++) {
          expect(parts.filter(covers(at))).toHaveLength(at >= 3 && at < 25 && !holes.some(covers(at)) ? 1 : 0);
        }
      }),
    );
  });
});
