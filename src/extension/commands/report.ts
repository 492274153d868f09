import * as vscode from 'vscode';
import type { EngineProgress } from '../../protocol/engine';
import type { WorkStep } from '../work';
import { readLocalTime } from '../../node/casework/caseLog';
import { listIndexFiles, type Guarded, planOutputs, writeOutput } from '../../node/outputFile';
import type { Findings } from '../../presentation/findings';
import type { ReviewTarget } from '../../core/casework/keptRecords';
import { findChosenCandidate } from '../../presentation/passages';
import {
  type KnownSource,
  selectReported,
  type ReportFacts,
  type ReportQuestion,
  type ReportText,
  reportTexts,
  searchQuestion,
} from '../../presentation/report/reportFacts';
import { reportFiles } from '../../presentation/report/report';
import type { ShownComparison } from '../review/reviewSession';
import { openTextDocument, reviewTarget } from '../review/targets';
import { type Command, type CommandDependencies, findDocument, listGuarded, listQuestionedTexts } from './command';
import { computeSha256 } from '../../node/sha256';
import { listParts, listPlaces, readTitle, toTogetherUri } from '../shownFiles';
import { readReport, type ReportRead } from '../../core/casework/reportFile';
import { unreadableDocument, usage } from '../../core/errors';
import { formatRerun } from '../../presentation/report/rerun';
import { renderPage } from '../../presentation/validation/page';
import { formatProgress, formatShare } from '../../presentation/progress';
import { type CaseOverview, overviewFiles, renderOverviewPage } from '../../presentation/overview/overview';
import { formatCommandLink } from '../addresses';
import { findColumn } from '../review/readingLayout';
import { isKnownText } from '../review/activeText';
import { toKnownDocumentUri } from '../review/textDocuments';
import { compareWith } from './compareWith';

/** Writes what the panel shows, a review or a comparison, as one HTML file that needs nothing else, and as JSON beside it. */
export const exportReport: Command = async (parts) => {
  const { findings, comparison } = parts.session;
  const target = comparison?.target ?? findings?.target;
  if (!target || (comparison && !comparison.question)) return;
  const place = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Report'),
    defaultUri: findDefaultPlace(target),
    filters: { HTML: ['html'] },
  });
  if (!place) return;
  // The dialog asks before a file is replaced; the one beside it is replaced with it.
  const write = planOutputs(reportFiles(place.fsPath), { guarded: await collectGuarded(parts, target), force: true });
  const [html] = write(await reportFacts(parts, target));
  await parts.history.log({ kind: 'exported', file: place.fsPath, sha256: computeSha256(html!) });
  const open = vscode.l10n.t('Open');
  const saved = vscode.l10n.t('The report was saved.');
  void parts.problems.runAction(async () => {
    if ((await vscode.window.showInformationMessage(saved, open)) === open) await vscode.env.openExternal(place);
  });
};

/** The search of the document under review, if there was one, then the comparison that is shown. */
async function reportFacts(deps: CommandDependencies, target: ReviewTarget): Promise<ReportFacts> {
  const { session, history, extension, cases } = deps;
  await session.read();
  const { findings, comparison, selection } = session;
  const questioned = target;
  const uri = vscode.Uri.parse(target.uri);
  const searched = findings && findings.evidence.document.sha256 === questioned.sha256 ? findings : undefined;
  const source = await createSource(deps, searched, target);
  const author = searched && findChosenCandidate(searched, selection.author)?.author;
  const search = searched && (await searchQuestion(searched.evidence, questioned, source, author));
  const { version } = extension.packageJSON as { readonly version: string };
  return {
    time: readLocalTime(),
    caseName: vscode.workspace.name,
    blind: await (await cases.createCalls()).blinding(listPlaces(uri)[0] ?? ''),
    examiner: undefined,
    questioned,
    asked: await history.listQuestions(uri),
    questions: [search, comparison && buildNamedQuestion(comparison, source)].flatMap((each) => each ?? []),
    known: await listKnownTexts(source, search, comparison),
    unread: deps.unread.all,
    warnings: await cases.notices(),
    overview: await openOverview(deps),
    version,
  };
}

