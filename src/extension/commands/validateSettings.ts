import * as vscode from 'vscode';
import { countWords } from '../../core/text/countWords';
import { distinctKinds, type ValidatedKind } from '../../core/validation/indexPairs';
import { canRecalibrate, lockOf } from '../../core/validation/lockOf';
import type { IndexValidation } from '../../core/validation/validateIndex';
import type { CaseFolder } from '../../node/casework/caseFolder';
import { shareWords } from '../../presentation/progressWords';
import { validationPage } from '../../presentation/validation/validationPage';
import { questionedDocuments, workspaceCase } from '../case/caseFolder';
import { columnOf } from '../review/readingLayout';
import { openTextDocument, readableText, reviewTarget } from '../review/targets';
import { translate } from '../translate';
import { documentOf, type Command, type CommandDependencies } from './command';

/**
 * Shows what the index says of its own errors on texts like those in question, and locks the settings of the case on request: at
 * once when it is called with "lock", which refits nothing.
 */
export const validateSettings: Command = async (parts, how) => {
  const kinds = await kindsInQuestion(parts);
  if (!kinds) return;
  const validations = await validated(parts, kinds);
  const page = showPage(validations);
  const opened = await workspaceCase();
  if (!opened) return;
  const recalibrate = how === 'lock' ? false : await askHow(canRecalibrate(validations));
  if (recalibrate === undefined) return;
  await lock(parts, opened, validations, recalibrate);
  if (how === 'lock') await showText(parts);
  else page.dispose();
  await reviewAgain(parts);
};

/** The questioned texts of the case, and the one on the screen; undefined: the user went away. */
async function kindsInQuestion(deps: CommandDependencies): Promise<readonly ValidatedKind[] | undefined> {
  const kinds: ValidatedKind[] = [];
  for (const { uri } of await questionedDocuments()) {
    const facts = await deps.facts.known(uri);
    if (facts) kinds.push({ ...facts, words: countWords(readableText(await openTextDocument(uri))) });
  }
  const { target } = deps.session;
  if (target) kinds.push({ ...target.facts, words: target.words });
  if (kinds.length > 0) return distinctKinds(kinds.map(({ mode, genre, words }) => ({ mode, genre, words })));
  const asked = await reviewTarget(await openTextDocument(documentOf(undefined)), deps.facts);
  return asked && [{ mode: asked.facts.mode, genre: asked.facts.genre, words: asked.words }];
}

async function validated(
  { engine, index, session, work }: CommandDependencies,
  kinds: readonly ValidatedKind[],
): Promise<readonly IndexValidation[]> {
  const file = await index.file();
  const verifier = session.chosenVerifier;
  return work.during(vscode.l10n.t('Idiograph: validating the settings'), async (token, tell) => {
    const found: IndexValidation[] = [];
    for (const [place, kind] of kinds.entries()) {
      const calls = engine.calls({
        token,
        onProgress: ({ done, total }) => {
          const share = (place + (total > 0 ? done / total : 0)) / kinds.length;
          tell({ text: vscode.l10n.t('Comparing texts of the index, {share}', { share: shareWords(share) }), share });
        },
      });
      found.push(await calls.validate(file, kind, verifier === 'automatic' ? {} : { verifier }));
    }
    return found;
  });
}

/** A page of figures and plots; nothing in it runs. */
function showPage(validations: readonly IndexValidation[]): vscode.WebviewPanel {
  const place = { viewColumn: vscode.ViewColumn.Active, preserveFocus: true };
  const panel = vscode.window.createWebviewPanel('idiograph.validation', vscode.l10n.t('Validation'), place, {});
  panel.webview.html = validationPage(validations, translate);
  return panel;
}

/** The text under review in front of the page, which stays to be read. */
async function showText({ session: { target } }: CommandDependencies): Promise<void> {
  if (!target) return;
  const uri = vscode.Uri.parse(target.uri);
  await vscode.window.showTextDocument(await openTextDocument(uri), { viewColumn: columnOf(uri), preview: false });
}

/** Whether the lock is of ratios refitted to the index; undefined: nothing is locked. */
async function askHow(canRefit: boolean): Promise<boolean | undefined> {
  const shipped = {
    label: vscode.l10n.t('Lock the settings'),
    detail: canRefit
      ? vscode.l10n.t('The calibration that ships, bounded and judged by the authors of this index')
      : vscode.l10n.t('The validation that ships speaks: this index has too few authors to speak for itself'),
    recalibrate: false,
  };
  const refitted = {
    label: vscode.l10n.t('Recalibrate on this index and lock the settings'),
    detail: vscode.l10n.t('Ratios refitted to the authors of this index, drawn to the calibration that ships'),
    recalibrate: true,
  };
  const chosen = await vscode.window.showQuickPick(canRefit ? [shipped, refitted] : [shipped], {
    title: vscode.l10n.t('Lock the settings of this case?'),
    placeHolder: vscode.l10n.t('From then on the case states ratios, until one of the settings changes'),
    ignoreFocusOut: true,
  });
  return chosen?.recalibrate;
}

async function lock(
  { engine, index, session }: CommandDependencies,
  opened: CaseFolder,
  validations: readonly IndexValidation[],
  recalibrate: boolean,
): Promise<void> {
  const calls = engine.calls();
  const { contentHash } = await calls.indexInfo(await index.file());
  const choices = await session.options(vscode.Uri.file(opened.file));
  const models = await calls.modelFiles();
  await opened.lock(lockOf(validations, { models, index: contentHash, choices, recalibrate }));
}

/** What is on the screen, then the other texts of the case that have a result. */
async function reviewAgain(deps: CommandDependencies): Promise<void> {
  const { session, history, facts, work } = deps;
  const shown = session.target?.uri;
  if (shown !== undefined) await vscode.commands.executeCommand('idiograph.reviewAgain');
  const kept = (await questionedDocuments()).filter(({ uri }) => uri.toString() !== shown && history.of(uri)?.findings);
  if (kept.length === 0) return;
  await work.during(vscode.l10n.t('Idiograph: reviewing the case'), async (token) => {
    for (const { uri } of kept) {
      const target = await reviewTarget(await openTextDocument(uri), facts);
      if (target && !token.isCancellationRequested) await session.reviewBeside(target, token);
    }
  });
}
