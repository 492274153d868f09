import { describe, expect, it } from 'vitest';
import { read } from './documentFiles';
import { lines, pdfFile, text } from './pdfFile';

const harbour = [
  'The harbour wall was mended in the spring, although',
  'nobody had asked the people who moor their boats at',
  'it whether they could do without it for six weeks.',
  'I have said so at two meetings and was thanked for',
  'my patience, which is not the same as an answer.',
];

describe('letters under a point', () => {
  it('are hidden', async () => {
    const draws = lines(harbour, 72, 700) + text('Nobody can read these words.', 72, 500, 'F 0.5');
    const { text: all, reading } = await read('made.pdf', pdfFile([{ draws }]));
    expect(all).toBe(harbour.join(' '));
    expect(reading!.parts).toMatchObject([{ kind: 'hidden', words: 5 }]);
  });
});
