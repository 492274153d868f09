import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRetiredWord, listMisses, listSentences, measureWords } from '../../scripts/measureWords.mjs';

const root = path.resolve(import.meta.dirname, '../..');

function readTexts(file: string): readonly string[] {
  return Object.values(JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as Record<string, string>);
}

describe('the sentences for readers', () => {
  const measured = measureWords(['l10n/bundle.l10n.json', 'package.nls.json'].flatMap(readTexts));

  it('are short, mostly active, and without retired words', () => {
    expect(measured.sentences).toBeGreaterThan(400);
    expect(listMisses(measured)).toEqual([]);
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
    expect(['Of 3, two.', 'by hand', 'Nobody knows.', 'Say why.'].map(findRetiredWord)).toEqual([
      'Of',
      undefined,
      'Nobody',
      undefined,
    ]);
  });
});
