// A case of German letters, made up for this test: an order, the language of each part, no ratio with its reason, and what is missing.
import assert from 'node:assert';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { germanLetter, makeGermanCase } from '../../fixtures/germanLetters.mjs';
import { removeFolder } from '../removeFolder.mjs';
import { openWindow, root } from '../window.mjs';
import { tellStories } from './tellStories.mjs';

const minute = 60_000;
const asked = 'anonymer-brief.txt';

const stories = [
  [
    'a German letter is put in order by German letters, the panel names the language, and says why it states no ratio',
    async ({ window, window: { page } }) => {
      await window.icon.click();
      await page.locator('.welcome-view a', { hasText: 'Review This Case' }).click();
      await window.pick('Are these documents written or spoken', 'Continue');
      await window.panelState('ready', 4 * minute);
      const { panel } = window;
      const card = panel.locator('.card').first();
      await card.locator('h2', { hasText: 'Cora Lenz' }).waitFor();
      assert.match(await card.innerText(), /40 other authors/);
      assert.strictEqual(await (await window.candidates()).count(), 5);
      await panel.locator('#panel', { hasText: 'Language: German.' }).waitFor();
      await panel.locator('#panel', { hasText: 'The encoder was trained on English.' }).waitFor();
    },
  ],
  [
    'Compare With… compares two German letters by the collection, and says what leads to a ratio',
    async ({ window, folder }) => {
      await window.openFile(path.join(folder, 'questioned', asked));
      await window.run('Idiograph: Compare With…');
      await window.pick(`Compare ${asked}`, 'brief-1.txt');
      await window.panel
        .locator('h1', { hasText: `${asked} compared with brief-1.txt` })
        .waitFor({ timeout: 2 * minute });
      await window.panel.locator('.quiet', { hasText: 'Two texts alone get no ratio in this language' }).waitFor();
      assert.strictEqual(await window.panel.locator('.card h2', { hasText: 'Verification' }).count(), 0);
    },
  ],
  [
    'a folder called population brings more writers of German, and the window says how many authors a ratio still needs',
    async ({ window, more }) => {
      await window.run('Idiograph: Build Reference Index From Folder');
      await window.answer('Choose a folder', `${more}/`);
      await window.pick('Are these documents written or spoken', 'Continue');
      await window.page
        .locator('.pane-body .monaco-list-row', { hasText: 'Gerd Thal' })
        .waitFor({ timeout: 2 * minute });
      await window.notification('7 authors who write German, 5 of them with two works');
      await window.notification('A ratio needs 41 authors, 20 of them with two works');
    },
  ],
];

const inGerman = [
  [
    'in a German window the commands, the panel and the side bar speak German, without an English sentence among it',
    async ({ window }) => {
      await window.icon.click();
      await window.page.locator('.welcome-view a', { hasText: 'Diesen Fall prüfen' }).click();
      await window.pick('Sind diese Dokumente geschrieben oder gesprochen', 'Weiter');
      await window.panelState('ready', 4 * minute);
      await window.panel.locator('.card h2', { hasText: 'Cora Lenz' }).waitFor();
      const shown = [await window.panel.locator('#panel').innerText(), await sideBar(window).innerText()].join('\n');
      const words = shown.replace(/\s+/g, ' ');
      assert.deepStrictEqual(
        englishSentences().filter((sentence) => words.includes(sentence)),
        [],
      );
    },
  ],
];

const sideBar = ({ page }) => page.locator('.part.sidebar');

/** The parts without values of every English text that German says otherwise, as far as they have three words. */
function englishSentences() {
  const read = (name) => JSON.parse(fs.readFileSync(path.join(root, 'l10n', name), 'utf8'));
  const german = read('bundle.l10n.de.json');
  return Object.keys(german)
    .filter((english) => german[english] !== english)
    .flatMap((english) => english.split(/\{\w+\}/))
    .map((part) => part.trim())
    .filter((part) => part.split(' ').length >= 3);
}

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export async function run() {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-german-'));
  const [folder, again, more] = ['briefe', 'nochmals', 'mehr'].map((name) => path.join(place, name));
  for (const each of [folder, again]) makeGermanCase(each);
  for (const writer of ['Frida Moos', 'Gerd Thal']) {
    const own = path.join(more, 'population', writer);
    fs.mkdirSync(own, { recursive: true });
    fs.writeFileSync(path.join(own, 'brief.txt'), germanLetter('Anna Klee', writer.length));
  }
  try {
    const told = await tellIn({}, 'languages', stories, { folder, more });
    const german = await tellIn({ language: 'de' }, 'german', inGerman, { folder: again });
    return Object.fromEntries(Object.keys(told).map((each) => [each, told[each] + german[each]]));
  } finally {
    removeFolder(place);
  }
}

/** Tells stories in a window of their own. */
async function tellIn(options, name, told, scene) {
  const window = await openWindow({ folder: scene.folder, settings: {}, ...options });
  try {
    return await tellStories(name, told, { ...scene, window });
  } finally {
    await window.close();
  }
}
