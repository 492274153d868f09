import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { chosenCandidate } from '../presentation/passages';
import { registerCommands } from './commands/registerCommands';
import { markerDecorations } from './decorations/markerDecorations';
import { PassageDecorations } from './decorations/passageDecorations';
import { EngineClient } from './engineClient';
import { PassageHover } from './hover/passageHover';
import { ReviewPanel } from './panel/reviewPanel';
import { Problems } from './problems';
import { Exhibits, watchCases } from './case/caseFolder';
import { DocumentFactsStore } from './case/documentFacts';
import { Decisions } from './case/decisions';
import { BlindCase } from './review/blindCase';
import { WorkspaceIndex } from './review/workspaceIndex';
import { ReviewChoices } from './review/reviewChoices';
import { ReviewHistory } from './review/reviewHistory';
import { closeFormerKnown } from './review/readingLayout';
import { ReviewSession } from './review/reviewSession';
import { TextAtHand } from './review/textAtHand';
import { TextDocuments } from './review/textDocuments';
import { textScheme } from './shownFiles';
import { factsItem, reviewItem, serverItem } from './statusBar';
import { CaseTree } from './tree/caseTree';
import { placeLabels } from './decorations/placeLabels';
import { StaticPages } from './staticPages';
import { Work } from './work';

let engine: EngineClient | undefined;

export function activate({
  subscriptions,
  extension,
  globalStorageUri,
  workspaceState: memory,
  secrets,
}: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  engine = new EngineClient(extension.extensionUri);
  const problems = new Problems();
  const facts = new DocumentFactsStore(memory);
  const index = new WorkspaceIndex(engine, globalStorageUri);
  const choices = new ReviewChoices({ engine, facts, problems, memory, secrets });
  const history = new ReviewHistory({ index, choices, problems });
  const work = new Work();
  const session = new ReviewSession({ engine, index, history, choices, problems });
  const blind = new BlindCase({ engine, index, history, session, problems });
  const hand = new TextAtHand(problems);
  const decisions = new Decisions(problems);
  const panel = new ReviewPanel({ session, hand, index, decisions, problems, extension: extension.extensionUri });
  const hovered = ['file', 'untitled', textScheme].map((scheme) => ({ scheme }));
  subscriptions.push(
    problems,
    facts,
    index,
    session,
    panel,
    followSession(session),
    new PassageDecorations(session),
    markerDecorations(session, choices),
    ...[factsItem(facts, hand, problems), reviewItem(session, work), serverItem()],
  );
  const tree = new CaseTree({ index, facts, hand, history, decisions, work, problems });
  subscriptions.push(choices, history, blind, decisions, work, tree);
  const [exhibits, pages] = [new Exhibits(problems), new StaticPages(session)];
  subscriptions.push(watchCases(), hand, closeFormerKnown(session), exhibits, pages);
  subscriptions.push(vscode.languages.registerHoverProvider(hovered, new PassageHover(session, decisions)));
  const texts = new TextDocuments(engine, index);
  subscriptions.push(texts, vscode.workspace.registerTextDocumentContentProvider(textScheme, texts), placeLabels());
  subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => void problems.during(() => index.refresh())));
  subscriptions.push(
    registerCommands({
      engine,
      index,
      facts,
      choices,
      hand,
      session,
      history,
      blind,
      decisions,
      work,
      panel,
      exhibits,
      pages,
      problems,
      extension,
    }),
  );
}

/** Waits until the engine has finished its batch and closed its files. */
export async function deactivate(): Promise<void> {
  await engine?.close();
}

/** Keeps the context keys of the session, by which commands and menus are offered. */
function followSession(session: ReviewSession): vscode.Disposable {
  const last = new Map<string, boolean>();
  const set = (key: string, value: boolean): void => {
    if (last.get(key) === value) return;
    last.set(key, value);
    void vscode.commands.executeCommand('setContext', `idiograph.${key}`, value);
  };
  return session.onDidChange(() => {
    const { findings, state, selection, comparison } = session;
    const candidate = findings && chosenCandidate(findings, selection.author);
    set('running', state.kind === 'running');
    set('hasFindings', findings !== undefined);
    const isRead = candidate !== undefined && candidate.passages?.alike.length !== 0;
    set('hasComparison', comparison?.mapped !== undefined);
    set('hasPassages', comparison ? comparison.pairs.some(({ marked }) => marked) : isRead);
  });
}
