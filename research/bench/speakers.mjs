// How many texts in one voice are asked about as if they had several speakers, by file and genre. Of each file every n-th text is read.
//   node research/bench/speakers.mjs --data FOLDER [--show]   (FOLDER has the files of the data sheet, such as dev.jsonl.gz)
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { engineSources } from './engineSources.mjs';

const every = { dev: 1, train: 5, 'train-kinds': 2, 'train-more': 10, 'train-extra': 5 };
const { values } = parseArgs({ options: { data: { type: 'string' }, show: { type: 'boolean', default: false } } });
if (!values.data) throw new Error('Name the folder of the data with --data.');
const { findTurns } = await engineSources('speakers', { 'src/reading/text/turns.ts': 'findTurns' });

const counts = new Map();
for (const [name, step] of Object.entries(every)) {
  const lines = gunzipSync(fs.readFileSync(path.join(values.data, `${name}.jsonl.gz`)))
    .toString()
    .trim()
    .split('\n');
  for (let i = 0; i < lines.length; i += step) {
    const { id, genre, text } = JSON.parse(lines[i]);
    const found = findTurns(text);
    for (const key of ['all', ...(found?.isSure ? ['certainly a chat'] : []), `${name}, ${genre}`]) {
      const { texts, asked } = counts.get(key) ?? { texts: 0, asked: 0 };
      counts.set(key, { texts: texts + 1, asked: asked + (found ? 1 : 0) });
    }
    if (found && values.show)
      console.log(
        id,
        found.shape,
        found.speakers.map(({ name: who, turns }) => `${who} ${turns}`),
      );
  }
}
for (const [key, { texts, asked }] of counts)
  if (asked > 0) console.log(`${key}: ${asked} of ${texts} (${(asked / texts).toFixed(4)})`);
