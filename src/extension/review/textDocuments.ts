import * as vscode from 'vscode';
import type { CaseDocument } from '../../core/casework/caseFile';
import type { KnownDocument } from '../../core/domain/evidence';
import type { EngineThread } from '../../node/worker/engineThread';
import { readableFormats } from '../../reading/text/readableFormats';
import { formatQuery, parseQuery } from '../addresses';
import type { WindowCase } from '../case/windowCase';
import { Changing } from '../changing';
import type { Problems } from '../work';
import { hasTab, isFileText, isIndexed, readAndKeep, textScheme, toShownUri } from '../shownFiles';

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
    if (isFileText(uri)) return readAndKeep(uri, (file) => this.engine.createCalls({ token }).readDocument(file, true));
    const { id = '' } = parseQuery(uri.query) ?? {};
    const [document] = await this.cases.createCalls({ token }).known([id]);
    if (!document)
      throw vscode.FileSystemError.FileNotFound(
        vscode.l10n.t('The known text is no longer in the index, or not with its words. Review the text again.'),
      );
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
