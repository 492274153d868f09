import { describe, expect, it } from 'vitest';
import { findExclusions } from '../../../src/reading/text/exclusions';

const own = 'We cannot come on Friday, since the boiler is being mended and somebody must wait.';

function added(text: string): readonly (readonly [string, string])[] {
  return findExclusions(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);
}

describe('lines without a mark of their own', () => {
  it.each([
    'Ann Lee\nClerk, Merrow Hall\nTel. 020 7946 0018\nann@merrow.example',
    'Ann Lee | Clerk\n12 Mill Lane, Merrow ME1 2AB\n+44 7700 900123',
    'Ann van der Lee\nwww.merrow.example',
  ])('a name and how to reach it are a signature at the end: %j', (lines) => {
    expect(added(`${own}\n\nKind regards,\n${lines}\n`)).toEqual([['signature', `${lines}\n`]]);
    expect(added(`${own}\n\nAnn\n\n${lines}\n\n> old`)[0]).toEqual(['signature', `${lines}\n\n`]);
  });

  it.each([
    'Ann Lee',
    'Kind regards,\nAnn',
    'See the page of the hall:\nhttps://merrow.example/hall',
    'Ring Ann Lee on 020 7946 0018 if the key is gone.',
    'Ann Lee was born on 3.5.1921.\nBen Lee was born on 4.6.1923.',
  ])('what only resembles a signature is own text: %j', (lines) => {
    expect(added(`${own}\n\n${lines}\n`)).toEqual([]);
  });

  it.each(['—\nAnn Lee\nClerk to the Council', '–\nAnn Lee', '——\nAnn Lee, PhD\nUniversity of Merrow'])(
    'a person below a dash is a signature at the end: %j',
    (lines) => {
      expect(added(`${own}\n\n${lines}\n`)).toEqual([['signature', `${lines}\n`]]);
    },
  );

  it.each(['—\nEnd', '—\nI went home.\nIt was late.', '—\n\nThe Garden\n\nRed in the morning sun\nBlue at night'])(
    'what else is below a dash is own text: %j',
    (lines) => {
      expect(added(`${own}\n\n${lines}\n`)).toEqual([]);
    },
  );

  it('the head of a printed mail is a template', () => {
    const head =
      'Ann Lee <ann@merrow.example>\nFriday\n1 message\nAnn Lee <ann@merrow.example>\tMon, May 3, 2021 at 9:12 AM\nTo: Bob Stone <bob@merrow.example>\n';
    expect(added(`${head}\n${own}\n`)).toEqual([['template', head]]);
  });
});
