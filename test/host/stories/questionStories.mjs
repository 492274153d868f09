// A text of a reviewed case is asked about two of its authors, and then about anybody again.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';

const minute = 60_000;
const caseFile = 'sample.idiograph-case.json';
const title = 'Who could have written it?';

/** Told on a case whose letter is reviewed and shown. */
export const questionStories = [
  [
    'the question which of two authors wrote a text is answered on the card after five actions, and is in the case file',
    async ({ window, folder }) => {
      const { page, panel } = window;
      await panel.locator('header', { hasText: 'Writer: anybody' }).waitFor();
      const row = (author) => page.locator(`.quick-input-list .monaco-list-row[aria-label="${author}"]`);
      await window.run('Idiograph: Change the Question');
      await window.pick(title, 'these authors…');
      await row('Author A').click();
      await row('Author D').click();
      await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click(); // the fifth
      await panel.locator('th', { hasText: 'Among these' }).waitFor({ timeout: 2 * minute });
      await window.panelState('ready', minute);
      const rows = panel.locator('table[role=grid] tbody tr');
      assert.deepStrictEqual(await rows.locator('th').allInnerTexts(), ['Author D', 'Author A']);
      const card = await panel.locator('.card').innerText();
      assert.match(card, /^Author D or Author A\?\s+×[\d.]+ [a-z ]+ support \(level \d of 6\)/);
      assert.match(card, /if Author D wrote letter-roof-fund\.txt than if Author A did\./);
      assert.match(card, /none of these authors wrote it/);
      const text = fs.readFileSync(path.join(folder, caseFile), 'utf8');
      assert.match(text, /\["Author A", ?"Author D"\]/);
      await page.screenshot({ path: path.join(import.meta.dirname, '../results/question.png') });
    },
  ],
  [
    'the question is changed back to anybody',
    async ({ window }) => {
      const { panel } = window;
      await window.run('Idiograph: Change the Question');
      await window.pick(title, 'anybody');
      await panel.locator('th', { hasText: 'Among these' }).waitFor({ state: 'detached', timeout: 2 * minute });
      await panel.locator('.card .number').waitFor({ timeout: minute });
      await window.panelState('ready', minute);
    },
  ],
];
