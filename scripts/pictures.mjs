// Makes the pictures of the five steps in README.md from the sample, in one run, and notes the page that they show.
// Usage: node scripts/build.mjs && node scripts/pictures.mjs
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { copyOfSample } from '../test/host/cases.mjs';
import { openWindow } from '../test/host/window.mjs';

const root = path.resolve(import.meta.dirname, '..');
const media = path.join(root, 'media', 'steps');

/** The SHA-256 of what draws the panel: the pictures are out of date when it is another. Lines may end in either way. */
export function hashPage() {
  const folder = path.join(root, 'webview');
  const hash = createHash('sha256');
  for (const name of fs.readdirSync(folder).sort())
    hash.update(`${name}\n${fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n')}\n`);
  return hash.digest('hex');
}

async function takePictures() {
  fs.mkdirSync(media, { recursive: true });
  const sample = copyOfSample();
  const { folder } = sample;
  const settings = { 'workbench.colorTheme': 'Default Light Modern', 'chat.disableAIFeatures': true };
  const window = await openWindow({ folder, settings, width: 1400, height: 860 });
  const { page } = window;
  const take = (name, of = page) =>
    of.screenshot({ path: path.join(media, `${name}.jpg`), type: 'jpeg', quality: 70, scale: 'css' });
  try {
    await page.locator('.activitybar .action-item', { has: page.locator('[aria-label="Idiograph"]') }).click();
    const start = page.locator('.welcome-view a', { hasText: 'Review This Case' });
    await start.waitFor({ timeout: 120_000 });
    await take('1-open');
    await start.click();
    await window.panelState('ready', 300_000);
    await window.run('Idiograph: Validate Settings');
    await window.frameWith('a:text("Lock and Review")', 300_000);
    await take('2-validate');
    await page
      .locator('.tab', { hasText: /Validat/ })
      .first()
      .click();
    await window.run('View: Close Editor');
    await page.locator('.tab', { hasText: /Validat/ }).waitFor({ state: 'detached', timeout: 60_000 });
    await page.locator('.pane-body .monaco-list-row', { hasText: 'letter-roof-fund' }).first().click();
    await window.panel.locator('h1', { hasText: 'letter-roof-fund.txt' }).waitFor({ timeout: 120_000 });
    await window.panelState('ready', 120_000);
    await take('3-read');
    await window.panel.locator('.passage').first().scrollIntoViewIfNeeded();
    await take('4-decide');
    await window.run('Idiograph: Export Report…');
    const report = path.join(folder, 'report.html');
    await window.answer('Export Report', report);
    await window.until(() => fs.existsSync(report));
    const paper = await page.context().newPage();
    await paper.setViewportSize({ width: 900, height: 860 });
    await paper.setContent(fs.readFileSync(report, 'utf8'));
    await take('5-report', paper);
    fs.writeFileSync(path.join(media, 'page.sha256'), `${hashPage()}\n`);
  } finally {
    await window.close();
    sample.remove();
  }
}

if (process.argv[1] === import.meta.filename) await takePictures();
