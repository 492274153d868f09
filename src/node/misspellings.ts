import fs from 'node:fs/promises';
import path from 'node:path';
import { fields, list, shaped, text } from '../core/shape';

const dictionary = fields({ dictionaryDefinitions: list(fields({ suggestWords: list(text) })) });

/** One wrong form and the one word that it stands for. */
const correction = /^([a-z]{4,})->([a-z]+)$/;

/** Common misspellings of English with what they stand for, where that is one word (the list of CSpell, CC BY-SA 4.0). */
export async function readMisspellings(): Promise<ReadonlyMap<string, string>> {
  const folder = path.dirname(require.resolve('@cspell/dict-en-common-misspellings'));
  const json: unknown = JSON.parse(await fs.readFile(path.join(folder, 'dict', 'dict-en.json'), 'utf8'));
  const read = shaped(dictionary, json, (problem) => new Error(`the list of misspellings: ${problem}`));
  return new Map(
    read.dictionaryDefinitions.flatMap(({ suggestWords }) =>
      suggestWords.flatMap((line): (readonly [string, string])[] => {
        const [, wrong, right] = correction.exec(line) ?? [];
        return wrong === undefined || right === undefined ? [] : [[wrong, right]];
      }),
    ),
  );
}
