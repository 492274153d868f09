import * as vscode from 'vscode';
import { type UnreadFile, listMissing } from '../../core/casework/openCase';
import { formatCount, formatMarkerLine, nameMarker } from '../../presentation/markers';
import { type Triage, type TriagedText, describeTriage, toTriaged, triageTexts } from '../../presentation/triage';
import { describeUnread } from '../../presentation/words/notices';
import { formatAllThousands, formatFacts } from '../../presentation/words/words';
import type { CaseEntry, CaseNode } from '../case/windowCase';
import { Changing } from '../window';
import type { WindowParts } from '../case/documentFacts';
import type { CaseState } from '../review/caseState';

export function openOnClick(item: vscode.TreeItem, node: CaseNode): vscode.TreeItem {
  item.command = { command: 'idiograph.openQuestioned', title: vscode.l10n.t('Open'), arguments: [node] };
  return item;
}

export function createTreeItem(
  label: string,
  state: keyof typeof vscode.TreeItemCollapsibleState,
  rest: Partial<vscode.TreeItem>,
): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(label, vscode.TreeItemCollapsibleState[state]), rest);
}

/** The item of a marker, an author, an indexed document or a file that takes no part. */
export function createItem(node: Extract<CaseNode, { kind: 'marker' | 'author' | 'indexed' | 'unread' }>) {
  const title = vscode.l10n.t('Open');
  switch (node.kind) {
    case 'marker': {
      const { author, marker, entry } = node;
      return createTreeItem(nameMarker(marker), 'None', {
        contextValue: 'marker',
        iconPath: new vscode.ThemeIcon(marker.weight > 0 ? 'add' : 'remove'),
        description: formatCount(marker.questioned, marker.per),
        tooltip: formatMarkerLine(marker, author),
        command: { command: 'idiograph.openMarker', title, arguments: [marker.name, author, entry.uri] },
      });
    }
    case 'author': {
      const { author, documents, unread } = node;
      const words = documents.reduce((sum, document) => sum + document.words, 0);
      const about = [
        formatNotRead(unread),
        vscode.l10n.t('words: {words}', formatAllThousands({ words })),
        vscode.l10n.t('texts: {count}', { count: documents.length }),
      ];
      return createTreeItem(author, 'Collapsed', {
        contextValue: 'author',
        iconPath: new vscode.ThemeIcon('person'),
        description: about.filter(Boolean).join(' · '),
      });
    }
    case 'indexed': {
      const { document } = node;
      return createTreeItem(document.title, 'None', {
        contextValue: 'indexed',
        iconPath: new vscode.ThemeIcon('file-text'),
        description: formatFacts(document.words, document),
        command: { command: 'idiograph.openKnown', title, arguments: [{ kind: 'indexed', document }] },
      });
    }
    case 'unread': {
      const { code, file } = node.unread;
      const description = describeUnread(node.unread);
      const icon = code === 'copy' ? 'copy' : code === 'notIndexed' ? 'circle-outline' : 'warning';
      const label = file.split('/').pop() ?? file;
      return createTreeItem(label, 'None', {
        contextValue: 'unread',
        iconPath: new vscode.ThemeIcon(icon),
        description,
        tooltip: `${label}, ${description}`, // which screen readers read, too
      });
    }
  }
}

/** How many files take no part. Empty if all do. */
export function formatNotRead(unread: readonly UnreadFile[]): string {
  const missing = listMissing(unread).length;
  return missing === 0 ? '' : vscode.l10n.t('files not read: {count}', { count: missing });
}

const memoryKey = 'idiograph.triage';

/** The list of questioned texts in the side bar, with the order and the filters that the workspace stores. */
export class QuestionedTexts extends Changing {
  constructor(private readonly deps: Pick<WindowParts, 'memory' | 'cases'> & Readonly<{ caseState: CaseState }>) {
    super();
  }

  get chosen(): Triage {
    return { order: 'title', filters: [], ...this.deps.memory.get<Partial<Triage>>(memoryKey) };
  }

  async choose(triage: Triage): Promise<void> {
    await this.deps.memory.update(memoryKey, triage);
    this.changed.fire();
  }

  async listTexts(): Promise<readonly (TriagedText & { readonly entry: CaseEntry })[]> {
    const { cases, caseState } = this.deps;
    return (await cases.questioned()).map((entry) => ({ ...toTriaged(caseState.find(entry.uri)?.result), entry }));
  }

  async describe(): Promise<string> {
    const texts = await this.listTexts();
    return describeTriage(this.chosen, triageTexts(texts, this.chosen).length, texts.length);
  }

  async listShown(): Promise<readonly CaseEntry[]> {
    return triageTexts(await this.listTexts(), this.chosen).map(({ entry }) => entry);
  }
}
