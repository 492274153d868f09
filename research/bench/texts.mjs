// Texts to encode: those of sample/, which were written for this project.
import fs from 'node:fs';
import path from 'node:path';

/** All known texts, and a questioned one of 1,000 words. */
export function sampleTexts({ root }) {
  const folder = path.join(root, 'sample');
  const read = (part) =>
    fs
      .readdirSync(path.join(folder, part), { recursive: true })
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .map((name) => fs.readFileSync(path.join(folder, part, name), 'utf8'));
  const words = read('questioned')
    .join('\n\n')
    .split(/(?<=\s)(?=\S)/);
  return { known: read('known'), questioned: words.slice(0, 1000).join('') };
}

/** The text with one word of a sentence in its middle changed: what an editor does between two reviews. */
export function edited(text, round) {
  const middle = text.indexOf('. ', text.length / 2) + 2;
  const end = text.indexOf(' ', middle);
  return `${text.slice(0, end)} edited${round}${text.slice(end)}`;
}

export const wordsOf = (text) => text.split(/\s+/).filter(Boolean).length;

/** The shipped encoder, one thread. */
export function openedEncoder({ engine, models }) {
  return engine.OnnxEncoder.open(models, 1);
}
