import * as vscode from 'vscode';
import type { OverviewAsked } from '../../case/comparisons';
import { findReported, requireReport } from '../../core/casework/reportFile';
import { unreadableDocument } from '../../core/errors';
import { renderOverviewPage } from '../../presentation/overview/overview';
import { findChosenCandidate } from '../../presentation/passages';
import { formatRerun } from '../../presentation/report/rerun';
import { renderPage } from '../../presentation/validation/page';
import { formatCommandLink, formatDocument, readTitle, toDocumentUri } from '../shownFiles';
import { noCaseFolder } from '../case/windowCase';
import { isKnownText, openTextDocument, reviewTarget } from '../review/textDocuments';
import { findColumn } from '../review/readingLayout';
import { createShareStep, toStageStep } from '../window';
import { type Command, type CommandDependencies, findDocument, readEdited } from './command';
import { compareWith } from './compareWith';

/** Writes what the panel shows, a review or a comparison, as one self-contained HTML file, and as JSON beside it. */
export const exportReport: Command = (parts) => exportShown(parts, false);

/** The same without ratios and opinion: markers, rates, places and passages. */
export const exportObservations: Command = (parts) => exportShown(parts, true);

async function exportShown(parts: CommandDependencies, withoutConclusion: boolean): Promise<void> {
  const { session, cases, problems, pages } = parts;
  const { findings, comparison } = session;
  const target = comparison?.target ?? findings?.target;
  if (!target || (comparison && !comparison.question)) return;
  const uri = vscode.Uri.parse(target.uri);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.joinPath(uri, '..');
  const place = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Report…'),
    defaultUri: vscode.Uri.joinPath(folder, `${target.id.replace(/\.[a-z]+$/i, '')}-report.html`),
    filters: { HTML: ['html'], Word: ['docx'] },
  });
  if (!place) return;
  await session.read();
  const candidate = findings && findChosenCandidate(findings, session.selection.author);
  const isSearched = findings?.target.sha256 === target.sha256;
  await cases.createCalls({}, uri).reportShown({
    ...{ out: place.fsPath, file: formatDocument(uri), target, ...readVersion(parts) },
    withoutConclusion,
    searched: isSearched ? { id: findings.id, author: candidate?.author } : undefined,
    compared: comparison?.question && {
      ...{ question: comparison.question, view: comparison.view },
      ...{ other: comparison.view.other, known: comparison.known },
    },
    overview: pages.isOpen('overview') ? await askOverview(parts) : undefined,
  });
  const open = vscode.l10n.t('Open');
  const saved = vscode.l10n.t('The report was saved.');
  void problems.runAction(async () => {
    if ((await vscode.window.showInformationMessage(saved, open)) === open) await vscode.env.openExternal(place);
  });
}

function readVersion({ extension }: CommandDependencies): { readonly version: string } {
  return extension.packageJSON as { readonly version: string };
}

/** Makes a report again from its JSON, with the text of that name in the case or with the active text, and shows the differences. */
export const rerunReport: Command = async (parts, argument) => {
  const asked = { title: vscode.l10n.t('Re-run Report'), openLabel: vscode.l10n.t('Re-run Report') };
  const chooseReport = () => vscode.window.showOpenDialog({ ...asked, filters: { JSON: ['json'] } });
  const file = argument instanceof vscode.Uri ? argument : (await chooseReport())?.[0];
  if (!file) return;
  const json = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const before = requireReport(json, (problem) => unreadableDocument(readTitle(file), problem));
  const questioned = (await parts.cases.questioned()).map(({ uri }) => ({ file: uri.path, text: uri }));
  const uri = findReported(before, questioned) ?? (await findDocument(undefined, parts));
  const target = await reviewTarget(await openTextDocument(uri), parts.facts);
  if (!target) return;
  const { choices, work } = parts;
  const chosen = await choices.chosen(uri);
  const { version } = readVersion(parts);
  const title = `${asked.title}: ${before.questioned.id}`;
  const about = { report: file.fsPath, file: formatDocument(uri), text: target, labels: {} };
  const result = await work.askEngine(title, toStageStep, (asking) =>
    parts.cases.createCalls(asking).rerun({ ...about, choices: chosen, version }),
  );
  const html = renderPage(title, [{ heading: readTitle(file), lines: formatRerun(result) }]);
  parts.pages.show('rerun', { title, html, commands: [] });
};

const opening = 'idiograph.openFromOverview';
const saving = 'idiograph.saveOverview';

/** Shows all questioned texts of the case by author. It starts no review. */
export const caseOverview: Command = async (parts) => {
  const { pages } = parts;
  const overview = await buildOverview(parts, []);
  const uris = new Map(overview.texts.map(({ id, document }) => [id, toDocumentUri(document ?? id).toString()]));
  const html = renderOverviewPage(overview, {
    cell: ({ id }, { author, candidate }) =>
      formatCommandLink(opening, [uris.get(id), author, candidate !== undefined]),
    save: formatCommandLink(saving, []),
  });
  pages.show('overview', { title: vscode.l10n.t('Case Overview'), html, commands: [opening, saving] });
};

/** @param csv  the file for the table; empty if nothing is written */
async function buildOverview(deps: CommandDependencies, csv: readonly string[]) {
  const title = vscode.l10n.t('Case Overview');
  const write = { files: csv.map((file) => ['csv', file] as const), force: true }; // the user has already confirmed that a file is replaced
  const request = { ...(await askOverview(deps)), write };
  return deps.work.askEngine(title, toStep, (asking) => deps.cases.createCalls(asking).overview(request));
}

const toStep = createShareStep((share) => `${vscode.l10n.t('Reading')}, ${share}`);

/** The request for an overview, which starts no review. */
async function askOverview(deps: CommandDependencies): Promise<OverviewAsked> {
  const edited = await readEdited(deps);
  if (edited.size + (await deps.cases.questioned()).length === 0) throw noCaseFolder();
  return { choices: await deps.choices.chosen(undefined), labels: {}, edited, isKeptOnly: true };
}

/** Opens the review of a text, with a candidate if one is named; or a comparison with another author; or a known text. */
export const openFromOverview: Command = async (parts, place, author, isCandidate) => {
  if (typeof place !== 'string') return;
  const uri = vscode.Uri.parse(place);
  await vscode.window.showTextDocument(uri, { viewColumn: findColumn(uri), preview: false });
  if (await isKnownText(uri, parts.cases)) return;
  const { activeText, session, panel } = parts;
  activeText.set(uri);
  if (typeof author === 'string' && isCandidate !== true) {
    await compareWith(parts, { kind: 'author', author, role: 'known', documents: [] });
    return;
  }
  if (!session.isShowing(place)) await session.open(place);
  session.show(undefined);
  if (typeof author === 'string') session.select({ author });
  panel.reveal();
};

export const saveOverview: Command = async (parts) => {
  const name = 'overview.csv';
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const place = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder.uri, name) }),
  });
  if (place) await buildOverview(parts, [place.fsPath]);
};
