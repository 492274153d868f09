import * as vscode from 'vscode';
import type { Command } from './command';

/** Opens the sample case that comes with the extension: in this window when it is empty, else in another. */
export const openSample: Command = async ({ extension }) => {
  const forceNewWindow = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const folder = vscode.Uri.joinPath(extension.extensionUri, 'sample');
  await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow });
};
