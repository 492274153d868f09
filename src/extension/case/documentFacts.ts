import * as vscode from 'vscode';
import path from 'node:path';
import type { Mode, Provenance } from '../../core/domain/evidence';
import type { Produced, WindowCase } from './windowCase';
import { parseCollectedPlace } from '../../reading/text/collectedPaths';
import { groupBy } from '../../core/basics/numbers';
import { formatOf } from '../../reading/text/readableFormats';
import { nameFrom } from '../../node/places';
import { unlabelled } from '../../core/text/readText';
import { formatDocument, toFileUri } from '../shownFiles';
import { listGenres, describeProduction } from '../../presentation/words/words';
import { Changing, type Problems, type Work } from '../window';
import type { DescribedFile, CaseView } from '../../case/windows';

const rememberedPrefix = 'idiograph.facts:';

/** The facts of a file are stored under the address of its text. */
function formatFactsKey(uri: vscode.Uri): string {
  return rememberedPrefix + toFileUri(uri).toString();
}

/**
 * How documents were produced. The user is asked once for each. The answer is written into the case file, or stored with the workspace if
 * there is no case.
 */
export class DocumentFactsStore extends Changing {
  constructor(
    private readonly memory: vscode.Memento,
    readonly cases: WindowCase,
  ) {
    super();
  }

  /** The known facts, without asking. */
  async findKnown(uri: vscode.Uri): Promise<Provenance | undefined> {
    return this.select(uri, await this.cases.document(uri));
  }

  /** The same, from what the case says of the document. */
  select(uri: vscode.Uri, inCase: DescribedFile['document']): Provenance | undefined {
    if (!inCase?.stated) return this.memory.get<Provenance>(formatFactsKey(uri));
    return { mode: inCase.mode, genre: inCase.genre, language: inCase.language };
  }

  /** The known facts, or the user's answer. Undefined if the user cancelled. */
  async findOrAsk(uri: vscode.Uri, title: string): Promise<Provenance | undefined> {
    return (await this.findKnown(uri)) ?? (await this.ask(uri, title));
  }

  /** Asks for mode and genre and stores the answer. Undefined if the user cancelled. */
  async ask(uri: vscode.Uri, title: string): Promise<Provenance | undefined> {
    const before = await this.findKnown(uri);
    const facts = await this.answer(title, before);
    if (!facts) return undefined;
    await this.stateFacts([[uri, facts]]);
    return facts;
  }

  /**
   * Asks in two steps how texts were produced, and stores nothing. Undefined if the user cancelled.
   * @param said  genres that were given before and are not stored yet
   */
  async answer(title: string, before?: Provenance, said: readonly string[] = []): Promise<Provenance | undefined> {
    const items: readonly (vscode.QuickPickItem & { readonly mode: Mode })[] = [
      { mode: 'written', label: vscode.l10n.t('written') },
      { mode: 'spoken', label: vscode.l10n.t('spoken') },
      { mode: 'unknown', label: vscode.l10n.t('mode not known') },
    ];
    const chosen = await vscode.window.showQuickPick(
      items.map((item) => (item.mode === before?.mode ? { ...item, iconPath: new vscode.ThemeIcon('check') } : item)),
      { title: vscode.l10n.t('Is {title} written or spoken?', { title }) },
    );
    const mode = chosen?.mode;
    if (!mode) return undefined;
    // first the genres of other documents in this case and workspace
    const documents = (await this.cases.view())?.documents ?? [];
    const others = [...documents.map(({ facts }) => facts), ...this.listRemembered().values()];
    const genres = listGenres([...(before ? [before.genre] : []), ...said, ...others.map(({ genre }) => genre)]);
    const other = vscode.l10n.t('Another…');
    const unknown = vscode.l10n.t('genre not known');
    const asked = { title: vscode.l10n.t('Which genre is {title}?', { title }) };
    const picked = await vscode.window.showQuickPick([...genres, unknown, other], asked);
    const typed =
      picked === other ? await vscode.window.showInputBox({ ...asked, value: before?.genre ?? '' }) : picked;
    const genre = picked === unknown ? 'unknown' : typed?.trim();
    return genre ? { mode, genre, language: before?.language ?? 'en' } : undefined;
  }

  /** The stored facts of documents outside a case, by their paths or addresses. */
  listRemembered(): ReadonlyMap<string, Provenance> {
    const keys = this.memory.keys().filter((key) => key.startsWith(rememberedPrefix));
    const places = keys.map((key) => formatDocument(vscode.Uri.parse(key.slice(rememberedPrefix.length))));
    return new Map(places.map((place, i) => [place, this.memory.get<Provenance>(keys[i]!)!]));
  }

