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

const roles: readonly string[] = ['questioned', 'known', 'population'];
const modes: readonly string[] = ['written', 'spoken', 'unknown'];

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
  const { role, author, mode = 'unknown', genre = 'unknown', language = 'en' } = value;
  if (typeof role !== 'string' || !roles.includes(role))
    throw unreadableDocument(place, `"role" must be one of ${roles.join(', ')}`);
  if (typeof mode !== 'string' || !modes.includes(mode))
    throw unreadableDocument(place, `"mode" must be one of ${modes.join(', ')}`);
  if (typeof genre !== 'string' || typeof language !== 'string')
    throw unreadableDocument(place, '"genre" and "language" must be texts');
  if (role !== 'questioned' && typeof author !== 'string') throw unreadableDocument(place, '"author" is missing');
  return {
    role: role as CaseDocument['role'],
    ...(typeof author === 'string' && { author }),
    mode: mode as Mode,
    genre,
    language,
  };
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
