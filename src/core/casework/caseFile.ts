import type { Mode } from '../domain';
import { unreadableDocument } from '../errors';

/** What a case says of one document. */
export interface CaseDocument {
  readonly role: 'questioned' | 'known' | 'population';
  readonly author?: string;
  readonly mode: Mode;
  readonly genre: string;
  readonly language: string;
}

/** A case: its documents by path relative to the case file, with forward slashes. */
export interface CaseFile {
  readonly documents: ReadonlyMap<string, CaseDocument>;
}

export const caseFileSuffix = '.idiograph-case.json';

const roles = ['questioned', 'known', 'population'] as const;
const modes = ['written', 'spoken', 'unknown'] as const;

/** Reads a case file's JSON. Throws UnreadableDocument naming the entry that is wrong. */
export function parseCaseFile(text: string, name: string): CaseFile {
  const json = parseJson(text, name);
  if (!isRecord(json) || json['format'] !== 'idiograph.case/1' || !isRecord(json['documents']))
    throw unreadableDocument(name, 'it is not a case file of format "idiograph.case/1"');
  const entries = Object.entries(json['documents']).map(
    ([path, value]) => [path, parseDocument(value, `${name}, "${path}"`)] as const,
  );
  return { documents: new Map(entries) };
}

/**
 * What the folders alone say: known/<author>/… and population/<author>/… name the author, questioned/… has none.
 * Undefined for any other place.
 */
export function documentByFolder(path: string): CaseDocument | undefined {
  const [folder, author, ...rest] = path.split('/');
  const unlabelled = { mode: 'unknown', genre: 'unknown', language: 'en' } as const;
  if (folder === 'questioned' && author !== undefined) return { role: 'questioned', ...unlabelled };
  if ((folder === 'known' || folder === 'population') && author !== undefined && rest.length > 0)
    return { role: folder, author, ...unlabelled };
  return undefined;
}

function parseDocument(value: unknown, place: string): CaseDocument {
  if (!isRecord(value)) throw unreadableDocument(place, 'an object is needed');
  const role = oneOf(value, 'role', roles, place);
  const mode = oneOf({ mode: 'unknown', ...value }, 'mode', modes, place);
  const genre = textOf({ genre: 'unknown', ...value }, 'genre', place);
  const language = textOf({ language: 'en', ...value }, 'language', place);
  const author = role === 'questioned' && value['author'] === undefined ? undefined : textOf(value, 'author', place);
  return { role, mode, genre, language, ...(author !== undefined && { author }) };
}

function oneOf<T extends string>(value: Record<string, unknown>, key: string, allowed: readonly T[], place: string): T {
  const found = allowed.find((choice) => choice === value[key]);
  if (found === undefined) throw unreadableDocument(place, `"${key}" must be one of ${allowed.join(', ')}`);
  return found;
}

function textOf(value: Record<string, unknown>, key: string, place: string): string {
  const found = value[key];
  if (typeof found !== 'string' || found === '') throw unreadableDocument(place, `"${key}" must be a text`);
  return found;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadableDocument(name, `it is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
