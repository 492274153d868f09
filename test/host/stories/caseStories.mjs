// A case reviewed in one click, on copies of the sample case: with its case file, and without one.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import { overviewStories } from './overviewStories.mjs';
import { atHandStories } from './atHandStories.mjs';
import { blindStories } from './blindStories.mjs';
import { decisionStories } from './decisionStories.mjs';
import { handsStories, openAsLetters } from './handsStories.mjs';
import { questionStories } from './questionStories.mjs';
import { tellGroups } from './tellStories.mjs';

const minute = 60_000;
const caseFile = 'sample.idiograph-case.json';
/** What came of a text, in the tree. */
const outcome = /[×÷]\d|no ratio|no clear candidate|not reviewed/;

/** The line of a questioned document in the tree. */
function line({ window }, name) {
  return window.page.locator('.pane-body .monaco-list-row', { hasText: name });
}

async function openView({ window }) {
  await window.icon.click();
  await window.page.locator('.welcome-view a', { hasText: 'Review This Case' }).waitFor();
}

const intake = [
  [
    'before there is an index the view has one button, and lists the texts in question',
    async (scene) => {
      await openView(scene);
      await line(scene, 'letter-roof-fund').waitFor();
      assert.strictEqual(await scene.window.page.locator('.welcome-view .monaco-button:visible').count(), 1);
    },
  ],
  [
    'from an opened folder to the first evidence it takes two actions, and progress is shown in view and status bar',
    async (scene) => {
      const { window } = scene; // the first action was to open the view
      const encoding = /Encoding \d+ of 25 documents, \d+ %/;
      const disabled = window.page.locator('.action-label.disabled[aria-label^="Build Reference Index"]').first();
      // Waited for together: on a fast machine the work is over in seconds.
      const shown = [
        window.statusBar(encoding).waitFor({ timeout: minute }),
        disabled.waitFor({ state: 'attached', timeout: minute }),
        window.page.locator('.pane-body', { hasText: encoding }).first().waitFor({ timeout: minute }),
      ];
      await window.page.locator('.welcome-view a', { hasText: 'Review This Case' }).click(); // the second
      await Promise.all(shown);
      await window.panelState('ready', 3 * minute);
      await window.panel.locator('.statement').first().waitFor();
      await window.panel.locator('h1', { hasText: 'blog-visitor-plan.txt' }).waitFor();
    },
  ],
  [
    'every questioned text is reviewed, and the tree has its outcome',
    async (scene) => {
      for (const name of ['blog-visitor-plan', 'letter-roof-fund', 'note-on-the-door'])
        await line(scene, name)
          .filter({ hasText: /[×÷]\d|no ratio|no clear candidate/ })
          .waitFor({ timeout: 2 * minute });
      await scene.window.panel.locator('h1', { hasText: 'blog-visitor-plan.txt' }).waitFor();
    },
  ],
  [
    'a case says once that AI features of the editor can read it, and turns them off in its folder, which the log notes',
    async ({ window, folder }) => {
      const log = path.join(folder, '.idiograph', 'log.jsonl');
      const noted = (isOff) =>
        fs.existsSync(log) && fs.readFileSync(log, 'utf8').includes(`"assistant","isOff":${isOff}`);
      const settings = path.join(folder, '.vscode', 'settings.json');
      fs.mkdirSync(path.dirname(settings)); // the window of these tests has them off
      fs.writeFileSync(settings, '{ "chat.disableAIFeatures": false }');
      await window.until(() => noted(false), minute);
      await window.notification('AI features of this editor can read the texts of this case');
      await window.page.locator('.notifications-center .monaco-button', { hasText: 'Turn AI Features Off' }).click();
      await window.until(() => /"chat.disableAIFeatures": true/.test(fs.readFileSync(settings, 'utf8')));
      await window.until(() => noted(true));
      await window.run('Notifications: Clear All Notifications');
    },
  ],
  [
    'a kept result is opened again without a run',
    async (scene) => {
      const { window } = scene;
      const title = window.panel.locator('h1', { hasText: 'letter-roof-fund.txt' });
      await window.clickLine(line(scene, 'letter-roof-fund'), title);
      await window.panelState('ready');
      await window.panel.locator('.passage').first().waitFor();
    },
  ],
];

