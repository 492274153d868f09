// A case folder from somebody else, opened without trust: settings, an index and a case file that want to lead astray. Then it is
// trusted. One story after another in one window.
import assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { copyOfSample } from '../cases.mjs';
import { tellStories } from './tellStories.mjs';
import { openWindow, root } from '../window.mjs';

const minute = 60_000;
const letter = 'letter-roof-fund.txt';

/** The sample, and what somebody put into it; `outside` lies beside the folder. */
function hostileCase() {
  const sample = copyOfSample();
  const { folder } = sample;
  const outside = path.join(path.dirname(folder), 'outside');
  fs.mkdirSync(path.join(outside, 'models'), { recursive: true });
  fs.writeFileSync(path.join(outside, 'models', 'manifest.json'), '{ "format": "not ours" }');
  fs.writeFileSync(path.join(outside, 'secret.txt'), 'Nobody asked for this text.');
  plantIndex(folder);
  fs.mkdirSync(path.join(folder, '.vscode'));
  const settings = {
    'idiograph.excludeQuotes': 'no',
    'idiograph.modelsFolder': path.join(outside, 'models'),
  };
  fs.writeFileSync(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  const caseFile = path.join(folder, 'sample.idiograph-case.json');
  const { format, documents } = JSON.parse(fs.readFileSync(caseFile, 'utf8'));
  const known = { role: 'known', author: 'Author X' };
  const astray = { '../outside/secret.txt': known, '/etc/passwd': known, 'known/<img src=x>.txt': known };
  fs.writeFileSync(caseFile, JSON.stringify({ format, documents: { ...astray, ...documents } }));
  return { ...sample, outside };
}

/** An index beside the documents, of an author who is in none of them. */
function plantIndex(folder) {
  const text = path.join(folder, 'known', 'author-a', 'essay-minute-book.txt');
  const index = path.join(folder, '.idiograph', 'index.sqlite');
  fs.mkdirSync(path.dirname(index));
  const add = ['index', 'add', text, '--author', 'Planted Author', '--mode', 'written', '--genre', 'essay'];
  execFileSync(process.execPath, [path.join(root, 'dist', 'cli.js'), ...add, '--index', index], { stdio: 'ignore' });
}

/** Every file below a folder with its hash and the time it was written. */
function listing(folder) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const line = (file) => [
    file,
    fs.statSync(file).mtimeMs,
    createHash('sha256').update(fs.readFileSync(file)).digest('hex'),
  ];
  return files.sort().map(line);
}

const stories = [
  [
    'a folder from somebody else opens without trust',
    async ({ window }) => {
      await window.statusBar('Restricted Mode').waitFor();
    },
  ],
  [
    'a review does not open the index that came with the folder',
    async ({ window, unchanged }) => {
      await window.editor(letter).locator('.view-lines').click();
      await window.run('Idiograph: Review This Document');
      await window.panelState('noIndex');
      unchanged();
    },
  ],
  [
    'an index is built with our models in our cache folder, and not where the folder says',
    async ({ window, folder, outside, unchanged }) => {
      const tree = await window.buildIndex(folder, 'Author E');
      assert.strictEqual(await tree.filter({ hasText: 'Author X' }).count(), 0);
      const indexes = fs.readdirSync(path.join(window.cache, 'idiograph', 'indexes'));
      assert.ok(
        indexes.some((name) => name.endsWith('.sqlite')),
        `indexes in our cache: ${indexes.join(', ')}`,
      );
      assert.ok(!fs.existsSync(path.join(outside, 'indexes')));
      unchanged();
    },
  ],
  [
    'entries of its case file that lead out of the folder are told of',
    async ({ window }) => {
      await window.notification('which is not inside the case folder. The entry is left out');
      await window.run('Notifications: Clear All Notifications');
    },
  ],
  [
    'a review goes by our settings, and says nothing of those of the folder',
    async ({ window, unchanged }) => {
      await window.editor(letter).locator('.view-lines').click();
      await window.run('Idiograph: Review This Document');
      await window.panelState('ready', 2 * minute);
      assert.strictEqual(await window.panel.locator('table[role=grid] tbody tr').count(), 5);
      const text = await window.panel.locator('#panel').innerText();
      assert.doesNotMatch(text, /Planted|Author X|<script>/);
      await window.run('Notifications: Show Notifications');
      const told = window.page.locator('.notifications-center .notification-list-item-message');
      const sentences = await told.allInnerTexts();
      assert.ok(!sentences.some((sentence) => /setting/.test(sentence)), sentences.join('\n'));
      unchanged();
    },
  ],
  [
    'once the folder is trusted its index is read, and values that are not allowed are told of',
    async ({ window, folder }) => {
      const { page } = window;
      await window.run('Workspaces: Manage Workspace Trust');
      await page.locator('.workspace-trust-editor .monaco-button', { hasText: 'Trust' }).first().click();
      await window.statusBar('Restricted Mode').waitFor({ state: 'detached' });
      await window.run('View: Close Modal Editor'); // the editor of trust lies over the window
      const tree = page.locator('.pane-body .monaco-list-row');
      await tree.filter({ hasText: 'Planted Author' }).waitFor({ timeout: minute });
      await window.openFile(path.join(folder, 'questioned', letter));
      await window.run('Idiograph: Review This Document');
      await window.notification('The value of the setting idiograph.excludeQuotes is not allowed');
      const rows = window.panel.locator('table[role=grid] tbody tr'); // those of the review before are five
      await window.until(async () => (await rows.count()) === 1, 2 * minute);
      await window.panelState('ready', 2 * minute);
      const card = await window.panel.locator('.card').innerText();
      assert.match(card, /ENFSI 2015|No ratio:/);
    },
  ],
];

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export async function run() {
  const { folder, outside, remove } = hostileCase();
  const before = [listing(folder), listing(outside)];
  const unchanged = () => assert.deepStrictEqual([listing(folder), listing(outside)], before);
  const window = await openWindow({ folder, trust: true, openFile: path.join(folder, 'questioned', letter) });
  try {
    return await tellStories('hostile', stories, { window, folder, outside, unchanged });
  } finally {
    await window.close();
    remove();
  }
}
