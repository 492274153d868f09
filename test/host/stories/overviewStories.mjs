// A whole case is looked at, and a text opened from there.
import assert from 'node:assert';

const minute = 60_000;

/** Told on a case whose texts are reviewed. */
export const overviewStories = [
  [
    'an overview has every text and author in words, and a tree of all texts',
    async ({ window }) => {
      await window.run('Idiograph: Case Overview');
      const frame = await window.frameWith('table.overview', minute);
      const table = await frame.locator('table.overview').first().innerText();
      assert.match(table, /letter-roof-fund\.txt.*first of the search/s);
      assert.match(table, /note-on-the-door\.txt.*(not reviewed|no ratio)/s);
      assert.strictEqual(await frame.locator('svg.likeness').count(), 1);
      assert.strictEqual(await frame.locator('svg.likeness').first().locator('circle').count(), 25);
    },
  ],
  [
    'a click on a cell of the overview opens that review with that candidate',
    async ({ window }) => {
      const frame = await window.frameWith('table.overview', minute);
      const cell = frame
        .locator('tr', { hasText: 'blog-visitor-plan.txt' })
        .locator('td a', { hasText: /first of the search|for one author/ });
      await cell.first().click();
      const panel = await window.frameWith('#panel', minute);
      await panel.locator('h1', { hasText: 'blog-visitor-plan.txt' }).waitFor({ timeout: minute });
      await panel.locator('.card h2', { hasText: 'Author B' }).waitFor();
      await window.page.locator('.tab.active', { hasText: 'blog-visitor-plan' }).first().waitFor();
      await window.page.locator('.tab', { hasText: 'Case Overview' }).click({ button: 'middle' }); // closes it
      await window.page.locator('.pane-body .monaco-list-row', { hasText: 'letter-roof-fund' }).click();
      await window.panel.locator('h1', { hasText: 'letter-roof-fund.txt' }).waitFor({ timeout: minute });
    },
  ],
];
