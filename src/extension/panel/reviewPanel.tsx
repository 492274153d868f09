import * as v from 'valibot';
import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import { render } from 'preact-render-to-string';
import { fields, text as filled } from '../../core/basics/shape';
import { type Panel, type PanelHost, checkPanelArguments, panelHostMethods } from '../../protocol/panel';
import { Caller, createCalls, type MessagePortLike, serve } from '../../protocol/rpc';
import { describeDecision } from '../../presentation/decisions';
import type { Decisions } from '../case/windowCase';
import type { CaseState } from '../review/caseState';
import type { ReviewSession } from '../review/reviewSession';
import { type ReviewView, reviewView } from '../../presentation/reviewView';
import type { ActiveText } from '../review/textDocuments';
import { readTitle } from '../shownFiles';
import { Changing } from '../window';
import type { WindowParts } from '../case/documentFacts';

const viewType = 'idiograph.review';

const decisionCommands = { setAside: 'setPassageAside', note: 'notePassage' } as const;

/** `listens`: whether the page is loaded. A view that is posted before is lost. */
type OpenPanel = { readonly panel: vscode.WebviewPanel; readonly page: Panel<ReviewView>; listens: boolean };

/** The review panel beside the editor. There is at most one, and it is drawn from the session after each change. */
export class ReviewPanel extends Changing implements vscode.WebviewPanelSerializer {
  private open: OpenPanel | undefined;

  constructor(
    private readonly deps: Pick<WindowParts, 'problems'> &
      Readonly<{
        session: ReviewSession;
        activeText: ActiveText;
        decisions: Decisions;
        caseState: CaseState;
        extension: vscode.Uri;
      }>,
  ) {
    super();
    this.disposables.push(
      ...[deps.session, deps.decisions, deps.caseState].map((part) => part.onDidChange(() => this.render())),
      deps.activeText.onDidChange(() => this.follow()),
      vscode.window.registerWebviewPanelSerializer(viewType, this),
      { dispose: () => void this.open?.panel.dispose() },
    );
  }

  get isActive(): boolean {
    return this.open?.panel.active === true;
  }