  /** Stores answers with the workspace until the user confirms the table. */
  async remember(produced: readonly Produced[]): Promise<void> {
    for (const [uri, facts] of produced) await this.memory.update(formatFactsKey(uri), facts);
  }

  /** Records how documents were produced. Documents of the workspace's case are recorded in its case file. Throws UnwritableFile. */
  async stateFacts(produced: readonly Produced[]): Promise<void> {
    await this.remember(await this.cases.state(produced));
    this.changed.fire();
  }
}

/** The documents of one folder, and how they were produced. Undefined facts are not known yet. */
interface FolderRow {
  readonly folder: string;
  readonly documents: readonly vscode.Uri[];
  facts?: Provenance | undefined;
  /** Whether the facts are only proposed, because of the format of the files. */
  isProposed: boolean;
  isAnswered?: true;
}

type RowItem = vscode.QuickPickItem & { readonly rows: readonly FolderRow[]; readonly facts?: Provenance };

/**
 * How each of these documents was produced. The user is asked once for all unknown facts, in a table by folder. The answers are stored, and
 * an empty answer is stored as unknown. Undefined if the user cancelled; the answers until then are kept.
 * @param root  path that folders are shown from
 */
export async function findFactsOfAll(
  documents: readonly vscode.Uri[],
  facts: DocumentFactsStore,
  root: string,
): Promise<ReadonlyMap<string, Provenance> | undefined> {
  const known = new Map<string, Provenance>();
  const open: vscode.Uri[] = [];
  const remembered: Produced[] = [];
  for (const uri of documents) {
    const result = await facts.findKnown(uri);
    const inCase = await facts.cases.document(uri);
    if (!result) open.push(uri);
    else if (inCase && !inCase.stated) remembered.push([uri, result]);
    if (result) known.set(uri.toString(), result);
  }
  // The command line does not know what only this window stores, and would build another index of the same files.
  if (remembered.length > 0) await facts.stateFacts(remembered);
  if (open.length === 0) return known;
  const rows = buildRows(
    open.map((uri) => [uri, undefined]),
    root,
  );
  const requests = await askByFolder(rows, facts);
  if (typeof requests !== 'object') return undefined;
  await facts.stateFacts(requests);
  for (const [uri, said] of requests) known.set(uri.toString(), said);
  return known;
}

/** Shows the same table as one of several questions. It has every document, with its known facts. */
export async function reviseFactsOfAll(
  documents: readonly vscode.Uri[],
  facts: DocumentFactsStore,
  root: string,
  step: PickStep,
): Promise<'on' | 'back' | undefined> {
  const known = await Promise.all(documents.map(async (uri) => [uri, await facts.findKnown(uri)] as const));
  const requests = await askByFolder(buildRows(known, root), facts, step);
  if (typeof requests !== 'object') return requests;
  await facts.stateFacts(requests);
  return 'on';
}

/** One row for the documents of a folder with the same known facts. */
function buildRows(
  documents: readonly (readonly [vscode.Uri, Provenance | undefined])[],
  root: string,
): readonly FolderRow[] {
  const readFolder = ({ fsPath }: vscode.Uri): string => nameFrom(root, path.dirname(fsPath));
  const groups = groupBy(
    documents,
    ([uri, facts]) => `${readFolder(uri)}\0${facts?.mode ?? ''}\0${facts?.genre ?? ''}`,
  );
  return [...groups.values()].map((own) => {
    const [uris, facts] = [own.map(([uri]) => uri), own[0]![1]];
    // mails and chats are written and have the genre of their format; for other formats nothing is proposed
    const formats = uris.map(({ fsPath }) => formatOf(fsPath) ?? '');
    const isMail = formats.every((format) => ['mail', 'outlook', 'mailbox'].includes(format));
    const isChat = uris.every(({ fsPath }) => parseCollectedPlace(fsPath));
    const genre = isMail ? 'email' : isChat ? 'chat' : undefined;
    const proposed =
      facts || genre === undefined ? undefined : ({ mode: 'written', genre, language: 'en' } satisfies Provenance);
    return {
      folder: readFolder(uris[0]!),
      documents: uris,
      facts: facts ?? proposed,
      isProposed: proposed !== undefined,
    };
  });
}

function listProduced(rows: readonly FolderRow[]): readonly Produced[] {
  return rows.flatMap(({ documents, facts = unlabelled }) => documents.map((uri): Produced => [uri, facts]));
}

