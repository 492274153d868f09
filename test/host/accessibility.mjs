// axe over every state of the review panel's page in each kind of theme, in a plain browser.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { openBrowser } from './browser.mjs';

const page = pathToFileURL(path.resolve(import.meta.dirname, '../page/dev.html')).href;
const themes = ['light', 'dark', 'high-contrast', 'high-contrast-light'];

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export async function runAccessibility() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const browser = await openBrowser({ width: 900, height: 900 });
  try {
    await browser.page.goto(page);
    for (const state of await browser.page.locator('#states a').allInnerTexts()) {
      const found = [];
      for (const theme of themes) found.push(...(await violations(browser.page, state, theme)));
      counts[found.length === 0 ? 'passed' : 'failed'] += 1;
      const title = `the panel's page has nothing for axe to object to: ${state}`;
      console.log(found.length === 0 ? `ok      ${title}` : `not ok  ${title}\n${found.join('\n')}`);
    }
  } finally {
    await browser.close();
  }
  return counts;
}

/** What axe objects to in one state and theme, a line each; Chromium is without motion, so that no colour is on its way. */
async function violations(tab, state, theme) {
  await tab.emulateMedia({ reducedMotion: 'reduce' });
  await tab.goto(`${page}?state=${state}&theme=${theme}`);
  await tab.locator('#panel[data-state]').waitFor();
  await tab.addScriptTag({ content: axe.source });
  const { violations: found, passes } = await tab.evaluate(() => globalThis.axe.run('#panel'));
  if (!passes.some(({ id }) => id === 'color-contrast')) return [`  ${theme}: no text was looked at`];
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `  ${theme}, ${id}: ${help}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  );
}
