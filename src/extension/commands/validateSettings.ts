import * as vscode from 'vscode';
import type { Validated } from '../../case/settings';
import type { EditedTexts } from '../../case/texts';
import { canRecalibrate } from '../../core/validation/validateIndex';
import { formatPlace } from '../../presentation/findings';
import { renderValidationPage } from '../../presentation/validation/page';
import { openTextDocument, reviewTarget } from '../review/targets';
import { formatDocument } from '../shownFiles';
import { createShareStep } from '../work';
import { reviewCase } from './review';
import { type Command, type CommandDependencies, findDocument, readEdited } from './command';

const lockCommand = 'idiograph.lockSettings';

/** Shows what the index says about its own errors on texts like the questioned ones. It locks nothing. */
export const validateSettings: Command = async (parts) => {
  const { cases, choices, pages, work } = parts;
  const edited = await readInQuestion(parts);
  if (!edited) return;
  const request = {
    files: [],
    labels: {},
    choices: await choices.chosen(undefined),
    edited,
    force: false,
    needsCase: false,
  };
  const title = vscode.l10n.t('Validation');
  const validated = await work.askEngine(title, toStep, (asking) => cases.createCalls(asking).validate(request));
  const isOfCase = (await cases.view()) !== undefined;
  const html = renderValidationPage(validated, isOfCase ? `command:${lockCommand}` : undefined);
  const page = { title: vscode.l10n.t('Validation'), html, commands: [lockCommand] };
  pages.show('validation', page, isOfCase ? validated : undefined);
};

const toStep = createShareStep((share) => `${vscode.l10n.t('Validating')}, ${share}`);

/** Locks the settings that the page shows. If the page is not open, it is shown first. */
export const lockSettings: Command = async (parts) => {
  const shown = parts.pages.read('validation') as Validated | undefined; // the object that `validateSettings` passed to the page
  if (!shown || !(await parts.cases.view())) return validateSettings(parts);
  const recalibrate = canRecalibrate(shown.validations) ? await askHow() : false;
  if (recalibrate === undefined) return;
  await parts.cases.createCalls().lock({ ...shown, recalibrate });
  parts.cases.refresh();
  parts.pages.close('validation');
  await reviewLocked(parts);
};

/** The questioned texts in editors, and the selection under review. If there are none, the active text. Undefined if the user cancelled. */
async function readInQuestion(deps: CommandDependencies): Promise<EditedTexts | undefined> {
  const edited = new Map(await readEdited(deps));
  const { target } = deps.session;
  if (target?.isSelection) edited.set(formatPlace(target.uri, target), target);
  if (edited.size > 0 || (await deps.cases.questioned()).length > 0) return edited;
  const uri = await findDocument(undefined, deps);
  const request = await reviewTarget(await openTextDocument(uri), deps.facts);
  return request && new Map([[formatDocument(uri), request]]);
}

/** Whether to lock ratios that are refitted to the index. Undefined if nothing is to be locked. */
async function askHow(): Promise<boolean | undefined> {
  const shipped = {
    label: vscode.l10n.t('The bundled calibration, with limits and error rates from the authors of this index'),
    recalibrate: false,
  };
  const refitted = {
    label: vscode.l10n.t('Ratios refitted to the authors of this index and shrunk towards the bundled calibration'),
    recalibrate: true,
  };
  const chosen = await vscode.window.showQuickPick([shipped, refitted], {
    title: vscode.l10n.t('Validate and Lock'),
    placeHolder: vscode.l10n.t('The case states ratios after this, until a setting changes.'),
    ignoreFocusOut: true,
  });
  return chosen?.recalibrate;
}

/** Reviews the text in the panel again, then the other texts of the case that have a result; all texts if none has. */
async function reviewLocked(deps: CommandDependencies): Promise<void> {
  const { session, caseState, facts, work } = deps;
  const shown = session.target?.uri;
  const isReviewed = ({ uri }: { readonly uri: vscode.Uri }): boolean => caseState.find(uri)?.result !== undefined;
  if (shown === undefined && !(await deps.cases.questioned()).some(isReviewed)) return reviewCase(deps);
  if (shown !== undefined) await vscode.commands.executeCommand('idiograph.reviewDocument');
  const kept = (await deps.cases.questioned()).filter((entry) => entry.uri.toString() !== shown && isReviewed(entry));
  if (kept.length === 0) return;
  await work.runWork(vscode.l10n.t('Review'), async (token) => {
    for (const { uri } of kept) {
      const target = await reviewTarget(await openTextDocument(uri), facts);
      if (target && !token.isCancellationRequested) await session.reviewBeside(target, token);
    }
  });
}