/** Those that were searched, and those of a comparison that are not among them. */
async function listKnownTexts(
  source: KnownSource,
  search: ReportQuestion | undefined,
  comparison: ShownComparison | undefined,
): Promise<readonly ReportText[]> {
  const searched = search ? await reportTexts(source) : [];
  return [...searched, ...(await listComparedTexts(comparison, search ? undefined : source))];
}

function buildNamedQuestion(
  { question, view }: ShownComparison,
  { decisions }: KnownSource,
): ReportQuestion | undefined {
  if (!question) return undefined;
  return { ...question, ...selectReported(view, view.other, decisions), sections: view.sections };
}

/** Where a report gets known texts from: those of a search, else of the index. */
async function createSource(
  { engine, index, decisions }: CommandDependencies,
  searched: Findings | undefined,
  target: ReviewTarget,
): Promise<KnownSource> {
  const path = searched?.index.path ?? (await index.findFile());
  return {
    documents: searched ? [...searched.index.documents.values()] : await index.listDocuments(),
    get: (id) => engine.createCalls().knownDocument(path, id),
    sha256: computeSha256,
    decisions: decisions.on(vscode.Uri.parse(target.uri)),
  };
}

/** The texts of a comparison that a search did not list already. */
async function listComparedTexts(
  comparison: ShownComparison | undefined,
  source: KnownSource | undefined,
): Promise<readonly ReportText[]> {
  if (!comparison) return [];
  if (comparison.known) return comparison.known;
  return comparison.question?.kind === 'author' && source ? reportTexts(source, comparison.question.author) : [];
}

/** The document, its index, the models, and the documents of the workspace's cases. */
async function collectGuarded(parts: CommandDependencies, target: ReviewTarget): Promise<Guarded> {
  const { index, session } = parts;
  const indexes = [session.findings?.index.path, await index.findFile()].flatMap((file) => file ?? []);
  const texts = listParts(vscode.Uri.parse(target.uri)).map(({ fsPath }) => fsPath);
  return listGuarded(parts, [...texts, ...indexes.flatMap(listIndexFiles)]);
}

/** In the case folder, or else beside the document. */
function findDefaultPlace(target: ReviewTarget): vscode.Uri {
  const document = vscode.Uri.parse(target.uri);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.joinPath(document, '..');
  return vscode.Uri.joinPath(folder, `${target.id.replace(/\.[a-z]+$/i, '')}-report.html`);
}

/** Makes a report again from its JSON, of the text with its name in the case, or of the active text, and shows what is otherwise. */
export const rerunReport: Command = async (parts, argument) => {
  const file = argument instanceof vscode.Uri ? argument : await chooseReport();
  if (!file) return;
  const before = readReport(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  if (!before) throw unreadableDocument(readTitle(file), 'it is not the JSON that is written beside a report');
  const uri = (await findInCase(parts, before.questioned)) ?? findDocument(undefined, parts);
  const target = await reviewTarget(await openTextDocument(uri), parts.facts);
  if (!target) return;
  const { choices, work, extension } = parts;
  const options = await choices.readOptions(uri);
  const { version } = extension.packageJSON as { readonly version: string };
  const title = vscode.l10n.t('Report on {title}, re-run', { title: before.questioned.id });
  const about = { report: file.fsPath, files: listPlaces(uri), text: target, labels: {} };
  const toStep = (progress: EngineProgress): WorkStep | undefined =>
    'stage' in progress ? { text: formatProgress(progress), share: 0 } : undefined;
  const result = await work.askEngine(title, toStep, (asking) =>
    parts.cases.createCalls(asking).then((calls) => calls.rerun({ ...about, choices: options, version })),
  );
  const html = renderPage(title, [{ heading: readTitle(file), lines: formatRerun(result) }]);
  parts.pages.show('rerun', { title, html, commands: [] });
};

/** The text of the case that a report is on, or its texts as one; undefined: not all of them are there. */
async function findInCase(
  { cases }: CommandDependencies,
  { id, together = [{ title: id }] }: ReportRead['questioned'],
): Promise<vscode.Uri | undefined> {
  const questioned = (await cases.questioned()).map(({ uri }) => uri);
  const found = together.flatMap(({ title }) => questioned.find((uri) => readTitle(uri) === title) ?? []);
  if (found.length < together.length) return undefined;
  return found.length === 1 ? found[0] : toTogetherUri(found);
}

async function chooseReport(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Re-run Report'),
    openLabel: vscode.l10n.t('Re-run'),
    filters: { JSON: ['json'] },
  });
  return chosen?.[0];
}

