import * as vscode from 'vscode';
import { caseNode } from '../../case/caseNode';
import type { Command } from '../command';

/** Removes a document, or all of an author's, after asking. */
export const removeFromIndex: Command = async ({ engine, index }, argument) => {
  const node = caseNode(argument);
  const documents = node?.kind === 'author' ? node.documents : node?.kind === 'indexed' ? [node.document] : [];
  const [first] = documents;
  if (!first) return;
  const remove = vscode.l10n.t('Remove');
  const question =
    documents.length === 1
      ? vscode.l10n.t('Remove {title} from the index?', { title: first.title })
      : vscode.l10n.t('Remove {count} documents of {author} from the index?', {
          count: documents.length,
          author: first.author,
        });
  const detail = vscode.l10n.t('The files themselves stay.');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) return;
  await engine.calls().removeDocuments(
    await index.file(),
    documents.map(({ id }) => id),
  );
  await index.refresh();
};

/** Reads the index again, after another window or the command line wrote to it. */
export const refreshIndex: Command = ({ index }) => index.refresh();
