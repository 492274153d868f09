import * as vscode from 'vscode';
import type { Question } from '../../core/domain/evidence';
import { pickStep, type Step } from '../pickStep';
import type { CommandDependencies } from './command';

/**
 * Asks who could have written the texts of the case, or one of them, and records the answer. Returns 'back' as `pickStep` does, and
 * undefined if the user cancelled.
 */
export async function askQuestion(
  { cases }: Pick<CommandDependencies, 'cases'>,
  { step, file }: { readonly step?: Step; readonly file?: string },
): Promise<'on' | 'back' | undefined> {
  const known = await cases.createCalls().knownAuthors();
  const items = [
    {
      label: vscode.l10n.t('Anybody'),
      detail: vscode.l10n.t('Each author is compared with unknown others.'),
      among: 'anybody',
    },
    {
      label: vscode.l10n.t('One of the known authors'),
      detail: vscode.l10n.t('You say that one of them wrote it: {names}', { names: known.join(', ') }),
      among: 'known',
    },
    {
      label: vscode.l10n.t('These authors…'),
      detail: vscode.l10n.t('You name two authors or more, and say that one of them wrote it.'),
      among: undefined,
    },
  ] as const;
  const title = vscode.l10n.t('Who could have written it?');
  const placeholder = vscode.l10n.t('An answer among authors says nothing if another person wrote the text.');
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
