// A folder of Word files, a PDF and mails, without a case file: reviewed, read with its places, and what cannot be read.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { tellGroups } from './tellStories.mjs';

const minute = 60_000;
const fixtures = path.resolve(import.meta.dirname, '../../fixtures/documents');

function line({ window }, name) {
  return window.page.locator('.pane-body .monaco-list-row', { hasText: name });
}

/** Drags a file from the Explorer over the view's icon, which opens the view, to a row of it, and waits until something is asked. */
async function drop({ window, window: { page } }, name, row) {
  const over = async (place) => {
    const { x, y, width, height } = await place.boundingBox();
    await page.mouse.move(x + width / 2 - 8, y + height / 2);
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
  };
  await window.run('View: Show Explorer');
  const file = page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  await file.hover();
  await page.mouse.down();
  await over(file);
  await over(window.icon);
  await page.locator('.composite.title', { hasText: 'Idiograph: Case' }).waitFor();
  await over(row);
  await row.and(page.locator('.drop-target')).waitFor(); // the row takes what is dropped
  await page.mouse.up();
  await page.locator('.quick-input-titlebar:visible').first().waitFor();
}

/** The least that a Word file holds. */
function word(text) {
  const escaped = text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const body = escaped.split(/\n{2,}/).map((paragraph) => `<w:p><w:r><w:t>${paragraph}</w:t></w:r></w:p>`);
  const document = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`;
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`;
  return zipSync({ '_rels/.rels': strToU8(relations), 'word/document.xml': strToU8(document) });
}

/** Waits for the name of a place on a blank line of an editor: it is drawn, and no text of the document. */
async function placeLabel({ page }, label) {
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.view-line span')].some(
        (span) => getComputedStyle(span, '::after').content === JSON.stringify(wanted),
      ),
    label,
  );
}

/** The sample with each known text as a Word file, and one letter as three kinds of files that other programs made. */
function makeFolder({ folder }) {
  for (const name of fs.readdirSync(path.join(folder, 'known'), { recursive: true })) {
    const file = path.join(folder, 'known', name);
    if (!file.endsWith('.txt')) continue;
    fs.writeFileSync(file.replace(/txt$/, 'docx'), word(fs.readFileSync(file, 'utf8')));
    fs.rmSync(file);
  }
  fs.rmSync(path.join(folder, 'questioned'), { recursive: true });
  fs.rmSync(path.join(folder, 'sample.idiograph-case.json'));
  fs.mkdirSync(path.join(folder, 'questioned'));
  const [author] = fs.readdirSync(path.join(folder, 'known'));
  fs.writeFileSync(path.join(folder, 'known', author, 'broken.docx'), 'This is no Word file.');
  for (const name of ['letter.docx', 'letter.pdf', 'letter.eml', 'locked.pdf'])
    fs.copyFileSync(path.join(fixtures, name), path.join(folder, 'questioned', name));
}

/** In three actions from the folder to the first passage. */
async function openReviewedFolder({ window, window: { page } }) {
  await window.icon.click(); // the first
  await page.locator('.welcome-view a', { hasText: 'Review This Case' }).click(); // the second
  await window.pick('Are these documents written or spoken', 'Continue'); // the third
  await window.panelState('ready', 4 * minute);
  await window.panel.locator('.passage').first().waitFor({ timeout: minute });
  await window.panel.locator('h1', { hasText: 'letter.docx' }).waitFor();
  await window.panel.locator('#panel', { hasText: 'extracted the text from the file' }).waitFor();
}

