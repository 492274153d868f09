import * as vscode from 'vscode';
import type { CaseView } from '../../case/windows';

import { reviseFactsOfAll, type PickStep, chooseSenders, pickStep } from '../case/documentFacts';
import { type CaseEntry, noCaseFolder } from '../case/windowCase';
import { toShownUri, formatDocument } from '../shownFiles';
import { askQuestion, type Command, type CommandDependencies, findDocument, readEdited, runIndexing } from './command';

import type { Validated } from '../../case/settings';
import { canRecalibrate } from '../../core/validation/validateIndex';
import { formatPlace } from '../../presentation/findings';
import { renderValidationPage } from '../../presentation/validation/page';
import { openTextDocument, reviewTarget } from '../review/textDocuments';
import { createShareStep } from '../window';
import { reviewCase } from './review';

/** One question. 'on' and 'back' choose the next question. Undefined if the user cancelled, or if there is no further question. */
type Ask = (parts: CommandDependencies, step: PickStep) => Promise<'on' | 'back' | undefined>;

/**
 * Guides the user from a folder to a locked case. Each answer is stored at once, so that the user can go back, or cancel and start again.
 */
export const newCase: Command = async (parts) => {
  const { cases, facts } = parts;
  const opened = await cases.view();
  const roles = (opened?.documents ?? []).map((each) => each.facts.role);
  if (!roles.includes('known') && !roles.includes('questioned')) {
    await vscode.commands.executeCommand('vscode.openFolder'); // another folder is opened in this window
    return;
  }
  if (!roles.includes('known') || !roles.includes('questioned')) throw noCaseFolder();
  const isMixed = listMailboxes(opened).length > 0;
  const asks: readonly Ask[] = [
    ...(isMixed ? [askSenders] : []),
    // how the texts were produced; the answers create the case file
    async (_, step) => {
      const { documents, folder } = await cases.required();
      const uris = documents.map((each) => toShownUri(vscode.Uri.file(each.path)));
      return reviseFactsOfAll(uris, facts, folder, step);
    },
    (_, step) => askQuestion(parts, { step }),
    // validates before any review; the page that this opens has the button that locks the settings and reviews the texts
    async () => {
      const { filesToIndex } = await cases.required();
      await runIndexing(parts, (calls) => calls.addDocuments(filesToIndex));
      await validateSettings(parts);
      return undefined;
    },
  ];
  for (let number = 1; number >= 1 && number <= asks.length;) {
    const answer = await asks[number - 1]!(parts, { number, of: asks.length });
    if (!answer) return;
    number += answer === 'back' ? -1 : 1;
  }
};

/** The collections by several people. A blind case does not list them, because addresses are names. */
function listMailboxes(view: CaseView | undefined): CaseView['mailboxes'] {
  const mailboxes = view?.isMasked ? [] : (view?.mailboxes ?? []);
  return mailboxes.filter(({ taken, left }) => taken.length + left.length > 1);
}

/** Asks which people in a mailbox or chat are the author of the folder that contains it. */
const askSenders: Ask = async ({ cases }, step) => {
  for (;;) {
    const mailboxes = listMailboxes(await cases.view());
    const rows = mailboxes.map((mailbox) => {
      const { author, taken } = mailbox;
      const description =
        taken.length > 0
          ? `${author} = ${taken.map((each) => each.author).join(', ')}`
          : vscode.l10n.t('Not used: choose who {author} is', { author });
      const iconPath = new vscode.ThemeIcon(taken.length > 0 ? 'mail' : 'warning');
      return { label: mailbox.file, description, iconPath, mailbox };
    });
    const arrow = new vscode.ThemeIcon('arrow-right');
    const goOn = { label: vscode.l10n.t('Continue'), iconPath: arrow, mailbox: undefined };
    const isClear = mailboxes.every(({ taken }) => taken.length > 0);
    const chosen = await pickStep(isClear ? [goOn, ...rows] : [...rows, goOn], {
      title: vscode.l10n.t('Who wrote the messages in these files?'),
      placeholder: vscode.l10n.t('The texts of other senders are left out.'),
      step,
    });
    if (!chosen || chosen === 'back') return chosen;
    if (!chosen.mailbox) return 'on';
    await chooseSenders(cases, chosen.mailbox);
  }
};

const lockCommand = 'idiograph.lockSettings';

/** Shows what the index says about its own errors on texts like the questioned ones. It locks nothing. */
export const validateSettings: Command = async (parts) => {
  const { cases, choices, pages, work } = parts;
  // the questioned texts in editors, and the selection under review; if there are none, the active text
  const edited = new Map(await readEdited(parts));
  const { target } = parts.session;
  if (target?.isSelection) edited.set(formatPlace(target.uri, target), target);
  if (edited.size === 0 && (await cases.questioned()).length === 0) {
    const uri = await findDocument(undefined, parts);
    const text = await reviewTarget(await openTextDocument(uri), parts.facts);
    if (!text) return;
    edited.set(formatDocument(uri), text);
  }
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
  let recalibrate = false;
  if (canRecalibrate(shown.validations)) {
    const shipped = {
      label: vscode.l10n.t('The bundled calibration, with limits and error rates from the authors of this index'),
      recalibrate,
    };
    const refitted = {
      label: vscode.l10n.t('Ratios refitted to the authors of this index and shrunk towards the bundled calibration'),
      recalibrate: true,
    };
    const chosen = await vscode.window.showQuickPick([shipped, refitted], {
      title: vscode.l10n.t('Validate and Lock'),
      placeHolder: vscode.l10n.t('The case then states ratios until a setting changes.'),
      ignoreFocusOut: true,
    });
    if (!chosen) return;
    ({ recalibrate } = chosen);
  }
  await parts.cases.createCalls().lock({ ...shown, recalibrate });
  parts.cases.refresh();
  parts.pages.close('validation');
  // Reviews the text in the panel again, then the other texts of the case that have a result; all texts if none has.
  const { session, caseState, facts, work, cases } = parts;
  const uri = session.target?.uri;
  const isReviewed = (entry: CaseEntry): boolean => caseState.find(entry.uri)?.result !== undefined;
  if (uri === undefined && !(await cases.questioned()).some(isReviewed)) return reviewCase(parts);
  if (uri !== undefined) await vscode.commands.executeCommand('idiograph.reviewDocument');
  const kept = (await cases.questioned()).filter((entry) => entry.uri.toString() !== uri && isReviewed(entry));
  if (kept.length === 0) return;
  await work.runWork(vscode.l10n.t('Review'), async (token) => {
    for (const { uri: other } of kept) {
      const target = await reviewTarget(await openTextDocument(other), facts);
      if (target && !token.isCancellationRequested) await session.reviewBeside(target, token);
    }
  });
};
