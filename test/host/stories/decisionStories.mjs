// Passages of a reviewed case are weighed: kept, set aside, noted, and a decision is taken back.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';

const caseFile = 'sample.idiograph-case.json';
const minute = 60_000;

const decisions = (folder) => JSON.parse(fs.readFileSync(path.join(folder, caseFile), 'utf8')).decisions ?? [];

/** Told on a case whose letter is reviewed and shown. */
export const decisionStories = [
  [
    'a passage is set aside for a reason by a key; panel and case file have the reason, and no ratio changes',
    async ({ window, folder }) => {
      const { panel, page } = window;
      const passage = panel.locator('.passage').first();
      const before = await panel.locator('.card').innerText();
      await passage.focus();
      await page.keyboard.press('s');
      await window.pick('Set Aside… 1', 'formula');
      await passage.locator('.decision', { hasText: 'Set aside: formula' }).waitFor({ timeout: minute });
      await panel.locator('[role=status]', { hasText: 'set aside: 1 of' }).waitFor();
      const [decision, ...others] = decisions(folder);
      assert.deepStrictEqual(others, []);
      assert.strictEqual(decision.document, 'questioned/letter-roof-fund.txt');
      assert.strictEqual(decision.setAside, 'formula');
      assert.strictEqual(await panel.locator('.card').innerText(), before);
      await window.panelState('ready'); // a decision makes no result stale
    },
  ],
  [
    'a passage is set aside and noted by buttons that name it',
    async ({ window, folder }) => {
      const { panel } = window;
      const passage = panel.locator('.passage').nth(1);
      await passage.getByRole('button', { name: 'Set Aside…, passage 2' }).click();
      await window.pick('Set Aside… 2', 'quoted text');
      await passage.locator('.decision', { hasText: 'Set aside: quoted text' }).waitFor({ timeout: minute });
      await passage.getByRole('button', { name: 'Note…, passage 2' }).click();
      await window.answer('Note… 2', 'rare in letters');
      await passage
        .locator('.decision', { hasText: 'Set aside: quoted text · Note: rare in letters' })
        .waitFor({ timeout: minute });
      assert.strictEqual(decisions(folder).length, 2);
    },
  ],
  [
    'decisions are taken back, the last one first',
    async ({ window, folder }) => {
      const { panel } = window;
      const undo = panel.locator('button', { hasText: 'Undo:' });
      await undo.first().click();
      await panel
        .locator('.passage')
        .nth(1)
        .locator('.decision', { hasText: /^Set aside: quoted text$/ })
        .waitFor({ timeout: minute });
      await undo.first().click();
      await panel.locator('.decision', { hasText: 'quoted text' }).waitFor({ state: 'detached', timeout: minute });
      await undo.first().click();
      await panel.locator('.decision').waitFor({ state: 'detached', timeout: minute });
      assert.deepStrictEqual(decisions(folder), []);
    },
  ],
];
