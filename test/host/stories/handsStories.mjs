// A text by three of the sample's writers: the notice, the places, and the parts apart.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';

const minute = 60_000;
const name = 'three-hands.txt';

/** All that a writer of the sample wrote. */
function written(folder, author) {
  const own = path.join(folder, 'known', author);
  const files = fs.readdirSync(own).sort();
  return files.map((file) => fs.readFileSync(path.join(own, file), 'utf8').trim()).join('\n\n');
}

/** A text as somebody types who has no time for it. */
function typed(text) {
  const short = { and: 'n', you: 'u', the: 'da' };
  const words = text
    .toLowerCase()
    .replace(/[,;’']/g, '')
    .replace(/\./g, ' ...');
  return words.replace(/\b(and|you|the)\b/g, (word) => short[word]);
}

export const handsStories = [
  [
    'a text of several hands says so above the ratio, leads to the place, and its parts are reviewed apart',
    async ({ window, folder }) => {
      const { page, panel } = window;
      const texts = [written(folder, 'author-a'), written(folder, 'author-b'), typed(written(folder, 'author-d'))];
      const [first, second] = texts;
      const file = path.join(folder, 'questioned', name);
      fs.writeFileSync(file, `${texts.join('\n\n')}\n`);
      await window.openByPath(file);
      await window.editor(name).locator('.view-line').first().waitFor();
      await window.run('Idiograph: Review This Document');
      await window.pick(`Is ${name} written`, 'Written');
      await window.pick('Which genre', 'letter');
      await panel.locator('h1', { hasText: name }).waitFor({ timeout: 2 * minute });
      await window.panelState('ready', 3 * minute);
      const notice = panel.locator('.alerts .notice', { hasText: 'The author seems to change 2 times' });
      await notice.waitFor();
      const [above, card] = [await notice.boundingBox(), await panel.locator('.card').first().boundingBox()];
      assert.ok(above.y < card.y);
      assert.equal(await panel.locator('.hands .parts button').count(), texts.length);
      await panel.locator('.hands .parts button', { hasText: `“${second.slice(0, 20)}` }).click();
      await page.locator('.editor-group-container.active .tab.active', { hasText: name }).waitFor();
      await window.statusBar(`Ln ${first.split('\n').length + 2}, Col 1`).waitFor();
      await window.run('Idiograph: Show Evidence'); // the text may have come to stand over it
      await notice.locator('vscode-button', { hasText: 'Review Parts Separately' }).click();
      await panel.locator('h1', { hasText: `a selection of ${name}` }).waitFor({ timeout: 5 * minute });
      await window.panelState('ready', minute);
      const parts = page.locator('.pane-body .monaco-list-row[aria-level="3"]', { hasText: /“.+ …”/ });
      await window.until(async () => (await parts.count()) >= texts.length);
    },
  ],
];
