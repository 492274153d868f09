import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutWindows, groupWindows, type ReadableWindow, toSpan } from '../../../src/core/text/encodeText';
import { HashingEncoder } from '../../fakes/hashingEncoder';

const encoder = new HashingEncoder({ maxTokens: 12 });
const cut = (text: string, exclude: { start: number; end: number }[] = []): ReadableWindow[] => [
  ...cutWindows(text, exclude, encoder),
];
const textsOf = (windows: readonly ReadableWindow[]): string[] => windows.map(({ text }) => text);

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'one',
        'Two',
        'three',
        'four',
        '. ',
        '! ',
        '? ',
        ', ',
        ' ',
        ' ',
        '\n\n',
        '<b>',
        'a@b.cc',
        '\u2026',
        '\u{1f600}',
        '.',
      ),
      fc.constantFrom('!!!!!!!!!!!!!!!!!!!!!!!!!', 'a-b-c-d-e-f-g-h-i-j-k-l-m', '\u00ad', '\n> quoted\n'),
    ),
    { maxLength: 80 },
  )
  .map((pieces) => pieces.join(''));

/** `count` sentences of six tokens each, about one thing. */
function paragraph(thing: string, count: number): string {
  return Array.from({ length: count }, (_, i) => `The ${thing} is number ${i}.`).join(' ');
}

describe('cutWindows', () => {
  it('puts whole sentences together while they fit', () => {
    expect(textsOf(cut('One two three. Four five six. Seven eight nine.'))).toEqual([
      'One two three. Four five six.',
      'Seven eight nine.',
    ]);
  });
  it('cuts a longer sentence at a space', () => {
    expect(textsOf(cut('a b c d e f g h i j k l m'))).toEqual(['a b c d e f g h i j', 'k l m']);
  });
  it('cuts between tokens where there is no space', () => {
    expect(textsOf(cut('!'.repeat(25)))).toEqual(['!'.repeat(10), '!'.repeat(10), '!'.repeat(5)]);
  });
  it('ends a window with its paragraph once it has 64 tokens, and not before', () => {
    const long = [...cutWindows(`${paragraph('cat', 11)}\n\n${paragraph('dog', 1)}`, [], new HashingEncoder())];
    const short = [...cutWindows(`${paragraph('cat', 10)}\n\n${paragraph('dog', 1)}`, [], new HashingEncoder())];
    expect(long.map(({ tokens }) => tokens)).toEqual([66, 6]);
    expect(short.map(({ tokens }) => tokens)).toEqual([66]);
  });
  it('never crosses an excluded range', () => {
    const text = 'One two.\n> three four\nFive six.';
    const windows = cut(text, [{ start: 9, end: 22 }]);
    expect(windows.map(({ range }) => text.slice(range.start, range.end))).toEqual(['One two.', 'Five six.']);
  });
  it('has nothing to cut in white space', () => {
    expect(cut(' \n\n ')).toEqual([]);
  });

  it('covers every token of the text, in order, with windows that fit', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const windows = cut(text);
        for (const window of windows) {
          expect(window.tokens).toBeGreaterThan(0);
          expect(window.tokens).toBeLessThanOrEqual(10);
          expect(encoder.findTokenRanges(window.text)).toHaveLength(2 * window.tokens);
        }
        let covered = 0;
        for (const { range } of windows) {
          expect(text.slice(covered, range.start).replace(/<b>|[\s\u00ad]/g, '')).toBe('');
          expect(range.end).toBeGreaterThan(range.start);
          covered = range.end;
        }
        expect(text.slice(covered).replace(/<b>|[\s\u00ad]/g, '')).toBe('');
      }),
    );
  });
  it('leads each token back to a place inside its window', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const window of cut(text)) {
          const tokens = encoder.findTokenRanges(window.text);
          for (let t = 0; t < tokens.length; t += 2) {
            const { start, end } = window.toOriginal(tokens[t]!, tokens[t + 1]!);
            expect(start).toBeGreaterThanOrEqual(window.range.start);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(window.range.end);
          }
        }
      }),
    );
  });
  it('cuts a text alike each time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(textsOf(cut(text))).toEqual(textsOf(cut(text)));
      }),
    );
  });
  it('leaves the windows before an edit, and those of later paragraphs, as they were', () => {
    const paragraphs = ['cat', 'dog', 'hen', 'cow', 'owl'].map((thing) => paragraph(thing, 33));
    const edited = paragraphs.with(2, `Something new stands here. ${paragraphs[2]!}`);
    const model = new HashingEncoder();
    const before = textsOf([...cutWindows(paragraphs.join('\n\n'), [], model)]);
    const after = textsOf([...cutWindows(edited.join('\n\n'), [], model)]);
    const aboutOthers = (window: string): boolean => !/hen|Something/.test(window);
    expect(after.filter(aboutOthers)).toEqual(before.filter(aboutOthers));
    expect(after).not.toEqual(before);
  });
  it('cuts the text before a paragraph in the same way, whatever the paragraph holds', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (text, one, other) => {
        const kept = textsOf(cut(`${text}\n\n`)).slice(0, -1);
        expect(textsOf(cut(`${text}\n\n${one}`)).slice(0, kept.length)).toEqual(kept);
        expect(textsOf(cut(`${text}\n\n${other}`)).slice(0, kept.length)).toEqual(kept);
      }),
    );
  });
  it.each(['a', '!', 'a ', 'a. ', 'a\n\n', '\u{1f600}', '<'])(
    'takes a long run of %j without going over it again and again',
    (unit) => {
      const windows = cutWindows(unit.repeat(1e5 / unit.length), [], new HashingEncoder());
      expect([...windows].every(({ tokens }) => tokens <= 126)).toBe(true);
    },
    20_000,
  );
});

describe('groupWindows', () => {
  const window = (tokens: number): { range: { start: number; end: number }; tokens: number } => ({
    range: { start: 0, end: 1 },
    tokens,
  });
  it('puts up to four windows into a span', () => {
    const groups = [...groupWindows([5, 6, 7, 8, 9].map(window))];
    expect(groups.map((group) => group.map(({ tokens }) => tokens))).toEqual([[5, 6, 7, 8], [9]]);
  });
  it('keeps a span within 512 tokens with two special ones for each window', () => {
    const groups = [...groupWindows([254, 254, 1, 510].map(window))];
    expect(groups.map((group) => group.map(({ tokens }) => tokens))).toEqual([[254, 254], [1], [510]]);
  });
  it('makes a span that reaches from the first window to the last', () => {
    const windows = cut('One two three. Four five six. Seven eight nine.');
    expect(toSpan(windows)).toEqual({
      range: { start: 0, end: 47 },
      tokens: 12,
      windows: windows.map(({ range, tokens }) => ({ range, tokens })),
    });
  });
});
