import { describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/basics/work';
import { encodeSpans, encodeText } from '../../../src/core/text/encodeText';
import { findExclusions } from '../../../src/reading/text/exclusions';
import { HashingEncoder } from '../../fakes/hashingEncoder';

const prose = Array.from(
  { length: 400 },
  (_, i) =>
    `Sentence ${i} \u201csays\u201d something \u2014 <b>plainly</b> \u2014 and then\u2026 it ends.${i % 9 === 8 ? '\n\n' : ' '}`,
).join('');

describe('encodeText', () => {
  it('gives spans in order, with unit rows and patches inside their windows', async () => {
    const encoder = new HashingEncoder();
    const spans = await encodeText(prose, encoder, { n: 2, stop: neverStops });
    expect(spans.length).toBeGreaterThan(5);
    let end = 0;
    for (const { span, documentVector, patches } of spans) {
      expect(span.range.start).toBeGreaterThanOrEqual(end);
      end = span.range.end;
      expect(Math.hypot(...documentVector)).toBeCloseTo(1, 5);
      expect(patches.values.length).toBe((patches.ranges.length / 2) * encoder.dim);
      for (let p = 0; p < patches.ranges.length / 2; p++) {
        const [from, to] = [patches.ranges[2 * p]!, patches.ranges[2 * p + 1]!];
        expect(Math.hypot(...patches.values.subarray(p * encoder.dim, (p + 1) * encoder.dim))).toBeCloseTo(1, 5);
        expect(span.windows.some(({ range }) => range.start <= from && from < to && to <= range.end)).toBe(true);
      }
    }
    expect(prose.slice(end).trim()).toBe('');
  });

  it('points at the words that a patch was pooled from', async () => {
    const text = 'Alpha beta, gamma \u2014 delta epsilon.';
    const [span] = await encodeText(text, new HashingEncoder(), { n: 3, stop: neverStops });
    const ranges = [...span!.patches.ranges];
    const words = Array.from({ length: ranges.length / 2 }, (_, p) => text.slice(ranges[2 * p], ranges[2 * p + 1]));
    expect(words).toEqual(['Alpha beta', 'gamma \u2014 delta', 'epsilon']);
  });

  it('reads no excluded word', async () => {
    const text = `${'My own words go here. '.repeat(8)}\nOn Monday, Ann wrote:\n> not mine, not mine\nAnd mine again.`;
    const spans = await encodeText(text, new HashingEncoder(), {
      n: 1,
      exclude: findExclusions(text),
      stop: neverStops,
    });
    const read = spans.flatMap(({ patches }) => {
      const ranges = [...patches.ranges];
      return Array.from({ length: ranges.length / 2 }, (_, p) => text.slice(ranges[2 * p], ranges[2 * p + 1]));
    });
    expect(read).toContain('again');
    expect(read).not.toContain('not');
    expect(read).not.toContain('Monday');
  });

  it('refuses a text without a patch', async () => {
    await expect(encodeText('... !!! ---', new HashingEncoder(), { n: 2, stop: neverStops })).rejects.toMatchObject({
      code: 'TooShort',
    });
  });
});

describe('encodeSpans', () => {
  it('encodes no further than it is read', async () => {
    const encoder = new HashingEncoder();
    for await (const first of encodeSpans(prose, encoder, { n: 2, stop: neverStops })) {
      expect(first.span.range.start).toBe(0);
      break;
    }
    expect(encoder.encoded).toBeLessThanOrEqual(16);
  });

  it('stops when asked to', async () => {
    const stop = { stopped: false };
    const read = async (): Promise<void> => {
      for await (const { span } of encodeSpans(prose, new HashingEncoder(), { n: 2, stop }))
        stop.stopped = span.windows.length > 0;
    };
    await expect(read()).rejects.toMatchObject({ code: 'Cancelled' });
  });

  it('ends with the text, so that the end of a span says how far it is', async () => {
    const spans = await encodeText(prose, new HashingEncoder(), { n: 2, stop: neverStops });
    const ends = spans.map(({ span }) => span.range.end);
    expect(ends.length).toBeGreaterThan(1);
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
    expect(prose.slice(ends.at(-1)).trim()).toBe('');
  });
});
