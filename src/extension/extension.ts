import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { findChosenCandidate } from '../presentation/passages';
import { decorateMarkers, decoratePlaces, decorateWords, ExcludedText } from './decorations/placeDecorations';
import { PassageDecorations, PassageHover } from './decorations/passageDecorations';
import { EngineThread } from '../node/worker/engineThread';
import { ReviewPanel } from './panel/reviewPanel';
import { AssistantGuard, Exhibits, findModelsFolder, readSettings, ReviewChoices } from './settings';
import { Decisions, WindowCase, findWorkspaceFolder } from './case/windowCase';
import { CaseState } from './review/caseState';
import { DocumentFactsStore } from './case/documentFacts';
import { BlindCase, ReviewSession } from './review/reviewSession';

import { ActiveText, TextDocuments } from './review/textDocuments';
import { closeTabs, isIndexed, textScheme } from './shownFiles';
import { CaseTree } from './tree/caseTree';
import { QuestionedTexts } from './tree/treeItems';
import { Problems, Work } from './window';
import { StaticPages, type Command } from './commands/command';
import { runWords } from '../presentation/reviewState';
import * as addToIndex from './commands/addToIndex';
import * as changeSettings from './commands/changeSettings';
import * as compareWith from './commands/compareWith';
import * as evidence from './commands/evidence';
import * as goTo from './commands/goTo';
import * as report from './commands/report';
import * as review from './commands/review';
import * as setUpCase from './commands/setUpCase';

let engine: EngineThread | undefined;

export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const { subscriptions, extension, workspaceState: memory, secrets } = context;
  engine = new EngineThread(
    () => ({
      workerFile: vscode.Uri.joinPath(extension.extensionUri, 'dist', 'engineWorker.js').fsPath,
      modelsFolder: findModelsFolder(extension.extensionUri),
      sentences: vscode.l10n.bundle,
    }),
    () => ({ folder: findWorkspaceFolder() }),
  );
  const problems = new Problems();
  const cases = new WindowCase({ engine, problems });
  const facts = new DocumentFactsStore(memory, cases);
  const base = { problems, facts, cases, work: new Work(), memory, secrets };
  const choices = new ReviewChoices(base);
  const caseState = new CaseState({ ...base, choices });
  const session = new ReviewSession({ ...base, choices, caseState });
  const blind = new BlindCase({ ...base, caseState, session });
  const [activeText, decisions] = [new ActiveText(problems, cases), new Decisions(problems, cases)];
  const excluded = new ExcludedText(session, problems, cases);
  const panel = new ReviewPanel({
    ...base,
    session,
    activeText,
    decisions,
    caseState,
    extension: extension.extensionUri,
  });
  const reviewing = { choices, caseState, session, blind };
  const listed = new QuestionedTexts({ ...base, caseState });
  const parts = { ...base, ...reviewing, activeText, decisions, excluded, listed, panel, extension };
  const [exhibits, pages, texts] = [
    new Exhibits(problems, cases),
    new StaticPages(session),
    new TextDocuments(engine, cases),
  ];
  const hovered = ['file', 'untitled', textScheme].map((scheme) => ({ scheme }));
  const others = [activeText, decisions, excluded, listed];
  const owned = [problems, facts, base.work, ...Object.values(reviewing), ...others];
  // The work in progress. A click cancels it.
  const item = vscode.window.createStatusBarItem('idiograph.review', Right, 91);
  item.name = `Idiograph: ${vscode.l10n.t('Review')}`;
  item.command = 'idiograph.cancel';
  item.tooltip = vscode.l10n.t('Click to cancel.');
  const render = (): void => {
    const { state } = session;
    const text = base.work.text ?? (state.kind === 'running' ? runWords(state) : undefined);
    item.text = `$(sync~spin) ${text ?? ''}`;
    if (text === undefined) item.hide();
    else item.show();
  };
  const items = [
    vscode.Disposable.from(item, session.onDidChange(render), base.work.onDidChange(render)),
    createServerItem(),
  ];
  const following = [cases, new AssistantGuard(base), followSession(session), exhibits];
  const deps = { ...parts, exhibits, pages };
  const registered = Object.entries(commands).map(([name, command]) =>
    vscode.commands.registerCommand(`idiograph.${name}`, (...args: readonly unknown[]) =>
      deps.problems.runAction(() => command(deps, ...args)),
    ),
  );
  subscriptions.push(
    ...owned,
    ...following,
    ...[new PassageDecorations(session), decorateMarkers(session, cases), decorateWords(session), decoratePlaces()],
    ...items,
    new CaseTree(parts),
    panel,
    pages,
    texts,
    vscode.languages.registerHoverProvider(hovered, new PassageHover(session, decisions)),
    vscode.workspace.registerTextDocumentContentProvider(textScheme, texts),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      // another window or the command line may have changed the index
      if (focused) caseState.refreshIndex().catch((error: unknown) => problems.record(error));
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void problems.runAction(() => caseState.refreshIndex())),
    vscode.Disposable.from(...registered),
  );
}

/** Waits until the engine has finished its batch and closed its files. */
export async function deactivate(): Promise<void> {
  await engine?.close();
}

/**
 * Updates the context keys of the session, which decide which commands and menus are offered. When another text comes under review, it closes
 * the known texts below the former one, except those that the user kept open.
 */
function followSession(session: ReviewSession): vscode.Disposable {
  let former: string | undefined;
  const last = new Map<string, boolean>();
  const set = (key: string, value: boolean): void => {
    if (last.get(key) === value) return;
    last.set(key, value);
    void vscode.commands.executeCommand('setContext', `idiograph.${key}`, value);
  };
  return session.onDidChange(() => {
    const { findings, state, selection, comparison, target } = session;
    const isAnother = former !== undefined && target !== undefined && target.uri !== former;
    former = target?.uri ?? former;
    if (isAnother) void closeTabs(({ isPreview }, uri) => isPreview && isIndexed(uri) && uri.toString() !== target.uri);
    const candidate = findings && findChosenCandidate(findings, selection.author);
    set('running', state.kind === 'running');
    set('hasFindings', findings !== undefined);
    const isRead = candidate !== undefined && candidate.passages?.alike.length !== 0;
    set('hasPassages', comparison ? comparison.pairs.some(({ marked }) => marked) : isRead);
  });
}

const { Right } = vscode.StatusBarAlignment;

/** The server that reviews search, and what is sent to it. Hidden if no server is named. */
function createServerItem(): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('idiograph.server', Right, 89);
  item.name = 'Idiograph: server';
  item.command = 'idiograph.enterServerAccount';
  const render = (): void => {
    const { 'server.url': url } = readSettings();
    if (url === '') {
      item.hide();
      return;
    }
    const host = URL.canParse(url) ? new URL(url).host : url;
    item.text = `$(cloud) ${host}`;
    item.tooltip = vscode.l10n.t(
      'Reviews also search an index on {host}. Number codes of short runs of the questioned text’s words and ids of known documents leave this machine. Text does not. Reviews of a blind case do not use the server. Click to enter an account.',
      { host },
    );
    item.show();
  };
  render();
  const listening = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('idiograph.server')) render();
  });
  return vscode.Disposable.from(item, listening);
}

/**
 * The function of each command by its name, which is its id without `idiograph.`: every export of these files. Commands of the palette and
 * of menus are in package.json, with a title `command.…` in package.nls.json; buttons, links and rows call the others.
 */
const commands: Readonly<Record<string, Command>> = {
  ...review,
  ...report,
  ...evidence,
  ...compareWith,
  ...goTo,
  ...changeSettings,
  ...addToIndex,
  ...setUpCase,
};
