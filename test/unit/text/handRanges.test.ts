import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addRange, checkRanges, clipRanges, everyone, listHandRanges } from '../../../src/core/text/handRanges';

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
const text = 'My own words. Words of another person. My own words again.';
const start = text.indexOf('Words of');
const end = text.indexOf(' My own words again');
const ranges = addRange(text, [], { start, end, isAuthors: false }, sha256Of);

describe('ranges that were set by hand', () => {
  it('apply while the text in them is the same, and are stale afterwards', () => {
    expect(checkRanges(text, ranges, sha256Of)).toEqual(ranges);
    const [stale] = checkRanges(text.replace('another', 'some other'), ranges, sha256Of)!;
    expect(stale).toEqual({ ...ranges[0], isStale: true });
    expect(checkRanges('short', ranges, sha256Of)).toEqual([{ ...ranges[0], isStale: true }]);
    expect(checkRanges(text, [], sha256Of)).toBeUndefined();
  });

  it('never overlap, whatever is added to them, and say the last thing of every place', () => {
    const change = fc.record({
      at: fc.tuple(fc.nat(text.length), fc.nat(text.length)).filter(([a, b]) => a !== b),
      isAuthors: fc.option(fc.boolean(), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let now = addRange(text, [], { start: 0, end: 0, isAuthors: undefined }, sha256Of);
        const said = Array.from(text, (): boolean | undefined => undefined);
        for (const { at, isAuthors } of changes) {
          const [start, end] = [Math.min(...at), Math.max(...at)];
          now = addRange(text, now, { start, end, isAuthors }, sha256Of);
          said.fill(isAuthors, start, end);
        }
        const kept = Array.from(text, (_, i) => now.filter((each) => each.start <= i && i < each.end));
        expect(kept.map((each) => each.map(({ isAuthors }) => isAuthors))).toEqual(
          said.map((each) => (each === undefined ? [] : [each])),
        );
        expect(checkRanges(text, now, sha256Of)?.some(({ isStale }) => isStale)).not.toBe(true);
      }),
    );
  });

  it('are those of a selection where they lie in it', () => {
    const [clipped] = clipRanges(ranges, { start: start + 6, end: text.length })!;
    expect(clipped).toMatchObject({ start: 0, end: end - start - 6, isAuthors: false });
    expect(clipRanges(ranges, { start: 0, end: start })).toBeUndefined();
  });
});

describe('the speakers that count', () => {
  const play = ['ANN', 'BEN'].flatMap((name) =>
    [1, 2, 3].map((i) => `${name} speaks`.slice(0, 3) + `: I have ${i} boats.`),
  );
  const scene = [0, 3, 1, 4, 2, 5].map((i) => play[i]).join('\n');
  const count = (speakers: readonly string[]): string =>
    checkRanges(scene, listHandRanges({ speakers }), sha256Of)!.reduceRight(
      (left, other) => left.slice(0, other.start) + left.slice(other.end),
      scene,
    );

  it('are one of them, or all where one author wrote their words; never their names', () => {
    expect(count(['ANN'])).toBe('I have 1 boats.\nI have 2 boats.\nI have 3 boats.\n');
    expect(count([everyone])).toBe([1, 1, 2, 2, 3, 3].map((i) => `I have ${i} boats.`).join('\n'));
  });
});
