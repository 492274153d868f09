import fs from 'node:fs/promises';
import path from 'node:path';

/** One wrong form and the one word that it stands for, as the list has them. */
const correction = /"([a-z]{4,})->([a-z]+)"/g;

/**
 * Common misspellings of English with what they stand for, where that is one word (the list of CSpell, CC BY-SA 4.0). Its 2.6 MB
 * are searched and not parsed, which takes a fifth of the time.
 */
export async function readMisspellings(): Promise<ReadonlyMap<string, string>> {
  const folder = path.dirname(require.resolve('@cspell/dict-en-common-misspellings'));
  const json = await fs.readFile(path.join(folder, 'dict', 'dict-en.json'), 'utf8');
  const found = new Map<string, string>();
  for (const [, wrong, right] of json.slice(json.indexOf('"suggestWords"')).matchAll(correction)) {
    found.set(wrong!, right!);
  }
  if (found.size === 0) throw new Error('The list of misspellings is empty.');
  return found;
}
