// A window whose settings name a server: a real node where one can run here, which is stopped in the middle.
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { startCluster, whyNoNode } from '../../../scripts/opensearch/nodes.mjs';
import { copyOfSample } from '../cases.mjs';
import { openWindow } from '../window.mjs';
import { tellStories } from './tellStories.mjs';

const minute = 60_000;
const port = 9295;
const letter = 'letter-roof-fund.txt';
const program = path.resolve(import.meta.dirname, '../../../dist/cli.js');

function idiograph(...args) {
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** An index on the server of one author whom the case does not know. */
function fill(folder, url) {
  const texts = path.join(folder, 'elsewhere', 'stranger');
  fs.mkdirSync(texts, { recursive: true });
  const known = path.join(folder, 'known', 'author-e');
  for (const name of fs.readdirSync(known)) {
    const text = fs.readFileSync(path.join(known, name), 'utf8');
    fs.writeFileSync(path.join(texts, name), `It was like this, as far as I can say now.\n\n${text}`);
  }
  const index = path.join(folder, 'elsewhere.sqlite');
  idiograph('index', 'add', path.dirname(texts), '--authors-from-folders', '--index', index, '--case', folder);
  idiograph('index', 'push', '--index', index, '--to', url, '--ngrams');
  fs.rmSync(path.dirname(texts), { recursive: true });
}

async function review({ window }) {
  await window.editor(letter).locator('.view-lines').click();
  await window.run('Idiograph: Review This Document');
  await window.panelState('ready', 3 * minute);
}

const serverStories = [
  [
    'an account is asked for the host, and can be forgotten',
    async ({ window }) => {
      await window.icon.click(); // the extension begins with its view or a command
      await window.statusBar(`127.0.0.1:${port}`).click();
      await window.answer(`Account for 127.0.0.1:${port}`, 'secret');
      await window.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
      await window.statusBar(`127.0.0.1:${port}`).click();
      await window.answer('Account for', '');
      await window.run('View: Show Explorer'); // a click on the icon then opens the view again
    },
  ],
  [
    'the status bar names the host, and says what leaves the machine',
    async ({ window }) => {
      const item = window.statusBar(`127.0.0.1:${port}`);
      await item.waitFor();
      assert.match(await item.locator('a').getAttribute('aria-label'), new RegExp(`127.0.0.1:${port}.*Text does not`));
    },
  ],
  [
    'a candidate whose texts are on the server is marked, with places in the stead of passages',
    async (scene) => {
      const { window, folder } = scene;
      await window.buildIndex(folder, 'Author E');
      if (!scene.node) return;
      await review(scene);
      const { panel } = scene.window;
      await (await window.candidates()).filter({ hasText: 'stranger (on the server)' }).click();
      await panel.locator('h2, h3', { hasText: 'Places in texts on the server' }).waitFor({ timeout: minute });
      await scene.node.stop();
    },
  ],
  [
    'where the server does not answer, the evidence of the index is shown and says so',
    async (scene) => {
      await review(scene);
      const { panel } = scene.window;
      await panel.locator('.notice', { hasText: `The server was not searched: 127.0.0.1:${port}/known` }).waitFor();
      const rows = await scene.window.candidates();
      assert.ok((await rows.count()) >= 4);
      assert.strictEqual(await rows.filter({ hasText: 'on the server' }).count(), 0);
    },
  ],
];

export async function run() {
  const sample = copyOfSample();
  const url = `http://127.0.0.1:${port}/known`;
  const [node] = whyNoNode() === undefined ? await startCluster([port]) : [];
  try {
    if (node) fill(sample.folder, url);
    const { folder } = sample;
    const openFile = path.join(folder, 'questioned', letter);
    const window = await openWindow({ folder, openFile, settings: { 'idiograph.server.url': url } });
    try {
      return await tellStories('server', serverStories, { window, folder, node });
    } finally {
      await window.close();
    }
  } finally {
    await node?.stop();
    sample.remove();
  }
}