/** Shows the table until the user confirms it. The answers of a cancelled table are kept. */
async function askByFolder(
  rows: readonly FolderRow[],
  store: DocumentFactsStore,
  step?: PickStep,
): Promise<readonly Produced[] | 'back' | undefined> {
  for (;;) {
    const open = rows.filter(({ facts }) => !facts);
    const goOn: RowItem = {
      label: vscode.l10n.t('Continue'),
      iconPath: new vscode.ThemeIcon('arrow-right'),
      ...(open.length > 0 && {
        detail: vscode.l10n.t('Folders without mode or genre: {count}. The evidence from them is weaker.', {
          count: open.length,
        }),
      }),
      rows: [],
    };
    const all: RowItem = { label: vscode.l10n.t('All {count} folders', { count: rows.length }), rows };
    const each = rows.map((row): RowItem => ({
      label: row.folder,
      description: [
        describeProduction(row.facts ?? unlabelled),
        vscode.l10n.t('texts: {count}', { count: row.documents.length }),
      ].join(' · '),
      ...(row.isProposed && { detail: vscode.l10n.t('Suggested from the format of the files') }),
      iconPath: new vscode.ThemeIcon(row.facts ? 'check' : 'question'),
      rows: [row],
    }));
    const list = rows.length > 1 ? [all, ...each] : each;
    const kinds = (['written', 'spoken'] as const).flatMap((mode) => listGenres([]).map((genre) => ({ mode, genre })));
    const ofAll = kinds.map((kind): RowItem => {
      const label = vscode.l10n.t('All documents: {produced}', { produced: describeProduction(kind) });
      return { label, rows, facts: { ...unlabelled, ...kind } };
    });
    const chosen = await pickStep(open.length === 0 ? [goOn, ...list] : [...list, goOn, ...ofAll], {
      title: vscode.l10n.t('Are these documents written or spoken?'),
      placeholder: vscode.l10n.t(
        'Choose a folder to set its mode and genre, then continue. You can change them later.',
      ),
      step,
    });
    if (!chosen || chosen === 'back') {
      await store.remember(listProduced(rows.filter(({ isAnswered }) => isAnswered)));
      return chosen;
    }
    const [first] = chosen.rows;
    if (!first) return listProduced(rows);
    const said = rows.flatMap((row) => row.facts?.genre ?? []);
    const title =
      chosen.rows.length > 1
        ? vscode.l10n.t('every document of {count} folders', { count: chosen.rows.length })
        : vscode.l10n.t('every document in {folder}', { folder: first.folder });
    const facts = chosen.facts ?? (await store.answer(title, first.facts, said));
    if (!facts) continue;
    for (const row of chosen.rows) Object.assign(row, { facts, isProposed: false, isAnswered: true });
    if (step && chosen.rows.length === rows.length) return listProduced(rows); // one answer for all is the last
  }
}

/** The number of this question in a series, from 1 on. */
export interface PickStep {
  readonly number: number;
  readonly of: number;
}

/**
 * Asks a question that stays open while another window is used. Returns the choice, 'back' if the user wants the question before, or
 * undefined if the user cancelled.
 */
export function pickStep<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { step, ...shown }: { readonly title: string; readonly placeholder?: string; readonly step?: PickStep | undefined },
): Promise<Item | 'back' | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  const buttons = step && step.number > 1 ? [vscode.QuickInputButtons.Back] : [];
  Object.assign(pick, shown, { items, ignoreFocusOut: true, buttons, step: step?.number, totalSteps: step?.of });
  return new Promise((resolve) => {
    const end = (answer: Item | 'back' | undefined): void => {
      resolve(answer);
      pick.dispose();
    };
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen) end(chosen);
    });
    pick.onDidTriggerButton(() => end('back'));
    pick.onDidHide(() => end(undefined));
    pick.show();
  });
}

/** Asks which senders of a mailbox or chat are the author of the folder that contains it, and records the answer in the case file. */
export async function chooseSenders(
  cases: WindowCase,
  { file, author, taken, left }: CaseView['mailboxes'][number],
): Promise<void> {
  const items = [...taken, ...left].map((sender) => {
    const description = vscode.l10n.t('{name} · messages: {messages}', { ...sender });
    return { label: sender.author, description, picked: taken.includes(sender) };
  });
  const title = vscode.l10n.t('Which senders are {author}?', { author });
  const chosen = await vscode.window.showQuickPick(items, { title, canPickMany: true, ignoreFocusOut: true });
  const senders = (chosen ?? []).map(({ label }) => label);
  if (senders.length > 0) await cases.createCalls().setSenders({ file, senders });
  cases.refresh();
}

/** The parts that most of the window uses. Each user declares which ones it needs. */
export interface WindowParts {
  readonly cases: WindowCase;
  readonly facts: DocumentFactsStore;
  readonly problems: Problems;
  readonly work: Work;
  readonly memory: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
}
