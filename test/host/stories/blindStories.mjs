// A case becomes blind and is unmasked.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';

const caseFile = 'sample.idiograph-case.json';
const minute = 60_000;

const blind = (folder) => JSON.parse(fs.readFileSync(path.join(folder, caseFile), 'utf8')).blind;

/** What the window shows of the case, but for the texts themselves: tree, tabs and the panel without its passages. */
async function shown({ page, panel }) {
  const parts = [
    page.locator('.pane-body'),
    page.locator('.tabs-container'),
    panel.locator('.card'),
    panel.locator('.candidates'),
    panel.locator('.detail h2'),
    panel.locator('figcaption'),
    panel.locator('.habits'),
  ];
  const texts = await Promise.all(parts.map((part) => part.allInnerTexts()));
  return texts.flat().join('\n');
}

/** Told on a case whose letter is reviewed and shown. */
export const blindStories = [
  [
    'a blind case names no author, in tree, panel and titles, and keeps its results',
    async ({ window, folder }) => {
      const { page, panel } = window;
      const before = await panel.locator('.candidates table').innerText();
      await window.run('Idiograph: Hide or Show Author Names');
      await panel.locator('.card h2', { hasText: /^Writer [A-E]\?$/ }).waitFor({ timeout: minute });
      await page.locator('.pane-body .monaco-list-row', { hasText: 'Writer A' }).waitFor();
      await panel
        .locator('figcaption', { hasText: /Writer [A-E] text/ })
        .first()
        .waitFor();
      await window.panelState('ready');
      const now = await shown(window);
      assert.doesNotMatch(now, /Author [A-E]|lock-gate|open-day|towpath|minute-book/);
      const findings = (text) =>
        [...text.matchAll(/(no ratio|no support|weak|moderate)[^\n]*/g)].map(([found]) => found);
      assert.deepStrictEqual(findings(await panel.locator('.candidates table').innerText()), findings(before));
      assert.deepStrictEqual(
        Object.values(blind(folder).names).sort(),
        ['A', 'B', 'C', 'D', 'E'].map((letter) => `Writer ${letter}`),
      );
      await panel.locator('.passage vscode-button').first().click(); // opens both
      const tab = page.locator('.tab', { hasText: /Writer [A-E] text [0-9a-f]{6}/ });
      await tab.first().waitFor({ timeout: minute });
      const known = page.locator('.editor-instance[aria-label*="Writer"]'); // whose passages are marked as before
      await known.locator('.view-line span[class*="ced-"]').first().waitFor();
    },
  ],
  [
    'names are shown again once that is confirmed, which is written down with the hash of the findings',
    async ({ window, folder }) => {
      const { page, panel } = window;
      const called = (await panel.locator('.card h2').innerText()).slice(0, -1); // without its question mark
      await window.run('Idiograph: Hide or Show Author Names');
      await window.pick('Show the names of the authors of this case?', 'Show the names');
      await panel.locator('.card h2', { hasText: /^Author [A-E]\?$/ }).waitFor({ timeout: minute });
      const { masked, names, unmasked } = blind(folder);
      assert.strictEqual(masked, false);
      assert.strictEqual(names[(await panel.locator('.card h2').innerText()).slice(0, -1)], called);
      assert.strictEqual(unmasked.length, 1);
      assert.match(unmasked[0].findings, /^[0-9a-f]{64}$/);
      await page.locator('.pane-body .monaco-list-row', { hasText: 'Author A' }).first().waitFor();
      await page
        .locator('.tab', { hasText: /Writer [A-E]/ })
        .first()
        .waitFor({ state: 'detached' });
      assert.doesNotMatch(await shown(window), /Writer [A-E]/);
      await window.editor('letter-roof-fund.txt').locator('.view-lines').click();
      await page.keyboard.press('Control+Home'); // where a reader begins
    },
  ],
];
