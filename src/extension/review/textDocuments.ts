import * as vscode from 'vscode';
import type { EngineClient } from '../engineClient';
import type { WorkspaceIndex } from './workspaceIndex';
import { parseQuery, queryOf } from '../addresses';

export const textScheme = 'idiograph-text';

/** A known document of an index, as a read-only document. */
export function knownDocumentUri(index: string, id: string, title: string): vscode.Uri {
  const path = `/${title.replace(/[\\/?#]/g, '-')}`;
  return vscode.Uri.from({ scheme: textScheme, path, query: queryOf({ index, id }) });
}

/** The last part of a document's path. */
export function titleOf(uri: vscode.Uri): string {
  return uri.path.split('/').pop() ?? uri.path;
}

/** Serves the texts behind `idiograph-text:`, by the engine: those of the indexes that this window works with, and no others. */
export class TextDocuments implements vscode.TextDocumentContentProvider {
  constructor(
    private readonly engine: EngineClient,
    private readonly index: WorkspaceIndex,
  ) {}

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const address = parseQuery(uri.query);
    if (!address || !(await this.index.isOurs(address.index))) {
      const refusal = vscode.l10n.t(
        'The address leads to no document of the index of this window. Open it from there.',
      );
      throw vscode.FileSystemError.Unavailable(refusal);
    }
    const document = await this.engine.calls({ token }).knownDocument(address.index, address.id);
    if (!document) throw vscode.FileSystemError.FileNotFound(vscode.l10n.t('The document is no longer in the index.'));
    return document.text;
  }
}
