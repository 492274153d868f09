import * as vscode from 'vscode';
import type { CaseDocument } from '../../core/casework/caseFile';
import type { KnownDocument } from '../../core/domain/evidence';
import type { EngineThread } from '../../node/worker/engineThread';
import { readableFormats, formatOf, readableExtensions, type FileText } from '../../reading/text/readableFormats';
import {
  formatQuery,
  parseQuery,
  hasTab,
  isFileText,
  isIndexed,
  textScheme,
  toFileUri,
  toShownUri,
  openDocument,
  readTitle,
} from '../shownFiles';
import { knownTextGone, type WindowCase } from '../case/windowCase';
import { Changing, type Problems } from '../window';
import { unsupportedFormat, refuseLostCharacters } from '../../core/errors';
import { readSource, checkDocument } from '../../core/text/readText';
import { readOfEditor } from '../../reading/text/markdown';
import { checkRanges, listHandRanges, clipRanges } from '../../core/text/handRanges';
import type { DescribedFile } from '../../case/windows';
import { listWorks } from '../../core/copies/copies';
import type { DocumentFactsStore } from '../case/documentFacts';
import type { ReviewTarget } from '../../core/casework/keptRecords';
import { computeSha256 } from '../../node/sha256';

/** What is known about the text of a file, without the text itself. */
type FileReading = Omit<FileText, 'text'>;

/** The last reading of each text, by its address, and why it failed. An editor passes on neither. */
const readings = new Map<string, FileReading>();
const failures = new Map<string, unknown>();

/** Undefined if the text was not made from a file. */
export function findReading(uri: vscode.Uri): FileReading | undefined {
  return readings.get(uri.toString());
}

export function toKnownDocumentUri({ id, title }: Pick<KnownDocument, 'id' | 'title'>): vscode.Uri {
  const path = `/${title.replace(/[\\/?#]/g, '-')}`;
  return vscode.Uri.from({ scheme: textScheme, path, query: formatQuery({ id }) });
}

/**
 * Serves the texts behind `idiograph-text:`: known documents of the window's index, and texts of files. A text is served again after its
 * file changes.
 */
export class TextDocuments extends Changing<vscode.Uri> implements vscode.TextDocumentContentProvider {
  constructor(
    private readonly engine: EngineThread,
    private readonly cases: WindowCase,
  ) {
    super();
    const extensions = Object.values(readableFormats).flatMap((format): readonly string[] => format.extensions);
    const files = vscode.workspace.createFileSystemWatcher(`**/*{${extensions.join(',')}}`, true, false, true);
    this.disposables.push(
      files,
      files.onDidChange((file) => this.changed.fire(toShownUri(file))),
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (isFileText(document.uri)) void vscode.languages.setTextDocumentLanguage(document, 'plaintext');
      }),
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    if (isFileText(uri)) {
      const key = uri.toString();
      try {
        const { text, ...read } = await this.engine.createCalls({ token }).readDocument(toFileUri(uri).fsPath, true);
        failures.delete(key); // not earlier, because somebody may ask for the last failure during this reading
        readings.set(key, { sha256: read.sha256, reading: read.reading });
        return text;
      } catch (error) {
        failures.set(key, error);
        throw error;
      }
    }
    const { id = '' } = parseQuery(uri.query) ?? {};
    const [document] = await this.cases.createCalls({ token }).known([id]);
    if (!document) throw vscode.FileSystemError.FileNotFound(knownTextGone().message);
    return document.text;
  }
}

/**
 * The active text of tree, panel, status bar and palette: the one that was opened or chosen last. A known text that is read beside it does
 * not replace it.
 */
export class ActiveText extends Changing {
  private current: vscode.Uri | undefined;
  /** Resolves when it is known whether the text of the last editor becomes the active text. */
  private looking = Promise.resolve();

  constructor(
    problems: Problems,
    private readonly cases: WindowCase,
  ) {
    super();
    const look = (editor: vscode.TextEditor | undefined): void => {
      if (editor) void problems.runAction(() => (this.looking = this.look(editor)));
    };
    this.disposables.push(
      vscode.window.onDidChangeActiveTextEditor(look),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.length > 0 && this.current && !hasTab(this.current.toString())) this.set(undefined);
      }),
    );
    look(vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0]);
  }

  /** Undefined if no text is open, or only a known one. */
  get uri(): vscode.Uri | undefined {
    return this.current;
  }

  /** The active text after the last editor was taken into account. A command may be called before that. */
  async find(): Promise<vscode.Uri | undefined> {
    await this.looking.catch(() => undefined); // the error was already reported
    return this.current;
  }

  set(uri: vscode.Uri | undefined): void {
    if (uri?.toString() === this.current?.toString()) return;
    this.current = uri;
    this.changed.fire();
  }

  private async look({ document: { uri } }: vscode.TextEditor): Promise<void> {
    const isText = ['file', 'untitled', 'vscode-remote'].includes(uri.scheme) || isFileText(uri);
    if (!isText || (await isKnownText(uri, this.cases))) return;
    const active = vscode.window.activeTextEditor?.document.uri.toString(); // may have changed in the meantime
    if (active === undefined ? hasTab(uri.toString()) : active === uri.toString()) this.set(uri);
  }
}

