// A headless Chromium without a profile, driven by playwright-core.
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';

/** A headless Chromium for pages of which each knows nothing of the others. */
export async function launchBrowser() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; npm test says how to get one.');
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-gpu-compositing',
      '--disable-gpu-rasterization',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return {
    /**
     * Opens a page as one that has never been here.
     *
     * @param {{ width?: number, height?: number, language?: string }} [options] `language`: in which the window asks extensions to speak;
     *   its own words stay English without a language pack
     */
    async open({ width = 1500, height = 950, language } = {}) {
      const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
      if (language) await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(language)}`);
      return context.newPage();
    },
    close: () => browser.close(),
  };
}

/** One page in a Chromium of its own. @returns {Promise<{ page: import('playwright-core').Page, close(): Promise<void> }>} */
export async function openBrowser(options) {
  const browser = await launchBrowser();
  return { page: await browser.open(options), close: () => browser.close() };
}
