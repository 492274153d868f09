import * as vscode from 'vscode';
import { formatThousands } from '../../presentation/words/formatThousands';
import { factsLine, producedWords } from '../../presentation/words/words';
import type { Role } from '../../core/domain';
import type { IndexedDocument } from '../../core/ports';
import type { Problems } from '../problems';
import { questionedDocuments, type CaseEntry } from '../review/caseFolder';
import type { CaseNode } from '../review/caseNode';
import type { DocumentFactsStore } from '../review/documentFacts';
import type { WorkspaceIndex } from '../review/workspaceIndex';
import { titleOf } from '../review/textDocuments';
import { translate } from '../translate';

/** The case: its questioned documents, and the reference index by author. */
export class CaseTree implements vscode.TreeDataProvider<CaseNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly disposables: { dispose(): unknown }[];
  private readonly view: vscode.TreeView<CaseNode>;

  constructor(
    private readonly index: WorkspaceIndex,
    private readonly facts: DocumentFactsStore,
    private readonly problems: Problems,
  ) {
    this.view = vscode.window.createTreeView('idiograph.case', { treeDataProvider: this, showCollapseAll: true });
    this.disposables = [
      this.view,
      this.changed,
      index.onDidChange(() => this.changed.fire(undefined)),
      facts.onDidChange(() => this.changed.fire(undefined)),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  async getChildren(node?: CaseNode): Promise<CaseNode[]> {
    return (await this.problems.during(() => this.childrenOf(node))) ?? [];
  }

  async getTreeItem(node: CaseNode): Promise<vscode.TreeItem> {
    switch (node.kind) {
      case 'group':
        return groupItem(node.group);
      case 'questioned':
        return this.questionedItem(node.entry);
      case 'author':
        return authorItem(node.author, node.documents);
      case 'indexed':
        return indexedItem(node.document);
    }
  }

  private async childrenOf(node: CaseNode | undefined): Promise<CaseNode[]> {
    if (!node) return this.groups();
    switch (node.kind) {
      case 'group':
        return node.group === 'questioned' ? this.questioned() : this.authors(node.group);
      case 'author':
        return node.documents.map((document) => ({ kind: 'indexed', document }));
      default:
        return [];
    }
  }

  /** Nothing without an index: the view's welcome says what to do. */
  private async groups(): Promise<CaseNode[]> {
    const documents = await this.index.documents();
    this.view.description = this.index.name;
    if (documents.length === 0) return [];
    const roles = new Set(documents.map(({ role }) => role));
    const questioned = await questionedDocuments();
    return [
      ...(questioned.length > 0 ? [{ kind: 'group', group: 'questioned' } as const] : []),
      ...(['known', 'population'] as const)
        .filter((role) => roles.has(role))
        .map((group) => ({ kind: 'group', group }) as const),
    ];
  }

  private async questioned(): Promise<CaseNode[]> {
    return (await questionedDocuments()).map((entry) => ({ kind: 'questioned', entry }));
  }

  private async authors(role: Role): Promise<CaseNode[]> {
    const byAuthor = new Map<string, IndexedDocument[]>();
    for (const document of await this.index.documents()) {
      if (document.role !== role) continue;
      const held = byAuthor.get(document.author);
      if (held) held.push(document);
      else byAuthor.set(document.author, [document]);
    }
    const authors = [...byAuthor.keys()].sort((a, b) => a.localeCompare(b));
    return authors.map((author) => ({ kind: 'author', author, role, documents: byAuthor.get(author) ?? [] }));
  }

  private async questionedItem({ uri }: CaseEntry): Promise<vscode.TreeItem> {
    const item = new vscode.TreeItem(uri);
    const facts = await this.facts.known(uri);
    item.label = titleOf(uri);
    item.contextValue = 'questioned';
    item.description = facts ? producedWords(facts, translate) : vscode.l10n.t('mode not known');
    item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri] };
    return item;
  }
}

function groupItem(group: 'questioned' | Role): vscode.TreeItem {
  const labels = {
    questioned: vscode.l10n.t('Questioned'),
    known: vscode.l10n.t('Known'),
    population: vscode.l10n.t('Population'),
  };
  const item = new vscode.TreeItem(labels[group], vscode.TreeItemCollapsibleState.Expanded);
  item.contextValue = 'group';
  return item;
}

function authorItem(author: string, documents: readonly IndexedDocument[]): vscode.TreeItem {
  const item = new vscode.TreeItem(author, vscode.TreeItemCollapsibleState.Collapsed);
  const words = documents.reduce((sum, document) => sum + document.words, 0);
  item.contextValue = 'author';
  item.iconPath = new vscode.ThemeIcon('person');
  item.description = vscode.l10n.t('{documents} documents, {words} words', {
    documents: documents.length,
    words: formatThousands(words),
  });
  return item;
}

function indexedItem(document: IndexedDocument): vscode.TreeItem {
  const item = new vscode.TreeItem(document.title, vscode.TreeItemCollapsibleState.None);
  item.contextValue = 'indexed';
  item.iconPath = new vscode.ThemeIcon('file-text');
  item.description = factsLine(document.words, document, translate);
  item.command = {
    command: 'idiograph.openKnown',
    title: vscode.l10n.t('Open'),
    arguments: [{ kind: 'indexed', document }],
  };
  return item;
}
