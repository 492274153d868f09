// What a person does in the window: palette, quick picks, reading the panel, hovering a word.
import fs from 'node:fs';
import path from 'node:path';
import { launchBrowser } from './browser.mjs';
import { startHost, workbenchUrl } from './launchCodeServer.mjs';

export const root = path.resolve(import.meta.dirname, '../..');

/** What opens the palette, and the list of files. */
const keys = {
  palette: { key: 'F1', code: 'F1', keyCode: 112, bubbles: true, cancelable: true },
  files: { key: 'p', code: 'KeyP', keyCode: 80, ctrlKey: true, bubbles: true, cancelable: true },
};

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
        await page.goto(workbenchUrl(host, { folder, ...(!vsix && { dev: root }) }), { timeout: 180_000 });
        await page.locator('.monaco-workbench .activitybar').waitFor({ timeout: 180_000 });
        const window = new Window(page, host.cache, close);
        await window.icon.waitFor({ timeout: 180_000 }); // its commands are in the palette from now on
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
    await this.quickInput(keys.palette, `>${title}`, title);
  }

  /**
   * Opens the quick input by a key, and chooses the row that a text brings up. The window gets the key itself, since a page that is
   * being loaded keeps a key. An earlier quick input that is about to close would take the text.
   */
  async quickInput(key, text, shown) {
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await this.page.locator('.monaco-workbench').dispatchEvent('keydown', key);
    await this.fillQuickInput(text);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: shown }).first().click();
  }

  /** Puts a text into the quick input. Typed keys would go to a panel, or to an editor, that takes the focus in the meantime. */
  async fillQuickInput(text) {
    const box = this.page.locator('.quick-input-widget input').first();
    await box.waitFor();
    await box.evaluate((input, value) => {
      input.value = value;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, text);
    return box;
  }

  /**
   * Goes to the next passage of a text. The command shows the known text and then the questioned one, so it has ended once the cursor is in
   * the questioned text at another place.
   */
  async nextPassage(name) {
    const place = 'status.editor.selection';
    const before = await this.page.evaluate((id) => document.getElementById(id)?.innerText, place);
    await this.run('Idiograph: Next Passage');
    await this.page.waitForFunction(
      ([id, text, former]) => {
        const tab = document.querySelector('.editor-group-container.active .tab.active');
        return tab?.textContent.includes(text) && document.getElementById(id)?.innerText !== former;
      },
      [place, name, before],
    );
  }

  /** Waits for a notification. A driven window shows no toasts, so they are read in the list, which opens once there is one. */
  async notification(text, longest = 60_000) {
    const center = this.page.locator('.notifications-center.visible');
    const bell = this.page.locator('[id="status.notifications"] .codicon-bell-dot'); // there is a new one
    await center.or(bell).first().waitFor({ timeout: longest });
    if (!(await center.isVisible())) await this.run('Notifications: Show Notifications');
    await center.locator('.notification-list-item-message', { hasText: text }).waitFor({ timeout: longest });
  }

  /** Chooses a row of the quick pick whose title holds a text, by typing a part of the row. */
  async pick(title, row) {
    await this.answer(title, row, this.page.locator('.quick-input-list .monaco-list-row', { hasText: row }).first());
  }

  /** Types into the quick input whose title holds a text, and confirms it once `shown` is there. */
  async answer(title, text, shown) {
    await this.page.locator('.quick-input-titlebar', { hasText: title }).waitFor();
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    // A file dialog sets the path of a folder when it has read what is in there, and takes no key while it reads another folder.
    if (text.startsWith('/')) await rows.first().waitFor();
    const box = await this.fillQuickInput(text);
    const listed = text.startsWith('/') && rows.filter({ hasText: firstIn(text) }).first();
    if (listed) await listed.waitFor();
    await shown?.waitFor();
    await box.press('Enter');
  }

  /** Chooses a verifier under *Details* of the card. */
  async chooseVerifier(label) {
    const button = this.panel.locator('.card vscode-button', { hasText: 'Choose the Verifier' }).first();
    if (!(await button.isVisible())) await this.panel.locator('.card summary', { hasText: 'Details' }).first().click();
    await button.click();
    await this.pick('Verifier', label);
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
    await this.quickInput(keys.files, file, path.basename(file));
  }

  /** Chooses an entry of a row's context menu, and waits for what comes of it. */
  async choose(row, entry, outcome) {
    await row.click({ button: 'right' });
    await this.page.locator('.context-view .action-label', { hasText: entry }).hover();
    await this.page.keyboard.press('Enter'); // a menu that has just opened takes no click
    await outcome.waitFor();
  }

  async setTheme(name) {
    await this.run('Preferences: Color Theme');
    await this.fillQuickInput(name.replace('Default ', ''));
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
    const box = await target.boundingBox();
    const [x, y] = [box.x + Math.min(box.width / 2, 40), box.y + box.height / 2];
    await this.page.mouse.move(x - 3, y);
    await this.page.mouse.move(x, y);
    await this.page.locator('.monaco-hover:not(.hidden) .hover-contents', { hasText: text }).first().waitFor();
    const said = await this.page.locator('.monaco-hover:not(.hidden)').first().innerText();
    return said.replace(/\u00a0/g, ' ').trim();
  }

  /** Waits for something outside the window. */
  async until(holds, timeout = 30_000) {
    const end = Date.now() + timeout;
    while (!(await holds())) {
      if (Date.now() > end) throw new Error(`still not true after ${timeout / 1000} s: ${holds}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /**
   * Clicks a line of a tree, and waits for what comes of it. A line that is drawn again between press and release takes no click, so both
   * are of one moment.
   */
  async clickLine(target, outcome) {
    await target.first().click({ trial: true }); // it is there, and nothing is over it
    await target.first().evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const place = { clientX: x + width / 2, clientY: y + height / 2, view: window, detail: 1 };
      const options = { ...place, bubbles: true, cancelable: true, composed: true };
      for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        element.dispatchEvent(new (kind.startsWith('pointer') ? PointerEvent : MouseEvent)(kind, options));
    });
    await outcome.waitFor();
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

/** The name that a file dialog lists first in the folder of a path: folders come before files. */
function firstIn(file) {
  const entries = fs.readdirSync(file.endsWith('/') ? file : path.dirname(file), { withFileTypes: true });
  const named = (wanted) => entries.filter((entry) => entry.isDirectory() === wanted).map(({ name }) => name);
  return [...named(true).sort(), ...named(false).sort(), '..'][0];
}
