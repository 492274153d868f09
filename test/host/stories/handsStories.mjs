// A text by two of the sample's writers: the notice, the place, and the parts apart.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';

const minute = 60_000;
const name = 'two-hands.txt';

/** All that a writer of the sample wrote. */
function written(folder, author) {
  const own = path.join(folder, 'known', author);
  const files = fs.readdirSync(own).sort();
  return files.map((file) => fs.readFileSync(path.join(own, file), 'utf8').trim()).join('\n\n');
}

export const handsStories = [
  [
    'a text of several hands says so above the ratio, leads to the place, and its parts are reviewed apart',
    async ({ window, folder }) => {
      const { page, panel } = window;
      const [first, second] = ['author-a', 'author-b'].map((author) => written(folder, author));
      const file = path.join(folder, 'questioned', name);
      fs.writeFileSync(file, `${first}\n\n${second}\n`);
      await window.openByPath(file);
      await window.editor(name).locator('.view-line').first().waitFor();
      await window.run('Idiograph: Review This Document');
      await window.pick(`How was ${name}`, 'Written');
      await window.pick('Which genre', 'letter');
      await panel.locator('h1', { hasText: name }).waitFor({ timeout: 2 * minute });
      await window.panelState('ready', 3 * minute);
      const notice = panel.locator('.alerts .notice', { hasText: 'The hand seems to change once' });
      await notice.waitFor();
      const [above, card] = [await notice.boundingBox(), await panel.locator('.card').first().boundingBox()];
      assert.ok(above.y < card.y);
      await panel.locator('.hands .parts button', { hasText: `“${second.slice(0, 20)}` }).click();
      await page.locator('.editor-group-container.active .tab.active', { hasText: name }).waitFor();
      await window.statusBar(`Ln ${first.split('\n').length + 2}, Col 1`).waitFor();
      await window.run('Idiograph: Show Evidence'); // the text may have come to stand over it
      await notice.locator('vscode-button', { hasText: 'Review Parts Apart' }).click();
      await panel.locator('h1', { hasText: `a selection of ${name}` }).waitFor({ timeout: 5 * minute });
      await window.panelState('ready', minute);
      const parts = page.locator('.pane-body .monaco-list-row[aria-level="3"]', { hasText: /“.+ …”/ });
      await window.until(async () => (await parts.count()) >= 2);
    },
  ],
];
