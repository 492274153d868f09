import path from 'node:path';
import * as vscode from 'vscode';
import { indexEmpty, usage } from '../../core/errors';
import { formatPlace } from '../../presentation/findings';
import { findColumn, toEditorRange } from '../review/readingLayout';
import { openTextDocument, reviewTarget, hasKnownAuthor } from '../review/textDocuments';
import { isIndexed, toShownUri, readTitle } from '../shownFiles';
import {
  type Command,
  type CommandDependencies,
  findDocument,
  confirmQuestioned,
  readEdited,
  toIndexStep,
} from './command';
import type { CaseStep } from '../../case/reviews';
import { formatShare } from '../../presentation/words/words';
import type { EngineProgress } from '../../protocol/engine';
import { findFactsOfAll, chooseSenders } from '../case/documentFacts';
import { noCaseFolder } from '../case/windowCase';

/**
 * Reviews a document, or again what is under review there. If no document is open, the user chooses one of the case. A selection is reviewed
 * again only while its document is unchanged.
 */
export const reviewDocument: Command = async (parts, argument) => {
  const { target } = parts.session;
  const { uri: active } = parts.activeText;
  const isShown = target !== undefined && (active === undefined || active.toString() === target.uri);
  if (argument === undefined && isShown) {
    const { version, offset, text, isSelection } = target;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(target.uri));
    if (!isSelection || document.version !== version) return reviewUri(parts, document.uri);
    return start(parts, document, toEditorRange(document, { start: offset, end: offset + text.length }));
  }
  const isOpen = parts.activeText.uri !== undefined || vscode.window.visibleTextEditors.length > 0;
  const listed = argument === undefined && !isOpen ? await parts.cases.questioned() : [];
  const items = listed.map(({ uri }) => ({ label: readTitle(uri), uri }));
  const title = vscode.l10n.t('Questioned');
  const uri =
    items.length > 0 ? (await vscode.window.showQuickPick(items, { title }))?.uri : await findDocument(argument, parts); // throws if no document is open
  if (uri) await reviewUri(parts, uri);
};

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
  // Authors may be masked, and addresses are names. A file without an answer is not used, and a warning names it.
  const before = await deps.cases.view();
  for (const mailbox of before?.isMasked ? [] : (before?.mailboxes ?? []))
    if (mailbox.by === 'unclear') await chooseSenders(deps.cases, mailbox);
  const opened = await deps.cases.view();
  const documents = opened?.documents ?? [];
  const uris = documents.map(({ path }) => toShownUri(vscode.Uri.file(path)));
  const questioned = uris.filter((_, i) => documents[i]?.facts.role === 'questioned');
  if (!opened || questioned.length === 0 || questioned.length === documents.length) throw noCaseFolder();
  if (!(await findFactsOfAll(uris, deps.facts, opened.folder))) return;
  await deps.cases.createCalls().intake(true);
  void deps.problems.warn(await deps.cases.notices());
  const problems: string[] = [];
  const edited = await readEdited(deps);
  const choices = await deps.choices.chosen(questioned[0]);
  // Shows what was indexed and reviewed so far: the first result in the panel, all results in the tree.
  const follow = async (step: CaseStep): Promise<void> => {
    if (step.kind === 'indexed') return deps.caseState.refreshIndex();
    await deps.caseState.refresh();
    if (step.kind !== 'reviewed' || !step.isFirst) return;
    const uri = toShownUri(vscode.Uri.file(step.file));
    await vscode.window.showTextDocument(await openTextDocument(uri), { viewColumn: findColumn(uri), preview: false });
    deps.panel.reveal();
    await deps.session.open(uri.toString());
  };
  let last: Promise<unknown> = Promise.resolve();
  await deps.work.runWork(vscode.l10n.t('Review'), async (token, tell) => {
    const onStep = (step: CaseStep): void => {
      if (step.kind === 'reviewing') {
        const { place, total, file } = step;
        const share = indexShare + (1 - indexShare) * ((place - 1) / total);
        const values = { place, total, title: path.basename(file), share: formatShare(share) };
        tell({ text: vscode.l10n.t('Reviewing {place} of {total} texts, {share}: {title}', values), share });
        return;
      }
      if (step.kind === 'indexed')
        problems.push(...step.report.problems.map(({ file, message }) => `${file}: ${message}`));
      if (step.kind === 'failed') {
        const sentence = vscode.l10n.t(step.problem.sentence, step.problem.details);
        deps.caseState.fail(toShownUri(vscode.Uri.file(step.file)).toString(), sentence); // the tree also shows it
        problems.push(`${path.basename(step.file)}: ${sentence}`);
      }
      last = last.then(() => deps.problems.runAction(() => follow(step)));
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
  });
};

/** The share of the progress bar that indexing takes. */
const indexShare = 0.5;
