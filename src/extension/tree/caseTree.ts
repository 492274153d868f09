import * as vscode from 'vscode';
import { type QuestionedTexts, createItem, createTreeItem, formatNotRead, openOnClick } from './treeItems';
import { describeChosenPart, reviewMark } from '../../presentation/findings';
import { describeProduction } from '../../presentation/words/words';
import type { Role } from '../../core/domain/evidence';
import { groupBy } from '../../core/basics/numbers';
import { type Decisions, type CaseEntry, type CaseNode, readCaseName } from '../case/windowCase';
import type { CaseState } from '../review/caseState';
import type { UnreadFile } from '../../core/casework/openCase';
import type { ActiveText } from '../review/textDocuments';
import { readTitle } from '../shownFiles';
import { Changing } from '../window';
import type { WindowParts } from '../case/documentFacts';

/** The tree of the case: its questioned documents, and the reference index by author. */
export class CaseTree extends Changing<QuestionedNode[] | undefined> implements vscode.TreeDataProvider<CaseNode> {
  readonly onDidChangeTreeData = this.onDidChange;
  private readonly view: vscode.TreeView<CaseNode>;
  private looked = false;
  private drawing: NodeJS.Timeout | undefined;
  /** All lines without the outcomes of reviews, as they were last drawn. */
  private lines = '';
  private readonly questioned = new Map<string, QuestionedNode>();
  /** The line of each questioned text and those below it, as they were last drawn. */
  private readonly drawn = new Map<string, string>();

  constructor(
    private readonly deps: Pick<WindowParts, 'cases' | 'facts' | 'work' | 'problems'> &
      Readonly<{ activeText: ActiveText; caseState: CaseState; decisions: Decisions; listed: QuestionedTexts }>,
  ) {
    super();
    const { cases, facts, activeText, caseState, decisions, listed, work, problems } = deps;
    this.view = vscode.window.createTreeView('idiograph.case', {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: filesDropped,
    });
    const refresh = (): void => this.drawSoon();
    this.disposables.push(
      this.view,
      cases.onDidChange(refresh),
      activeText.onDidChange(() => void problems.runAction(() => this.select())),
      vscode.window.registerTreeDataProvider('idiograph.questioned', {
        onDidChangeTreeData: this.onDidChangeTreeData,
        getChildren: (node?: CaseNode) => this.getChildren(node ?? groupNodes.questioned),
        getTreeItem: (node) => this.getTreeItem(node),
      }),
      facts.onDidChange(refresh),
      caseState.onDidChange(refresh),
      decisions.onDidChange(refresh),
      listed.onDidChange(refresh),
      work.onDidChange(() => this.showMessage()),
    );
    this.showMessage();
  }

  /**
   * Draws once for all changes of a moment. VS Code forgets the lines of a tree that is drawn again until it has asked for them, and a
   * command on chosen lines would not get them. So if the set of lines is the same, only the questioned texts that changed are drawn.
   */
  private drawSoon(): void {
    this.drawing ??= setTimeout(() => {
      this.drawing = undefined;
      void this.deps.problems.runAction(() => this.draw());
    }, drawAfter);
  }

  private async draw(): Promise<void> {
    const { cases, listed, caseState } = this.deps;
    const isMasked = (await cases.view())?.isMasked;
    const shown = await listed.listShown();
    const texts = [shown, await listed.describe(), caseState.unread];
    const lines = JSON.stringify([readCaseName(), isMasked, await caseState.listDocuments(), texts]);
    const isSame = lines === this.lines;
    this.lines = lines;
    const nodes = await this.listChanged(shown);
    if (!isSame) this.changed.fire(undefined);
    else if (nodes.length > 0) this.changed.fire(nodes);
  }

  /** The questioned texts with a line that changed since the last call. */
  private async listChanged(shown: readonly CaseEntry[]): Promise<QuestionedNode[]> {
    const nodes: QuestionedNode[] = [];
    for (const entry of shown) {
      const node = this.toNode(entry);
      const key = entry.uri.toString();
      const below = await Promise.all((await this.listChildren(node)).map((child) => this.getTreeItem(child)));
      const line = JSON.stringify([await this.createQuestionedItem(entry), below]);
      if (this.drawn.get(key) !== line) nodes.push(node);
      this.drawn.set(key, line);
    }
    return nodes;
  }

  /** The node of a text. It is the same object while the entry is equal. */
  private toNode(entry: CaseEntry): QuestionedNode {
    const key = entry.uri.toString();
    const before = this.questioned.get(key);
    if (before && JSON.stringify(before.entry.facts) === JSON.stringify(entry.facts)) return before;
    const node = { kind: 'questioned', entry } as const;
    this.questioned.set(key, node);
    return node;
  }

  override dispose(): void {
    clearTimeout(this.drawing);
    super.dispose();
  }