const ofACase = [
  [
    'a known document is said to be of another genre, in the case file too, and the results are marked',
    async (scene) => {
      const { window, folder } = scene;
      const known = line(scene, 'column-towpath.txt');
      await window.clickLine(line(scene, 'Author A'), known);
      const asked = window.page.locator('.quick-input-titlebar', { hasText: 'Is column-towpath.txt written' });
      await window.choose(known, 'Set Mode and Genre', asked);
      await window.pick('Is column-towpath.txt written', 'Written');
      await window.pick('Which genre', 'news');
      await line(scene, 'column-towpath.txt').filter({ hasText: 'written, news' }).waitFor({ timeout: minute });
      const { documents } = JSON.parse(fs.readFileSync(path.join(folder, caseFile), 'utf8'));
      assert.deepStrictEqual(documents['known/author-a/column-towpath.txt'], {
        role: 'known',
        author: 'Author A',
        mode: 'written',
        genre: 'news',
        language: 'en',
      });
      await line(scene, 'letter-roof-fund').filter({ hasText: 'changed since' }).waitFor();
      await window.panelState('stale');
    },
  ],
  [
    'with nothing open a text is chosen from a list, opens beside the panel, and stays named in the panel',
    async ({ window }) => {
      const { page, panel } = window;
      await window.run('View: Close All Editors');
      await window.run('Idiograph: Show Evidence');
      await window.panelState('nothing');
      await panel.locator('.introduction vscode-button', { hasText: 'Review This Document' }).click();
      await window.pick('Questioned', 'note-on-the-door.txt');
      await window.panelState('ready', 2 * minute);
      assert.strictEqual(await page.locator('.editor-group-container').count(), 2);
      await window.editor('note-on-the-door').locator('.view-line').first().waitFor();
      await panel.locator('h1').click();
      await page.locator('.editor-group-container.active .tab', { hasText: 'Review' }).waitFor();
      await panel.locator('.facts', { hasText: 'written, note' }).waitFor();
    },
  ],
];

const longTexts = 30;

/** Texts long enough that on any machine their encoding takes longer than the pace needs to be seen, and a click. */
function addLongTexts(folder) {
  const text = fs.readFileSync(path.join(folder, 'known', 'author-e', 'letter-open-day.txt'), 'utf8');
  for (let i = 0; i < longTexts; i += 1) {
    const pages = Array.from({ length: 8 }, (_, page) => text.replace(/\. /g, ` on page ${page} of ${i}. `));
    fs.writeFileSync(longText(folder, i), pages.join('\n'));
  }
}

function longText(folder, i) {
  return path.join(folder, 'known', 'author-e', `z-long-${10 + i}.txt`);
}

const unlabelled = [
  [
    'what a case does not say is asked once in one table by folder, and written into the case file',
    async (scene) => {
      const { window, folder } = scene;
      await openView(scene);
      await window.page.locator('.welcome-view a', { hasText: 'Review This Case' }).click();
      await window.pick('Are these documents written or spoken', 'All 6 folders');
      await window.pick('Is every document of 6 folders written', 'Written');
      await window.pick('Which genre is every document of 6 folders', 'essay');
      await window.pick('Are these documents written or spoken', 'questioned');
      await window.pick('Is every document in questioned written', 'Written');
      await window.pick('Which genre is every document in questioned', 'letter');
      await window.pick('Are these documents written or spoken', 'Continue');
      await window.until(() => fs.existsSync(path.join(folder, caseFile)));
      const { documents } = JSON.parse(fs.readFileSync(path.join(folder, caseFile), 'utf8'));
      assert.strictEqual(Object.keys(documents).length, 28 + longTexts);
      assert.strictEqual(documents['questioned/letter-roof-fund.txt'].genre, 'letter');
      assert.strictEqual(documents['known/author-b/blog-towpath.txt'].genre, 'essay');
    },
  ],
  [
    'a long case run says how long it will take, is cancelled from the status bar, and goes on where it was',
    async (scene) => {
      const { window, folder } = scene;
      await window.statusBar(/Encoding ([3-9]|\d\d) of \d+ documents, \d+ %/).click({ timeout: minute }); // two are stored by then
      await window.statusBar(/Encoding|Cancelling/).waitFor({ state: 'detached', timeout: minute });
      for (let i = 0; i < longTexts - 4; i += 1) fs.rmSync(longText(folder, i)); // the last ones are still to be encoded
      await window.run('Idiograph: Review This Case');
      await window.statusBar(/[1-9]\d* already in the index/).waitFor({ timeout: minute });
      await window.panelState('ready', 3 * minute);
    },
  ],
];

/** The case is reviewed, and the letter is shown with its passages. */
async function openReviewedCase(scene) {
  const { window } = scene;
  await window.icon.click();
  await line(scene, 'Author E').waitFor({ timeout: minute });
  await window.run('Idiograph: Review This Case');
  for (const name of ['blog-visitor-plan', 'letter-roof-fund', 'note-on-the-door'])
    await line(scene, name)
      .filter({ hasText: outcome })
      .waitFor({ timeout: 2 * minute });
  await window.clickLine(line(scene, 'letter-roof-fund'), window.panel.locator('h1', { hasText: 'letter-roof-fund' }));
  await window.panelState('ready');
  await window.panel.locator('.passage').first().waitFor();
}

function openWithoutCaseFile({ folder }) {
  fs.rmSync(path.join(folder, caseFile));
  addLongTexts(folder);
}

/** Groups of at most five stories, each in a window of its own. */
const groups = [
  { daily: true, stories: intake },
  { start: openReviewedCase, stories: [...decisionStories, ...blindStories] },
  { start: openReviewedCase, stories: [...overviewStories, ...ofACase] },
  { start: openReviewedCase, stories: atHandStories.slice(0, 5) },
  { start: openReviewedCase, stories: atHandStories.slice(5) },
  { start: openReviewedCase, stories: questionStories },
  { prepare: openAsLetters, stories: handsStories },
  { prepare: openWithoutCaseFile, stories: unlabelled },
];

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export function run() {
  return tellGroups('case', groups, { settings: { 'files.autoSave': 'off' } });
}
