import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findRetiredWord,
  listMisses,
  listSentences,
  measuredFiles,
  measureWords,
  readTexts,
} from '../../scripts/measureWords.mjs';

const root = path.resolve(import.meta.dirname, '../..');

describe('the sentences for readers', () => {
  const [window, page] = [measuredFiles.slice(0, -1), measuredFiles.slice(-1)].map((files) =>
    measureWords(files.flatMap((file) => readTexts(path.join(root, file)))),
  );

  it('are short, mostly active, and without retired words', () => {
    expect(window!.sentences).toBeGreaterThan(400);
    expect(page!.sentences).toBeGreaterThan(40);
    expect([window!, page!].flatMap(listMisses)).toEqual([]);
  });
});

describe('the measure of sentences', () => {
  it('counts sentences and their words, and leaves labels out', () => {
    expect(listSentences('Choose a file. “{name}” is in use! No ratio · 3')).toEqual([
      'Choose a file.',
      '“{name}” is in use!',
    ]);
    expect(measureWords(['One two three four five.', 'One two three.', 'Label']).medianWords).toBe(5);
  });

  it('finds passives and retired words, and says which target each misses', () => {
    const measured = measureWords(['The file was read anew.', 'The file is not yet read.', 'It fits.']);
    expect(measured.passives).toBe(1 / 2);
    expect(listMisses(measured)).toEqual([
      'share of passives: 0.50 > 0.2',
      'retired word "anew": The file was read anew.',
    ]);
    const long = measureWords([`It ${'reads '.repeat(29)}on.`]);
    expect(listMisses(long)).toContain('words of the longest sentence: 31 > 29');
    expect(['Of 3, two.', 'by hand', 'Nobody knows.', 'Say why.'].map(findRetiredWord)).toEqual([
      'Of',
      undefined,
      'Nobody',
      undefined,
    ]);
  });
});
