import type { Mode } from '../domain';
import { unreadableDocument } from '../errors';
import type { CaseWarning } from './caseWarnings';
import { doubledKeys } from './doubledKeys';

/** What a case says of one document. */
export interface CaseDocument {
  readonly role: 'questioned' | 'known' | 'population';
  readonly author?: string;
  readonly mode: Mode;
  readonly genre: string;
  readonly language: string;
}

/** What a case was examined with, as it was written down: a review with anything else says so. */
export interface PinnedParts {
  /** The content hash of the reference index, 64 hex digits. */
  readonly index?: string;
  /** Model kind → model id, such as "encoder@a2eaa7eb8852", or the SHA-256 of its file. */
  readonly models: Readonly<Record<string, string>>;
}

/** A case: its documents by path relative to the case file, with forward slashes, and what is pinned for it. */
export interface CaseFile {
  readonly documents: ReadonlyMap<string, CaseDocument>;
  readonly pinned?: PinnedParts;
}

/** A case file as it was read, and what is odd about it. */
export interface ReadCaseFile {
  readonly caseFile: CaseFile;
  readonly warnings: readonly CaseWarning[];
}

/** The format of a case file. */
export const caseFileFormat = 'idiograph.case/1';

export const caseFileSuffix = '.idiograph-case.json';

const roles = ['questioned', 'known', 'population'] as const;
const modes = ['written', 'spoken', 'unknown'] as const;

/** Reads a case file's JSON. Throws UnreadableDocument naming the entry that is wrong. */
export function parseCaseFile(text: string, name: string): ReadCaseFile {
  const json = parseJson(text, name);
  if (!isRecord(json) || json['format'] !== caseFileFormat || !isRecord(json['documents']))
    throw unreadableDocument(name, `it is not a case file of format "${caseFileFormat}"`);
  const entries = Object.entries(json['documents']).map(
    ([path, value]) => [path, parseDocument(value, `${name}, "${path}"`)] as const,
  );
  const pinned = json['pinned'] === undefined ? undefined : parsePinned(json['pinned'], `${name}, "pinned"`);
  return {
    caseFile: { documents: new Map(entries), ...(pinned && { pinned }) },
    warnings: doubledKeys(text).map((key) => ({ kind: 'doubledKey', file: name, key })),
  };
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

/** A pin that is not understood would pin nothing: anything unknown is refused. */
function parsePinned(value: unknown, place: string): PinnedParts {
  if (!isRecord(value)) throw unreadableDocument(place, 'an object is needed');
  const { index, models = {}, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw unreadableDocument(place, `there is no "${unknown}"; "index" and "models" can be pinned`);
  if (index !== undefined && !(typeof index === 'string' && /^[0-9a-f]{64}$/.test(index)))
    throw unreadableDocument(place, '"index" must be a content hash of 64 hex digits');
  if (!isRecord(models)) throw unreadableDocument(place, '"models" must be an object');
  const pinned = Object.keys(models).map((kind) => [kind, textOf(models, kind, place)] as const);
  return { models: Object.fromEntries(pinned), ...(index !== undefined && { index }) };
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
