import * as vscode from 'vscode';
import type { RepairReport } from '../../protocol/engine';
import type { Asking } from '../engineClient';
import type { Command, CommandParts } from './command';

/** Checks the reference index, and offers to repair what is damaged. */
export const checkIndex: Command = async (parts) => {
  const file = await parts.index.file();
  const title = vscode.l10n.t('Idiograph: checking the reference index');
  const problems = await cancellable(title, (asking) => parts.engine.ask('checkIndex', [file], asking));
  if (problems.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The reference index is sound.'));
    return;
  }
  parts.problems.note(problems);
  const repair = vscode.l10n.t('Repair');
  const found = vscode.l10n.t('The reference index is damaged in {count} places, which the log names.', {
    count: problems.length,
  });
  if ((await vscode.window.showWarningMessage(found, repair)) === repair) await repairIndex(parts);
};

/** Encodes damaged documents again; of a file with damaged pages, what can be read is saved into a new one. */
export const repairIndex: Command = async (parts) => {
  const file = await parts.index.file();
  const title = vscode.l10n.t('Idiograph: repairing the reference index');
  await vscode.commands.executeCommand('setContext', 'idiograph.indexing', true);
  try {
    const report = await cancellable(title, (asking) => parts.engine.ask('repairIndex', [file], asking));
    tell(report, parts);
  } finally {
    await vscode.commands.executeCommand('setContext', 'idiograph.indexing', false);
    await parts.index.refresh();
  }
};

function cancellable<T>(title: string, ask: (asking: Asking) => Promise<T>): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
  return vscode.window.withProgress(options, (progress, token) => {
    let reported = 0;
    return ask({
      token,
      news: (news) => {
        if (!('repaired' in news) || news.total === 0) return;
        const { repaired, total } = news;
        const message = vscode.l10n.t('{repaired} of {total} documents', { repaired, total });
        progress.report({ message, increment: ((repaired - reported) / total) * 100 });
        reported = repaired;
      },
    });
  });
}

function tell({ repaired, unsound, documents, kept }: RepairReport, { problems }: CommandParts): void {
  const sentences = [
    vscode.l10n.t('{repaired} documents were encoded again; the index has {documents}.', {
      repaired: repaired.length,
      documents,
    }),
  ];
  if (unsound.length > 0) {
    problems.note(unsound);
    sentences.push(
      vscode.l10n.t(
        'The texts of {count} documents are damaged: remove these, which the log names, and add them again.',
        {
          count: unsound.length,
        },
      ),
    );
  }
  if (kept !== undefined) sentences.push(vscode.l10n.t('The damaged file is kept as {kept}.', { kept }));
  void vscode.window.showInformationMessage(sentences.join(' '));
}
