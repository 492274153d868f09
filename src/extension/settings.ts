import * as vscode from 'vscode';
import { isAllowed, type SettingSchema } from '../core/shape';

/** Every setting; defaults and allowed values stand in package.json alone. */
export interface Settings {
  readonly candidates: number;
  readonly excludeQuotes: boolean;
  readonly readOnlyExhibits: boolean;
  /** The review is a view of the secondary side bar, and not an editor beside the text. */
  readonly reviewInSideBar: boolean;
  /** Empty: the extension's own storage. */
  readonly indexFolder: string;
  /** Empty: the models that come with the extension. */
  readonly modelsFolder: string;
  /** Encoders that index many texts; 0: one for each core. */
  readonly encoders: number;
  /** Address of a server's index that reviews search, too; empty: none. */
  readonly 'server.url': string;
  /** File of the authorities' certificates; empty: those of the system. */
  readonly 'server.certificates': string;
  /** The settings whose values are not allowed, by their full names: their defaults stand in for them. */
  readonly refused: readonly string[];
}

/** The folder of the models that the engine reads when it starts. */
export function findModelsFolder(extension: vscode.Uri): string {
  const { modelsFolder: named } = readSettings();
  return named === '' ? vscode.Uri.joinPath(extension, 'models').fsPath : named;
}

/** Reads the settings, on each use. */
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
  // The names and types of the interface are those that package.json declares.
  return { ...(values as unknown as Omit<Settings, 'refused'>), refused };
}
