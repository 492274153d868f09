// A text by two of the sample's writers in a case of letters: the notice, and its parts apart.
import fs from 'node:fs';
import path from 'node:path';

const minute = 60_000;
const name = 'two-writers.txt';
const caseFile = 'sample.idiograph-case.json';

/** The first words that a writer of the sample wrote. */
function readBeginning(folder, author) {
  const own = path.join(folder, 'known', author);
  const texts = fs.readdirSync(own).map((file) => fs.readFileSync(path.join(own, file), 'utf8').trim());
  const words = texts
    .sort()
    .join('\n\n')
    .match(/\S+\s*/g);
  return words.slice(0, 1000).join('');
}

/** A case in which all texts are letters, with one questioned text by two of its authors. */
export function openAsLetters({ folder }) {
  const file = path.join(folder, caseFile);
  const { documents, ...others } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const known = Object.entries(documents).filter(([, { role }]) => role === 'known');
  const asLetters = Object.fromEntries(
    known.map(([id, facts]) => [id, { ...facts, mode: 'written', genre: 'letter' }]),
  );
  const facts = { role: 'questioned', mode: 'written', genre: 'letter', language: 'en' };
  const documentsOfCase = { ...asLetters, [`questioned/${name}`]: facts };
  fs.writeFileSync(file, JSON.stringify({ ...others, documents: documentsOfCase }));
  const questioned = path.join(folder, 'questioned');
  for (const each of fs.readdirSync(questioned)) fs.rmSync(path.join(questioned, each));
  const text = ['author-a', 'author-b'].map((author) => readBeginning(folder, author)).join('\n\n');
  fs.writeFileSync(path.join(questioned, name), `${text}\n`);
}

export const handsStories = [
  [
    'a text by two authors of the case says so, and its parts are reviewed apart',
    async ({ window }) => {
      const { page, panel } = window;
      await window.icon.click();
      await window.run('Idiograph: Review This Case');
      await panel.locator('h1', { hasText: name }).waitFor({ timeout: 3 * minute });
      await window.panelState('ready', 3 * minute);
      await panel.locator('.card p', { hasText: 'Two writers?' }).waitFor();
      await panel.locator('.card vscode-button', { hasText: 'Review Parts Separately' }).click();
      await panel.locator('h1', { hasText: `the selected part of ${name}` }).waitFor({ timeout: 5 * minute });
      await window.panelState('ready', minute);
      const parts = page.locator('.pane-body .monaco-list-row[aria-level="3"]', { hasText: /“.+ …”/ });
      await window.until(async () => (await parts.count()) === 2);
    },
  ],
];
