import * as vscode from 'vscode';
import type { IndexRepair } from '../../../core/ports';
import type { EngineProgress, IndexCheck } from '../../../protocol/engine';
import type { Asking } from '../../engineClient';
import type { Command, CommandDependencies } from '../command';
import { shareWords } from '../../../presentation/progress';
import { lostLogWords } from '../../../presentation/words/words';
import type { WorkStep } from '../../work';
import { changingIndex, withIndexProgress } from './indexing';

/** Checks the reference index, and offers to repair what is damaged. */
export const checkIndex: Command = async (parts) => {
  const file = await parts.index.file();
  const title = vscode.l10n.t('Idiograph: checking the reference index');
  const check = (asking: Asking): Promise<IndexCheck> => parts.engine.calls(asking).checkIndex(file);
  const { problems } = await withIndexProgress(parts, title, check, stepOf);
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

/** Encodes damaged documents again from their texts. */
export const repairIndex: Command = async (parts) => {
  const file = await parts.index.file();
  const title = vscode.l10n.t('Idiograph: repairing the reference index');
  const repair = (asking: Asking): Promise<IndexRepair> => parts.engine.calls(asking).repairIndex(file);
  const report = await changingIndex(parts, () => withIndexProgress(parts, title, repair, stepOf));
  tell(report, parts);
};

function stepOf(progress: EngineProgress): WorkStep | undefined {
  if (!('maintenance' in progress) || progress.total === 0) return undefined;
  const { done, total } = progress;
  const share = done / total;
  const text = vscode.l10n.t('{done} of {total} documents, {share}', { done, total, share: shareWords(share) });
  return { text, share };
}

function tell({ repaired, unsound, documents, lostLog }: IndexRepair, { problems }: CommandDependencies): void {
  const sentences = [
    vscode.l10n.t('{repaired} documents were encoded again; the index has {documents}.', {
      repaired: repaired.length,
      documents,
    }),
  ];
  if (lostLog) sentences.push(lostLogWords());
  if (unsound.length > 0) {
    problems.note(unsound);
    sentences.push(
      vscode.l10n.t(
        '{count} documents are not what was added: remove these, which the log names, and add them again.',
        {
          count: unsound.length,
        },
      ),
    );
  }
  void vscode.window.showInformationMessage(sentences.join(' '));
}
