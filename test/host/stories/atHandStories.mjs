// Tree, panel, status bar and palette speak of one text: in the window of a case that was reviewed.
import assert from 'node:assert';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { compareQuotes } from '../cases.mjs';

const minute = 60_000;
const blog = 'blog-visitor-plan.txt';
const letter = 'letter-roof-fund.txt';

function line({ window }, name) {
  return window.page.locator('.pane-body .monaco-list-row', { hasText: name });
}

function heading({ window: { panel } }, title) {
  return panel.locator('h1', { hasText: title });
}

export const atHandStories = [
  [
    'an exhibit that is opened from the tree takes no key, however soon it is typed',
    async (scene) => {
      const { window, folder } = scene;
      const file = path.join(folder, 'questioned', letter);
      const before = fs.readFileSync(file, 'utf8');
      await line(scene, letter).first().click();
      await window.editor(letter).locator('.view-lines').click();
      await window.page.keyboard.type('zz');
      await window.page.keyboard.press('Control+S');
      await window
        .editor(letter)
        .locator('.view-line', { hasText: before.slice(0, 12) })
        .first()
        .waitFor();
      assert.strictEqual(await window.page.locator('.tab.dirty').count(), 0);
      assert.strictEqual(fs.readFileSync(file, 'utf8'), before);
      await heading(scene, letter).waitFor(); // the tree has opened it
    },
  ],
  [
    'a text that is not what its file holds is called unsaved, with a hash of its own, in the panel',
    async (scene) => {
      const { window } = scene;
      await window.run('File: Set Active Editor Writeable in Session');
      await window.editor(letter).locator('.view-lines').click();
      await window.page.keyboard.type('Well. ');
      await window.panelState('stale');
      await window.run('Idiograph: Review This Document');
      await heading(scene, `the unsaved text of ${letter}`).waitFor({ timeout: 2 * minute });
      await window.panelState('ready', 2 * minute);
      await window.panel.locator('.notice', { hasText: /not what the file contains.*SHA-256/ }).waitFor();
      await window.run('File: Revert File');
      await window.panelState('stale');
      await window.run('Idiograph: Review This Document');
      await window.panelState('ready', 2 * minute);
      await heading(scene, /^letter-roof-fund/).waitFor();
      await window.run('File: Set Active Editor Read-only in Session');
    },
  ],
  [
    'the text that was chosen in the tree is reviewed, though a known text has the cursor',
    async (scene) => {
      const { window } = scene;
      const passage = window.panel.locator('.passage').first();
      const title = await passage.locator('figcaption').nth(1).innerText();
      const known = title.replace(/^Known text: (?:Author [A-E]: )?/, '');
      await passage.locator('vscode-button').click(); // opens both
      await window.page.locator('.tab', { hasText: known }).click();
      await window.clickLine(line(scene, blog), heading(scene, blog));
      await window.run('Idiograph: Review This Document');
      await window.page.locator('.quick-input-widget').waitFor({ state: 'hidden' }); // nothing is asked
      await window.panelState('ready', 2 * minute);
      await heading(scene, blog).waitFor();
      await window.panel.locator('.facts', { hasText: 'written, blog' }).waitFor();
      await line(scene, blog).and(window.page.locator('.selected')).first().waitFor();
    },
  ],
  [
    'a known text is put in question only when the user says so',
    async (scene) => {
      const { window, folder } = scene;
      await window.run('View: Close All Editors');
      await window.openByPath(path.join(folder, 'known', 'author-b', 'blog-towpath.txt'));
      await window.editor('blog-towpath.txt').locator('.view-line').first().waitFor();
      await window.run('Idiograph: Review This Document');
      await window.pick('blog-towpath.txt is a known text', 'Cancel');
      await window.clickLine(line(scene, letter), heading(scene, letter));
    },
  ],
  [
    'a selection has a result of its own below its document, and either is opened again',
    async (scene) => {
      const { window } = scene;
      await window.editor(letter).locator('.view-lines').click();
      await window.page.keyboard.press('Control+Home');
      for (let lines = 0; lines < 14; lines += 1) await window.page.keyboard.press('Shift+ArrowDown');
      await window.run('Idiograph: Review Selection');
      await heading(scene, `the selected part of ${letter}`).waitFor({ timeout: minute });
      await window.panelState('ready', 2 * minute);
      const part = window.page.locator('.pane-body .monaco-list-row[aria-level="3"]', { hasText: /“.+ …”/ });
      await part.waitFor();
      await window.clickLine(line(scene, letter), heading(scene, /^letter-roof-fund/));
      await window.panelState('ready');
      await part.click();
      await heading(scene, `the selected part of ${letter}`).waitFor();
      await window.panelState('ready');
      await line(scene, letter).first().click();
    },
  ],
  [
    'results under other settings are marked, and taken up again with the settings',
    async (scene) => {
      const { window, folder } = scene;
      await heading(scene, /^letter-roof-fund/).waitFor();
      compareQuotes(folder, true);
      await line(scene, blog).filter({ hasText: 'changed since' }).first().waitFor({ timeout: minute });
      await window.panelState('stale', minute);
      compareQuotes(folder, false);
      await line(scene, blog).filter({ hasNotText: 'changed since' }).first().waitFor({ timeout: minute });
      await window.panelState('ready', minute);
    },
  ],
  [
    'the case file holds the hashes of the questioned files as another program makes them; a file that is another says so',
    async (scene) => {
      const { window, folder } = scene;
      const [name] = fs.readdirSync(folder).filter((each) => each.endsWith('.idiograph-case.json'));
      const { documents } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
      const file = path.join(folder, 'questioned', blog);
      const before = fs.readFileSync(file);
      assert.strictEqual(documents[`questioned/${blog}`].sha256, createHash('sha256').update(before).digest('hex'));
      fs.appendFileSync(file, 'One sentence more.\n');
      await window.clickLine(line(scene, blog), heading(scene, blog));
      await window.panelState('stale', minute);
      await window.run('Idiograph: Review This Document');
      await window.panelState('ready', 2 * minute);
      await window.panel
        .locator('.notice', { hasText: blog })
        .filter({ hasText: /SHA-256|hash/ })
        .waitFor();
      fs.writeFileSync(file, before);
      await window.clickLine(line(scene, letter), heading(scene, /^letter-roof-fund/));
    },
  ],
  [
    'a new questioned file appears in the tree by itself',
    async (scene) => {
      const { folder } = scene;
      fs.writeFileSync(path.join(folder, 'questioned', 'new-note.txt'), 'A note that came later than the others.\n');
      await line(scene, 'new-note.txt').first().waitFor();
      fs.rmSync(path.join(folder, 'questioned', 'new-note.txt'));
      await line(scene, 'new-note.txt').first().waitFor({ state: 'detached' });
    },
  ],
  [
    'after the window is loaded again the tree has every outcome',
    async (scene) => {
      const { window } = scene;
      await window.run('Developer: Reload Window');
      for (const name of [blog, letter])
        await line(scene, name)
          .filter({ hasText: /[×÷]|no ratio|no clear candidate/ })
          .first()
          .waitFor({ timeout: 2 * minute });
      await window.clickLine(line(scene, letter), heading(scene, /^letter-roof-fund/));
      await window.panelState('ready');
    },
  ],
];
