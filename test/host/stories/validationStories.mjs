// A case whose settings are not locked yet, on a copy of the sample case without its lock.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import { compareQuotes, copyOfSample } from '../cases.mjs';
import { tellStories } from './tellStories.mjs';
import { openWindow } from '../window.mjs';

const minute = 60_000;
const letter = 'letter-roof-fund.txt';
const caseFile = 'sample.idiograph-case.json';

const read = (folder) => JSON.parse(fs.readFileSync(path.join(folder, caseFile), 'utf8'));

/** Chooses a candidate of whose genre the letter is: the ratio that could be stated. */
async function chooseAuthor({ window }, author) {
  const row = (await window.candidates()).filter({ hasText: author });
  await row.focus();
  await window.page.keyboard.press('Enter');
  await window.panel.locator('.card h2', { hasText: author }).waitFor();
}

const lockLink = 'a:text("Lock and Review")';

const stories = [
  [
    'an index is built of the folder',
    async ({ window, folder }) => {
      await window.editor(letter).locator('.view-lines').click();
      await window.run('Idiograph: Review This Document'); // there is no index yet
      await window.panelState('noIndex');
      await window.run('Idiograph: Build Reference Index From Folder');
      await window.answer('Choose a folder', `${folder}/`);
      await window.panelState('nothing', 2 * minute);
      await window.panel.locator('.introduction', { hasText: `${letter} has not been reviewed yet` }).waitFor();
    },
  ],
  [
    'a case whose settings are not locked states no ratio, and says what to do',
    async (scene) => {
      const { window } = scene;
      await window.editor(letter).locator('.view-lines').click();
      await window.run('Idiograph: Review This Document');
      await window.panelState('ready', 2 * minute);
      const card = window.panel.locator('.card', { hasText: 'not validated and locked yet' });
      await card.locator('vscode-button[appearance="primary"]', { hasText: 'Validate and Lock' }).waitFor();
      assert.strictEqual(await window.panel.locator('#panel :text("not validated and locked yet")').count(), 1);
      assert.strictEqual(await window.panel.locator('.notice', { hasText: 'lock' }).count(), 0);
      await chooseAuthor(scene, 'Author A');
      assert.match(await window.panel.locator('.card .statement').innerText(), /^No ratio: The settings of this case/);
    },
  ],
  [
    'one button validates the settings on pairs of the index and shows figures and plots beside the panel, and locks nothing',
    async ({ window, folder }) => {
      for (let times = 0; times < 2; times++) {
        const panel = await window.frameWith('#panel');
        const begun = window.statusBar(/Validating/).waitFor(); // which may be over in a moment
        await panel.locator('.card vscode-button', { hasText: 'Validate and Lock' }).click();
        await begun;
        await window.statusBar(/Validating/).waitFor({ state: 'detached', timeout: 6 * minute });
        await window.frameWith(lockLink);
      }
      assert.strictEqual(await window.page.locator('.tab', { hasText: 'Validation' }).count(), 1);
      const panel = await window.frameWith('#panel');
      await panel.locator('.card', { hasText: 'not validated and locked yet' }).waitFor(); // not covered
      assert.strictEqual(read(folder).validation, undefined);
    },
  ],
  [
    'the button of that page locks what it shows, and the text is reviewed again',
    async (scene) => {
      const { window, folder } = scene;
      await (await window.frameWith(lockLink)).locator(lockLink).click();
      await window.until(() => read(folder).validation !== undefined);
      await window.page.locator('.tab', { hasText: 'Validation' }).waitFor({ state: 'detached' });
      const { settings, own } = read(folder).validation;
      assert.deepStrictEqual(own, []); // five authors are too few for the index to speak
      assert.strictEqual(settings.scale, 'ENFSI 2015');
      await window.panel
        .locator('.card', { hasText: 'not validated' })
        .waitFor({ state: 'detached', timeout: 2 * minute });
      await window.panelState('ready', 2 * minute);
      await chooseAuthor(scene, 'Author A');
      await window.panel.locator('.card .statement', { hasText: 'These findings are' }).waitFor();
      await window.panel.locator('.card summary', { hasText: 'Details' }).click();
      await window.panel.locator('.card', { hasText: 'In tests with such texts' }).waitFor();
    },
  ],
  [
    'another setting breaks the lock, and the panel says which',
    async ({ window, folder }) => {
      compareQuotes(folder, true);
      await window.panelState('stale', minute);
      await window.editor(letter).locator('.view-lines').click();
      await window.run('Idiograph: Review This Document');
      const card = window.panel.locator('.card', {
        hasText: 'The lock recorded quotes: left out. It is now: compared.',
      });
      await card.waitFor({ timeout: 2 * minute });
      await card.locator('vscode-button', { hasText: 'Validate and Lock' }).waitFor();
    },
  ],
];

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export async function run() {
  const sample = copyOfSample();
  const { folder } = sample;
  const { validation: _, ...unlocked } = read(folder);
  fs.writeFileSync(path.join(folder, caseFile), JSON.stringify(unlocked));
  const window = await openWindow({ folder, openFile: path.join(folder, 'questioned', letter) });
  try {
    return await tellStories('validation', stories, { window, folder });
  } finally {
    await window.close();
    sample.remove();
  }
}
