// Pictures of the panel page in a plain browser, one for each state, saved to test/host/results/.
// Usage: node scripts/build.mjs --tests && node test/host/devScreenshots.mjs [width]
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from './browser.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const results = path.join(import.meta.dirname, 'results');
fs.mkdirSync(results, { recursive: true });
const width = Number(process.argv[2] ?? 1000);
const page = pathToFileURL(path.join(root, 'test/page/dev.html')).href;
const browser = await openBrowser({ width, height: 900 });
try {
  await browser.page.goto(page);
  const states = await browser.page.locator('#states a').allInnerTexts();
  const themes = ['light', 'dark', 'high-contrast', 'high-contrast-light'];
  for (const theme of themes)
    for (const state of states) {
      await browser.page.goto(`${page}?state=${state}&theme=${theme}`);
      await browser.page.locator('#panel[data-state]').waitFor();
      await browser.page.screenshot({ path: path.join(results, `dev-${state}-${theme}-${width}.png`), fullPage: true });
    }
  console.log(`${states.length * themes.length} pictures in ${path.relative(root, results)}`);
} finally {
  await browser.close();
}
