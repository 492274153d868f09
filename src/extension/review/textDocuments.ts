import * as vscode from 'vscode';
import type { EngineClient } from '../engineClient';

export const textScheme = 'idiograph-text';

/** Where the text of an `idiograph-text:` document comes from. */
type Source =
  | { readonly kind: 'known'; readonly index: string; readonly id: string }
  | { readonly kind: 'file'; readonly path: string };

/** A known document of an index, as a read-only document. */
export function knownDocumentUri(index: string, id: string, title: string): vscode.Uri {
  return uriOf(title, { kind: 'known', index, id });
}

/** A file that is no plain text, such as a .docx, as a read-only document. */
export function fileTextUri(file: vscode.Uri): vscode.Uri {
  return uriOf(titleOf(file), { kind: 'file', path: file.fsPath });
}

/** The last part of a document's path. */
export function titleOf(uri: vscode.Uri): string {
  return uri.path.split('/').pop() ?? uri.path;
}

/** Serves the texts behind `idiograph-text:`, by the engine. */
export class TextDocuments implements vscode.TextDocumentContentProvider {
  constructor(private readonly engine: EngineClient) {}

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const source = JSON.parse(uri.query) as Source;
    if (source.kind === 'file') return this.engine.ask('readDocument', [source.path], { token });
    const document = await this.engine.ask('knownDocument', [source.index, source.id], { token });
    if (!document) throw vscode.FileSystemError.FileNotFound(vscode.l10n.t('The document is no longer in the index.'));
    return document.text;
  }
}

function uriOf(title: string, source: Source): vscode.Uri {
  return vscode.Uri.from({
    scheme: textScheme,
    path: `/${title.replace(/[\\/?#]/g, '-')}`,
    query: JSON.stringify(source),
  });
}
