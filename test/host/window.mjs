// What a person does in the window: palette, quick picks, reading the panel, hovering a word.
import path from 'node:path';
import { launchBrowser } from './browser.mjs';
import { startHost, workbenchUrl } from './launchCodeServer.mjs';

export const root = path.resolve(import.meta.dirname, '../..');

/**
 * A server with the extension, and a browser, for one window after another. Each window begins with the settings of the server and with a
 * browser that was never here. With `trust`, folders are not trusted yet.
 */
export async function openPlace({ vsix, settings, trust } = {}) {
  const host = await startHost({ vsix, settings, trust });
  const browser = await launchBrowser();
  return {
    /** Opens a case folder in a fresh window, with one of its files where one is given. */
    async open({ folder, openFile, language, width, height }) {
      host.resetSettings();
      const page = await browser.open({ width, height, language });
      const close = async () => {
        await page.goto('about:blank'); // tells the server that the window has gone
        await page.context().close();
      };
      try {
        page.setDefaultTimeout(40_000); // other tests run beside these
        await page.goto(workbenchUrl(host, { folder, ...(!vsix && { dev: root }) }), { timeout: 60_000 });
        await page.locator('.monaco-workbench .activitybar').waitFor({ timeout: 60_000 });
        const window = new Window(page, host.cache, close);
        await window.icon.waitFor({ timeout: 60_000 }); // its commands are in the palette from now on
        if (openFile === undefined) return window;
        await window.openByPath(openFile);
        await window.editor(path.basename(openFile)).locator('.view-line').first().waitFor();
        return window;
      } catch (error) {
        await close();
        throw error;
      }
    },
    async close() {
      await browser.close();
      await host.stop();
    },
  };
}

/** Opens a case folder in a window with a server and a browser of its own, which end with it. */
export async function openWindow(options) {
  const place = await openPlace(options);
  try {
    const window = await place.open(options);
    window.close = place.close;
    return window;
  } catch (error) {
    await place.close();
    throw error;
  }
}

class Window {
  /** @param cache  the cache folder of the user */
  constructor(page, cache, close) {
    this.page = page;
    this.cache = cache;
    this.close = close;
  }

  /** The editor that shows a file. */
  editor(name) {
    return this.page.locator(`.editor-instance[aria-label*="${name}"] .monaco-editor`).first();
  }

  /** What opens the view of the extension. */
  get icon() {
    return this.page.locator('.activitybar .action-item', { has: this.page.locator('[aria-label="Idiograph"]') });
  }

