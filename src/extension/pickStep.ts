import * as vscode from 'vscode';
import type { CaseView } from '../case/windows';
import type { WindowCase } from './case/windowCase';

/** The number of this question in a series, from 1 on. */
export interface PickStep {
  readonly number: number;
  readonly of: number;
}

/**
 * Asks a question that stays open while another window is used. Returns the choice, 'back' if the user wants the question before, or
 * undefined if the user cancelled.
 */
export function pickStep<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { step, ...shown }: { readonly title: string; readonly placeholder?: string; readonly step?: PickStep | undefined },
): Promise<Item | 'back' | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  const buttons = step && step.number > 1 ? [vscode.QuickInputButtons.Back] : [];
  Object.assign(pick, shown, { items, ignoreFocusOut: true, buttons, step: step?.number, totalSteps: step?.of });
  return new Promise((resolve) => {
    const end = (answer: Item | 'back' | undefined): void => {
      resolve(answer);
      pick.dispose();
    };
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen) end(chosen);
    });
    pick.onDidTriggerButton(() => end('back'));
    pick.onDidHide(() => end(undefined));
    pick.show();
  });
}

/** Asks which senders of a mailbox or chat are the author of the folder that contains it, and records the answer in the case file. */
export async function chooseSenders(
  cases: WindowCase,
  { file, author, taken, left }: CaseView['mailboxes'][number],
): Promise<void> {
  const items = [...taken, ...left].map((sender) => {
    const description = vscode.l10n.t('{name} · messages: {messages}', { ...sender });
    return { label: sender.author, description, picked: taken.includes(sender) };
  });
  const title = vscode.l10n.t('Which senders are {author}?', { author });
  const chosen = await vscode.window.showQuickPick(items, { title, canPickMany: true, ignoreFocusOut: true });
  const senders = (chosen ?? []).map(({ label }) => label);
  if (senders.length > 0) await cases.createCalls().setSenders({ file, senders });
  cases.refresh();
}

/**
 * Asks this for each file with unclear senders, unless authors are masked, because addresses are names. A file without an answer is not
 * used, and a warning names it.
 */
export async function chooseUnclearSenders(cases: WindowCase): Promise<void> {
  const view = await cases.view();
  if (!view || view.isMasked) return;
  for (const mailbox of view.mailboxes) if (mailbox.by === 'unclear') await chooseSenders(cases, mailbox);
}