  /** Shows the panel beside the editor. The focus stays in the text unless it is requested. */
  reveal({ focus }: { readonly focus: boolean } = { focus: false }): void {
    if (this.open) {
      this.open.panel.reveal(undefined, !focus);
      return;
    }
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: !focus };
    this.adopt(vscode.window.createWebviewPanel(viewType, vscode.l10n.t('Review'), place, this.createOptions()));
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { activeText } = this.deps;
    const read = v.safeParse(fields({ document: filled }), state);
    if (read.success && !activeText.uri) activeText.set(vscode.Uri.parse(read.output.document));
    panel.webview.options = this.createOptions();
    this.adopt(panel);
    return Promise.resolve();
  }

  private follow(): void {
    const { activeText, session, problems } = this.deps;
    const { uri } = activeText;
    if (!this.open) return;
    if (uri) void problems.runAction(() => session.follow(uri, () => activeText.uri === uri));
    this.render();
  }

  private createOptions(): vscode.WebviewOptions {
    const { extension } = this.deps;
    const roots = ['dist', 'media'].map((folder) => vscode.Uri.joinPath(extension, folder));
    return { enableScripts: true, localResourceRoots: roots };
  }

  private adopt(panel: vscode.WebviewPanel): void {
    this.open?.panel.dispose();
    const findIcon = (kind: string): vscode.Uri =>
      vscode.Uri.joinPath(this.deps.extension, 'media', `icon-${kind}.svg`);
    panel.iconPath = { light: findIcon('light'), dark: findIcon('dark') };
    const port: MessagePortLike = {
      post: (message) => void panel.webview.postMessage(message),
      onMessage: (listener) => void panel.webview.onDidReceiveMessage(listener),
    };
    const open: OpenPanel = { panel, page: createCalls<Panel<ReviewView>>(new Caller(port).call), listens: false };
    this.open = open;
    serve(port, panelHostMethods, this.createHost(open), checkPanelArguments);
    panel.onDidChangeViewState(() => {
      if (!panel.visible) open.listens = false; // a hidden page is unloaded, and reports when it is shown again
    });
    panel.onDidDispose(() => {
      if (this.open === open) this.open = undefined;
    });
    // The HTML of the panel: scripts by nonce, styles only from the extension, nothing from elsewhere, and the texts of the user's language.
    const nonce = randomBytes(16).toString('base64');
    const findAsset = (name: string): string =>
      panel.webview.asWebviewUri(vscode.Uri.joinPath(this.deps.extension, 'dist', name)).toString();
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src ${panel.webview.cspSource}`,
      `font-src ${panel.webview.cspSource}`,
      `img-src ${panel.webview.cspSource}`,
    ].join('; ');
    const { bundle } = vscode.l10n;
    const page = (
      <html lang={vscode.env.language}>
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content={policy} />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <link rel="stylesheet" href={findAsset('panel.css')} />
        </head>
        <body>
          <div id="panel" data-sentences={bundle && JSON.stringify(bundle)} />
          <script nonce={nonce} src={findAsset('panel.js')} />
        </body>
      </html>
    );
    panel.webview.html = `<!doctype html>${render(page)}`;
  }

  /** Each intent of the page runs a command, so that panel, palette and keyboard do the same. */
  private createHost(open: OpenPanel): PanelHost {
    const { session, caseState, problems } = this.deps;
    const runCommand = async (name: string, ...args: readonly unknown[]): Promise<void> => {
      await vscode.commands.executeCommand(`idiograph.${name}`, ...args);
    };
    return {
      ready: async () => {
        open.listens = true;
        await open.page.show(this.buildView());
        if (caseState.indexSize === undefined) {
          await problems.runAction(() => caseState.listDocuments()); // until this ends the page says that the index is being opened
          this.render();
        }
        if (session.state.kind === 'idle') this.follow();
      },
      intend: async (intent) => {
        if (intent === 'backToReview') session.show(undefined);
        else if (intent === 'chooseModels')
          await vscode.commands.executeCommand('workbench.action.openSettings', 'idiograph.modelsFolder');
        else if (intent === 'review') await runCommand('reviewDocument');
        else if (intent === 'compareWith' && session.target)
          await runCommand(intent, vscode.Uri.parse(session.target.uri));
        else await runCommand(intent);
      },
      selectCandidate: (author) => {
        session.select({ author });
        return Promise.resolve();
      },
      selectPassage: (number) => {
        session.select({ passage: number - 1 });
        return runCommand('openBoth', number, undefined, 'inPanel');
      },
      openPassage: (number) => runCommand('openBoth', number),
      openMarker: (name) => runCommand('openMarker', name),
      openWords: (words) => {
        session.openWords(words === 'none' ? undefined : words);
        return Promise.resolve();
      },
      decide: (number, kind) => runCommand(decisionCommands[kind], number),
    };
  }

  private render(): void {
    const { open } = this;
    if (open?.listens) void this.deps.problems.runAction(() => open.page.show(this.buildView()));
  }

  /** The questioned text of the page, in a comparison or a review. */
  get shown(): vscode.Uri | undefined {
    const { session } = this.deps;
    const target = session.comparison?.target ?? session.target;
    return target && vscode.Uri.parse(target.uri);
  }

  /** The content of the page, whether or not it is open. */
  buildView(): ReviewView {
    const { session, activeText, decisions, caseState } = this.deps;
    const shownText = activeText.uri && { uri: activeText.uri.toString(), title: readTitle(activeText.uri) };
    const { shown } = this;
    const decided = shown && decisions.on(shown);
    return reviewView(session, {
      indexedDocuments: caseState.indexSize,
      timeOfDay: (time) => new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
      ...(shownText && { shownText }),
      decisions: decided?.made,
      unread: caseState.unread,
      parts: shown && caseState.listParts(shown),
      undo: decided?.undo && (describeDecision(decided.undo) || vscode.l10n.t('Decision removed')),
    });
  }
}
