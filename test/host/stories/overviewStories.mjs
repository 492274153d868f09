// A whole case is looked at, and a text opened from there.
import assert from 'node:assert';

const minute = 60_000;

/** Told on a case whose texts are reviewed. */
export const overviewStories = [
  [
    'questioned texts are filtered by what came of them, the view says how many it shows, and sorted by strength',
    async ({ window }) => {
      const { page } = window;
      const rows = page.locator('.pane-body .monaco-list-row');
      const row = (name) => rows.filter({ hasText: name }).first();
      const filter = async (name, state) => {
        await window.run('Idiograph: Sort or Filter Questioned Texts');
        await page.locator('.quick-input-titlebar', { hasText: 'Which questioned texts are listed' }).waitFor();
        await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).click();
        await page.keyboard.press('Enter');
        await row('blog-visitor-plan').waitFor({ state, timeout: minute });
      };
      await filter('supports the first candidate', 'detached');
      await row('letter-roof-fund')
        .filter({ hasText: /×[\d.]+( \(limit of tests\))? Author D/ })
        .waitFor();
      await row('Questioned').filter({ hasText: '2 of 3 texts' }).waitFor();
      await filter('supports the first candidate', 'visible'); // chosen again, it is taken away
      await filter('strongest ratio first', 'visible');
      await row('Questioned').filter({ hasText: 'strongest ratio first' }).waitFor({ timeout: minute });
      const names = () => rows.filter({ hasText: /\.txt/ }).allInnerTexts();
      await window.until(async () => (await names()).findIndex((text) => text.includes('letter-roof-fund')) === 0);
      await filter('strongest ratio first', 'visible'); // chosen again, it is taken away
    },
  ],
  [
    'an overview has every text and author in words',
    async ({ window }) => {
      await window.run('Idiograph: Case Overview');
      const frame = await window.frameWith('table.overview', minute);
      const table = await frame.locator('table.overview').first().innerText();
      assert.match(table, /letter-roof-fund\.txt\s+×[\d.]+( \(limit of tests\))? Author [A-E]\s.*[×÷]\d/); // the ratio of the search, then the others
      assert.match(table, /blog-visitor-plan\.txt\s+no clear candidate/);
      await frame
        .locator('tr', { hasText: 'letter-roof-fund' })
        .locator('td.figure.first[title*="for this author"]')
        .waitFor();
    },
  ],
  [
    'a click on a cell of the overview opens that review with that candidate',
    async ({ window }) => {
      const frame = await window.frameWith('table.overview', minute);
      const cell = frame.locator('tr', { hasText: 'blog-visitor-plan.txt' }).locator('td a', { hasText: /[×÷]\d/ });
      await cell.first().click();
      const panel = await window.frameWith('#panel', minute);
      await panel.locator('h1', { hasText: 'blog-visitor-plan.txt' }).waitFor({ timeout: minute });
      await panel.locator('.card h2', { hasText: 'Author A' }).waitFor(); // the column of the cell, though another author is first
      await window.page.locator('.tab.active', { hasText: 'blog-visitor-plan' }).first().waitFor();
      await window.page.locator('.tab', { hasText: 'Case Overview' }).click({ button: 'middle' }); // closes it
      await window.page.locator('.pane-body .monaco-list-row', { hasText: 'letter-roof-fund' }).click();
      await window.panel.locator('h1', { hasText: 'letter-roof-fund.txt' }).waitFor({ timeout: minute });
    },
  ],
];
