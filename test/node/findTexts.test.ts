import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CaseService } from '../../src/case/caseService';
import type { FoundTexts } from '../../src/case/indexing';
import { neverStops } from '../../src/core/basics/work';
import { LocalEngine } from '../../src/node/localEngine';
import { removeFolder } from '../removeFolder';

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-texts-')));
for (const name of [
  'known/Ann/a.txt',
  'known/Ann/.b.txt',
  'known/Bea/b.txt',
  'population/Pat/p.txt',
  'loose.txt',
  'more/Cy/c.txt',
]) {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), `The text of ${name}.`);
}
const documents = { 'known/Bea/b.txt': { role: 'known', author: 'Beatrice', mode: 'written', genre: 'essay' } };
fs.writeFileSync(
  path.join(folder, 'case.idiograph-case.json'),
  JSON.stringify({ format: 'idiograph.case/1', documents }),
);
fs.writeFileSync(
  path.join(folder, 'mails.mbox'),
  ['Ann', 'Bea']
    .map(
      (name) =>
        `From ${name}@mail.test Mon Jan  1 10:00:00 2024\nFrom: ${name} <${name}@mail.test>\nDate: Mon, 1 Jan 2024 10:00:00 +0000\nSubject: Tea\n\nTea is at four, says ${name}.\n\n`,
    )
    .join(''),
);
afterAll(() => removeFolder(folder));

const service = new CaseService({ engine: Object.create(LocalEngine.prototype) as LocalEngine, modelsFolder: '' });

async function findTexts(place: string, asked: object = {}): Promise<FoundTexts> {
  const args = [{ places: [path.join(folder, place)], ...asked }];
  return (await service.answer(neverStops, { folder }, 'case findTexts', args).next()).value as FoundTexts;
}

it('finds the texts of a folder by author, as the case file names them, and says what it passes over', async () => {
  const { files, warnings } = await findTexts('');
  const rows = files.map(({ path: file, author, role }) => [path.basename(file), author, role]);
  expect(rows).toEqual([
    ['a.txt', 'Ann', 'known'],
    ['b.txt', 'Beatrice', 'known'],
    ['p.txt', 'Pat', 'population'],
  ]);
  expect(warnings).toMatchObject([{ values: { file: `${path.basename(folder)}/known/Ann/.b.txt` } }]);
  const asPopulation = await findTexts('more', { role: 'population' });
  expect(asPopulation.files).toMatchObject([{ author: 'Cy', role: 'population' }]);
});

it('finds each text of a collection by its author, or as one author’s, and of another file none but by a given author', async () => {
  const authors = (await findTexts('mails.mbox')).files.map(({ author }) => author);
  expect(authors).toHaveLength(2);
  expect(new Set(authors).size).toBe(2);
  expect((await findTexts('loose.txt')).files).toEqual([]);
  const given = await findTexts('loose.txt', { author: 'Dee', role: 'known' });
  expect(given.files).toMatchObject([{ path: path.join(folder, 'loose.txt'), author: 'Dee', role: 'known' }]);
});
