// A headless Chromium with a throw-away profile, driven by playwright-core.
import { chromium } from 'playwright-core';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { removeFolder } from './removeFolder.mjs';

/**
 * @param {{ width?: number, height?: number, language?: string }} [options] `language`: in which the window asks extensions to speak; its
 *   own words stay English without a language pack
 * @returns {Promise<{ page: import('playwright-core').Page, close(): Promise<void> }>}
 */
export async function openBrowser({ width = 1500, height = 950, language } = {}) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; npm test says how to get one.');
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: { width, height },
    reducedMotion: 'reduce',
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
  if (language) await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(language)}`);
  return {
    page: context.pages()[0] ?? (await context.newPage()),
    async close() {
      await context.close();
      removeFolder(profile);
    },
  };
}
