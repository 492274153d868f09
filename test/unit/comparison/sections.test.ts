import { describe, expect, it } from 'vitest';
import { splitSections } from '../../../src/core/comparison/compareLevels';

const sentence = 'Be that as it may, the roof will not mend itself, and the rain comes in. ';
const prose = (sentences: number): string => sentence.repeat(sentences).trim();
const held = (text: string): string =>
  splitSections(text)
    .map(({ start, end }) => text.slice(start, end))
    .join('');
const headings = (text: string) => splitSections(text).map(({ heading }) => heading);

describe('the sections of a text', () => {
  it.each([
    ['CHAPTER I.', 'CHAPTER II.'],
    ['## The roof', '## The drains'],
    ['1. Introduction', '2. Methods'],
    ['What the roof cost', 'Who paid for it'],
  ])('are under its own headings, such as %s', (one, other) => {
    const text = `A line before.\n\n${one}\n\n${prose(12)}\n\n${other}\n\n${prose(12)}\n`;
    expect(headings(text)).toEqual([one, other].map((line) => line.replace(/^#+ /, '')));
    expect(held(text)).toBe(text);
  });

  it('take the title below a number, and what is too short, with them', () => {
    const text = `IV\n\nThe Roof\n\n${prose(12)}\n\nV\n\nThe Drains\n\n${prose(12)}\n\nThe End\n\nNo more.`;
    expect(headings(text)).toEqual(['IV', 'V']);
    expect(held(text)).toBe(text);
  });

  it('are 24 at most', () => {
    const text = Array.from({ length: 60 }, (_, i) => `Chapter ${i + 1}\n\n${prose(8)}`).join('\n\n');
    expect(splitSections(text)).toHaveLength(24);
    expect(held(text)).toBe(text);
  });

  it.each([
    ['without headings', prose(300)],
    ['of a list', Array.from({ length: 900 }, (_, i) => `Item ${i}`).join('\n\n')],
    ['without the end of a sentence', 'and so on '.repeat(900)],
    ['without a space', '😀'.repeat(2000)],
    ['of one word', 'Rain'],
    ['that is empty', ''],
  ])('of a text %s are stretches of about equal length', (_, text) => {
    const sections = splitSections(text);
    expect(sections.every(({ heading }) => heading === undefined)).toBe(true);
    expect(sections.length).toBeLessThanOrEqual(8);
    expect(held(text)).toBe(text);
    const lengths = sections.map(({ start, end }) => end - start);
    if (text.length > 4000) expect(Math.max(...lengths)).toBeLessThan(2 * Math.min(...lengths));
  });
});
