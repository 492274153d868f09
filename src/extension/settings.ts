import * as vscode from 'vscode';
import { isAllowed, type SettingSchema } from '../core/basics/shape';

/** All settings. Only package.json has their defaults and allowed values. */
export interface Settings {
  readonly excludeQuotes: boolean;
  readonly readOnlyExhibits: boolean;
  /** Empty for the models that come with the extension. */
  readonly modelsFolder: string;
  /** The address of a server's index that reviews also search; empty for none. */
  readonly 'server.url': string;
  /** The file of the authorities' certificates; empty for those of the system. */
  readonly 'server.certificates': string;
  /** The full names of settings with a value that is not allowed. Their defaults are used instead. */
  readonly refused: readonly string[];
}

/** The folder of the models that the engine reads when it starts. */
export function findModelsFolder(extension: vscode.Uri): string {
  const { modelsFolder: named } = readSettings();
  return named === '' ? vscode.Uri.joinPath(extension, 'models').fsPath : named;
}

/** Reads the settings. They are read on each use, so that no copy gets out of date. */
export function readSettings(scope?: vscode.Uri): Settings {
  const section = vscode.workspace.getConfiguration(undefined, scope);
  const { contributes } = vscode.extensions.getExtension('idiograph.idiograph')!.packageJSON as {
    contributes: { configuration: { properties: Record<string, SettingSchema> } };
  };
  const read = Object.entries(contributes.configuration.properties).map(([name, schema]) => {
    const value: unknown = section.get(name);
    const allowed = isAllowed(schema, value);
    return { name, allowed, value: allowed ? value : schema.default };
  });
  const values = Object.fromEntries(read.map(({ name, value }) => [name.replace('idiograph.', ''), value]));
  const refused = read.filter(({ allowed }) => !allowed).map(({ name }) => name);
  // The interface has the names and types that package.json declares.
  return { ...(values as unknown as Omit<Settings, 'refused'>), refused };
}
