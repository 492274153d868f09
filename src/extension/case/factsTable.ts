import path from 'node:path';
import * as vscode from 'vscode';
import type { Provenance } from '../../core/domain';
import { producedWords } from '../../presentation/words/words';
import type { Produced } from './caseFolder';
import type { DocumentFactsStore } from './documentFacts';

/** The documents of one folder, and how they were produced; undefined: not said so far. */
interface FolderRow {
  readonly folder: string;
  readonly documents: readonly vscode.Uri[];
  facts?: Provenance;
}

interface RowItem extends vscode.QuickPickItem {
  readonly rows: readonly FolderRow[];
}

const notKnown: Provenance = { mode: 'unknown', genre: 'unknown', language: 'en' };

/**
 * How each of these documents was produced. What is not known is asked once, in one table by folder, and written down; what
 * is left open there is written down as not known. Undefined: the user went away.
 *
 * @param root  path that folders are shown from
 */
export async function factsOfAll(
  documents: readonly vscode.Uri[],
  facts: DocumentFactsStore,
  root: string,
): Promise<ReadonlyMap<string, Provenance> | undefined> {
  const known = new Map<string, Provenance>();
  const open: vscode.Uri[] = [];
  for (const uri of documents) {
    const found = await facts.known(uri);
    if (found) known.set(uri.toString(), found);
    else open.push(uri);
  }
  if (open.length === 0) return known;
  const asked = await askByFolder(rowsOf(open, root), facts);
  if (!asked) return undefined;
  await facts.state(asked);
  for (const [uri, said] of asked) known.set(uri.toString(), said);
  return known;
}

function rowsOf(documents: readonly vscode.Uri[], root: string): readonly FolderRow[] {
  const rows = new Map<string, vscode.Uri[]>();
  for (const uri of documents) {
    const folder = path.relative(root, path.dirname(uri.fsPath)).split(path.sep).join('/');
    rows.set(folder, [...(rows.get(folder) ?? []), uri]);
  }
  return [...rows].map(([folder, held]) => ({ folder, documents: held }));
}

/** Shows the table until the user goes on. */
async function askByFolder(
  rows: readonly FolderRow[],
  store: DocumentFactsStore,
): Promise<readonly Produced[] | undefined> {
  for (;;) {
    const chosen = await vscode.window.showQuickPick(itemsOf(rows), {
      title: vscode.l10n.t('How were these documents produced?'),
      placeHolder: vscode.l10n.t('Choose a folder to say it, then go on. It is asked once and can be changed later.'),
    });
    if (!chosen) return undefined;
    const [first] = chosen.rows;
    if (!first)
      return rows.flatMap(({ documents, facts = notKnown }) => documents.map((uri): Produced => [uri, facts]));
    const said = rows.flatMap((row) => row.facts?.genre ?? []);
    const title =
      chosen.rows.length > 1
        ? vscode.l10n.t('every document of {count} folders', { count: chosen.rows.length })
        : vscode.l10n.t('every document in {folder}', { folder: first.folder });
    const facts = await store.answer(title, first.facts, said);
    if (facts) for (const row of chosen.rows) row.facts = facts;
  }
}

function itemsOf(rows: readonly FolderRow[]): readonly RowItem[] {
  const open = rows.filter(({ facts }) => !facts);
  const goOn: RowItem = {
    label: vscode.l10n.t('Go on'),
    iconPath: new vscode.ThemeIcon('arrow-right'),
    detail:
      open.length === 0
        ? vscode.l10n.t('Everything is said.')
        : vscode.l10n.t('{count} folders stay as not known; less can be told of them.', { count: open.length }),
    rows: [],
  };
  const all: RowItem = { label: vscode.l10n.t('All {count} folders', { count: rows.length }), rows };
  const each = rows.map((row): RowItem => ({
    label: row.folder,
    description: vscode.l10n.t('{count} documents: {produced}', {
      count: row.documents.length,
      produced: row.facts ? producedWords(row.facts) : vscode.l10n.t('not said'),
    }),
    iconPath: new vscode.ThemeIcon(row.facts ? 'check' : 'question'),
    rows: [row],
  }));
  const list = rows.length > 1 ? [all, ...each] : each;
  return open.length === 0 ? [goOn, ...list] : [...list, goOn];
}
