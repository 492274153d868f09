// Every state of the review panel's page in a plain browser: axe in a light theme, and with --all in each kind; and narrow panels, which cut nothing off.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { openBrowser } from './browser.mjs';

const page = pathToFileURL(path.resolve(import.meta.dirname, '../page/dev.html')).href;
const isAll = process.env.IDIOGRAPH_ALL === '1';
const themes = isAll ? ['light', 'dark', 'high-contrast', 'high-contrast-light'] : ['light'];

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export async function run() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const browser = await openBrowser({ width: 900, height: 900 });
  try {
    await browser.page.goto(page);
    for (const state of await browser.page.locator('#states a').allInnerTexts()) {
      const began = Date.now();
      await open(browser.page, state);
      const found = [];
      for (const theme of themes) found.push(...(await violations(browser.page, theme)));
      found.push(...(await cutOff(browser.page)));
      counts[found.length === 0 ? 'passed' : 'failed'] += 1;
      const title = `the panel's page has nothing for axe to object to, nor anything cut off when it is narrow: ${state}`;
      const named = `${title} (${Date.now() - began} ms)`;
      console.log(found.length === 0 ? `ok      ${named}` : `not ok  ${named}\n${found.join('\n')}`);
    }
  } finally {
    await browser.close();
  }
  return counts;
}

/** What reaches over its edge in a narrow panel, in one column or two, a line each. */
async function cutOff(tab) {
  const size = tab.viewportSize();
  const found = [];
  for (const width of [300, 640]) {
    await tab.setViewportSize({ width, height: 900 });
    const wide = await tab.evaluate(() => {
      const parts = [...document.querySelectorAll('body, #panel :not(svg, svg *, .for-screen-readers)')];
      const over = parts.filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1);
      return over.map((part) => `${part.tagName.toLowerCase()}.${part.className}: ${part.textContent.slice(0, 40)}`);
    });
    found.push(...wide.map((part) => `  reaches over an edge at ${width} px: ${part}`));
  }
  await tab.setViewportSize(size);
  return found;
}

/** Shows a state with axe at hand; Chromium is without motion, so that no colour is on its way. */
async function open(tab, state) {
  await tab.emulateMedia({ reducedMotion: 'reduce' });
  await tab.goto(`${page}?state=${state}`);
  await tab.locator('#panel[data-state]').waitFor();
  await tab.addScriptTag({ content: axe.source });
}

/** What axe objects to in a kind of theme, a line each. Themes differ in colours alone, so the first is looked at for all else. */
async function violations(tab, theme) {
  const rules = theme === themes[0] ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] };
  const look = ([kind, options]) => {
    document.body.className = `vscode-${kind}`;
    return globalThis.axe.run('#panel', options);
  };
  const { violations: found, passes } = await tab.evaluate(look, [theme, rules]);
  if (!passes.some(({ id }) => id === 'color-contrast')) return [`  ${theme}: no text was looked at`];
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `  ${theme}, ${id}: ${help}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  );
}
