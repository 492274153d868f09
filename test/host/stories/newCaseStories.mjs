// From a folder without a case file to a locked case with its first ratio, in steps that can go back and be cancelled.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import { copyOfSample } from '../cases.mjs';
import { openWindow } from '../window.mjs';
import { tellStories } from './tellStories.mjs';

const minute = 60_000;
const caseFile = (folder) => path.join(folder, 'sample.idiograph-case.json');
const read = (folder) => JSON.parse(fs.readFileSync(caseFile(folder), 'utf8'));
const table = 'Are these documents written or spoken';

/** A mailbox in which two people wrote as much, so that neither is clearly the author of its folder. */
const mails = ['ines@harbour.example', 'oskar@harbour.example'].map((sender, i) =>
  [
    `From ${sender} Mon Mar  4 10:0${i}:00 2024`,
    `From: <${sender}>`,
    'Subject: The pier',
    'Date: Mon, 4 Mar 2024 10:00:00 +0000',
    '',
    `The boards near the ticket office are loose again, and ${i + 2} of them lifted when the ferry came in this morning.`,
    '',
  ].join('\n'),
);

const stories = [
  [
    'a step goes back to the one before, an answer outlives a cancelled step, and nothing is written until then',
    async ({ window, folder }) => {
      await window.run('Idiograph: New Case…');
      await window.pick('Who wrote the messages in these files', 'mail.mbox');
      await window.page.locator('.quick-input-titlebar', { hasText: 'Which senders are author-a' }).waitFor();
      await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'ines@' }).click();
      await window.page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
      await window.pick('Who wrote the messages in these files', 'Continue');
      assert.deepStrictEqual(read(folder).senders, { 'known/author-a/mail.mbox': ['ines@harbour.example'] });
      await window.pick(table, 'author-b');
      await window.pick('Is every document in known/author-b written', 'Written');
      await window.pick('Which genre', 'letter');
      await window.page.locator('.quick-input-titlebar', { hasText: table }).waitFor();
      await window.page.locator('.quick-input-titlebar [aria-label^="Back"]').click();
      await window.page.locator('.quick-input-titlebar', { hasText: 'Who wrote the messages' }).waitFor();
      await window.page.keyboard.press('Escape');
      assert.ok(!JSON.stringify(read(folder).documents).includes('genre'));
      fs.rmSync(path.join(folder, 'known/author-a/mail.mbox'));
      fs.rmSync(caseFile(folder));
    },
  ],
  [
    'from a folder without a case file to a locked case with its first ratio it takes at most five actions',
    async ({ window, window: { page }, folder }) => {
      let actions = 0;
      const count = async (action) => {
        await action;
        actions += 1;
      };
      await count(window.icon.click());
      await count(page.locator('.welcome-view a', { hasText: 'New Case…' }).click());
      const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'author-b' });
      await row.filter({ hasText: 'written, letter' }).waitFor(); // said before the cancelled step
      await count(window.pick(table, 'All documents: written, letter'));
      await count(window.pick('Who could have written it?', 'anybody'));
      const lock = 'a:text("Lock and Review")';
      const validation = await window.frameWith(lock, 8 * minute);
      assert.strictEqual(read(folder).validation, undefined);
      assert.strictEqual(Object.keys(read(folder).documents).length, 28);
      await count(validation.locator(lock).click());
      await window.panelState('ready', 4 * minute);
      await window.panel.locator('.card .statement').first().waitFor();
      await window.until(() => read(folder).validation !== undefined);
      assert.ok(actions <= 5, `${actions} actions`);
    },
  ],
  [
    'from there to a report with a line to sign it takes two more actions, so at most seven from the folder',
    async ({ window, folder }) => {
      const report = path.join(folder, 'report.html');
      await window.panel.locator('vscode-button', { hasText: 'Export Report…' }).click();
      await window.answer('Export Report', report);
      await window.until(() => fs.existsSync(report) && fs.readFileSync(report, 'utf8').includes('Signature: '));
    },
  ],
  [
    'each text was reviewed once, after the lock',
    async ({ window, folder }) => {
      const log = path.join(folder, '.idiograph', 'log.jsonl');
      const list = () =>
        fs
          .readFileSync(log, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).entry);
      await window.until(() => list().filter(({ kind }) => kind === 'asked').length >= 2, 3 * minute);
      const kinds = list().map(({ kind }) => kind);
      assert.ok(kinds.indexOf('locked') < kinds.indexOf('asked'), kinds.join());
      const asked = list().flatMap(({ kind, document }) => (kind === 'asked' ? [document] : []));
      assert.strictEqual(new Set(asked).size, asked.length, asked.join());
    },
  ],
];

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export async function run() {
  const sample = copyOfSample();
  const { folder } = sample;
  fs.rmSync(caseFile(folder));
  fs.writeFileSync(path.join(folder, 'known', 'author-a', 'mail.mbox'), mails.join('\n'));
  const window = await openWindow({ folder });
  try {
    return await tellStories('newCase', stories, { window, folder });
  } finally {
    await window.close();
    sample.remove();
  }
}