/** Whether a text has a known author: it is in the index, or its file or folder in the case says so. */
export async function isKnownText(uri: vscode.Uri, cases: WindowCase): Promise<boolean> {
  return isIndexed(uri) || hasKnownAuthor(await cases.document(uri));
}

/** Whether the file or folder of a document says who its author is. */
export function hasKnownAuthor(document: CaseDocument | undefined): boolean {
  return document?.role === 'known' || document?.role === 'population';
}

/**
 * Opens the document of a URI. A format without a reader is accepted only if an editor already shows the document. Throws
 * UnsupportedFormat, and the reason if a reader cannot read a file.
 */
export async function openTextDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  if (uri.scheme !== textScheme && !formatOf(uri.path) && !openDocument(uri.toString()))
    throw unsupportedFormat(readTitle(uri), readableExtensions.join(', '));
  const shown = toShownUri(uri);
  try {
    return await vscode.workspace.openTextDocument(shown);
  } catch (error) {
    throw failures.get(shown.toString()) ?? error;
  }
}

/** The text of a document or of a selection of it. Throws WrongEncoding. */
export function readText(document: vscode.TextDocument, selection?: vscode.Range): string {
  const read = readOfEditor(document.getText(), document.uri.path);
  const text = selection ? read.slice(document.offsetAt(selection.start), document.offsetAt(selection.end)) : read;
  refuseLostCharacters(text, readTitle(document.uri));
  return text;
}

/** The state of a document: the SHA-256 of its file if the text is that of the file, otherwise of the text; and whether it was changed. */
async function readOf(
  document: vscode.TextDocument,
  text: string,
  isSelection: boolean,
): Promise<Pick<ReviewTarget, 'sha256' | 'hashed' | 'isUnsaved' | 'reading'>> {
  const ofText = computeSha256(text);
  const made = findReading(document.uri);
  if (made) return isSelection ? { sha256: ofText } : { ...made, hashed: 'file' };
  if (document.uri.scheme !== 'file') return { sha256: ofText };
  // its bytes, and its text as the editor would decode it; undefined if there is no file
  const bytes = await Promise.resolve(vscode.workspace.fs.readFile(document.uri)).catch(() => undefined);
  const decoded = bytes && vscode.workspace.decode(bytes, { encoding: document.encoding });
  const file = await Promise.resolve(decoded).catch(() => undefined);
  // An editor gives all lines of a text the same ending.
  const [read, shown] = [file, document.getText()].map((each) => each?.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  if (!bytes || read !== shown) return { sha256: ofText, isUnsaved: true };
  return isSelection ? { sha256: ofText } : { sha256: computeSha256(bytes), hashed: 'file' };
}

/** The ranges set by hand that the case has of a document, compared with the text. */
export function findHandRanges(
  document: vscode.TextDocument,
  described: DescribedFile['document'],
): ReviewTarget['byHand'] {
  return checkRanges(document.getText(), listHandRanges(described), computeSha256);
}

/**
 * The text to review, with what the case says of it. The user is asked for unknown facts. Undefined if the user cancelled. Throws WrongEncoding, and the reason if the
 * text cannot be scored.
 */
export async function reviewTarget(
  document: vscode.TextDocument,
  facts: DocumentFactsStore,
  selection?: vscode.Range,
  described?: DescribedFile,
): Promise<ReviewTarget | undefined> {
  const { document: inCase, changedFile } = described ?? (await facts.cases.describeForReview(document.uri));
  const named = readTitle(document.uri);
  const text = readText(document, selection);
  const { version } = document;
  const read = await readOf(document, text, selection !== undefined);
  const title = read.isUnsaved ? vscode.l10n.t('the unsaved text of {title}', { title: named }) : named;
  const known = facts.select(document.uri, inCase);
  if (!known) checkDocument(text, named); // before the user is asked anything
  const stated = known ?? (await facts.ask(document.uri, named));
  if (!stated) return undefined;
  const byHand = findHandRanges(document, inCase);
  const offset = selection ? document.offsetAt(selection.start) : 0;
  const ranges = selection ? clipRanges(byHand, { start: offset, end: offset + text.length }) : byHand;
  return {
    ...stated,
    ...read,
    uri: document.uri.toString(),
    id: selection ? vscode.l10n.t('the selected part of {title}', { title }) : title,
    text,
    byHand: ranges,
    works: listWorks(inCase),
    offset,
    version,
    words: readSource({ text, byHand: ranges }).words,
    isSelection: selection ? true : undefined,
    changedFile,
  };
}
