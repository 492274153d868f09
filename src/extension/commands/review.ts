import path from 'node:path';
import * as vscode from 'vscode';
import { indexEmpty, usage } from '../../core/errors';
import { formatPlace } from '../../presentation/findings';
import type { ReviewTarget } from '../../core/casework/keptRecords';
import { findColumn, toEditorRange } from '../review/readingLayout';
import { openTextDocument, reviewTarget, hasKnownAuthor } from '../review/textDocuments';
import { isIndexed, toShownUri, readTitle } from '../shownFiles';
import { type Command, type CommandDependencies, findDocument, confirmQuestioned, readEdited } from './command';
import type { CaseStep } from '../../case/reviews';
import { formatShare } from '../../presentation/words/words';
import type { EngineProgress } from '../../protocol/engine';
import { findFactsOfAll, chooseUnclearSenders } from '../case/documentFacts';
import { noCaseFolder } from '../case/windowCase';
import type { WorkStep } from '../window';
import { toIndexStep } from './addToIndex';

/**
 * Reviews a document, or again what is under review there. If no document is open, the user chooses one of the case. A selection is reviewed
 * again only while its document is unchanged.
 */
export const reviewDocument: Command = async (parts, argument) => {
  const { target } = parts.session;
  const { uri: active } = parts.activeText;
  const isShown = target !== undefined && (active === undefined || active.toString() === target.uri);
  if (argument === undefined && isShown) return repeatReview(parts, target);
  const isOpen = parts.activeText.uri !== undefined || vscode.window.visibleTextEditors.length > 0;
  const uri = argument === undefined && !isOpen ? await chooseQuestioned(parts) : await findDocument(argument, parts);
  if (uri) await reviewUri(parts, uri);
};

/** Undefined if the user cancelled. Throws the error of `findDocument` if the case has no questioned text. */
async function chooseQuestioned(deps: CommandDependencies): Promise<vscode.Uri | undefined> {
  const items = (await deps.cases.questioned()).map(({ uri }) => ({ label: readTitle(uri), uri }));
  if (items.length === 0) return findDocument(undefined, deps);
  const title = vscode.l10n.t('Questioned');
  return (await vscode.window.showQuickPick(items, { title }))?.uri;
}

export const reviewSelection: Command = async (parts) => {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty) return;
  await start(parts, editor.document, editor.selection);
};

/**
 * Reviews both parts of a text that seems to have two authors as texts of their own. The first part is shown, and the side bar lists
 * both below the document.
 */
export const reviewParts: Command = async ({ session, facts, work, problems }) => {
  const { findings } = session;
  const parts = findings?.evidence.split?.parts;
  if (!parts) return;
  const { uri, version, offset } = findings.target;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  if (document.version !== version)
    throw usage(vscode.l10n.t('The document changed after its review. Review it again first.'));
  const title = vscode.l10n.t('Review');
  const reviewed: string[] = [];
  await work.runWork(title, async (token, tell) => {
    for (const [i, { start, end }] of parts.entries()) {
      const share = i / parts.length;
      tell({ share, text: `${i + 1} / ${parts.length}` });
      const range = toEditorRange(document, { start: offset + start, end: offset + end });
      const target = await reviewTarget(document, facts, range);
      if (!target) return;
      await session.reviewBeside(target, token);
      reviewed.push(formatPlace(uri, target));
    }
  });
  const [first] = reviewed;
  if (first !== undefined) await problems.runAction(() => session.open(first));
};

export const cancel: Command = (parts) => {
  parts.session.cancel();
  parts.work.cancel();
  return Promise.resolve();
};

async function repeatReview(
  deps: CommandDependencies,
  { uri, version, offset, text, isSelection }: ReviewTarget,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  if (!isSelection || document.version !== version) return reviewUri(deps, document.uri);
  await start(deps, document, toEditorRange(document, { start: offset, end: offset + text.length }));
}

async function reviewUri(deps: CommandDependencies, uri: vscode.Uri): Promise<void> {
  const document = await openTextDocument(uri);
  const shown = vscode.window.visibleTextEditors.some((editor) => editor.document === document);
  if (!shown) await vscode.window.showTextDocument(document, { viewColumn: findColumn(document.uri), preview: false });
  await start(deps, document);
}

