import * as vscode from 'vscode';
import { usage } from '../../core/errors';
import { type CaseStep, runCase } from '../../node/casework/caseRun';
import { shareWords } from '../../presentation/progress';
import type { FileToIndex, IndexReport } from '../../protocol/engine';
import { caseNotices, recordReadings, workspaceCase } from '../case/caseFolder';
import { factsOfAll } from '../case/documentFacts';
import { columnOf } from '../review/readingLayout';
import { openTextDocument, reviewTarget } from '../review/targets';
import { shownUri, titleOf } from '../shownFiles';
import type { WorkStep } from '../work';
import type { Command, CommandDependencies } from './command';
import { changingIndex, indexStep, logIndexed } from './indexing';
import type { Asking } from '../../node/worker/engineThread';

/**
 * Reviews the case of the window's folder: asks once for what is not known of its documents, brings the index up to date and
 * reviews every questioned text. The first result is shown as soon as it is there, all are kept.
 */
export const reviewCase: Command = async (deps) => {
  const opened = await workspaceCase();
  const documents = opened?.documents ?? [];
  const uris = documents.map(({ path }) => shownUri(vscode.Uri.file(path)));
  const questioned = uris.filter((_, i) => documents[i]?.facts.role === 'questioned');
  if (!opened || questioned.length === 0 || questioned.length === documents.length)
    throw usage(
      vscode.l10n.t(
        'Open a case folder: one with a folder for each author in its folder "known", and the texts in question in its folder "questioned".',
      ),
    );
  const produced = await factsOfAll(uris, deps.facts, opened.folder);
  if (!produced) return;
  await deps.problems.during(async () => (await workspaceCase())?.recordIntake());
  void deps.problems.warn(await caseNotices());
  const labelled = opened.filesToIndex.map((file) => ({
    ...file,
    ...produced.get(shownUri(vscode.Uri.file(file.path)).toString()),
  }));
  const title = vscode.l10n.t('Idiograph: reviewing the case');
  await deps.work.during(title, (token, tell) => run(deps, { files: labelled, questioned }, token, tell));
  await deps.problems.during(() => recordReadings(questioned));
};

async function run(
  deps: CommandDependencies,
  { files, questioned }: { readonly files: readonly FileToIndex[]; readonly questioned: readonly vscode.Uri[] },
  token: vscode.CancellationToken,
  tell: (step: WorkStep) => void,
): Promise<void> {
  const problems: string[] = [];
  let reviewed = 0;
  const steps = runCase({
    texts: questioned,
    index: (onProgress) => bringUpToDate(deps, files, { token, onProgress }),
    review: (uri) => reviewOne(deps, uri, { token, isShown: reviewed === 0 }),
  });
  for await (const step of steps) {
    if (token.isCancellationRequested) return;
    const shown = stepOf(step);
    if (shown) tell(shown);
    if (step.kind === 'reviewed') reviewed += 1;
    else if (step.kind === 'indexed')
      problems.push(...step.report.problems.map(({ file, message }) => `${file}: ${message}`));
    else if (step.kind === 'failed') {
      const problem = vscode.l10n.t(step.problem.sentence, step.problem.details);
      deps.history.fail(step.text.toString(), problem);
      problems.push(`${titleOf(step.text)}: ${problem}`);
    }
  }
  if (problems.length > 0) void deps.problems.warn(problems);
}

/** How far the run is, where a step says that. */
function stepOf(step: CaseStep<vscode.Uri, void>): WorkStep | undefined {
  if (step.kind === 'indexing') {
    const indexing = indexStep(step.progress);
    return indexing && { text: indexing.text, share: indexing.share * indexShare };
  }
  if (step.kind !== 'reviewing') return undefined;
  const { place, total, text } = step;
  const share = indexShare + (1 - indexShare) * ((place - 1) / total);
  const values = { place, total, title: titleOf(text), share: shareWords(share) };
  return { text: vscode.l10n.t('Reviewing {place} of {total} texts, {share}: {title}', values), share };
}

/** Of the work of a case, how much building the index is. */
const indexShare = 0.5;

/** Adds what the index lacks. */
async function bringUpToDate(
  deps: CommandDependencies,
  files: readonly FileToIndex[],
  asking: Asking,
): Promise<IndexReport> {
  const file = await deps.index.file();
  const report = await changingIndex(deps, () => deps.engine.calls(asking).addDocuments(file, files));
  await logIndexed(deps, file, report);
  return report;
}

/**
 * Reviews one text: on the screen, or while another is read there. A kept review of the same text, index and settings is shown, or
 * left as it is: so a run that was stopped goes on where it was.
 */
async function reviewOne(
  { session, panel, history, facts }: CommandDependencies,
  uri: vscode.Uri,
  { token, isShown }: { readonly token: vscode.CancellationToken; readonly isShown: boolean },
): Promise<void> {
  const document = await openTextDocument(uri);
  const target = await reviewTarget(document, facts);
  if (!target) return;
  await history.load();
  const isKept = history.compareText(uri, target.text) && !history.isStale(uri) && !history.of(uri)?.problem;
  if (!isShown) {
    if (!isKept) await session.reviewBeside(target, token);
    return;
  }
  await vscode.window.showTextDocument(document, { viewColumn: columnOf(uri), preview: false });
  panel.reveal();
  if (isKept) await session.open(uri.toString());
  else await session.review(target, token);
  const problem = history.of(uri)?.problem;
  if (problem !== undefined) throw usage(problem);
}
