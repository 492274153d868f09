import * as vscode from 'vscode';
import type { ReviewOptions } from '../protocol/engine';

/** Every setting; the defaults stand in package.json alone. */
export interface Settings {
  readonly candidates: number;
  readonly verbalScale: ReviewOptions['scale'];
  readonly excludeQuotes: boolean;
  /** Empty: the extension's own storage. */
  readonly indexFolder: string;
  /** Empty: the models that come with the extension. */
  readonly modelsFolder: string;
}

/** Reads the settings, on each use. */
export function readSettings(scope?: vscode.Uri): Settings {
  const section = vscode.workspace.getConfiguration('idiograph', scope);
  return {
    candidates: declared<number>(section, 'candidates'),
    verbalScale: declared<Settings['verbalScale']>(section, 'verbalScale'),
    excludeQuotes: declared<boolean>(section, 'excludeQuotes'),
    indexFolder: declared<string>(section, 'indexFolder'),
    modelsFolder: declared<string>(section, 'modelsFolder'),
  };
}

// The caller names the type that package.json declares for the key.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
function declared<T>(section: vscode.WorkspaceConfiguration, key: keyof Settings): T {
  const value = section.get<T>(key);
  if (value === undefined) throw new Error(`package.json declares no setting idiograph.${key}`);
  return value;
}
