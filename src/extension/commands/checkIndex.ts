import * as vscode from 'vscode';
import type { EngineNews, RepairReport } from '../../protocol/engine';
import type { Asking } from '../engineClient';
import type { Command, CommandParts } from './command';
import { changingIndex, type IndexStep, withIndexProgress } from './indexProgress';

/** Checks the reference index, and offers to repair what is damaged. */
export const checkIndex: Command = async (parts) => {
  const file = await parts.index.file();
  const title = vscode.l10n.t('Idiograph: checking the reference index');
  const check = (asking: Asking): Promise<readonly string[]> => parts.engine.ask('checkIndex', [file], asking);
  const problems = await withIndexProgress(title, check, () => undefined);
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
  const repair = (asking: Asking): Promise<RepairReport> => parts.engine.ask('repairIndex', [file], asking);
  const report = await changingIndex(parts.index, () => withIndexProgress(title, repair, stepOf));
  tell(report, parts);
};

function stepOf(news: EngineNews): IndexStep | undefined {
  if (!('repaired' in news) || news.total === 0) return undefined;
  const { repaired, total } = news;
  const message = vscode.l10n.t('{repaired} of {total} documents', { repaired, total });
  return { done: repaired, total, message };
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
