import * as vscode from 'vscode';
import type { KnownDocument } from '../../core/domain/evidence';
import { readableFormats } from '../../reading/text/readableFormats';
import { parseQuery, formatQuery } from '../addresses';
import type { EngineThread } from '../../node/worker/engineThread';
import { isFileText, readAndKeep, toShownUri, textScheme } from '../shownFiles';
import type { WindowCase } from '../case/windowCase';
import { Changing } from '../changing';

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
    const address = parseQuery(uri.query);
    if (!address) {
      const refusal = vscode.l10n.t(
        'The address does not lead to a document in this window’s index. Open it in the window that has the document.',
      );
      throw vscode.FileSystemError.Unavailable(refusal);
    }
    const [document] = await this.cases.createCalls({ token }).known([address.id]);
    if (!document)
      throw vscode.FileSystemError.FileNotFound(
        vscode.l10n.t('The index no longer contains the document, or contains it without its text.'),
      );
    return document.text;
  }
}