  async getChildren(node?: CaseNode): Promise<CaseNode[]> {
    return (await this.deps.problems.runAction(() => this.listChildren(node))) ?? [];
  }

  getParent(node: CaseNode): CaseNode | undefined {
    if (node.kind === 'selection') return this.toNode(node.entry);
    return node.kind === 'questioned' ? groupNodes.questioned : undefined;
  }

  async getTreeItem(node: CaseNode): Promise<vscode.TreeItem> {
    switch (node.kind) {
      case 'group':
        return this.createGroupItem(node.group);
      case 'questioned':
        return this.createQuestionedItem(node.entry);
      case 'selection':
        return this.createSelectionItem(node);
      default:
        return createItem(node);
    }
  }

  private async listChildren(node: CaseNode | undefined): Promise<CaseNode[]> {
    switch (node?.kind) {
      case undefined:
        return this.listGroups();
      case 'group':
        if (node.group !== 'questioned') return this.listAuthors(node.group);
        return [
          ...(await this.deps.listed.listShown()).map((entry) => this.toNode(entry)),
          ...this.listUnread('questioned').map((unread) => ({ kind: 'unread', unread }) as const),
        ];
      case 'author':
        return [
          ...node.documents.map((document) => ({ kind: 'indexed', document }) as const),
          ...node.unread.map((unread) => ({ kind: 'unread', unread }) as const),
        ];
      case 'questioned':
        return [
          ...this.deps.caseState
            .listSelections(node.entry.uri)
            .map(({ at }) => ({ kind: 'selection', entry: node.entry, place: at }) as const),
          ...this.listMarkers(node.entry),
        ];
      default:
        return [];
    }
  }

  /** Selects the active text if the tree is visible. It does nothing if the text is selected, or if the user selected several lines. */
  private async select(): Promise<void> {
    const { activeText, caseState } = this.deps;
    if (!activeText.uri || !this.view.visible || !caseState.indexSize) return;
    const isActive = ({ uri }: CaseEntry): boolean => uri.toString() === activeText.uri?.toString();
    const isChosen = (): boolean =>
      this.view.selection.length > 1 ||
      this.view.selection.some((node) => node.kind === 'questioned' && isActive(node.entry));
    if (isChosen()) return; // checked before the case is read, because a view that is drawn again has no selection for a moment
    const entry = (await this.deps.cases.questioned()).find(isActive);
    if (!entry || isChosen()) return;
    await this.view.reveal(this.toNode(entry), { select: true, focus: false });
  }

  /** Shows above the tree what is in progress, such as opening the index. */
  private showMessage(): void {
    const opening = this.looked ? '' : vscode.l10n.t('Opening the reference index…');
    this.view.message = this.deps.work.text ?? opening;
  }

  /** Empty without an index, so that the view's welcome appears, which says what to do. */
  private async listGroups(): Promise<CaseNode[]> {
    const isBlind = (await this.deps.cases.view())?.isMasked === true;
    const name = readCaseName();
    this.view.description = isBlind ? `${name} · ${vscode.l10n.t('Blind')}` : name;
    let groups: CaseNode[] = [];
    try {
      const questioned = await this.deps.cases.questioned();
      if (questioned.length > 0) await this.deps.caseState.load();
      await vscode.commands.executeCommand('setContext', 'idiograph.isCase', questioned.length > 0);
      const documents = await this.deps.caseState.listDocuments();
      const { unread } = this.deps.caseState;
      const failed = unread.filter(({ sentence }) => sentence !== undefined); // if every file failed, these are all there is to show
      const roles = new Set<string>([...documents, ...unread].map(({ role }) => role));
      if (documents.length + failed.length > 0)
        groups = [
          ...(questioned.length > 0 ? [groupNodes.questioned] : []),
          ...(['known', 'population'] as const).filter((role) => roles.has(role)).map((role) => groupNodes[role]),
        ];
      return groups;
    } finally {
      this.looked = true;
      // The welcome would appear for a moment while the lines are being read.
      if (groups.length === 0) await vscode.commands.executeCommand('setContext', 'idiograph.looked', true);
      this.showMessage();
    }
  }

  /** The leading markers for and against the first candidate. */
  private listMarkers(entry: CaseEntry): CaseNode[] {
    const first = this.deps.caseState.find(entry.uri)?.result?.first;
    return first ? first.markers.map((marker) => ({ kind: 'marker', entry, author: first.author, marker })) : [];
  }

