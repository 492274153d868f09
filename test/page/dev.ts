import type { ReviewView } from '../../src/presentation/reviewView';
import type { Panel, PanelHost, WordList } from '../../src/protocol/panel';
import { registerControls } from '../../webview/controls';
import { devViews, isDevState } from './devViews';
import { openPage } from '../../webview/page';

registerControls();

const asked = new URLSearchParams(location.search);
const state = asked.get('state') ?? 'ready';
document.body.classList.add(`vscode-${asked.get('theme') ?? 'light'}`);

// ?theme= is light, dark, high-contrast or high-contrast-light, as VS Code names the kinds of themes.

/** Answers as the extension would, over the pictures of devViews.ts. */
class FakeHost implements PanelHost {
  private page: Panel<ReviewView> | undefined;
  private view: ReviewView = devViews[isDevState(state) ? state : 'ready'];

  open(page: Panel<ReviewView>): void {
    this.page = page;
    void this.ready();
  }

  async ready(): Promise<void> {
    await this.page?.show(this.view);
  }

  async intend(intent: string): Promise<void> {
    document.title = `intent: ${intent}`;
    await Promise.resolve();
  }

  async selectCandidate(author: string): Promise<void> {
    const { detail } = this.view;
    if (detail) this.view = { ...this.view, detail: { ...detail, title: author } };
    await this.ready();
  }

  async selectPassage(number: number): Promise<void> {
    if (this.view.detail) this.view = { ...this.view, selected: number };
    await this.ready();
  }

  async openPassage(number: number): Promise<void> {
    document.title = `open both: ${number}`;
    await this.selectPassage(number);
  }

  async openWords(words: WordList | 'none'): Promise<void> {
    this.view = { ...this.view, words: words === 'none' ? undefined : words };
    await this.ready();
  }

  async openMarker(name: string): Promise<void> {
    this.view = { ...this.view, marker: name };
    await this.ready();
  }

  async decide(number: number, kind: string): Promise<void> {
    document.title = `${kind}: ${number}`;
    await Promise.resolve();
  }
}

const states = document.getElementById('states');
const root = document.getElementById('panel');
for (const name of Object.keys(devViews)) {
  const link = document.createElement('a');
  link.href = `?state=${name}&theme=${asked.get('theme') ?? 'light'}`;
  link.textContent = name;
  states?.append(link);
}
if (root) {
  const host = new FakeHost();
  host.open(openPage(root, host));
}
