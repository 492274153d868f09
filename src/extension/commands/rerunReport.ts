import * as vscode from 'vscode';
import { readReport, type ReportRead } from '../../core/casework/reportFile';
import { unreadableDocument } from '../../core/errors';
import { makeAgain } from '../../presentation/report/askAgain';
import { rerunLines } from '../../presentation/report/rerun';
import { renderPage } from '../../presentation/validation/page';
import { progressText } from '../../presentation/progress';
import { questionedDocuments } from '../case/caseFolder';
import { openTextDocument, questionedDocument, reviewTarget } from '../review/targets';
import { titleOf, togetherUri } from '../shownFiles';
import { documentOf, type Command } from './command';
import { sourceOf } from './exportReport';

/** Makes a report again from its JSON, of the text with its name in the case, or of the text at hand, and shows what is otherwise. */
export const rerunReport: Command = async (parts, argument) => {
  const file = argument instanceof vscode.Uri ? argument : await chosenReport();
  if (!file) return;
  const before = readReport(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  if (!before) throw unreadableDocument(titleOf(file), 'it is not the JSON that is written beside a report');
  const uri = (await ofCase(before.questioned)) ?? documentOf(undefined, parts);
  const target = await reviewTarget(await openTextDocument(uri), parts.facts);
  if (!target) return;
  const { engine, index, session, work, extension } = parts;
  const path = await index.file();
  const options = await session.options(uri);
  const source = await sourceOf(parts, undefined, target);
  const { version } = extension.packageJSON as { readonly version: string };
  const title = vscode.l10n.t('Report on {title}, made again', { title: before.questioned.id });
  const result = await work.during(title, (token, tell) => {
    const calls = engine.calls({
      token,
      onProgress: (progress) => {
        if ('stage' in progress) tell({ text: progressText(progress), share: 0 });
      },
    });
    const asked = { questioned: questionedDocument(target), version };
    return makeAgain({ engine: calls, index: path, options, source }, before, asked);
  });
  const html = renderPage(title, [{ heading: titleOf(file), lines: rerunLines(result) }]);
  parts.pages.show('rerun', { title, html, commands: [] });
};

/** The text of the case that a report is on, or its texts as one; undefined: not all of them are there. */
async function ofCase({ id, together = [{ title: id }] }: ReportRead['questioned']): Promise<vscode.Uri | undefined> {
  const questioned = (await questionedDocuments()).map(({ uri }) => uri);
  const found = together.flatMap(({ title }) => questioned.find((uri) => titleOf(uri) === title) ?? []);
  if (found.length < together.length) return undefined;
  return found.length === 1 ? found[0] : togetherUri(found);
}

async function chosenReport(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Re-run Report'),
    openLabel: vscode.l10n.t('Re-run'),
    filters: { JSON: ['json'] },
  });
  return chosen?.[0];
}