const opening = 'idiograph.openFromOverview';
const saving = 'idiograph.saveOverview';

/** What the page of the window shows. */
let shown: CaseOverview | undefined;

/** Shows all questioned texts of the case by author, and which texts write alike. Nothing is reviewed by it. */
export const caseOverview: Command = async (parts) => {
  const { index, pages } = parts;
  const documents = await listQuestionedTexts(parts);
  if (documents.length === 0) throw usage(vscode.l10n.t('Open the folder of a case first.'));
  const overview = await buildOverview(parts, documents);
  const file = await index.findFile();
  const uris = new Map(documents.map(({ uri, document }) => [document.id, uri.toString()]));
  const html = renderOverviewPage(overview, {
    cell: ({ id }, { author, candidate }) =>
      formatCommandLink(opening, [uris.get(id), author, candidate !== undefined]),
    text: ({ id, title, author }) =>
      formatCommandLink(opening, [
        author === undefined ? uris.get(id) : toKnownDocumentUri(file, { id, title }).toString(),
      ]),
    save: (kind) => formatCommandLink(saving, [kind]),
  });
  shown = overview;
  pages.show('overview', { title: vscode.l10n.t('Case Overview'), html, commands: [opening, saving] });
};

/** The overview for a report, with what is found by now; undefined: its page is not open. */
async function openOverview(deps: CommandDependencies): Promise<CaseOverview | undefined> {
  if (!shown || !deps.pages.isOpen('overview')) return undefined;
  return { ...shown, texts: await listTexts(deps, await listQuestionedTexts(deps)) };
}

/** What is kept of the questioned texts, and how alike all texts of the case write. */
async function buildOverview(deps: CommandDependencies, documents: Questioned): Promise<CaseOverview> {
  const { engine, index, history, work } = deps;
  const file = await index.findFile();
  await history.load();
  const title = vscode.l10n.t('Idiograph: comparing all texts of the case');
  const toStep = ({ done, total }: EngineProgress): WorkStep => {
    const share = total > 0 ? done / total : 0;
    return { text: vscode.l10n.t('Reading texts, {share}', { share: formatShare(share) }), share };
  };
  const questioned = documents.map(({ document }) => document);
  const likeness = await work.askEngine(title, toStep, (asking) =>
    engine.createCalls(asking).likeness(file, questioned),
  );
  return { caseName: index.name, texts: await listTexts(deps, documents), likeness };
}

type Questioned = Awaited<ReturnType<typeof listQuestionedTexts>>;

function listTexts({ history }: CommandDependencies, documents: Questioned): Promise<CaseOverview['texts']> {
  return Promise.all(
    documents.map(async ({ uri, document }) => {
      const findings = history.find(uri)?.findings ?? (await history.findCurrent(uri, document));
      return { id: document.id, evidence: findings?.evidence };
    }),
  );
}

/** Opens the review of a text, with a candidate where one is named, or a comparison with an author who is none; a known text is shown. */
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

/** Saves the table or a picture of the page that is shown. */
export const saveOverview: Command = async (parts, kind) => {
  const saved = Object.entries(overviewFiles).find(([each]) => each === kind);
  if (!saved || !shown) return;
  const [what, { begins, text }] = saved;
  const name = what === 'csv' ? 'overview.csv' : `${what}.svg`;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const place = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save {name}', { name }),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder.uri, name) }),
  });
  if (place) writeOutput(place.fsPath, text(shown), { guarded: listGuarded(parts), force: true, begins });
};
