import { indexedEvent } from '../../../node/casework/caseRun';
import type { EngineProgress, IndexReport } from '../../../protocol/engine';
import type { Asking } from '../../engineClient';
import type { CommandDependencies } from '../command';
import type { WorkStep } from '../../work';
import * as vscode from 'vscode';
import { shareWords } from '../../../presentation/progress';

/** Asks the engine for work on the index, shows how far it is and cancels it. */
export function withIndexProgress<T>(
  { work }: CommandDependencies,
  title: string,
  ask: (asking: Asking) => Promise<T>,
  stepOf: (progress: EngineProgress) => WorkStep | undefined,
): Promise<T> {
  return work.during(title, (token, tell) =>
    ask({
      token,
      onProgress: (progress) => {
        const step = stepOf(progress);
        if (step) tell(step);
      },
    }),
  );
}

/** Work that changes the index; then everyone is told. */
export async function changingIndex<T>(
  { index }: Pick<CommandDependencies, 'index'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    await index.refresh(); // what was done before a stop stays
  }
}

/** Asks the engine to add documents, with progress and cancel, and tells what came of it. */
export async function indexing(
  deps: CommandDependencies,
  ask: (file: string, asking: Asking) => Promise<IndexReport>,
): Promise<void> {
  const file = await deps.index.file();
  const title = vscode.l10n.t('Idiograph: building the reference index');
  const report = await changingIndex(deps, () =>
    withIndexProgress(deps, title, (asking) => ask(file, asking), indexStep),
  );
  await logIndexed(deps, file, report);
  void deps.problems.during(() => tell(report, deps.problems));
}

/** Writes into the log of the case what was changed in its index. */
export async function logIndexed(
  { engine, history }: Pick<CommandDependencies, 'engine' | 'history'>,
  file: string,
  report: IndexReport,
): Promise<void> {
  const event = await indexedEvent(engine.calls(), file, report);
  if (event) await history.log(() => event);
}

/** How far an indexing is: the document that is read, of how many. */
export function indexStep(progress: EngineProgress): WorkStep | undefined {
  if (!('file' in progress)) return undefined;
  const { done, total, present, encoded } = progress;
  const share = total === 0 ? 1 : (done + encoded) / total;
  const values = { done: Math.min(done + 1, total), total, present, share: shareWords(share) };
  const text =
    present === 0
      ? vscode.l10n.t('Encoding {done} of {total} documents, {share}', values)
      : vscode.l10n.t('Encoding {done} of {total} documents, {share} ({present} were there already)', values);
  return { text, share };
}

async function tell(report: IndexReport, problems: CommandDependencies['problems']): Promise<void> {
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
