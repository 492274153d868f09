import * as vscode from 'vscode';
import type { EngineProgress } from '../../protocol/engine';
import type { WorkStep } from '../work';
import { questionedDocuments, workspaceCase } from '../case/caseFolder';
import { timeHere } from '../../node/casework/caseLog';
import { filesOfIndex, type Guarded, planOutputs } from '../../node/outputFile';
import type { Findings } from '../../presentation/findings';
import type { ReviewTarget } from '../../core/casework/keptRecords';
import { chosenCandidate } from '../../presentation/passages';
import {
  type KnownSource,
  reported,
  type ReportFacts,
  type ReportQuestion,
  type ReportText,
  reportTexts,
  searchQuestion,
} from '../../presentation/report/reportFacts';
import { reportFiles } from '../../presentation/report/report';
import type { ShownComparison } from '../review/reviewSession';
import { openTextDocument, reviewTarget } from '../review/targets';
import { type Command, type CommandDependencies, documentOf, guarding } from './command';
import { openOverview } from './overview';
import { sha256Of } from '../../node/sha256';
import { partsOf, titleOf, togetherUri } from '../shownFiles';
import { readReport, type ReportRead } from '../../core/casework/reportFile';
import { unreadableDocument } from '../../core/errors';
import { makeAgain, rerunLines } from '../../presentation/report/rerun';
import { renderPage } from '../../presentation/validation/page';
import { progressText } from '../../presentation/progress';

/** Writes what the panel shows, a review or a comparison, as one HTML file that needs nothing else, and as JSON beside it. */
export const exportReport: Command = async (parts) => {
  const { findings, comparison } = parts.session;
  const target = comparison?.target ?? findings?.target;
  if (!target || (comparison && !comparison.question)) return;
  const place = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Report'),
    defaultUri: defaultPlace(target),
    filters: { HTML: ['html'] },
  });
  if (!place) return;
  // The dialog asks before a file is replaced; the one beside it is replaced with it.
  const write = planOutputs(reportFiles(place.fsPath), { guarded: await guardedBy(parts, target), force: true });
  const [html] = write(await reportFacts(parts, target));
  await parts.history.log((log) => ({ kind: 'exported', file: log.nameOf(place.fsPath), sha256: sha256Of(html!) }));
  const open = vscode.l10n.t('Open');
  const saved = vscode.l10n.t('The report was saved.');
  void parts.problems.during(async () => {
    if ((await vscode.window.showInformationMessage(saved, open)) === open) await vscode.env.openExternal(place);
  });
};

/** The search of the document under review, if there was one, then the comparison that is shown. */
async function reportFacts(deps: CommandDependencies, target: ReviewTarget): Promise<ReportFacts> {
  const { session, history, extension } = deps;
  await session.read();
  const { findings, comparison, selection } = session;
  const questioned = target;
  const searched = findings && findings.evidence.document.sha256 === questioned.sha256 ? findings : undefined;
  const source = await sourceOf(deps, searched, target);
  const author = searched && chosenCandidate(searched, selection.author)?.author;
  const search = searched && (await searchQuestion(searched.evidence, questioned, source, author));
  const { version } = extension.packageJSON as { readonly version: string };
  return {
    time: timeHere(),
    caseName: vscode.workspace.name,
    blind: (await workspaceCase())?.blinding,
    examiner: undefined,
    questioned,
    asked: await history.questions(vscode.Uri.parse(target.uri)),
    questions: [search, comparison && namedQuestion(comparison, source)].flatMap((each) => each ?? []),
    known: await knownTexts(source, search, comparison),
    overview: await openOverview(deps),
    version,
  };
}

/** Those that were searched, and those of a comparison that are not among them. */
async function knownTexts(
  source: KnownSource,
  search: ReportQuestion | undefined,
  comparison: ShownComparison | undefined,
): Promise<readonly ReportText[]> {
  const searched = search ? await reportTexts(source) : [];
  return [...searched, ...(await comparedTexts(comparison, search ? undefined : source))];
}

function namedQuestion({ question, view }: ShownComparison, { decisions }: KnownSource): ReportQuestion | undefined {
  if (!question) return undefined;
  return { ...question, ...reported(view, view.other, decisions), sections: view.sections };
}

/** Where a report gets known texts from: those of a search, else of the index. */
async function sourceOf(
  { engine, index, decisions }: CommandDependencies,
  searched: Findings | undefined,
  target: ReviewTarget,
): Promise<KnownSource> {
  const path = searched?.index.path ?? (await index.file());
  return {
    documents: searched ? [...searched.index.documents.values()] : await index.documents(),
    get: (id) => engine.calls().knownDocument(path, id),
    sha256: sha256Of,
    decisions: decisions.on(vscode.Uri.parse(target.uri)),
  };
}

/** The texts of a comparison that a search did not list already. */
async function comparedTexts(
  comparison: ShownComparison | undefined,
  source: KnownSource | undefined,
): Promise<readonly ReportText[]> {
  if (!comparison) return [];
  if (comparison.known) return comparison.known;
  return comparison.question?.kind === 'author' && source ? reportTexts(source, comparison.question.author) : [];
}

/** The document, its index, the models, and the documents of the workspace's cases. */
async function guardedBy(parts: CommandDependencies, target: ReviewTarget): Promise<Guarded> {
  const { index, session } = parts;
  const indexes = [session.findings?.index.path, await index.file()].flatMap((file) => file ?? []);
  const texts = partsOf(vscode.Uri.parse(target.uri)).map(({ fsPath }) => fsPath);
  return guarding(parts, [...texts, ...indexes.flatMap(filesOfIndex)]);
}

/** In the case folder, or else beside the document. */
function defaultPlace(target: ReviewTarget): vscode.Uri {
  const document = vscode.Uri.parse(target.uri);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.joinPath(document, '..');
  return vscode.Uri.joinPath(folder, `${target.id.replace(/\.[a-z]+$/i, '')}-report.html`);
}

/** Makes a report again from its JSON, of the text with its name in the case, or of the text at hand, and shows what is otherwise. */
export const rerunReport: Command = async (parts, argument) => {
  const file = argument instanceof vscode.Uri ? argument : await chosenReport();
  if (!file) return;
  const before = readReport(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  if (!before) throw unreadableDocument(titleOf(file), 'it is not the JSON that is written beside a report');
  const uri = (await ofCase(before.questioned)) ?? documentOf(undefined, parts);
  const target = await reviewTarget(await openTextDocument(uri), parts.facts);
  if (!target) return;
  const { engine, index, choices, work, extension } = parts;
  const path = await index.file();
  const options = await choices.options(uri);
  const source = await sourceOf(parts, undefined, target);
  const { version } = extension.packageJSON as { readonly version: string };
  const title = vscode.l10n.t('Report on {title}, made again', { title: before.questioned.id });
  const asked = { questioned: target, version };
  const stepOf = (progress: EngineProgress): WorkStep | undefined =>
    'stage' in progress ? { text: progressText(progress), share: 0 } : undefined;
  const result = await work.asking(title, stepOf, (asking) =>
    makeAgain({ engine: engine.calls(asking), index: path, options, source }, before, asked),
  );
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
