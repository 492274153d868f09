import * as vscode from 'vscode';
import type { CaseView } from '../../case/windows';
import type { Question } from '../../core/domain/evidence';
import { reviseFactsOfAll } from '../case/documentFacts';
import { noCaseFolder } from '../case/windowCase';
import { type PickStep, chooseSenders, pickStep } from '../pickStep';
import { toShownUri } from '../shownFiles';
import { type Command, type CommandDependencies } from './command';
import { runIndexing } from './addToIndex';
import { validateSettings } from './validateSettings';

/** One question. 'on' and 'back' choose the next question. Undefined if the user cancelled, or if there is no further question. */
type Ask = (parts: CommandDependencies, step: PickStep) => Promise<'on' | 'back' | undefined>;

/**
 * Guides the user from a folder to a locked case. Each answer is stored at once, so that the user can go back, or cancel and start again.
 */
export const newCase: Command = async (parts) => {
  if (!(await isCaseOpen(parts))) return;
  const isMixed = listMailboxes(await parts.cases.view()).length > 0;
  const asks = [...(isMixed ? [askSenders] : []), askFacts, askWriter, askLock];
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

/** Whether the folder of the window is a case. If it has no texts, another folder is opened in this window. */
async function isCaseOpen({ cases }: CommandDependencies): Promise<boolean> {
  const { known, questioned } = countTexts((await cases.view())?.documents ?? []);
  if (known > 0 && questioned > 0) return true;
  if (known + questioned > 0) throw noCaseFolder();
  await vscode.commands.executeCommand('vscode.openFolder');
  return false;
}

function countTexts(documents: CaseView['documents']) {
  const known = documents.flatMap(({ facts: { role, author } }) => (role === 'known' ? [author] : []));
  const questioned = documents.filter(({ facts: { role } }) => role === 'questioned').length;
  return { questioned, known: known.length };
}

/** Asks which people in a mailbox or chat are the author of the folder that contains it. */
const askSenders: Ask = async ({ cases }, step) => {
  for (;;) {
    const mailboxes = listMailboxes(await cases.view());
    const rows = mailboxes.map((mailbox) => {
      const { author, taken } = mailbox;
      const description =
        taken.length > 0
          ? vscode.l10n.t('{author} is {senders}', { author, senders: taken.map((each) => each.author).join(', ') })
          : vscode.l10n.t('Not used: choose who {author} is', { author });
      const iconPath = new vscode.ThemeIcon(taken.length > 0 ? 'mail' : 'warning');
      return { label: mailbox.file, description, iconPath, mailbox };
    });
    const goOn = {
      label: vscode.l10n.t('Continue'),
      iconPath: new vscode.ThemeIcon('arrow-right'),
      mailbox: undefined,
    };
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

/** Asks how the texts were produced. The answers create the case file. */
const askFacts: Ask = async ({ cases, facts }, step) => {
  const { documents, folder } = await cases.required();
  const uris = documents.map((each) => toShownUri(vscode.Uri.file(each.path)));
  return reviseFactsOfAll(uris, facts, folder, step);
};

/** Asks who could have written the questioned texts. */
const askWriter: Ask = (parts, step) => askQuestion(parts, { step });

/** Validates before any review. The page that this opens has the button that locks the settings and reviews the texts. */
const askLock: Ask = async (parts) => {
  const { filesToIndex } = await parts.cases.required();
  await runIndexing(parts, (calls) => calls.addDocuments(filesToIndex));
  await validateSettings(parts);
  return undefined;
};

/**
 * Asks who could have written the texts of the case, or one of them, and records the answer. Returns 'back' as `pickStep` does, and
 * undefined if the user cancelled.
 */
export async function askQuestion(
  { cases }: Pick<CommandDependencies, 'cases'>,
  { step, file }: { readonly step?: PickStep; readonly file?: string },
): Promise<'on' | 'back' | undefined> {
  const known = await cases.createCalls().knownAuthors();
  const items = [
    {
      label: vscode.l10n.t('anybody'),
      detail: vscode.l10n.t('Each author is compared with unknown others.'),
      among: 'anybody',
    },
    {
      label: vscode.l10n.t('one of the known authors'),
      detail: known.join(', '),
      among: 'known',
    },
    { label: vscode.l10n.t('these authors…'), among: undefined },
  ] as const;
  const title = vscode.l10n.t('Who could have written it?');
  const placeholder = vscode.l10n.t('If none of these authors wrote it, this says nothing.');
  const chosen = await pickStep(known.length > 1 ? items : items.slice(0, 1), { title, placeholder, step });
  if (!chosen || chosen === 'back') return chosen;
  const question: Question | undefined = chosen.among ?? (await chooseAuthors(known, title));
  if (!question) return undefined;
  await cases.createCalls().setQuestion({ question, file });
  return 'on';
}

async function chooseAuthors(known: readonly string[], title: string): Promise<readonly string[] | undefined> {
  const options = { title, canPickMany: true, ignoreFocusOut: true } as const;
  const chosen = await vscode.window.showQuickPick([...known], options);
  return chosen;
}
