import * as vscode from 'vscode';
import { usage } from '../../core/errors';
import { writeOutput } from '../../node/outputFile';
import { type CaseOverview, overviewFiles, overviewPage } from '../../presentation/overview/overview';
import { shareWords } from '../../presentation/progress';
import type { EngineProgress } from '../../protocol/engine';
import { commandLink } from '../addresses';
import type { WorkStep } from '../work';
import { columnOf } from '../review/readingLayout';
import { knownDocumentUri } from '../review/textDocuments';
import { type Command, type CommandDependencies, guarding, questionedTexts } from './command';
import { compareWith } from './compareWith';

const opening = 'idiograph.openFromOverview';
const saving = 'idiograph.saveOverview';

/** What the page of the window shows. */
let shown: CaseOverview | undefined;

/** Shows all questioned texts of the case by author, and which texts write alike. Nothing is reviewed by it. */
export const caseOverview: Command = async (parts) => {
  const { index, pages } = parts;
  const documents = await questionedTexts(parts);
  if (documents.length === 0) throw usage(vscode.l10n.t('Open the folder of a case first.'));
  const overview = await overviewOf(parts, documents);
  const file = await index.file();
  const uris = new Map(documents.map(({ uri, document }) => [document.id, uri.toString()]));
  const html = overviewPage(overview, {
    cell: ({ id }, { author, candidate }) => commandLink(opening, [uris.get(id), author, candidate !== undefined]),
    text: ({ id, title, author }) =>
      commandLink(opening, [author === undefined ? uris.get(id) : knownDocumentUri(file, id, title).toString()]),
    save: (kind) => commandLink(saving, [kind]),
  });
  shown = overview;
  pages.show('overview', { title: vscode.l10n.t('Case Overview'), html, commands: [opening, saving] });
};

/** The overview for a report, with what is found by now; undefined: its page is not open. */
export async function openOverview(deps: CommandDependencies): Promise<CaseOverview | undefined> {
  if (!shown || !deps.pages.isOpen('overview')) return undefined;
  return { ...shown, texts: textsOf(deps, await questionedTexts(deps)) };
}

/** What is kept of the questioned texts, and how alike all texts of the case write. */
async function overviewOf(deps: CommandDependencies, documents: Questioned): Promise<CaseOverview> {
  const { engine, index, history, work } = deps;
  const file = await index.file();
  await history.load();
  const title = vscode.l10n.t('Idiograph: comparing all texts of the case');
  const stepOf = ({ done, total }: EngineProgress): WorkStep => {
    const share = total > 0 ? done / total : 0;
    return { text: vscode.l10n.t('Reading texts, {share}', { share: shareWords(share) }), share };
  };
  const questioned = documents.map(({ document }) => document);
  const likeness = await work.asking(title, stepOf, (asking) => engine.calls(asking).likeness(file, questioned));
  return { caseName: index.name, texts: textsOf(deps, documents), likeness };
}

type Questioned = Awaited<ReturnType<typeof questionedTexts>>;

function textsOf({ history }: CommandDependencies, documents: Questioned): CaseOverview['texts'] {
  return documents.map(({ uri, document }) => ({ id: document.id, evidence: history.of(uri)?.findings?.evidence }));
}

/** Opens the review of a text, with a candidate where one is named, or a comparison with an author who is none; a known text is shown. */
export const openFromOverview: Command = async (parts, place, author, isCandidate) => {
  if (typeof place !== 'string') return;
  const uri = vscode.Uri.parse(place);
  await vscode.window.showTextDocument(uri, { viewColumn: columnOf(uri), preview: false });
  if (uri.scheme !== 'file') return;
  const { hand, session, panel } = parts;
  hand.choose(uri);
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
  if (place) writeOutput(place.fsPath, text(shown), { guarded: guarding(parts), force: true, begins });
};
