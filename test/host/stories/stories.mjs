// What a reviewer does, and sees, in the window: groups of stories, each in a window of its own on a fresh copy of the sample case.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import { tellGroups } from './tellStories.mjs';

const minute = 60_000;
const letter = 'letter-roof-fund.txt';

/** Marks of passages in an editor: numbers in the gutter, and how their underline is drawn. */
async function marks(editor) {
  await editor.locator('.view-line span[class*="ced-"]').first().waitFor(); // drawn a moment after the text is revealed
  return editor.evaluate((element) => {
    const spans = [...element.querySelectorAll('.view-line span[class*="ced-"]')];
    const moved = spans.filter((span) => getComputedStyle(span, '::before').content !== 'none').length;
    const icons = [...element.querySelectorAll('.glyph-margin-widgets [class*="ced-"]')];
    const pictures = icons.map((icon) => /base64,([^"]+)/.exec(getComputedStyle(icon).backgroundImage)?.[1] ?? '');
    const texts = pictures.map((picture) => />([^<]+)<\/text>/.exec(atob(picture))?.[1] ?? '');
    const underlined = spans.filter((span) => getComputedStyle(span).textDecorationLine === 'underline');
    return {
      moved,
      numbers: texts.flatMap((text) => (text.match(/\d+/g) ?? []).map(Number)),
      colours: [...new Set(underlined.map((span) => getComputedStyle(span).textDecorationColor))],
    };
  });
}

/** The frame of the panel's page; a script tag of ours would break its policy, so axe is evaluated there. */
async function panelFrame({ page }) {
  for (const frame of page.frames()) if ((await frame.locator('#panel').count()) > 0) return frame;
  throw new Error('no frame holds the panel');
}

async function axeIn(frame) {
  await frame.evaluate(axe.source);
  const { violations } = await frame.evaluate(() => globalThis.axe.run('#panel'));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** A report on the screen, light and dark, and on paper. */
async function readReport(context, html) {
  const page = await context.newPage();
  await page.setViewportSize({ width: 380, height: 800 });
  await page.setContent(html);
  const colours = [];
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    colours.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepStrictEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`),
      [],
    );
  }
  assert.deepStrictEqual(colours, ['rgb(255, 255, 255)', 'rgb(30, 30, 30)']);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 380, 'nothing goes sideways');
  await page.emulateMedia({ media: 'print' });
  assert.strictEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), colours[0]);
  await page.close();
}

/** What the window shows before the stories of a group: the index in the view, the letter reviewed, or a text that the case does not name. */
async function openIndexed({ window }) {
  await window.icon.click();
  await window.page.locator('.pane-body .monaco-list-row', { hasText: 'Author E' }).waitFor({ timeout: minute });
}

async function openReviewed(scene) {
  const { window } = scene;
  await openIndexed(scene);
  await window.editor(letter).locator('.view-lines').click();
  await window.run('Idiograph: Review This Document');
  await window.panelState('ready', 2 * minute);
}

async function openWithFoundText(scene) {
  const text = fs.readFileSync(path.join(scene.folder, 'questioned', 'blog-visitor-plan.txt'), 'utf8');
  fs.writeFileSync(path.join(scene.folder, 'found.txt'), text);
  await openIndexed(scene);
}

/** Reviews the found text, unless its result is shown, with its facts if they were not asked for yet. */
async function reviewFound({ window, folder }) {
  const asked = window.page.locator('.quick-input-titlebar', { hasText: 'Is found.txt written' });
  const ready = window.panel.locator('#panel[data-state="ready"] h1', { hasText: 'found.txt' });
  await window.openFile(path.join(folder, 'found.txt'));
  if (await ready.isVisible()) return;
  await window.run('Idiograph: Review This Document');
  await window.until(async () => (await asked.isVisible()) || (await ready.isVisible()), 2 * minute);
  if (await asked.isVisible()) {
    await window.pick('Is found.txt written', 'mode not known');
    await window.pick('Which genre is found.txt', 'blog');
  }
  await ready.waitFor({ timeout: 2 * minute });
}

/** Opens the known text of the first passage, unless it is open. */
async function openKnown({ window }) {
  const known = window.page.locator('.editor-group-container').nth(1).locator('.monaco-editor');
  if ((await window.page.locator('.editor-group-container').count()) === 3) return known;
  const open = window.panel.locator('.passage').first().locator('vscode-button');
  await open.click();
  await known.locator('.view-line').first().waitFor();
  await window.page.locator('.editor-group-container.active .tab.active', { hasText: letter }).waitFor(); // read first
  return known;
}

/** Saves the report of the letter, unless it is there; gives its file. */
async function saveReport({ window, folder }) {
  const file = path.join(folder, 'report.html');
  if (fs.existsSync(file)) return file;
  await window.run('Idiograph: Export Report…');
  await window.answer('Export Report', file);
  await window.until(() => fs.existsSync(file) && fs.statSync(file).size > 1000);
  return file;
}

/** Groups of at most five stories, each in a window of its own. `start` brings about what all stories of the group begin with. */
const groups = [
  {
    stories: [
      [
        'a window without an index says what to do',
        async ({ window }) => {
          await window.icon.click();
          await window.page.locator('.welcome-view', { hasText: 'This folder is a case' }).waitFor();
          await window.page.locator('.welcome-view a', { hasText: 'Review This Case' }).waitFor();
        },
      ],
      [
        'a review without an index asks nothing and says what is missing',
        async ({ window }) => {
          await window.editor(letter).locator('.view-lines').click();
          await window.run('Idiograph: Review This Document');
          await window.panelState('noIndex');
          await window.panel.locator('.introduction vscode-button', { hasText: 'Add Known Texts' }).waitFor();
        },
      ],
      [
        'a folder is indexed, and its authors stand in the tree',
        async ({ window, folder }) => {
          await window.run('Idiograph: Build Reference Index From Folder');
          await window.answer('Choose a folder', `${folder}/`);
          const tree = window.page.locator('.pane-body .monaco-list-row');
          await tree.filter({ hasText: 'Author E' }).waitFor({ timeout: 2 * minute });
          await tree.filter({ hasText: 'texts: 5' }).first().waitFor();
          await tree.filter({ hasText: letter }).first().waitFor();
          await window.panelState('nothing');
        },
      ],
    ],
  },
  {
    daily: true,
    start: openIndexed,
    stories: [
      [
        'a review from the palette fills the panel',
        async ({ window }) => {
          await window.editor(letter).locator('.view-lines').click();
          await window.run('Idiograph: Review This Document');
          await window.panelState('ready', 2 * minute);
          const { panel } = window;
          assert.strictEqual(await panel.locator('table[role=grid] tbody tr').count(), 5);
          await panel.locator('#panel', { hasText: /(\d+) of \1 words analysed/ }).waitFor();
          const card = (await panel.locator('.card').textContent()) ?? '';
          assert.match(card, /These findings are|No ratio:/);
          assert.match(card, /Population: .+ authors/);
          assert.ok((await panel.locator('.passage').count()) >= 3);
          const { y, height } = await panel.locator('table[role=grid] tbody tr').first().boundingBox();
          assert.ok(y + height <= 900, `the candidates are on the first screen: the first one ends at ${y + height}`);
        },
      ],
      [
        'a text in another encoding is refused, with the way to open it in its own',
        async ({ window, folder }) => {
          fs.writeFileSync(path.join(folder, 'latin.txt'), Buffer.from('Caf\u00e9 na\u00efve, \u00a3100.', 'latin1'));
          await window.openFile(path.join(folder, 'latin.txt'));
          await window.run('Idiograph: Review This Document');
          await window.notification('latin.txt cannot be read: the character at offset 3 is not UTF-8');
          await window.page
            .locator('.notifications-center .monaco-button', { hasText: 'Reopen with Encoding' })
            .click();
          await window.page
            .locator('.quick-input-list .monaco-list-row', { hasText: 'Reopen with Encoding' })
            .waitFor();
          await window.page.keyboard.press('Escape'); // closes the notifications: another one says that the file is in no folder of the case
          await window.page.keyboard.press('Escape');
          await window.run('Notifications: Clear All Notifications');
        },
      ],
      [
        'one sentence names an empty document before anything is asked',
        async ({ window, folder }) => {
          fs.writeFileSync(path.join(folder, 'empty.txt'), '');
          await window.openFile(path.join(folder, 'empty.txt'));
          await window.run('Idiograph: Review This Document');
          await window.notification('empty.txt contains no text');
          await window.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
          assert.strictEqual(await window.panel.locator('.notice.error').count(), 0, 'and not in the panel too');
        },
      ],
      [
        'a concordance lists words in their contexts and leads to them',
        async ({ window }) => {
          const { page } = window;
          const shown = async (text) => {
            let found;
            await window.until(async () => {
              for (const frame of page.frames())
                if (
                  (await frame
                    .locator('h1', { hasText: text })
                    .count()
                    .catch(() => 0)) > 0
                )
                  found = frame;
              return found !== undefined;
            });
            return found;
          };
          await window.run('Idiograph: Show in Concordance');
          await window.answer('Concordance', 'to be fair');
          const concordance = await shown('Concordance: to be fair');
          assert.strictEqual(await concordance.locator('.lines tr').count(), 6);
          const order = await concordance.locator('a', { hasText: 'Sort by the words after' }).getAttribute('href');
          assert.match(order, /^command:idiograph\.concordance\?/);
          await concordance.locator('.lines tr', { hasText: 'blog-minute-book' }).locator('a').click();
          await page.locator('.tab', { hasText: 'blog-minute-book' }).first().waitFor();
          for (const tab of ['Concordance', 'blog-minute-book']) {
            await page.locator('.tab', { hasText: tab }).first().click();
            await window.run('View: Close Editor');
          }
        },
      ],
    ],
  },
  {
    start: openReviewed,
    stories: [
      [
        'nothing in the panel is a percentage or claims authorship',
        async ({ window }) => {
          const text = await window.panel.locator('#panel').innerText();
          assert.doesNotMatch(text, /%|\bmatch|\bconfidence|probability that|identified/i);
        },
      ],
      [
        'the population leads to who is in it, not over the panel',
        async ({ window }) => {
          const { page, panel } = window;
          const details = panel.locator('.card details.more > summary').first();
          await details.click();
          await panel.locator('.card vscode-button', { hasText: 'About the Population' }).click();
          const documents = page.locator('.editor-group-container').first();
          const card = documents.locator('.tab.active', { hasText: 'population.md' });
          await card.click({ button: 'middle' });
          await card.waitFor({ state: 'detached' });
          await details.click();
          await window.panelState('ready');
        },
      ],
      [
        'passages carry the same numbers in the editor as in the panel, and are underlined',
        async ({ window }) => {
          const inPanel = (await window.panel.locator('.passage-number').allInnerTexts()).map(Number);
          const { numbers, colours, moved } = await marks(window.editor(letter));
          assert.strictEqual(moved, 0, 'the numbers move no text');
          assert.ok(numbers.length > 0, 'numbers in the editor');
          assert.ok(numbers.every((number) => inPanel.includes(number)));
          assert.strictEqual(colours.length, 1);
        },
      ],
      [
        'the arrow keys choose the next candidate',
        async ({ window }) => {
          const rows = await window.candidates();
          await rows.first().focus();
          await window.page.keyboard.press('ArrowDown');
          const outline = await window.panel.locator('tr:focus').evaluate((row) => getComputedStyle(row).outline);
          assert.doesNotMatch(outline, /rgba\(0, 0, 0, 0\)|none/, 'the focus is seen');
          await window.panel.locator('table[role=grid] tbody tr:nth-child(2)[aria-selected="true"]').waitFor();
          const author = await rows.nth(1).locator('th').innerText();
          await window.panel.locator('.author h2', { hasText: author }).waitFor();
          await window.page.keyboard.press('ArrowUp');
          await window.panel.locator('table[role=grid] tbody tr:nth-child(1)[aria-selected="true"]').waitFor();
        },
      ],
      [
        'a candidate that is chosen gets passages when it is read, and keeps them',
        async ({ window }) => {
          const { panel } = window;
          const rows = panel.locator('table[role=grid] tbody tr');
          const listed = panel.locator('.alike :is(h2, h3)', { hasText: /Shared passages \(\d+\)/ });
          await rows.nth(1).click();
          await panel.locator('.author h2', { hasText: await rows.nth(1).locator('th').innerText() }).waitFor();
          await listed.waitFor({ timeout: minute / 4 });
          await window.until(async () => !(await panel.locator('.alike').innerText()).includes('\n…\n')); // known texts are read
          const found = await panel.locator('.alike').innerText();
          await rows.first().click();
          await panel.locator('.passage').first().waitFor();
          await rows.nth(1).click();
          await panel.locator('.author h2', { hasText: await rows.nth(1).locator('th').innerText() }).waitFor();
          assert.strictEqual(await panel.locator('.alike').innerText(), found, 'found once');
          await rows.first().click();
          await panel.locator('.author h2', { hasText: await rows.first().locator('th').innerText() }).waitFor();
          await panel.locator('.passage').nth(2).waitFor();
        },
      ],
    ],
  },
  {
    daily: true,
    start: openReviewed,
    stories: [
      [
        'passages are gone through by the arrow keys, and the panel has nothing for axe to object to',
        async ({ window }) => {
          await window.panel.locator('.passage[tabindex="0"]').first().focus();
          await window.page.keyboard.press('ArrowDown');
          await window.panel.locator('.passage[data-number="2"][aria-current="true"]:focus').waitFor();
          await window.page.keyboard.press('Home');
          await window.panel.locator('.passage[data-number="1"][aria-current="true"]:focus').waitFor();
          assert.deepStrictEqual(await axeIn(await panelFrame(window)), []);
        },
      ],
      [
        'what separates the first candidate from the next, and what moved its ratio, is marked in the text while the list is open',
        async ({ window }) => {
          const summary = window.panel.locator('details.more > summary', { hasText: 'What separates' });
          const lines = (style) =>
            window.editor(letter).evaluate((element, wanted) => {
              const spans = [
                ...element.querySelectorAll('.view-overlays [class*="ced-"], .view-line span[class*="ced-"]'),
              ];
              return spans.filter((span) => getComputedStyle(span).borderBottomStyle === wanted).length;
            }, style);
          const before = [await lines('solid'), await lines('dashed')];
          await summary.click();
          await window.until(async () => (await lines('dashed')) > before[1] && (await lines('solid')) > before[0]);
          await window.panel.locator('.quiet', { hasText: 'While this list is open' }).waitFor();
          const moved = window.panel.locator('details.more', { hasText: 'What moved the ratio of' });
          await moved.locator('summary').click();
          await moved.locator('table', { hasText: 'This text' }).first().waitFor({ timeout: minute });
          await moved.locator('.quiet', { hasText: 'with a dashed line' }).waitFor();
          assert.equal(await window.panel.locator('details.more[open]').count(), 1, 'one list is open');
          await window.until(async () => (await lines('solid')) > before[0]);
          assert.deepStrictEqual(await axeIn(await panelFrame(window)), []);
          await moved.locator('summary').click();
          await window.until(async () => (await lines('dashed')) === before[1]);
        },
      ],
      [
        'a hover says where a passage leads, and why it is one',
        async ({ window }) => {
          const passage = window.editor(letter).locator('.view-line span[class*="ced-"]').nth(1);
          const text = await window.hover(passage, 'other author');
          assert.match(text, /\d+ · (?:.+ · )?Author [A-E]: .+/);
          assert.match(text, /“[^”]{10,}”/, 'the known passage is quoted');
          assert.match(text, /Open Both/);
          await window.page.keyboard.press('Escape');
        },
      ],
      [
        'a chosen verifier is used in place of the one that the modes select',
        async ({ window }) => {
          await window.editor(letter).locator('.view-lines').click(); // the panel that takes the focus late closes a pick
          await window.chooseVerifier('texts of two modes');
          await window.panel
            .locator('.card', { hasText: 'Verifier: texts of two modes' })
            .waitFor({ timeout: 2 * minute });
          await window.chooseVerifier('chosen by the modes');
          await window.panel
            .locator('.card', { hasText: /Verifier: (?!texts of two modes)/ })
            .waitFor({ timeout: 2 * minute });
          await window.panelState('ready', 2 * minute);
        },
      ],
    ],
  },
  {
    daily: true,
    start: openReviewed,
    stories: [
      [
        'both documents are read at a passage, one below the other, beside the panel',
        async ({ window }) => {
          const { page, panel } = window;
          const known = await openKnown({ window });
          await window.panelState('ready');
          const [above, below] = [await window.editor(letter).boundingBox(), await known.boundingBox()];
          assert.ok(below.y >= above.y + above.height, 'the known text is below the questioned one');
          assert.ok(Math.abs(below.x - above.x) < 2, 'in the same column');
          await window.nextPassage(letter);
          await panel.locator('.passage:nth-of-type(2)[aria-current="true"]').waitFor();
          assert.strictEqual(await page.locator('.editor-group-container').count(), 3);
        },
      ],
      [
        'a click on a passage in the panel moves the questioned text and the known one, and the panel keeps the focus',
        async ({ window }) => {
          const { page, panel } = window;
          await openKnown({ window });
          const known = page.locator('.editor-group-container').nth(1);
          const inFirstLines = async (editor, number) => (await marks(editor)).numbers.includes(number);
          for (const number of [2, 1]) {
            const passage = panel.locator(`.passage[data-number="${number}"]`);
            const title = (await passage.locator('figcaption').nth(1).innerText()).replace(
              /^Known text: (?:Author [A-E]: )?/,
              '',
            );
            await passage.locator('blockquote').first().click();
            await known.locator('.tab.active', { hasText: title }).waitFor();
            await window.until(() => inFirstLines(known.locator('.monaco-editor'), number));
            await window.until(() => inFirstLines(window.editor(letter), number));
            await page.locator('.editor-group-container.active .tab', { hasText: 'Review' }).waitFor();
          }
        },
      ],
      [
        'a key goes round the document, the panel and the known text, and Show Evidence goes to the panel',
        async ({ window }) => {
          const { page } = window;
          await openKnown({ window });
          const active = (index) => page.locator('.editor-group-container').nth(index).and(page.locator('.active'));
          await window.editor(letter).locator('.view-lines').click();
          await active(0).waitFor();
          await page.keyboard.press('Control+Alt+Slash');
          await active(2).waitFor();
          // a group is active before what it shows takes keys
          await window.until(() => window.panel.locator('html').evaluate(() => document.hasFocus()));
          await page.keyboard.press('Control+Alt+Slash');
          await active(1).locator('.monaco-editor.focused').waitFor();
          await page.keyboard.press('Control+Alt+Slash');
          await active(0).locator('.monaco-editor.focused').waitFor();
          await window.run('Idiograph: Show Evidence');
          await active(2).waitFor();
        },
      ],
      [
        'a file of the case cannot be changed by a slip of the keyboard',
        async ({ window }) => {
          await window.editor(letter).locator('.view-lines').click();
          await window.page.keyboard.type('x');
          await window.page.locator('.monaco-editor-overlaymessage', { hasText: 'read-only' }).waitFor();
          await window.panelState('ready');
        },
      ],
      [
        'a word that is clicked is not marked where it occurs again: marks are evidence',
        async ({ window }) => {
          const text = window.editor(letter);
          const word = text.locator('.view-line span', { hasText: /\bthe\b/ }).first();
          await word.click();
          await window.page.keyboard.press('Shift+Alt+ArrowRight'); // selects the word; the editor counts clicks by the clock
          await window.statusBar(/selected/).waitFor();
          assert.ok((await text.locator('.selected-text').count()) > 0);
          assert.strictEqual(await text.locator('.wordHighlightText, .wordHighlight, .selectionHighlight').count(), 0);
          assert.strictEqual(await text.locator('[class*="bracket-highlighting"], .bracket-match').count(), 0);
        },
      ],
    ],
  },
  {
    start: openReviewed,
    stories: [
      [
        'a report is made again from its JSON: the same values, and what it rests on where that is otherwise',
        async (scene) => {
          const { window, folder } = scene;
          await saveReport(scene);
          const file = path.join(folder, 'report.json');
          const { page } = window;
          const again = async (text) => {
            await window.run('Idiograph: Re-run Report');
            await window.answer('Re-run Report', file);
            await window.until(async () => {
              const texts = await Promise.all(page.frames().map((frame) => frame.innerText('body').catch(() => '')));
              return texts.some((each) => each.includes('Re-run Report') && text.test(each));
            }, 2 * minute);
            await page.locator('.tab', { hasText: 'Re-run Report' }).click({ button: 'middle' });
          };
          await again(/The findings are the same\. \d+ values were compared/);
          const original = fs.readFileSync(file, 'utf8');
          const facts = JSON.parse(original);
          fs.writeFileSync(file, JSON.stringify({ ...facts, version: '0.0.1' }));
          await again(/Program: was 0\.0\.1/);
          fs.writeFileSync(file, original);
        },
      ],
      [
        'a review with another model than the case pins says so',
        async ({ window, folder }) => {
          const caseFile = path.join(folder, 'sample.idiograph-case.json');
          const unpinned = fs.readFileSync(caseFile, 'utf8');
          const pinned = { models: { encoder: 'encoder@000000000000' } };
          fs.writeFileSync(caseFile, JSON.stringify({ ...JSON.parse(unpinned), pinned }));
          const caveat = window.panel.locator('#panel', { hasText: 'The case file pins encoder encoder@000000000000' });
          await window.editor(letter).locator('.view-lines').click();
          await window.run('Idiograph: Review This Document');
          await caveat.waitFor({ timeout: 2 * minute });
          fs.writeFileSync(caseFile, unpinned);
          await window.run('Idiograph: Review This Document');
          await caveat.waitFor({ state: 'detached', timeout: 2 * minute });
          await window.panelState('ready', 2 * minute);
        },
      ],
      [
        'an edit greys the evidence, in the panel and in the editor',
        async ({ window }) => {
          const text = window.editor(letter);
          await text.locator('.view-lines').click();
          await window.page.keyboard.press('Control+Home'); // brings marks into sight
          const before = await marks(text);
          await window.run('File: Set Active Editor Writeable in Session');
          const lock = window.page.locator('.tab.active .monaco-decoration-badge', { hasText: letter });
          await lock.waitFor({ state: 'detached' });
          await text.and(window.page.locator('.focused')).waitFor(); // the palette has given the focus back
          await window.page.keyboard.type('P.S. ');
          await window.panelState('stale');
          await window.panel.locator('.notice', { hasText: 'changed after the review.' }).waitFor();
          const after = await marks(text);
          assert.ok(after.numbers.length > 0, 'greyed marks stay');
          assert.notDeepStrictEqual(after.colours, before.colours);
        },
      ],
      [
        'the mode and genre are changed by quick pick, and the document is reviewed again',
        async ({ window }) => {
          await window.editor(letter).locator('.view-lines').click();
          await window.panel.locator('.facts button', { hasText: 'written, letter' }).click();
          await window.pick('written or spoken', 'Written');
          await window.pick('Which genre', 'essay');
          await window.panelState('ready', 2 * minute);
          await window.panel.locator('.facts', { hasText: 'written, essay' }).waitFor();
        },
      ],
      [
        'a report is saved as one HTML file, dark where the screen is, as narrow as a phone, light on paper',
        async (scene) => {
          const { window } = scene; // the last of its group: a page that is opened after another tab of the browser stays empty
          const file = await saveReport(scene);
          const html = fs.readFileSync(file, 'utf8');
          assert.match(html, /<html lang="en">[\s\S]*letter-roof-fund/);
          assert.doesNotMatch(html, /<script/);
          await readReport(window.page.context(), html);
        },
      ],
    ],
  },
  {
    start: openWithFoundText,
    stories: [
      [
        'a document that the case says nothing of is asked about once',
        async ({ window, folder }) => {
          await window.openFile(path.join(folder, 'found.txt'));
          await window.run('Idiograph: Review This Document');
          await window.pick('Is found.txt written', 'mode not known');
          await window.pick('Which genre is found.txt', 'blog');
          await window.panelState('ready', 2 * minute);
          await window.panel.locator('h1', { hasText: 'found.txt' }).waitFor();
          await window.panel
            .locator('#panel', { hasText: 'The mode or genre of the questioned text is not set' })
            .waitFor();
        },
      ],
      [
        'two documents are compared side by side',
        async (scene) => {
          const { window } = scene;
          await reviewFound(scene);
          await window.run('Idiograph: Compare With');
          await window.page.locator('.quick-input-titlebar', { hasText: 'Compare found.txt with' }).waitFor();
          await window.page.locator('.quick-input-widget input').first().fill('letter-open-day.txt');
          const rows = window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'letter-open-day.txt' });
          await rows.filter({ hasText: 'Author E' }).click();
          await window.panelState('comparison', minute);
          await window.panel.locator('h1', { hasText: 'found.txt compared with letter-open-day.txt' }).waitFor();
          await window.panel.locator('.comparison .passage-number').first().waitFor({ timeout: minute }); // the map is there before
          await window.panel
            .locator('.card', { hasText: 'was chosen after a search had ranked the known authors' })
            .waitFor();
          const parts = (await window.panel.locator('.comparison .passage-number').allInnerTexts()).map(Number);
          await window.run('Idiograph: Next Passage'); // brings marks into sight
          const { numbers } = await marks(window.editor('found.txt'));
          assert.ok(
            numbers.length > 0 && numbers.every((number) => parts.includes(number)),
            'the passages have the same numbers',
          );
          const passages = await window.panel.locator('.comparison .passage mark').allInnerTexts();
          assert.deepStrictEqual(
            passages.filter((text) => text.trim().split(/\s+/).length > 25),
            [],
            'passages are clauses',
          );
          const pairs = window.panel.locator('.comparison button[data-focus-key^="pair-"]');
          await pairs.first().click(); // of sections
          await window.editor('letter-open-day.txt').waitFor();
          await pairs.last().click(); // of chunks
          await window.editor('letter-open-day.txt').waitFor();
          await window.panel.locator('vscode-button', { hasText: 'Back to the Review' }).click();
          await window.panelState('ready');
        },
      ],
      [
        'a document is compared with the known texts of a named author',
        async (scene) => {
          const { window, folder } = scene;
          await reviewFound(scene);
          await window.openFile(path.join(folder, 'found.txt')); // a click in the panel gives it the focus late, which closes a pick
          await window.run('Idiograph: Compare With');
          await window.pick('Compare found.txt with', 'texts: ');
          await window.panel.locator('h1', { hasText: 'compared with Author A' }).waitFor({ timeout: minute });
          assert.match(await window.panel.locator('.comparison .card').innerText(), /These findings are|No ratio:/);
          const listed = window.panel.locator('.comparison h2', { hasText: /Shared passages \((\d+)\)/ });
          const count = Number(/\d+/.exec(await listed.innerText())?.[0]);
          if (count === 0) return;
          await window.run('Idiograph: Next Passage');
          await window.panel.locator('.comparison .passage[data-number="1"][aria-current="true"]').waitFor();
          const { numbers } = await marks(window.editor('found.txt'));
          assert.ok(numbers.includes(1) && numbers.every((number) => number <= Math.min(8, count)));
          const shown = window.panel.locator('.comparison .passage[data-number="1"] figcaption').nth(1);
          const known = (await shown.innerText()).replace(/^Known text: /, '');
          await window.page.locator('.tab.active', { hasText: known }).waitFor();
          await window.page.locator('.editor-group-container.active .tab.active', { hasText: 'found.txt' }).waitFor();
        },
      ],
      [
        'a long review shows how far it is, and is cancelled from the panel, which shows the review before it, greyed and named',
        async (scene) => {
          const { window, folder } = scene;
          await reviewFound(scene);
          const text = fs.readFileSync(path.join(folder, 'questioned', 'blog-visitor-plan.txt'), 'utf8');
          const pages = Array.from({ length: 300 }, (_, page) => text.replace(/\. /g, ` on page ${page}. `));
          fs.writeFileSync(path.join(folder, 'long.txt'), pages.join('\n'));
          await window.openFile(path.join(folder, 'long.txt'));
          await window.run('Idiograph: Review This Document');
          await window.pick('Is long.txt written', 'Written');
          await window.pick('Which genre is long.txt', 'blog');
          await window.panelState('running');
          await window.statusBar(/Encoding, \d+ %/).waitFor();
          await window.panel.locator('.progress vscode-button', { hasText: 'Cancel' }).click();
          await window.panelState('stale');
          await window.panel.locator('h1', { hasText: 'found.txt' }).waitFor();
          await window.panel.locator('.notice', { hasText: 'long.txt was not reviewed' }).waitFor();
        },
      ],
      [
        'a document is added to the index under an author, and removed from the tree',
        async (scene) => {
          const { window, folder } = scene;
          await reviewFound(scene);
          const { page } = window;
          await window.openFile(path.join(folder, 'found.txt'));
          await window.run('Idiograph: Add to Index as');
          await window.pick('Add found.txt to the index', 'Known');
          await window.pick('Who wrote found.txt', 'Another…');
          await window.answer('Who wrote found.txt', 'Author F');
          const author = page.locator('.pane-body .monaco-list-row', { hasText: 'Author F' });
          await author.waitFor();
          const remove = page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Remove' });
          await window.choose(author, 'Remove From Index', remove);
          await remove.click();
          await author.waitFor({ state: 'detached' });
        },
      ],
    ],
  },
  {
    start: openReviewed,
    stories: [
      [
        'after the window is loaded again the panel shows the kept result of the text at hand, without a run',
        async ({ window, folder }) => {
          await window.openFile(path.join(folder, 'questioned', letter));
          await window.run('Idiograph: Review This Document');
          await window.panelState('running', 5000).catch(() => undefined); // which may have been too short to be seen
          await window.panelState('ready', 2 * minute);
          const { page } = window;
          const reviewedAt = () => window.panel.locator('.card li', { hasText: /^Reviewed / }).textContent();
          const reviewed = await reviewedAt();
          await page.addInitScript(() => {
            globalThis.said = new Set(); // what the view says until its tree is there
            const listen = () => {
              for (const view of document.querySelectorAll('.pane-body')) globalThis.said.add(view.innerText.trim());
            };
            const observed = { childList: true, characterData: true, subtree: true };
            new MutationObserver(listen).observe(document, observed);
          });
          await window.run('Developer: Reload Window');
          await page.waitForFunction(() => globalThis.said !== undefined); // the page is a new one
          await window.panelState('ready', 2 * minute);
          await page.locator('.pane-body .monaco-list-row', { hasText: 'Author E' }).waitFor();
          const said = await page.evaluate(() => [...globalThis.said].join('\n'));
          assert.match(said, /Opening the reference index/);
          assert.doesNotMatch(said, /Review This Case|Build Reference Index/);
          await window.panel.locator('h1', { hasText: letter }).waitFor();
          assert.strictEqual(await reviewedAt(), reviewed, 'not reviewed anew');
          await window.panel.locator('.passage').first().waitFor();
          const outcome = /[×÷]|no ratio|no clear candidate/;
          await page
            .locator('.pane-body .monaco-list-row', { hasText: letter })
            .filter({ hasText: outcome })
            .first()
            .waitFor();
        },
      ],
      [
        'a marker marks its places in the text and opens the author’s, and is in the tree',
        async ({ window }) => {
          const { page, panel } = window;
          const lines = panel.locator('.habits table').first().locator('tbody tr');
          assert.ok((await lines.count()) >= 1, 'the markers that lead are listed');
          await lines.first().locator('button').first().click();
          await panel.locator('.habits [aria-pressed="true"]').first().waitFor();
          const dotted = (editors) =>
            editors.map(
              (editor) =>
                [...editor.querySelectorAll('.cdr')].filter((mark) => getComputedStyle(mark).borderStyle === 'dotted')
                  .length,
            );
          const marked = async () => page.locator('.editor-group-container .monaco-editor').evaluateAll(dotted);
          await window.until(async () => (await marked()).filter((count) => count > 0).length === 2);
          const inTree = page.locator('.pane-body .monaco-list-row', {
            hasText: (await lines.first().locator('button').first().innerText()).replace(/^[+−] /, ''),
          });
          await page.locator('.pane-body .monaco-list-row', { hasText: letter }).locator('.monaco-tl-twistie').click();
          await inTree.first().waitFor();
        },
      ],
    ],
  },
];

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export function run({ vsix } = {}) {
  return tellGroups('story', groups, { vsix, openFile: path.join('questioned', letter) });
}

if (process.argv[1] === import.meta.filename) {
  const vsix = process.argv[2] === '--vsix' ? process.argv[3] : undefined;
  const { passed, failed, skipped } = await run({ vsix });
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(failed === 0 ? 0 : 1);
}
