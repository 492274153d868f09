import * as vscode from 'vscode';
import { reviewMark, type ReviewMark } from '../../presentation/keptReviews';
import { formatThousands } from '../../presentation/words/formatThousands';
import { factsLine, producedWords } from '../../presentation/words/words';
import type { Role } from '../../core/domain';
import type { IndexedDocument } from '../../core/ports';
import type { Problems } from '../problems';
import { questionedDocuments, type CaseEntry } from '../case/caseFolder';
import type { CaseNode } from '../case/caseNode';
import type { DocumentFactsStore } from '../case/documentFacts';
import type { ReviewHistory } from '../review/reviewHistory';
import type { WorkspaceIndex } from '../review/workspaceIndex';
import { titleOf } from '../review/textDocuments';
import { translate } from '../translate';
import type { Work } from '../work';

/** What the tree shows and follows. */
interface TreeDependencies {
  readonly index: WorkspaceIndex;
  readonly facts: DocumentFactsStore;
  readonly history: ReviewHistory;
  readonly work: Work;
  readonly problems: Problems;
}

/** The case: its questioned documents, and the reference index by author. */
export class CaseTree implements vscode.TreeDataProvider<CaseNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly disposables: { dispose(): unknown }[];
  private readonly view: vscode.TreeView<CaseNode>;
  private looked = false;

  constructor(private readonly deps: TreeDependencies) {
    const { index, facts, history, work } = deps;
    this.view = vscode.window.createTreeView('idiograph.case', { treeDataProvider: this, showCollapseAll: true });
    const refresh = (): void => this.changed.fire(undefined);
    this.disposables = [
      this.view,
      this.changed,
      vscode.window.registerTreeDataProvider('idiograph.questioned', {
        onDidChangeTreeData: this.onDidChangeTreeData,
        getChildren: (node?: CaseNode) => this.getChildren(node ?? { kind: 'group', group: 'questioned' }),
        getTreeItem: (node) => this.getTreeItem(node),
      }),
      index.onDidChange(refresh),
      facts.onDidChange(refresh),
      history.onDidChange(refresh),
      work.onDidChange(() => this.say()),
    ];
    this.say();
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  async getChildren(node?: CaseNode): Promise<CaseNode[]> {
    return (await this.deps.problems.during(() => this.childrenOf(node))) ?? [];
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

  /** What is under way, above the tree: the opening of the index at first. */
  private say(): void {
    const opening = this.looked ? '' : vscode.l10n.t('Opening the reference index…');
    this.view.message = this.deps.work.text ?? opening;
  }

  /** Nothing without an index: the view's welcome says what to do. */
  private async groups(): Promise<CaseNode[]> {
    this.view.description = this.deps.index.name;
    try {
      const questioned = await questionedDocuments();
      await vscode.commands.executeCommand('setContext', 'idiograph.isCase', questioned.length > 0);
      return groupsOf(await this.deps.index.documents(), questioned);
    } finally {
      this.looked = true;
      await vscode.commands.executeCommand('setContext', 'idiograph.looked', true);
      this.say();
    }
  }

  private async questioned(): Promise<CaseNode[]> {
    return (await questionedDocuments()).map((entry) => ({ kind: 'questioned', entry }));
  }

  private async authors(role: Role): Promise<CaseNode[]> {
    const byAuthor = new Map<string, IndexedDocument[]>();
    for (const document of await this.deps.index.documents()) {
      if (document.role !== role) continue;
      const held = byAuthor.get(document.author);
      if (held) held.push(document);
      else byAuthor.set(document.author, [document]);
    }
    const authors = [...byAuthor.keys()].sort((a, b) => a.localeCompare(b));
    return authors.map((author) => ({ kind: 'author', author, role, documents: byAuthor.get(author) ?? [] }));
  }

  private async questionedItem(entry: CaseEntry): Promise<vscode.TreeItem> {
    const { uri } = entry;
    const item = new vscode.TreeItem(uri);
    const { facts, history } = this.deps;
    const known = await facts.known(uri);
    const produced = known ? producedWords(known, translate) : vscode.l10n.t('mode not known');
    const kept = history.of(uri);
    const mark = kept && reviewMark(kept, history.isStale(uri), translate);
    item.label = titleOf(uri);
    item.contextValue = 'questioned';
    item.description = mark ? mark.text : produced;
    if (mark) {
      item.iconPath = new vscode.ThemeIcon(icons[mark.kind]);
      item.tooltip = `${titleOf(uri)} · ${produced}\n${mark.explained}`;
    }
    const node: CaseNode = { kind: 'questioned', entry };
    item.command = { command: 'idiograph.openQuestioned', title: vscode.l10n.t('Open'), arguments: [node] };
    return item;
  }
}

function groupsOf(documents: readonly IndexedDocument[], questioned: readonly CaseEntry[]): CaseNode[] {
  if (documents.length === 0) return [];
  const roles = new Set(documents.map(({ role }) => role));
  return [
    ...(questioned.length > 0 ? [{ kind: 'group', group: 'questioned' } as const] : []),
    ...(['known', 'population'] as const)
      .filter((role) => roles.has(role))
      .map((group) => ({ kind: 'group', group }) as const),
  ];
}

const icons: Readonly<Record<ReviewMark['kind'], string>> = { reviewed: 'pass', changed: 'history', failed: 'error' };

function groupItem(group: 'questioned' | Role): vscode.TreeItem {
  const labels = {
    questioned: vscode.l10n.t('Questioned'),
    known: vscode.l10n.t('Known'),
    population: vscode.l10n.t('Population'),
  };
  const item = new vscode.TreeItem(labels[group], vscode.TreeItemCollapsibleState.Expanded);
  item.contextValue = `group-${group}`;
  return item;
}

function authorItem(author: string, documents: readonly IndexedDocument[]): vscode.TreeItem {
  const item = new vscode.TreeItem(author, vscode.TreeItemCollapsibleState.Collapsed);
  const words = documents.reduce((sum, document) => sum + document.words, 0);
  item.contextValue = 'author';
  item.iconPath = new vscode.ThemeIcon('person');
  item.description = vscode.l10n.t('{words} words · {documents} texts', {
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