  private async listAuthors(role: Role): Promise<CaseNode[]> {
    const documents = (await this.deps.caseState.listDocuments()).filter((each) => each.role === role);
    const unread = groupBy(this.listUnread(role), ({ author = '' }) => author);
    const byAuthor = groupBy(documents, ({ author }) => author);
    const authors = [...new Set([...byAuthor.keys(), ...unread.keys()])].filter((author) => author !== '');
    const nodes = authors
      .sort((a, b) => a.localeCompare(b))
      .map((author) => ({ author, documents: byAuthor.get(author) ?? [], unread: unread.get(author) ?? [] }));
    return [
      ...nodes.map((node) => ({ kind: 'author', role, ...node }) as const),
      ...(unread.get('') ?? []).map((each) => ({ kind: 'unread', unread: each }) as const),
    ];
  }

  /** The item of a group. It says how many texts a filter hides, and how many files were not read. */
  private async createGroupItem(group: 'questioned' | Role): Promise<vscode.TreeItem> {
    const labels = {
      questioned: vscode.l10n.t('Questioned'),
      known: vscode.l10n.t('Known'),
      population: vscode.l10n.t('Population'),
    };
    const triaged = group === 'questioned' ? [await this.deps.listed.describe()] : [];
    const description = [...triaged, formatNotRead(this.listUnread(group))].filter(Boolean).join(' · ');
    return createTreeItem(labels[group], 'Expanded', { contextValue: `group-${group}`, description });
  }

  private listUnread(role: UnreadFile['role']): readonly UnreadFile[] {
    return this.deps.caseState.unread.filter((each) => each.role === role);
  }

  private async createQuestionedItem(entry: CaseEntry): Promise<vscode.TreeItem> {
    const { uri } = entry;
    const item = new vscode.TreeItem(uri);
    const { facts, caseState } = this.deps;
    const known = await facts.findKnown(uri);
    const produced = known ? describeProduction(known) : vscode.l10n.t('mode not known');
    item.label = readTitle(uri);
    item.contextValue = 'questioned';
    item.description = produced;
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const below = this.listMarkers(entry).length > 0 ? Collapsed : None;
    item.collapsibleState = caseState.listSelections(uri).length > 0 ? Expanded : below;
    item.id = `${uri.toString()} ${item.collapsibleState === Expanded}`; // an item that was a leaf would stay folded
    const decided = this.deps.decisions.on(uri).made?.length ?? 0;
    this.markItem(item, uri.toString(), `${readTitle(uri)} · ${produced}`);
    if (decided > 0) item.description += ` · ${vscode.l10n.t('{count} decided', { count: decided })}`;
    return openOnClick(item, this.toNode(entry));
  }

  private createSelectionItem(node: Extract<CaseNode, { kind: 'selection' }>): vscode.TreeItem {
    const { beginning = '', words = 0 } = this.deps.caseState.find(node.place)?.result ?? {};
    const item = new vscode.TreeItem(`“${beginning} …”`, vscode.TreeItemCollapsibleState.None);
    item.contextValue = 'selection';
    const { caseState } = this.deps;
    const isPart = caseState.listParts(node.entry.uri).some(({ at }) => at === node.place);
    const about = vscode.l10n.t('words: {words}', { words });
    this.markItem(item, node.place, isPart ? `${about}. ${describeChosenPart()}` : about);
    return openOnClick(item, node);
  }

  /** Adds the outcome of a review to an item, if there is one. */
  private markItem(item: vscode.TreeItem, place: string, about: string): void {
    const { caseState } = this.deps;
    const outcome = caseState.find(place);
    if (!outcome) return;
    const mark = reviewMark(outcome, caseState.isStale(outcome));
    item.description = mark.text;
    item.iconPath = new vscode.ThemeIcon(icons[mark.kind]);
    item.tooltip = `${about}\n${mark.explained}`;
  }
}

/** Adds files that are dropped on the tree to the index. On an author, they get this author. On the questioned texts, they are reviewed. */
const filesDropped: vscode.TreeDragAndDropController<CaseNode> = {
  dragMimeTypes: [],
  dropMimeTypes: ['text/uri-list'],
  async handleDrop(target, transfer) {
    const list = (await transfer.get('text/uri-list')?.asString()) ?? '';
    const uris = list.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [vscode.Uri.parse(line.trim())]));
    if (uris.length === 0) return;
    const isQuestioned = target?.kind === 'questioned' || (target?.kind === 'group' && target.group === 'questioned');
    if (isQuestioned) for (const uri of uris) await vscode.commands.executeCommand('idiograph.reviewDocument', uri);
    else await vscode.commands.executeCommand('idiograph.addToIndex', uris[0], uris, target);
  },
};

type QuestionedNode = Extract<CaseNode, { kind: 'questioned' }>;

const groupNodes = {
  questioned: { kind: 'group', group: 'questioned' },
  known: { kind: 'group', group: 'known' },
  population: { kind: 'group', group: 'population' },
} as const;

/** Changes within this many milliseconds are drawn together. */
const drawAfter = 100;

const icons = { reviewed: 'pass', changed: 'history', failed: 'error' } as const;
