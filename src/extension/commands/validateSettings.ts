import type { QuestionedKind } from '../../core/verification/condition';
import * as vscode from 'vscode';
import { readSource } from '../../core/text/readText';
import { mergeKinds } from '../../core/validation/indexPairs';
import { canRecalibrate, type IndexValidation, type LockBasis, lockOf } from '../../core/validation/validateIndex';
import { formatShare } from '../../presentation/progress';
import { renderValidationPage } from '../../presentation/validation/page';
import { findHandRanges, openTextDocument, readText, reviewTarget } from '../review/targets';
import { type Command, type CommandDependencies, findDocument } from './command';

const lockCommand = 'idiograph.lockSettings';

/** What the ratios of a case are made with. */
type Basis = Omit<LockBasis, 'recalibrate'>;

/** What the page of the window shows and the case can be locked to: the settings as they were when they were validated. */
let shown: (Basis & { readonly validations: readonly IndexValidation[] }) | undefined;

/** Shows what the index says of its own errors on texts like those in question. Nothing is locked by it. */
export const validateSettings: Command = async (parts) => {
  const kinds = await listKindsInQuestion(parts);
  if (!kinds) return;
  const opened = await parts.cases.view();
  const basis = opened && (await readBasis(parts, opened.file));
  const validations = await runValidation(parts, kinds);
  if (basis?.index !== undefined) await parts.history.log({ kind: 'validated', index: basis.index });
  const html = renderValidationPage(validations, basis && `command:${lockCommand}`);
  parts.pages.show('validation', { title: vscode.l10n.t('Validation'), html, commands: [lockCommand] });
  shown = basis && { ...basis, validations };
};

/** Locks the settings that the page shows; where there is none, it is shown first. */
export const lockSettings: Command = async (parts) => {
  if (!shown || !(await parts.cases.view()) || !parts.pages.isOpen('validation')) return validateSettings(parts);
  const { validations, ...basis } = shown;
  const recalibrate = canRecalibrate(validations) ? await askHow() : false;
  if (recalibrate === undefined) return;
  await (await parts.cases.createCalls()).writeLock(lockOf(validations, { ...basis, recalibrate }));
  parts.cases.refresh();
  parts.pages.close('validation');
  shown = undefined;
  await reviewAgain(parts);
};

/** The questioned texts of the case, and the one on the screen; undefined: the user cancelled. */
async function listKindsInQuestion(deps: CommandDependencies): Promise<readonly QuestionedKind[] | undefined> {
  const kinds: QuestionedKind[] = [];
  for (const { uri } of await deps.cases.questioned()) {
    const facts = await deps.facts.findKnown(uri);
    if (!facts) continue;
    const opened = await openTextDocument(uri);
    const source = { text: readText(opened), byHand: await findHandRanges(opened, deps.cases) };
    kinds.push({ ...facts, words: readSource(source).words });
  }
  const { target } = deps.session;
  if (target) kinds.push(target);
  if (kinds.length > 0) return mergeKinds(kinds.map(({ mode, genre, words }) => ({ mode, genre, words })));
  const asked = await reviewTarget(await openTextDocument(findDocument(undefined, deps)), deps.facts);
  return asked && [asked];
}

async function runValidation(
  { engine, index, session, work }: CommandDependencies,
  kinds: readonly QuestionedKind[],
): Promise<readonly IndexValidation[]> {
  const file = await index.findFile();
  const verifier = session.chosenVerifier;
  return work.runWork(vscode.l10n.t('Idiograph: validating the settings'), async (token, tell) => {
    const found: IndexValidation[] = [];
    for (const [place, kind] of kinds.entries()) {
      const calls = engine.createCalls({
        token,
        onProgress: ({ done, total }) => {
          const share = (place + (total > 0 ? done / total : 0)) / kinds.length;
          tell({ text: vscode.l10n.t('Comparing texts of the index, {share}', { share: formatShare(share) }), share });
        },
      });
      found.push(await calls.validate(file, kind, verifier === 'automatic' ? {} : { verifier }));
    }
    return found;
  });
}

async function readBasis({ engine, index, choices: chosen }: CommandDependencies, caseFile: string): Promise<Basis> {
  const calls = engine.createCalls();
  const file = await index.findFile();
  const { contentHash } = await calls.indexInfo(file);
  const choices = await chosen.readOptions(vscode.Uri.file(caseFile));
  return { models: await calls.modelFiles(), index: contentHash, listed: await calls.listDocuments(file), choices };
}

/** Whether the lock is of ratios refitted to the index; undefined: nothing is locked. */
async function askHow(): Promise<boolean | undefined> {
  const shipped = {
    label: vscode.l10n.t('Lock the settings'),
    detail: vscode.l10n.t('The bundled calibration, with limits and error rates from the authors of this index'),
    recalibrate: false,
  };
  const refitted = {
    label: vscode.l10n.t('Recalibrate on this index and lock the settings'),
    detail: vscode.l10n.t('Ratios refitted to the authors of this index and shrunk towards the bundled calibration'),
    recalibrate: true,
  };
  const chosen = await vscode.window.showQuickPick([shipped, refitted], {
    title: vscode.l10n.t('Lock the settings of this case?'),
    placeHolder: vscode.l10n.t('The case then states ratios, until a setting changes'),
    ignoreFocusOut: true,
  });
  return chosen?.recalibrate;
}

/** What is on the screen, then the other texts of the case that have a result. */
async function reviewAgain(deps: CommandDependencies): Promise<void> {
  const { session, history, facts, work } = deps;
  const shown = session.target?.uri;
  if (shown !== undefined) await vscode.commands.executeCommand('idiograph.reviewAgain');
  const kept = (await deps.cases.questioned()).filter(
    ({ uri }) => uri.toString() !== shown && history.find(uri)?.findings,
  );
  if (kept.length === 0) return;
  await work.runWork(vscode.l10n.t('Idiograph: reviewing the case'), async (token) => {
    for (const { uri } of kept) {
      const target = await reviewTarget(await openTextDocument(uri), facts);
      if (target && !token.isCancellationRequested) await session.reviewBeside(target, token);
    }
  });
}
