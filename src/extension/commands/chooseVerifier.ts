import * as vscode from 'vscode';
import { verifierChoices } from '../../presentation/verificationView';
import type { Command } from './command';

/** Chooses the verifier of this workspace in place of the one that the modes select, and reviews again. */
export const chooseVerifier: Command = async ({ session, choices: chosenBy }, id) => {
  const choices = verifierChoices();
  const named = choices.find((choice) => choice.id === id);
  const chosen = named ?? (await pick(choices, session.chosenVerifier));
  if (!chosen || chosen.id === session.chosenVerifier) return;
  await chosenBy.chooseVerifier(chosen.id);
  if (session.findings) await vscode.commands.executeCommand('idiograph.reviewAgain');
};

async function pick(
  choices: ReturnType<typeof verifierChoices>,
  now: string,
): Promise<ReturnType<typeof verifierChoices>[number] | undefined> {
  const items = choices.map((choice) => ({
    ...choice,
    detail: choice.use,
    ...(choice.id === now && { description: vscode.l10n.t('in use') }),
  }));
  return vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Choose the verifier'),
    placeHolder: vscode.l10n.t('Each verifier has calibrations of its own'),
  });
}
