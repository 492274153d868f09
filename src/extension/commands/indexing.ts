import * as vscode from 'vscode';
import type { EngineProgress, IndexReport } from '../../protocol/engine';
import type { CaseCalls } from '../../case/caseService';
import type { Command, CommandDependencies } from './command';
import type { WorkStep } from '../work';
import { formatShare } from '../../presentation/progress';
import type { IndexRepair } from '../../core/ports';
import { describeLostLog, describeReadiness } from '../../presentation/words/words';

/** Does work that changes the index, and then reads the index again for all parts of the window. */
export async function changeIndex<Report>(
  { caseState }: CommandDependencies,
  work: () => Promise<Report>,
): Promise<Report> {
  try {
    return await work();
  } finally {
    await caseState.refreshIndex(); // what was done before a stop is kept
  }
}

/** Adds documents with progress and cancellation, and reports the result. */
export async function runIndexing(
  deps: CommandDependencies,
  ask: (calls: CaseCalls) => Promise<IndexReport>,
): Promise<void> {
  const title = vscode.l10n.t('Idiograph: building the reference index');
  const report = await changeIndex(deps, () =>
    deps.work.askEngine(title, toIndexStep, (asking) => ask(deps.cases.createCalls(asking))),
  );
  void deps.problems.runAction(() => tellIndexed(report, deps.problems));
}

/** The progress of an indexing: the place of the current document, and how many there are. */
export function toIndexStep(progress: EngineProgress): WorkStep | undefined {
  if (!('file' in progress)) return undefined;
  const { done, total, present, encoded } = progress;
  const share = total === 0 ? 1 : (done + encoded) / total;
  const values = { done: Math.min(done + 1, total), total, present, share: formatShare(share) };
  const text =
    present === 0
      ? vscode.l10n.t('Encoding {done} of {total} documents, {share}', values)
      : vscode.l10n.t('Encoding {done} of {total} documents, {share} ({present} already in the index)', values);
  return { text, share };
}

async function tellIndexed(report: IndexReport, problems: CommandDependencies['problems']): Promise<void> {
  const { added, present, replaced, documents } = report;
  const summary = vscode.l10n.t('{added} documents added, {present} already present; the index has {documents}.', {
    added,
    present,
    documents,
  });
  const changed = replaced > 0 ? ` ${vscode.l10n.t('{replaced} had changed and were replaced.', { replaced })}` : '';
  if (report.language) void vscode.window.showInformationMessage(describeReadiness(report.language));
  if (report.problems.length === 0) {
    void vscode.window.showInformationMessage(`${summary}${changed}`);
    return;
  }
  problems.logLines(report.problems.map(({ file, message }) => `${file}: ${message}`));
  const passed = vscode.l10n.t('{count} files were left out.', { count: report.problems.length });
  const showLog = vscode.l10n.t('Show Log');
  if ((await vscode.window.showWarningMessage(`${summary}${changed} ${passed}`, showLog)) === showLog) problems.show();
}

/** Encodes damaged documents again from their texts. */
export const repairIndex: Command = async (parts) => {
  const title = vscode.l10n.t('Idiograph: repairing the reference index');
  const report = await changeIndex(parts, () =>
    parts.work.askEngine(title, toStep, (asking) => parts.cases.createCalls(asking).repairIndex()),
  );
  tellRepaired(report, parts);
};

function toStep(progress: EngineProgress): WorkStep | undefined {
  if (!('maintenance' in progress) || progress.total === 0) return undefined;
  const { done, total } = progress;
  const share = done / total;
  const text = vscode.l10n.t('{done} of {total} documents, {share}', { done, total, share: formatShare(share) });
  return { text, share };
}

function tellRepaired({ repaired, unsound, documents, lostLog }: IndexRepair, { problems }: CommandDependencies): void {
  const values = { repaired: repaired.length, documents, count: unsound.length };
  const sentences = [vscode.l10n.t('Idiograph encoded {repaired} documents again. The index has {documents}.', values)];
  if (lostLog) sentences.push(describeLostLog());
  if (unsound.length > 0) {
    problems.logLines(unsound);
    sentences.push(
      vscode.l10n.t(
        '{count} documents differ from what was added. Remove the documents that the log names, and add them again.',
        values,
      ),
    );
  }
  void vscode.window.showInformationMessage(sentences.join(' '));
}
