import * as vscode from 'vscode';
import { classicalScaling } from '../../core/comparison/likenessMap';
import { usage } from '../../core/errors';
import { guardedFolders, writeOutput } from '../../node/outputFile';
import { Dendrogram, LikenessPlane } from '../../presentation/overview/likenessPictures';
import { type CaseOverview, csvBegins, overviewCsv } from '../../presentation/overview/overview';
import { overviewPage } from '../../presentation/overview/page';
import { svgBegins, svgFile } from '../../presentation/pictures/svgFile';
import { shareWords } from '../../presentation/progress';
import { commandLink } from '../addresses';
import { columnOf } from '../review/readingLayout';
import { knownDocumentUri } from '../review/textDocuments';
import type { Command, CommandDependencies } from './command';
import { compareWith } from './compareWith';
import { questionedTexts } from './concordance';

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
  const likeness = await work.during(vscode.l10n.t('Idiograph: comparing all texts of the case'), (token, tell) => {
    const calls = engine.calls({
      token,
      onProgress: ({ done, total }) => {
        const share = total > 0 ? done / total : 0;
        tell({ text: vscode.l10n.t('Reading texts, {share}', { share: shareWords(share) }), share });
      },
    });
    return calls.likeness(
      file,
      documents.map(({ document }) => document),
    );
  });
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
  if (typeof author === 'string') session.select({ author, origin: 'command' });
  panel.reveal();
};

/** Saves the table or a picture of the page that is shown. */
export const saveOverview: Command = async ({ engine }, kind) => {
  const saved = typeof kind === 'string' ? files[kind] : undefined;
  if (!saved || !shown) return;
  const { name, begins, text } = saved;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const place = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save {name}', { name }),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder.uri, name) }),
  });
  if (!place) return;
  const cases = (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => guardedFolders(uri.fsPath));
  const guarded = { files: [], folders: [...cases, engine.modelsFolder] };
  writeOutput(place.fsPath, text(shown), { guarded, force: true, begins });
};

/** What can be saved of an overview. */
const files: Readonly<Record<string, Saved | undefined>> = {
  csv: { name: 'overview.csv', begins: csvBegins, text: overviewCsv },
  dendrogram: {
    name: 'dendrogram.svg',
    begins: svgBegins,
    text: ({ likeness }) => svgFile(Dendrogram({ likeness })),
  },
  plane: {
    name: 'plane.svg',
    begins: svgBegins,
    text: ({ likeness }) => svgFile(LikenessPlane({ likeness, plane: classicalScaling(likeness.distances) })),
  },
};

interface Saved {
  readonly name: string;
  readonly begins: string;
  readonly text: (overview: CaseOverview) => string;
}
