// Pictures of a review in each theme kind, saved to test/host/results/. Look at them after a change of the panel.
// Usage: node scripts/build.mjs && node test/host/screenshots.mjs
import fs from 'node:fs';
import path from 'node:path';
import { copyOfSample } from './cases.mjs';
import { openWindow } from './window.mjs';

const results = path.join(import.meta.dirname, 'results');
const themes = [
  ['light', 'Default Light Modern', 'vscode-light'],
  ['dark', 'Default Dark Modern', 'vscode-dark'],
  ['high-contrast', 'Default High Contrast', 'vscode-high-contrast'],
  ['high-contrast-light', 'Default High Contrast Light', 'vscode-high-contrast-light'],
];

fs.mkdirSync(results, { recursive: true });
const sample = copyOfSample();
const { folder } = sample;
const window = await openWindow({ folder, openFile: path.join(folder, 'questioned', 'letter-roof-fund.txt') });
const picture = (name) => window.page.screenshot({ path: path.join(results, `${name}.png`) });
try {
  await window.run('View: Show Idiograph');
  await window.run('Idiograph: Build Reference Index From Folder');
  await window.answer('Choose a folder', `${folder}/`);
  await window.page.locator('.pane-body .monaco-list-row', { hasText: 'Author E' }).waitFor({ timeout: 120_000 });
  await window.editor('letter-roof-fund').locator('.view-lines').click();
  await window.run('Idiograph: Review This Document');
  await window.panelState('ready', 120_000);
  for (const [name, theme, kind] of themes) {
    await window.setTheme(theme);
    await window.panel.locator(`body.${kind}`).waitFor();
    await window.panel.locator('#panel').evaluate(() => scrollTo(0, 0));
    await picture(`panel-${name}`);
    await window.panel.locator('.passage').nth(1).scrollIntoViewIfNeeded();
    await picture(`panel-${name}-passages`);
  }
  await window.setTheme(themes[0][1]);
  await window.panel.locator('.passage').first().locator('vscode-button').click();
  await window.page.locator('.editor-group-container').nth(1).locator('.monaco-editor .view-line').first().waitFor();
  await picture('both-documents');
  await window.run('Idiograph: Show Evidence');
  await window.run('Idiograph: Compare With');
  await window.pick('Compare letter-roof-fund.txt with', 'minutes-open-day.txt');
  await window.panelState('comparison');
  await picture('comparison');
  await window.run('Idiograph: Compare With');
  await window.pick('Compare letter-roof-fund.txt with', 'Author D');
  await window.panel.locator('h1', { hasText: 'compared with Author D' }).waitFor();
  await picture('comparison-author');
  await window.panel.locator('vscode-button', { hasText: 'Back to the Review' }).click();
  await window.panelState('ready');
  await window.editor('letter-roof-fund').locator('.view-lines').click();
  await window.run('File: Set Active Editor Writeable in Session');
  await window.editor('letter-roof-fund').locator('.view-lines').click();
  await window.page.keyboard.press('Control+End');
  await window.page.keyboard.type('P.S.');
  await window.panelState('stale');
  await picture('panel-stale');
  console.log(`Pictures saved in ${path.relative(process.cwd(), results)}`);
} finally {
  await window.close();
  sample.remove();
}