  /** The document inside the review panel's two frames. */
  get panel() {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** Runs a command of the palette. */
  async run(title) {
    await this.quickInput('F1', `>${title}`, title);
  }

  /** Opens the quick input by a key, and chooses the row that a text brings up; one that a panel closes by taking the focus late is opened again. */
  async quickInput(key, text, shown) {
    const box = this.page.locator('.quick-input-widget input').first();
    const row = this.page.locator('.quick-input-list .monaco-list-row', { hasText: shown }).first();
    for (let tries = 0; ; tries++) {
      await this.page.keyboard.press(key);
      try {
        await box.fill(text, { timeout: 5000 });
        await row.waitFor({ timeout: 10_000 });
        await row.click({ timeout: 5000 });
        return;
      } catch (error) {
        if (tries > 1) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  /** Waits for a notification. A driven window shows no toasts, so they are read in the list of notifications. */
  async notification(text, longest = 60_000) {
    const center = this.page.locator('.notifications-center.visible');
    const message = center.locator('.notification-list-item-message', { hasText: text });
    // the list does not open while there is no notification
    for (let left = Math.ceil(longest / 5000); left >= 0; left--) {
      if (!(await center.isVisible())) await this.run('Notifications: Show Notifications');
      try {
        return await message.waitFor({ timeout: 5000 });
      } catch (error) {
        if (left === 0) throw error;
      }
    }
  }

  /** Chooses a row of the quick pick whose title holds a text, by typing a part of the row. */
  async pick(title, row) {
    await this.answer(title, row, this.page.locator('.quick-input-list .monaco-list-row', { hasText: row }).first());
  }

  /** Types into the quick input whose title holds a text, and confirms it once `shown` is there. */
  async answer(title, text, shown) {
    await this.page.locator('.quick-input-titlebar', { hasText: title }).waitFor();
    const box = this.page.locator('.quick-input-widget input').first();
    await box.fill(text);
    await shown?.waitFor();
    if (text.startsWith('/')) await this.settle(box, text);
    await this.page.keyboard.press('Enter');
  }

  /** A file dialog sets a path of its own when it opens, and looks up another one while it is typed. */
  async settle(box, text) {
    for (let same = 0; same < 4;) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      same = (await box.inputValue()) === text ? same + 1 : 0;
      if (same === 0) await box.fill(text);
    }
  }

  /** Chooses a verifier under *Details* of the card. */
  async chooseVerifier(label) {
    const choice = this.panel.locator('.card vscode-dropdown').first();
    if (!(await choice.isVisible())) await this.panel.locator('.card summary', { hasText: 'Details' }).first().click();
    await choice.click();
    await this.panel.locator('.card vscode-option', { hasText: label }).first().click();
  }

  /** Unfolds the candidates, which a narrow panel folds; gives their rows. */
  async candidates() {
    const list = this.panel.locator('.candidates details');
    if ((await list.getAttribute('open')) === null) await list.locator('summary').click();
    return this.panel.locator('table[role=grid] tbody tr');
  }

  /** Waits for a state of the review as the panel shows it. */
  async panelState(state, timeout = 60_000) {
    try {
      await this.panel.locator(`#panel[data-state="${state}"]`).waitFor({ state: 'attached', timeout });
    } catch (error) {
      const root = this.panel.locator('#panel');
      const [shown, text] = await Promise.all([root.getAttribute('data-state'), root.innerText()]).catch(() => []);
      throw new Error(`the panel shows "${shown}" and not "${state}" after ${timeout / 1000} s: ${text}`, {
        cause: error,
      });
    }
  }

  /** Goes to a file's tab, or else opens it beside the panel by its whole path, which needs no search of the folder. */
  async openFile(file) {
    const name = path.basename(file);
    const tab = this.page.locator('.tab', { hasText: name }).first();
    if ((await tab.count()) > 0) await tab.click();
    else await this.openByPath(file);
    await this.page.locator('.editor-group-container.active .tab.active', { hasText: name }).waitFor();
    await this.editor(name).locator('.view-line').first().waitFor();
  }

  async openByPath(file) {
    await this.run('View: Focus First Editor Group'); // the panel is in the second
    await this.quickInput('Control+P', file, path.basename(file));
  }

  /** Chooses an entry of a row's context menu, until something comes of it. */
  async choose(row, entry, outcome) {
    for (let tries = 0; ; tries++) {
      await row.click({ button: 'right' });
      try {
        const item = this.page.locator('.context-view .action-label', { hasText: entry });
        await item.hover({ timeout: 3000 });
        await this.page.keyboard.press('Enter'); // a menu that has just opened takes no click
        await outcome.waitFor({ timeout: 15_000 }); // a review takes a moment to begin
        return;
      } catch (error) {
        if (tries > 4) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  async setTheme(name) {
    await this.run('Preferences: Color Theme');
    const box = this.page.locator('.quick-input-widget input').first();
    await box.fill(name.replace('Default ', ''));
    const row = this.page.locator('.quick-input-list .monaco-list-row').first();
    const words = name.replace('Default ', '').split(' ');
    await this.until(async () => {
      const shown = await row.innerText(); // the list narrows after the typing
      return words.every((word) => shown.includes(word));
    });
    await this.page.keyboard.press('Enter');
  }

  /** Rests the mouse on some element until the hover holds a text, and gives the hover's text. */
  async hover(target, text) {
    const hover = this.page.locator('.monaco-hover:not(.hidden) .hover-contents', { hasText: text }).first();
    for (let tries = 0; ; tries++) {
      const box = await target.boundingBox();
      const [x, y] = [box.x + Math.min(box.width / 2, 40), box.y + box.height / 2];
      await this.page.mouse.move(x - 3, y);
      await this.page.mouse.move(x, y);
      try {
        await hover.waitFor({ timeout: 4000 });
        const said = await this.page.locator('.monaco-hover:not(.hidden)').first().innerText();
        return said.replace(/\u00a0/g, ' ').trim();
      } catch (error) {
        if (tries > 3) throw error;
        await this.page.mouse.move(5, 5);
      }
    }
  }

  /** Waits for something outside the window. */
  async until(holds, timeout = 30_000) {
    const end = Date.now() + timeout;
    while (!(await holds())) {
      if (Date.now() > end) throw new Error(`still not true after ${timeout / 1000} s: ${holds}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** Clicks until something comes of it: what is drawn again at that moment is elsewhere, or has lost its command. */
  async clickUntil(target, outcome) {
    for (let tries = 0; ; tries++) {
      try {
        await target.first().click({ timeout: 10_000 });
        await outcome.waitFor({ timeout: 10_000 });
        return;
      } catch (error) {
        if (tries > 6) throw error;
      }
    }
  }

  /** The frame that holds something: a page of figures or an overview may stand beside the panel. */
  async frameWith(selector, timeout) {
    let found;
    const isIn = (frame) =>
      frame
        .locator(selector)
        .count()
        .then((count) => count > 0)
        .catch(() => false);
    await this.until(async () => {
      for (const frame of this.page.frames()) if (await isIn(frame)) found = frame;
      return found !== undefined;
    }, timeout);
    return found;
  }

  /** Builds the index of a folder from the palette, and waits in the view until an author stands there; gives the rows of the view. */
  async buildIndex(folder, author) {
    await this.run('Idiograph: Build Reference Index From Folder');
    await this.answer('Choose a folder', `${folder}/`);
    await this.icon.click();
    const tree = this.page.locator('.pane-body .monaco-list-row');
    await tree.filter({ hasText: author }).waitFor({ timeout: 120_000 });
    return tree;
  }

  statusBar(text) {
    return this.page.locator('.statusbar-item', { hasText: text }).first();
  }
}
