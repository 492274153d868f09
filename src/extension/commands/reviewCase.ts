import * as vscode from 'vscode';
import { IdiographError, usage } from '../../core/errors';
import { shareWords } from '../../presentation/progress';
import type { FileToIndex } from '../../protocol/engine';
import { caseNotices, recordReadings, workspaceCase } from '../case/caseFolder';
import { factsOfAll } from '../case/factsTable';
import { columnOf } from '../review/readingLayout';
import { openTextDocument, reviewTarget } from '../review/targets';
import { shownUri, titleOf } from '../shownFiles';
import type { WorkStep } from '../work';
import type { Command, CommandDependencies } from './command';
import { indexStep } from './indexing/indexing';
import { changingIndex } from './indexing/indexing';

/** What a case run works on. */
interface CaseRun {
  readonly deps: CommandDependencies;
  readonly files: readonly FileToIndex[];
  readonly questioned: readonly vscode.Uri[];
  readonly token: vscode.CancellationToken;
  readonly tell: (step: WorkStep) => void;
}

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
  await deps.work.during(title, (token, tell) => run({ deps, files: labelled, questioned, token, tell }));
  await deps.problems.during(() => recordReadings(questioned));
};

async function run(work: CaseRun): Promise<void> {
  const problems = await bringUpToDate(work);
  const { deps, questioned, token, tell } = work;
  let reviewed = 0;
  for (const [place, uri] of questioned.entries()) {
    if (token.isCancellationRequested) return;
    const share = indexShare + (1 - indexShare) * (place / questioned.length);
    const values = { place: place + 1, total: questioned.length, title: titleOf(uri), share: shareWords(share) };
    tell({ text: vscode.l10n.t('Reviewing {place} of {total} texts, {share}: {title}', values), share });
    const problem = await reviewOne(deps, uri, { token, isShown: reviewed === 0 });
    if (problem === undefined) reviewed += 1;
    else problems.push(`${titleOf(uri)}: ${problem}`);
  }
  if (problems.length > 0) void deps.problems.warn(problems);
}

/** Of the work of a case, how much building the index is. */
const indexShare = 0.5;

/** Adds what the index lacks; returns what was passed over, as sentences. */
async function bringUpToDate({ deps, files, token, tell }: CaseRun): Promise<string[]> {
  const file = await deps.index.file();
  const report = await changingIndex(deps, () =>
    deps.engine
      .calls({
        token,
        onProgress: (progress) => {
          const step = indexStep(progress);
          if (step) tell({ text: step.text, share: step.share * indexShare });
        },
      })
      .addDocuments(file, files),
  );
  return report.problems.map((problem) => `${problem.file}: ${problem.message}`);
}

/** Reviews one text: on the screen, or while another is read there. Returns why it came to nothing. */
async function reviewOne(
  deps: CommandDependencies,
  uri: vscode.Uri,
  { token, isShown }: { readonly token: vscode.CancellationToken; readonly isShown: boolean },
): Promise<string | undefined> {
  const { session, panel, history, facts } = deps;
  try {
    const document = await openTextDocument(uri);
    const target = await reviewTarget(document, facts);
    if (!target) return undefined;
    if (!isShown) {
      await session.reviewBeside(target, token);
      return undefined;
    }
    await vscode.window.showTextDocument(document, { viewColumn: columnOf(uri), preview: false });
    panel.reveal();
    await session.review(target, token);
    return history.of(uri)?.problem;
  } catch (error) {
    if (!(error instanceof IdiographError) || error.code === 'Cancelled') throw error;
    const problem = vscode.l10n.t(error.sentence, error.details);
    history.fail(uri.toString(), problem);
    return problem;
  }
}
