import * as vscode from 'vscode';
import type { EngineProgress, IndexReport } from '../../protocol/engine';
import type { Asking } from '../engineClient';
import type { CommandParts } from './command';
import { changingIndex, type IndexStep, withIndexProgress } from './indexProgress';

/** Asks the engine to add documents, with progress and cancel, and tells what came of it. */
export async function indexing(
  { index, problems }: CommandParts,
  ask: (file: string, asking: Asking) => Promise<IndexReport>,
): Promise<void> {
  const file = await index.file();
  const title = vscode.l10n.t('Idiograph: building the reference index');
  const report = await changingIndex(index, () => withIndexProgress(title, (asking) => ask(file, asking), stepOf));
  void problems.during(() => tell(report, problems));
}

function stepOf(progress: EngineProgress): IndexStep | undefined {
  if (!('file' in progress)) return undefined;
  const { done, total, file, present, encoded } = progress;
  const name = file.split(/[\\/]/).pop() ?? '';
  const message =
    present === 0
      ? vscode.l10n.t('{done} of {total} documents, {name}', { done, total, name })
      : vscode.l10n.t('{done} of {total} documents ({present} were there already), {name}', {
          done,
          total,
          present,
          name,
        });
  return { done: done + encoded, total, message };
}

async function tell(report: IndexReport, problems: CommandParts['problems']): Promise<void> {
  const { added, present, replaced, documents } = report;
  const summary = vscode.l10n.t('{added} documents added, {present} were there already; the index has {documents}.', {
    added,
    present,
    documents,
  });
  const changed = replaced > 0 ? ` ${vscode.l10n.t('{replaced} had changed and were replaced.', { replaced })}` : '';
  if (report.problems.length === 0) {
    void vscode.window.showInformationMessage(`${summary}${changed}`);
    return;
  }
  problems.note(report.problems.map(({ file, message }) => `${file}: ${message}`));
  const passed = vscode.l10n.t('{count} files were passed over.', { count: report.problems.length });
  const showLog = vscode.l10n.t('Show Log');
  if ((await vscode.window.showWarningMessage(`${summary}${changed} ${passed}`, showLog)) === showLog) problems.show();
}
