import * as vscode from 'vscode';
import type { ResultLine } from '../../case/resultStore';
import { type BasisPart, isOutdated } from '../../core/casework/staleness';
import type { UnreadFile } from '../../core/casework/unreadFiles';
import { groupBy } from '../../core/groupBy';
import { readOfEditor } from '../../core/text/markdown';
import { computeSha256 } from '../../node/sha256';
import { type Findings, formatRangeIn } from '../../presentation/findings';
import { Changing } from '../changing';
import type { ReviewChoices } from './reviewChoices';
import { openDocument, toDocumentUri } from '../shownFiles';
import { readCaseName } from '../case/windowCase';
import type { IndexContents } from '../../case/windows';
import type { IndexedDocument } from '../../core/ports';
import type { WindowParts } from '../parts';

/** A result with the address of its document in this window, and its place: that address, and of a selection the range. */
export type ShownResult = ResultLine & Readonly<Record<'uri' | 'at', string>>;

/** What came of the reviews of one document, or of a selection of it: the result, and why a later run came to nothing. */
export interface Outcome {
  readonly result?: ShownResult | undefined;
  readonly problem?: string | undefined;
}

/**
 * What the case service says of the case of this window, as it is drawn: its index, its results, and the files that take no part. It is
 * read again when anything changes that it rests on. The index is read again when somebody asks for that.
 */
export class CaseState extends Changing {
  private contents: Promise<IndexContents> | undefined;
  private count: number | undefined;
  private results: ReadonlyMap<string, readonly ShownResult[]> = new Map();
  private unreadFiles: readonly UnreadFile[] = [];
  private readonly failed = new Map<string, { readonly problem: string; readonly at: number }>();
  /** Whether an open document holds the text of a result, for one version of the document. */
  private readonly compared = new Map<string, { readonly version: number; readonly isSame: boolean }>();
  /** What was read last, as text; undefined: nothing was. */
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
        if (contentChanges.length > 0) this.compareText(document.uri.toString());
      }),
      vscode.workspace.onDidCloseTextDocument(() => this.compared.clear()),
    );
    refresh();
  }

  /** How many documents the index is known to hold. Undefined: it was not opened yet. */
  get indexSize(): number | undefined {
    return this.count;
  }

  /** The index, read once. */
  async readIndex(): Promise<IndexContents> {
    this.contents ??= this.readContents();
    try {
      return await this.contents;
    } catch (error) {
      this.contents = undefined; // the next one to ask tries again
      throw error;
    }
  }

  async listDocuments(): Promise<readonly IndexedDocument[]> {
    return (await this.readIndex()).documents;
  }

  /** The index as a review that starts now searches it. */
  async describeSearched(): Promise<Findings['index']> {
    const documents = new Map((await this.listDocuments()).map((each) => [each.id, each]));
    return { name: readCaseName(), documents };
  }

  /** Reads the index again, and then what rests on it. */
  async refreshIndex(): Promise<void> {
    this.contents = undefined;
    await this.readIndex();
    this.changed.fire();
    void this.deps.problems.runAction(() => this.refresh());
  }

  private async readContents(): Promise<IndexContents> {
    let count = 0; // also where the index cannot be read
    try {
      const contents = await this.deps.cases.createCalls().contents();
      count = contents.documents.length;
      return contents;
    } finally {
      this.count = count;
      await vscode.commands.executeCommand('setContext', 'idiograph.hasIndex', count > 0);
    }
  }

  /** The files of the case of which no text is compared. */
  get unread(): readonly UnreadFile[] {
    return this.unreadFiles;
  }

  /** What came of a document, or of a selection of it at its place: of several results the last that is not outdated. */
  find(place: vscode.Uri | string): Outcome | undefined {
    const at = place.toString();
    const results = this.results.get(at.replace(/#\d+\+\d+$/, ''))?.filter((each) => each.at === at) ?? [];
    const result = results.findLast((each) => !isOutdated(this.listChanged(each))) ?? results.at(-1);
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

  /** What a result was made from that is another now, as far as that is known; undefined: there is no such result. */
  findChanged(uri: string, id: string): readonly BasisPart[] | undefined {
    return this.results.get(uri)?.find((each) => each.id === id)?.changed;
  }

  isStale({ result }: Outcome): boolean {
    return result !== undefined && isOutdated(this.listChanged(result));
  }

  /** Remembers why a run came to nothing. */
  fail(place: string, problem: string): void {
    this.failed.set(place, { problem, at: Date.now() });
    this.changed.fire();
  }

  /** Reads once what was not read yet. */
  load(): Promise<void> {
    return this.drawn === undefined ? this.refresh() : Promise.resolve();
  }

  /** Reads everything again. What is asked for while it is read is read once more after that. */
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
    const unread = await this.deps.cases.createCalls().unread();
    const results = await this.readResults();
    const before = this.drawn;
    this.drawn = JSON.stringify([unread, results]);
    if (this.drawn === before) return;
    this.unreadFiles = unread;
    this.results = groupBy(results, ({ uri }) => uri);
    this.changed.fire();
  }

  /** Those of documents in each folder, compared with the case and the settings of that folder. */
  private async readResults(): Promise<readonly ShownResult[]> {
    const { cases, choices, facts } = this.deps;
    const { workspaceFolders: folders = [] } = vscode.workspace;
    const matches: ShownResult[] = [];
    for (const folder of folders.length > 0 ? folders : [undefined]) {
      const compared = { choices: await choices.chosen(folder?.uri), stated: facts.listRemembered() };
      for (const line of await cases.createCalls({}, folder?.uri).results(compared)) {
        const document = toDocumentUri(line.document);
        const uri = document.toString();
        if ((vscode.workspace.getWorkspaceFolder(document) ?? folders[0]) === folder)
          matches.push({ ...line, uri, at: formatRangeIn(uri, line.place) });
      }
    }
    return matches;
  }

  private compareText(uri: string): void {
    const results = this.results.get(uri) ?? [];
    const before = results.map(({ id }) => this.compared.get(id)?.isSame);
    if (results.some((each, i) => this.holdsText(each) !== before[i])) this.changed.fire();
  }

  /** The parts of a result that differ, where the text is the one that an editor has. */
  private listChanged(result: ShownResult): readonly BasisPart[] {
    const others = result.changed.filter((part) => part !== 'text');
    return this.holdsText(result) ? others : ['text', ...others];
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
