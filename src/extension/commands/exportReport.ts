import * as vscode from 'vscode';
import { knownDocuments } from '../../presentation/knownDocuments';
import { renderReport, reportBegins } from '../../presentation/report';
import { guardedFolders, requireWritable, writeOutput, type Guarded } from '../../node/outputFile';
import type { Findings } from '../../presentation/findings';
import { questionedDocument } from '../review/questioned';
import type { Command, CommandParts } from './command';

/** Writes the findings as one HTML file that needs nothing else. */
export const exportReport: Command = async (parts) => {
  const { findings } = parts.session;
  if (!findings) return;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Report'),
    defaultUri: defaultPlace(findings),
    filters: { HTML: ['html'] },
  });
  if (!target) return;
  // The dialog asks before a file is replaced.
  const output = { guarded: await guardedBy(parts, findings), force: true, begins: reportBegins };
  requireWritable(target.fsPath, output);
  const { version } = parts.extension.packageJSON as { readonly version: string };
  const { evidence, index } = findings;
  const passages = evidence.candidates.flatMap(({ pairs }) => pairs);
  const known = await knownDocuments(passages, (id) => parts.engine.ask('knownDocument', [index.path, id]));
  const html = renderReport({ evidence, questioned: questionedDocument(findings.target), known, version });
  writeOutput(target.fsPath, html, output);
  const open = vscode.l10n.t('Open');
  const saved = vscode.l10n.t('The report was saved.');
  void parts.problems.during(async () => {
    if ((await vscode.window.showInformationMessage(saved, open)) === open) await vscode.env.openExternal(target);
  });
};

/** The document under review, its index, the models, and the documents of the workspace's cases. */
async function guardedBy({ engine, index }: CommandParts, { target, index: searched }: Findings): Promise<Guarded> {
  const ofIndexes = [searched.path, await index.file()].flatMap((file) =>
    ['', '-wal', '-shm', '-journal'].map((ending) => file + ending),
  );
  const cases = (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => guardedFolders(uri.fsPath));
  return { files: [vscode.Uri.parse(target.uri).fsPath, ...ofIndexes], folders: [...cases, engine.modelsFolder] };
}

/** In the case folder, or else beside the document. */
function defaultPlace({ target }: Findings): vscode.Uri {
  const document = vscode.Uri.parse(target.uri);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.joinPath(document, '..');
  return vscode.Uri.joinPath(folder, `${target.title.replace(/\.[a-z]+$/i, '')}-report.html`);
}