const stories = [
  ['from a folder of Word files it takes three actions to the first passage', openReviewedFolder],
  [
    'a known file that cannot be read is listed under its author with the reason, and the panel names it',
    async ({ window }) => {
      await window.panel.locator('.notice', { hasText: /were not compared: 1\..*broken\.docx/ }).waitFor();
      const author = window.page.locator('.pane-body .monaco-list-row', { hasText: /author-a.*files not read: 1/ });
      await author.first().click();
      const file = window.page.locator('.pane-body .monaco-list-row[aria-label*="cannot be read"]', {
        hasText: 'broken',
      });
      await file.first().waitFor();
      await author.first().click();
    },
  ],
  [
    'Show Text as Read dims what is quoted in a mail, with kind and rule in a hover',
    async (scene) => {
      const { window } = scene;
      await window.clickLine(line(scene, 'letter.eml'), window.editor('letter.eml').first());
      await window.run('Idiograph: Show Text as Read');
      await window.notification(/letter\.eml: 4\d\d of 523 words are the author’s/);
      await window.editor('letter.eml').locator('.view-line').first().click();
      await window.page.keyboard.press('Control+End'); // lines that are not seen are not drawn
      const dimmed = window
        .editor('letter.eml')
        .locator('.view-line span[class*="ced-"]', { hasText: 'We would be glad' })
        .first();
      await dimmed.waitFor();
      assert.strictEqual(await dimmed.evaluate((span) => getComputedStyle(span).fontStyle), 'italic');
      assert.match(await window.hover(dimmed, 'Excluded from the author'), /Rule: \S/);
    },
  ],
  [
    'words that are selected are set as not the author’s, in the case file, and dimmed',
    async (scene) => {
      const { window, folder } = scene;
      await window.page.keyboard.press('Control+Home');
      const word = window.editor('letter.eml').locator('.view-line span', { hasText: 'Dear Editor' }).first();
      await word.dblclick();
      await window.run('Idiograph: Set Who Wrote the Selection');
      await window.pick('Who wrote the selected words?', 'Not this author');
      const [name] = fs.readdirSync(folder).filter((each) => each.endsWith('.idiograph-case.json'));
      await window.until(() => fs.readFileSync(path.join(folder, name), 'utf8').includes('"isAuthors":false'));
      await window.until(() =>
        /"kind":"ranged"/.test(fs.readFileSync(path.join(folder, '.idiograph', 'log.jsonl'), 'utf8')),
      );
      const dimmed = window
        .editor('letter.eml')
        .locator('.view-line span[class*="ced-"]', { hasText: /^(Dear|Editor)$/ });
      await dimmed.first().waitFor();
      await window.run('Idiograph: Set Who Wrote the Selection');
      await window.pick('Who wrote the selected words?', 'As the rules read them');
      await window.until(() => !fs.readFileSync(path.join(folder, name), 'utf8').includes('"isAuthors":false'));
      // which the next stories read
      await window.clickLine(line(scene, 'letter.docx'), window.editor('letter.docx').locator('.view-line').first());
      await window.panel.locator('h1', { hasText: 'letter.docx' }).waitFor();
    },
  ],
  [
    'the text of a Word file shows its paragraphs and the numbers of passages, and cannot be edited',
    async ({ window }) => {
      const editor = window.editor('letter.docx');
      await editor.locator('.view-line', { hasText: 'To the Editor' }).waitFor();
      await placeLabel(window, 'paragraph 2');
      await editor.locator('.cgmr').first().waitFor({ state: 'attached' });
      await editor.locator('.view-lines').click();
      await window.page.keyboard.type('zz');
      await window.page.keyboard.press('Escape');
      assert.strictEqual(await window.page.locator('.tab.dirty').count(), 0);
      await window.page.locator('.editor-actions [aria-label^="Open Original"]').first().waitFor();
    },
  ],
  [
    'a hover and the panel name the paragraph of a passage',
    async ({ window }) => {
      await window.panel
        .locator('figcaption', { hasText: /Questioned, paragraph \d+/ })
        .first()
        .waitFor();
      const passage = window
        .editor('letter.docx')
        .locator('.view-line span[class*="ced-"]', { hasText: /\w{4}/ })
        .first();
      assert.match(await window.hover(passage, 'Open Both'), /\d+ · paragraph \d+ · .+\.docx/);
    },
  ],
  [
    'in a PDF places have pages, and the case file records the reader with the hashes',
    async (scene) => {
      const { window, folder } = scene;
      await line(scene, 'letter.pdf')
        .filter({ hasText: /no ratio/ })
        .waitFor({ timeout: 2 * minute });
      await window.clickLine(line(scene, 'letter.pdf'), window.panel.locator('h1', { hasText: 'letter.pdf' }));
      await window.panelState('ready');
      await placeLabel(window, 'page 1, paragraph 2');
      await window.panel
        .locator('figcaption', { hasText: /Questioned, page [123], paragraph \d+/ })
        .first()
        .waitFor();
      const [name] = fs.readdirSync(folder).filter((each) => each.endsWith('.idiograph-case.json'));
      await window.until(() => fs.readFileSync(path.join(folder, name), 'utf8').includes('unpdf'));
      const { documents } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
      assert.match(documents['questioned/letter.pdf'].textSha256, /^[0-9a-f]{64}$/);
      assert.match(documents['questioned/letter.pdf'].sha256, /^[0-9a-f]{64}$/);
    },
  ],
  [
    'a decision on a passage of a Word file is in the case file as one of any text',
    async (scene) => {
      const { window, folder } = scene;
      await window.clickLine(line(scene, 'letter.docx'), window.panel.locator('h1', { hasText: 'letter.docx' }));
      await window.panel.locator('.passage').first().waitFor();
      await window.panel.locator('.decide button', { hasText: 'Note…' }).first().click();
      await window.answer('Note…', 'seen');
      const [name] = fs.readdirSync(folder).filter((each) => each.endsWith('.idiograph-case.json'));
      await window.until(() => fs.readFileSync(path.join(folder, name), 'utf8').includes('"questioned/letter.docx", '));
    },
  ],
  [
    'a file that cannot be read says why in the tree and when it is opened',
    async (scene) => {
      await line(scene, 'locked.pdf')
        .filter({ hasText: /password|not reviewed|cannot be read/ })
        .first()
        .waitFor();
      await scene.window.clickLine(line(scene, 'locked.pdf'), {
        waitFor: () => scene.window.notification('it is protected by a password'),
      });
    },
  ],
  [
    'a file that is dropped on an author is that author’s, and a mailbox has its senders as authors',
    async (scene) => {
      const { window, folder } = scene;
      fs.copyFileSync(path.join(fixtures, 'letter.rtf'), path.join(folder, 'dropped.rtf'));
      fs.copyFileSync(path.join(fixtures, 'mails.mbox'), path.join(folder, 'mails.mbox'));
      await drop(scene, 'dropped.rtf', line(scene, 'author-b'));
      await window.pick('Is dropped.rtf written', 'Written');
      await window.pick('Which genre', 'letter');
      await line(scene, 'author-b').filter({ hasText: 'texts: 6' }).waitFor({ timeout: minute });
      await drop(scene, 'mails.mbox', line(scene, /^Known/));
      await window.pick('Add mails.mbox to the index', 'Known');
      await window.pick('Is mails.mbox written', 'Written');
      await window.pick('Which genre', 'email');
      await line(scene, 'ann@merrow.example').waitFor({ timeout: minute });
      await line(scene, 'ben@merrow.example').waitFor();
    },
  ],
  [
    'texts that are dropped on the questioned ones are reviewed in turn',
    async (scene) => {
      const { window, folder } = scene;
      fs.copyFileSync(path.join(fixtures, 'letter.odt'), path.join(folder, 'found.odt'));
      await drop(scene, 'found.odt', line(scene, 'Questioned'));
      await window.pick('Is found.odt written', 'Written');
      await window.pick('Which genre', 'letter');
      await window.panel.locator('h1', { hasText: 'found.odt' }).waitFor({ timeout: minute });
      await window.panelState('ready');
    },
  ],
  [
    'the file behind a text is shown where a browser has no program for it',
    async ({ window, window: { page } }) => {
      await window.editor('found.odt').locator('.view-lines').click();
      await page.locator('.editor-actions [aria-label^="Open Original"]').first().click();
      await page.locator('.explorer-folders-view .monaco-list-row.selected', { hasText: 'found.odt' }).waitFor();
    },
  ],
];

/** Groups of at most five stories, each in a window of its own. */
const groups = [
  { prepare: makeFolder, stories: stories.slice(0, 5) },
  { prepare: makeFolder, start: openReviewedFolder, stories: stories.slice(5, 9) },
  { prepare: makeFolder, start: openReviewedFolder, stories: stories.slice(9) },
];

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export function run() {
  return tellGroups('readers', groups, { settings: { 'files.autoSave': 'off' } });
}