/** Asks nothing if there is no index, because the panel then says what is missing. */
async function start(
  deps: CommandDependencies,
  document: vscode.TextDocument,
  selection?: vscode.Range,
): Promise<void> {
  if ((await deps.caseState.listDocuments()).length === 0) {
    deps.panel.reveal();
    if (deps.session.target) throw indexEmpty();
    return;
  }
  const { uri } = document;
  const described = await deps.cases.describeForReview(uri);
  const isKnown = isIndexed(uri) || hasKnownAuthor(described.document);
  if (isKnown && !(await confirmQuestioned(uri))) return;
  const target = await reviewTarget(document, deps.facts, selection, described);
  if (!target) return;
  deps.activeText.set(uri);
  deps.panel.reveal();
  await deps.session.review(target);
}

/**
 * Reviews the case of the window's folder: asks once for all unknown facts of its documents, updates the index and reviews every questioned
 * text. The first result is shown as soon as it exists, and all are kept.
 */
export const reviewCase: Command = async (deps) => {
  await chooseUnclearSenders(deps.cases);
  const opened = await deps.cases.view();
  const documents = opened?.documents ?? [];
  const uris = documents.map(({ path }) => toShownUri(vscode.Uri.file(path)));
  const questioned = uris.filter((_, i) => documents[i]?.facts.role === 'questioned');
  if (!opened || questioned.length === 0 || questioned.length === documents.length) throw noCaseFolder();
  if (!(await findFactsOfAll(uris, deps.facts, opened.folder))) return;
  await deps.cases.createCalls().intake(true);
  void deps.problems.warn(await deps.cases.notices());
  const title = vscode.l10n.t('Review');
  await deps.work.runWork(title, (token, tell) => run(deps, questioned, token, tell));
};

/** Runs the review of the case and shows its first result. */
async function run(
  deps: CommandDependencies,
  questioned: readonly vscode.Uri[],
  token: vscode.CancellationToken,
  tell: (step: WorkStep) => void,
): Promise<void> {
  const problems: string[] = [];
  const edited = await readEdited(deps);
  const choices = await deps.choices.chosen(questioned[0]);
  let last: Promise<unknown> = Promise.resolve();
  const onStep = (step: CaseStep): void => {
    const shown = toStep(step);
    if (shown) tell(shown);
    if (step.kind === 'indexed')
      problems.push(...step.report.problems.map(({ file, message }) => `${file}: ${message}`));
    if (step.kind === 'failed') problems.push(fail(deps, step));
    if (step.kind !== 'reviewing') last = last.then(() => deps.problems.runAction(() => follow(deps, step)));
  };
  const onProgress = (progress: EngineProgress): void => {
    const indexing = toIndexStep(progress);
    if (indexing) tell({ text: indexing.text, share: indexing.share * indexShare });
  };
  try {
    await deps.cases.createCalls({ token, onProgress, onStep }).reviewAll({ choices, labels: {}, edited });
  } finally {
    await last;
    await deps.caseState.refreshIndex(); // what was done before a stop is kept
  }
  if (problems.length > 0) void deps.problems.warn(problems);
}

/** Shows what was indexed and reviewed so far: the first result in the panel, all results in the tree. */
async function follow(deps: CommandDependencies, step: CaseStep): Promise<void> {
  if (step.kind === 'indexed') return deps.caseState.refreshIndex();
  await deps.caseState.refresh();
  const { session, panel } = deps;
  if (step.kind !== 'reviewed' || !step.isFirst) return;
  const uri = toShownUri(vscode.Uri.file(step.file));
  await vscode.window.showTextDocument(await openTextDocument(uri), { viewColumn: findColumn(uri), preview: false });
  panel.reveal();
  await session.open(uri.toString());
}

/** The problem of a text, which the tree also shows. */
function fail({ caseState }: CommandDependencies, { file, problem }: Extract<CaseStep, { kind: 'failed' }>): string {
  const sentence = vscode.l10n.t(problem.sentence, problem.details);
  caseState.fail(toShownUri(vscode.Uri.file(file)).toString(), sentence);
  return `${path.basename(file)}: ${sentence}`;
}

function toStep(step: CaseStep): WorkStep | undefined {
  if (step.kind !== 'reviewing') return undefined;
  const { place, total, file } = step;
  const share = indexShare + (1 - indexShare) * ((place - 1) / total);
  const values = { place, total, title: path.basename(file), share: formatShare(share) };
  return { text: vscode.l10n.t('Reviewing {place} of {total} texts, {share}: {title}', values), share };
}

/** The share of the progress bar that indexing takes. */
const indexShare = 0.5;
