import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Mode } from '../core/domain';
import { usage } from '../core/errors';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/** What was typed after a command. */
export interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** Options of every command. */
const commonOptions = {
  index: { type: 'string' },
  models: { type: 'string' },
  case: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies OptionsConfig;

/** Options of every command that reads a document. */
export const documentOptions = {
  mode: { type: 'string' },
  genre: { type: 'string' },
  language: { type: 'string' },
  'known-mode': { type: 'string' },
  'known-genre': { type: 'string' },
} as const satisfies OptionsConfig;

/** Parses a command's arguments. Throws Usage for anything it does not know. */
export function parseCommand(args: readonly string[], options: OptionsConfig): Parsed {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...commonOptions, ...options },
      allowPositionals: true,
      strict: true,
    });
    return { values: values, positionals };
  } catch (error) {
    throw usage(`${error instanceof Error ? error.message : String(error)} Run "idiograph help".`);
  }
}

/** A text option, if it was given. */
export function textOption({ values }: Parsed, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function modeOption(parsed: Parsed, name: string): Mode | undefined {
  const value = textOption(parsed, name);
  if (value === undefined || value === 'written' || value === 'spoken' || value === 'unknown') return value;
  throw usage(`--${name} is written, spoken or unknown, not "${value}".`);
}

export function countOption(parsed: Parsed, name: string, fallback: number): number {
  const value = textOption(parsed, name);
  if (value === undefined) return fallback;
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw usage(`--${name} is a whole number of 1 or more, not "${value}".`);
  return count;
}

/** The package's own folder: the built program is in its dist folder. */
export const packageFolder = path.resolve(__dirname, '..');

export function modelsFolder(parsed: Parsed): string {
  return path.resolve(textOption(parsed, 'models') ?? path.join(packageFolder, 'models'));
}
