import * as vscode from 'vscode';
import type { ResultLine } from '../../case/resultStore';
import type { UnreadFile } from '../../core/casework/openCase';
import { groupBy } from '../../core/basics/numbers';
import { readOfEditor } from '../../reading/text/markdown';
import { computeSha256 } from '../../node/sha256';
import { type Findings, formatRangeIn, selectParts } from '../../presentation/findings';
import { Changing } from '../window';
import type { ReviewChoices } from '../settings';
import { openDocument, toDocumentUri } from '../shownFiles';
import type { IndexContents } from '../../case/windows';
import type { IndexedDocument } from '../../core/ports';
import type { WindowParts } from '../case/documentFacts';

/** A result with the address of its document in this window, and its place: the address, with the range of a selection. */
export type ShownResult = ResultLine & Readonly<Record<'uri' | 'at', string>>;

/** The outcome of reviews of one document, or of a selection of it: the result, and why a later run failed. */
export interface Outcome {
  readonly result?: ShownResult | undefined;
  readonly problem?: string | undefined;
}

/**
 * The state of the window's case that is drawn: its index, its results, and the files that take no part. It is read again when anything
 * that it rests on changes.
 */
export class CaseState extends Changing {
  private contents: Promise<IndexContents> | undefined;
  private size: number | undefined;
  private results: ReadonlyMap<string, readonly ShownResult[]> = new Map();
  private unreadFiles: readonly UnreadFile[] = [];
  private readonly failed = new Map<string, { readonly problem: string; readonly at: number }>();
  /** Whether an open document has the text of a result, for one version of the document. */
  private readonly compared = new Map<string, { readonly version: number; readonly isSame: boolean }>();
  /** The state that was read last, as text. Undefined if nothing was read. */
  private drawn: string | undefined;
  private reading = Promise.resolve();
  private next: Promise<void> | undefined;

