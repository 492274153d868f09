import * as vscode from 'vscode';
import { namesFor } from '../../core/casework/blind';
import { usage } from '../../core/errors';
import { timeHere } from '../../node/casework/caseLog';
import type { CaseFolder } from '../../node/casework/caseFolder';
import { workspaceCase } from '../case/caseFolder';
import type { Command } from './command';

/** Hides the authors of the case behind letters. */
export const maskAuthors: Command = async ({ blind, index }) => {
  const opened = await caseAtHand();
  if (opened.blinding?.masked) return;
  opened.mask(namesFor(await index.documents(), opened.blinding?.names));
  await blind.follow();
};

/** Shows the names of authors again, once the reader says so; when, and what had been found, is written down. */
export const unmaskAuthors: Command = async ({ blind, index }) => {
  const opened = await caseAtHand();
  if (!opened.blinding?.masked) return;
  const { digest } = await index.results();
  const yes = vscode.l10n.t('Show the names');
  const chosen = await vscode.window.showQuickPick([yes, vscode.l10n.t('Cancel')], {
    title: vscode.l10n.t('Show who the authors of this case are?'),
    placeHolder: vscode.l10n.t('The case file keeps when, and the hash of what has been found so far'),
    ignoreFocusOut: true,
  });
  if (chosen !== yes) return;
  opened.unmask(timeHere(), digest);
  await blind.follow();
};

async function caseAtHand(): Promise<CaseFolder> {
  const opened = await workspaceCase();
  if (!opened) throw usage(vscode.l10n.t('Open the folder of a case first.'));
  return opened;
}
