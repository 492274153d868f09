import * as v from 'valibot';
import { genreRelations, modePairs, modes, type Mode } from '../domain';
import { unreadableDocument } from '../errors';
import { bySender } from '../mailboxes';
import { count, fields, fieldsOnly, list, oneOf, record, sha256, shaped, text } from '../shape';
import { type OwnMarker, ownMarkers } from '../markers/ownMarkers';
import { calibrationShape } from '../verification/calibration';
import type { CaseWarning } from './caseWarnings';
import { type Blinding, blindingShape } from './blind';
import { type PassageDecision, passageDecisions } from './decisions';
import type { PinnedParts, StoredLock } from './lock';
import { doubledKeys, unknownKeys } from './caseWarnings';

/** What a case says of one document. */
export interface CaseDocument {
  readonly role: 'questioned' | 'known' | 'population';
  readonly author?: string;
  readonly mode: Mode;
  readonly genre: string;
  readonly language: string;
  /** The case file says how it was produced, be it that this is not known. */
  readonly stated?: true;
  /** Of a questioned file's bytes as the case first saw them, as its case file has it. */
  readonly sha256?: string;
  /** What made a questioned text of its file first, with its version, and the SHA-256 of that text; absent: the file is the text. */
  readonly reader?: string;
  readonly textSha256?: string;
}

/** A case: its documents by path relative to the case file, with forward slashes, and what is pinned for it. */
export interface CaseFile {
  readonly documents: ReadonlyMap<string, CaseDocument>;
  readonly pinned?: PinnedParts;
  /** Its settings as they were locked. */
  readonly validation?: LockInFile;
  /** Habits of the user's own that are counted, too. */
  readonly markers?: readonly OwnMarker[];
  /** What readers made of passages. */
  readonly decisions?: readonly PassageDecision[];
  /** Whether its authors are hidden; absent: they never were. */
  readonly blind?: Blinding;
}

/** A lock with its hash. */
export type LockInFile = Omit<StoredLock, 'found'>;

/** A case file as it was read, and what is odd about it. */
export interface ReadCaseFile {
  readonly caseFile: CaseFile;
  readonly warnings: readonly CaseWarning[];
}

/** The format of a case file. */
export const caseFileFormat = 'idiograph.case/1';

export const caseFileSuffix = '.idiograph-case.json';

const source = {
  mode: v.optional(oneOf(modes), 'unknown'),
  genre: v.optional(text, 'unknown'),
  language: v.optional(text, 'en'),
};
const role = fields({ role: oneOf(['questioned', 'known', 'population']) });
const questioned = fields({
  role: v.literal('questioned'),
  author: v.exactOptional(text),
  ...source,
  sha256: v.exactOptional(sha256),
  reader: v.exactOptional(text),
  textSha256: v.exactOptional(sha256),
});
const ofAnAuthor = fields({ role: oneOf(['known', 'population']), author: text, ...source });

/** A pin that is not understood would pin nothing: anything unknown is refused. */
const pinnedParts = fieldsOnly({ index: v.exactOptional(sha256), models: v.optional(record(text), {}) });

/** Of a lock nothing is passed over, either. */
const condition = fieldsOnly({
  modes: oneOf(modePairs),
  genreRelation: oneOf(genreRelations),
  words: count,
  knownWords: count,
});
const lockInFile = fieldsOnly({
  hash: sha256,
  settings: record(text),
  /** One of an earlier form is none, so that its hash is not that of the lock: the lock counts as broken. */
  own: v.fallback(list(fieldsOnly({ condition, calibration: calibrationShape })), []),
}) satisfies v.GenericSchema<unknown, LockInFile>;

const ofOurFormat = fields({ format: v.literal(caseFileFormat) });
const caseFields = fields({
  documents: record(v.unknown()),
  pinned: v.optional(v.unknown()),
  validation: v.optional(v.unknown()),
  markers: v.optional(v.unknown()),
  decisions: v.optional(v.unknown()),
  blind: v.optional(v.unknown()),
});

/** Reads a case file's JSON. Throws UnreadableDocument naming the entry that is wrong. */
export function parseCaseFile(json: string, name: string): ReadCaseFile {
  const value = parseJson(json, name);
  if (!v.is(ofOurFormat, value)) throw unreadableDocument(name, `it is not a case file of format "${caseFileFormat}"`);
  const { documents, pinned, validation, markers, decisions, blind } = shaped(caseFields, value, refusal(name));
  const entries = Object.entries(documents).map(
    ([path, value]) => [path, parseDocument(value, `${name}, "${path}"`)] as const,
  );
  const member = <Schema extends v.GenericSchema>(key: string, held: unknown, schema: Schema) =>
    held === undefined ? {} : { [key]: shaped(schema, held, refusal(`${name}, "${key}"`)) };
  const members: Omit<CaseFile, 'documents'> = {
    ...member('pinned', pinned, pinnedParts),
    ...member('validation', validation, lockInFile),
    ...member('markers', markers, ownMarkers),
    ...member('decisions', decisions, passageDecisions),
    ...member('blind', blind, blindingShape),
  };
  return {
    caseFile: { documents: new Map(entries), ...members },
    warnings: [
      ...doubledKeys(json).map((key) => ({ kind: 'doubledKey', file: name, key }) as const),
      ...unknownKeys(name, value, Object.values(documents) as readonly object[]),
    ],
  };
}

/**
 * What the folders alone say: known/<author>/… and population/<author>/… name the author, questioned/… has none.
 * Undefined for any other place.
 */
export function documentByFolder(path: string): CaseDocument | undefined {
  const [folder, author, ...rest] = bySender(path).split('/');
  const unlabelled = { mode: 'unknown', genre: 'unknown', language: 'en' } as const;
  if (folder === 'questioned' && author !== undefined) return { role: 'questioned', ...unlabelled };
  if ((folder === 'known' || folder === 'population') && author !== undefined && rest.length > 0)
    return { role: folder, author, ...unlabelled };
  return undefined;
}

function parseDocument(value: unknown, place: string): CaseDocument {
  const found = shaped(role, value, refusal(place));
  const document =
    found.role === 'questioned' ? shaped(questioned, value, refusal(place)) : shaped(ofAnAuthor, value, refusal(place));
  const stated = 'mode' in (value as object) || 'genre' in (value as object);
  return stated ? { ...document, stated } : document;
}

function refusal(place: string): (problem: string) => Error {
  return (problem) => unreadableDocument(place, problem);
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadableDocument(name, `it is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
}