  constructor(
    private readonly deps: Pick<WindowParts, 'cases' | 'facts' | 'problems'> & Readonly<{ choices: ReviewChoices }>,
  ) {
    super();
    const refresh = (): void => void deps.problems.runAction(() => this.refresh());
    this.disposables.push(
      deps.choices.onDidChange(refresh),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0) return;
        const results = this.results.get(document.uri.toString()) ?? [];
        const before = results.map(({ id }) => this.compared.get(id)?.isSame);
        if (results.some((each, i) => this.holdsText(each) !== before[i])) this.changed.fire();
      }),
      vscode.workspace.onDidCloseTextDocument(() => this.compared.clear()),
    );
    refresh();
  }

  /** The number of documents in the index. Undefined if it was not opened yet. */
  get indexSize(): number | undefined {
    return this.size;
  }

  /** The index as it was read last. */
  async readIndex(): Promise<IndexContents> {
    this.contents ??= this.readContents();
    try {
      return await this.contents;
    } catch (error) {
      this.contents = undefined; // the next caller tries again
      throw error;
    }
  }

  async listDocuments(): Promise<readonly IndexedDocument[]> {
    return (await this.readIndex()).documents;
  }

  /** The index that a review searches if it starts now. */
  async describeSearched(): Promise<Findings['index']> {
    const documents = new Map((await this.listDocuments()).map((each) => [each.id, each]));
    return { documents };
  }

  /** Reads the index again, and then everything that rests on it. */
  async refreshIndex(): Promise<void> {
    this.contents = undefined;
    await this.readIndex();
    this.changed.fire();
    void this.deps.problems.runAction(() => this.refresh());
  }

  private async readContents(): Promise<IndexContents> {
    let contents: IndexContents = { documents: [] }; // also if the index cannot be read
    try {
      contents = (await this.deps.cases.createCalls().contents()) ?? contents;
      return contents;
    } finally {
      await this.count(contents);
    }
  }

  private async count({ documents }: IndexContents): Promise<void> {
    this.size = documents.length;
    await vscode.commands.executeCommand('setContext', 'idiograph.hasIndex', this.size > 0);
  }

  /** The files of the case with no compared text. */
  get unread(): readonly UnreadFile[] {
    return this.unreadFiles;
  }

  /** The outcome for a document, or for a selection at its place. Of several results it is the last one that is not outdated. */
  find(place: vscode.Uri | string): Outcome | undefined {
    const at = place.toString();
    const results = this.results.get(at.replace(/#\d+\+\d+$/, ''))?.filter((each) => each.at === at) ?? [];
    const result = results.findLast((each) => !this.isOutdated(each)) ?? results.at(-1);
    const failed = this.failed.get(at);
    const problem = failed && failed.at >= (result?.reviewedAt ?? 0) ? failed.problem : undefined;
    return result || failed ? { result, problem } : undefined;
  }

  /** The selections of a document that have results, in the order of the text. */
  listSelections(uri: vscode.Uri): readonly ShownResult[] {
    const places = new Set(this.results.get(uri.toString())?.flatMap(({ place, at }) => (place ? at : [])));
    const matches = [...places].flatMap((place) => this.find(place)?.result ?? []);
    return matches.sort((a, b) => a.place!.start - b.place!.start);
  }

  /** The reviews of the parts into which the review of a document divides it. */
  listParts(uri: vscode.Uri): readonly ShownResult[] {
    return selectParts(this.find(uri)?.result, this.listSelections(uri));
  }

  /** Whether the basis of a result differs now. Undefined if there is no such result. */
  isBasisChanged(uri: string, id: string): boolean | undefined {
    return this.results
      .get(uri)
      ?.find((each) => each.id === id)
      ?.changed.includes('basis');
  }

  isStale({ result }: Outcome): boolean {
    return result !== undefined && this.isOutdated(result);
  }

  fail(place: string, problem: string): void {
    this.failed.set(place, { problem, at: Date.now() });
    this.changed.fire();
  }

  /** Reads everything that was not read yet. */
  load(): Promise<void> {
    return this.drawn === undefined ? this.refresh() : Promise.resolve();
  }

  /** Reads everything again. Requests that come during this are answered by one more reading after it. */
  refresh(): Promise<void> {
    this.next ??= this.reading
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return (this.reading = this.read());
      });
    return this.next;
  }

  private async read(): Promise<void> {
    const { contentHash: known } = (await this.contents?.catch(() => undefined)) ?? {};
    const [first, ...others] = vscode.workspace.workspaceFolders ?? [];
    const { contents, unread, results } = await this.draw(first, known);
    const all = [...results];
    for (const folder of others) all.push(...(await this.draw(folder, known)).results);
    if (contents) {
      this.contents = Promise.resolve(contents);
      await this.count(contents);
    }
    const before = this.drawn;
    this.drawn = JSON.stringify([contents ? contents.contentHash : known, unread, all]);
    if (this.drawn === before) return;
    this.unreadFiles = unread;
    this.results = groupBy(all, ({ uri }) => uri);
    this.changed.fire();
  }

  /** Reads a folder, with the results of its documents. They are compared with the case and the settings of the folder. */
  private async draw(folder: vscode.WorkspaceFolder | undefined, known: string | undefined) {
    const { cases, choices, facts } = this.deps;
    const [first] = vscode.workspace.workspaceFolders ?? [];
    const compared = { choices: await choices.chosen(folder?.uri), stated: facts.listRemembered() };
    const drawn = await cases.createCalls({}, folder?.uri).draw({ ...compared, known });
    const results: readonly ShownResult[] = drawn.results.flatMap((line) => {
      const document = toDocumentUri(line.document);
      const uri = document.toString();
      const isOfFolder = (vscode.workspace.getWorkspaceFolder(document) ?? first) === folder;
      return isOfFolder ? [{ ...line, uri, at: formatRangeIn(uri, line.place) }] : [];
    });
    return { ...drawn, results };
  }

  /** Whether the basis or the text of a result differs. The text of an editor counts more than that of the file. */
  private isOutdated(result: ShownResult): boolean {
    return result.changed.includes('basis') || !this.holdsText(result);
  }

  private holdsText({ id, uri, changed, place, textSha256 }: ShownResult): boolean {
    const open = openDocument(uri);
    if (!open) return !changed.includes('text');
    const before = this.compared.get(id);
    if (before?.version === open.version) return before.isSame;
    const text = readOfEditor(open.getText(), uri);
    const isSame = computeSha256(text.slice(place?.start, place?.end)) === textSha256;
    this.compared.set(id, { version: open.version, isSame });
    return isSame;
  }
}
