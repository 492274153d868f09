import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const stories = path.join(root, 'test', 'host', 'stories');

/** The sentences and titles of the product in English and German, with their {places}. */
const said = ['l10n/bundle.l10n.json', 'l10n/bundle.l10n.de.json', 'package.nls.json', 'package.nls.de.json'].flatMap(
  (file) => {
    const bundle = JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as Record<string, string>;
    return Object.values(bundle).map((sentence) => sentence.toLowerCase());
  },
);

/** What the editor says, names of the sample, words of texts, and reasons within a sentence. */
const others =
  /^(view|file|developer|notifications|workspaces|preferences): |^restricted mode$|^(author|writer) [a-x]$|^planted author$|^cora lenz$|^gerd thal$|^we would be glad$|^(dear|to the) editor$|^it is protected by a password$/;

/** Whether a sentence of the product has these words, some of which may be in the place of a value. */
function isSaid(words: string): boolean {
  return said.some((sentence) => {
    if (sentence.includes(words)) return true;
    const parts = sentence.split(/\{[^}]*\}/);
    return parts.length > 1 && parts.some((part) => isIn(words, part.replace(/^[.\s]+|\s+$/g, '')));
  });
}

const isIn = (words: string, part: string): boolean => part.length > 5 && words.includes(part);

it('the words that stories of the window wait for are words that the product has', () => {
  const waited = fs.readdirSync(stories).flatMap((file) => {
    const code = fs.readFileSync(path.join(stories, file), 'utf8');
    const literals = code.matchAll(
      /(?:hasText: |pick\(|run\(|answer\(|notification\(|statusBar\()(?:'([^']*)'|`([^`]*)`)/g,
    );
    return Array.from(literals, ([, plain, template]) => ({ file, text: plain ?? template! }));
  });
  expect(waited.length).toBeGreaterThan(150);
  // Names of files, numbers and values are no words of the product.
  const parts = waited.flatMap(({ file, text }) =>
    text
      .replace(/^Idiograph: /, '')
      .split(/\$\{[^}]*\}|\b[\w-]+\.(?:txt|mbox|rtf|odt|docx|pdf|eml)\b|\d+/)
      .map((part) => ({ file, words: part.trim().toLowerCase() })),
  );
  const wrong = parts.filter(
    ({ words }) => /[a-zäöüß]{2} [a-zäöüß]{2}/.test(words) && !others.test(words) && !isSaid(words),
  );
  expect(wrong).toEqual([]);
});
