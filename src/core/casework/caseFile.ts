import { type Node, parseTree } from 'jsonc-parser';
import * as v from 'valibot';
import { modes, type Role } from '../domain/evidence';
import { unlabelled } from '../text/readText';
import { unreadableCaseFile } from '../errors';
import { replaceCollection } from '../../reading/text/collectedPaths';
import {
  count,
  fields,
  fieldsOnly,
  flag,
  list,
  oneOf,
  record,
  type Shape,
  sha256,
  checkShape,
  text,
  whole,
} from '../basics/shape';
import { ownMarkers } from '../markers/ownMarkers';
import { type CaseWarning, createWarning, warnOfUnknownKeys } from './caseWarnings';
import { blindingShape } from './blind';
import { passageDecisions } from './decisions';
import { lockInFile, pinnedParts } from './lock';

/** The format of a case file. */
export const caseFileFormat = 'idiograph.case/1';

export const caseFileSuffix = '.idiograph-case.json';

/** Ranges of a text that were left out or taken back by hand, in UTF-16 code units of the text as it is read. */
const handRanges = v.pipe(
  list(fieldsOnly({ start: whole, end: count, isAuthors: flag, sha256 })),
  v.check((ranges) => {
    const inOrder = [...ranges].sort((a, b) => a.start - b.start);
    return inOrder.every(({ start, end }, i) => start < end && end <= (inOrder[i + 1]?.start ?? Infinity));
  }, 'a list of ranges, each with a start below its end, that do not overlap'),
);

/** Who could have written a questioned text. */
const question = v.union(
  [oneOf(['anybody', 'known']), v.pipe(v.array(text), v.minLength(2))],
  '"anybody", "known", or a list of two authors or more',
);

const source = {
  mode: v.optional(oneOf(modes), 'unknown'),
  genre: v.optional(text, 'unknown'),
  language: v.optional(text, 'en'),
  ranges: v.exactOptional(handRanges),
  /** The speakers that count in a text of several. */
  speakers: v.exactOptional(v.pipe(v.array(text, 'a list of speakers'), v.minLength(1, 'a list of speakers'))),
  /** The work that it is a part of. All parts of a work have the same name. */
  work: v.exactOptional(v.pipe(text, v.trim(), v.minLength(1, 'the name of a work'))),
};
const role = fields({ role: oneOf(['questioned', 'known', 'population']) });
const questionedEntries = {
  role: v.literal('questioned'),
  author: v.exactOptional(text),
  ...source,
  /** Where it differs from that of the case. */
  question: v.exactOptional(question),
  /** The SHA-256 of the bytes of a questioned file when the case first saw it. */
  sha256: v.exactOptional(sha256),
  /** The reader of the questioned file at its first reading, with version, and the SHA-256 of the text. Absent if the file is the text. */
  reader: v.exactOptional(text),
  textSha256: v.exactOptional(sha256),
};
const questioned = fields(questionedEntries);
const ofAnAuthor = fields({ role: oneOf(['known', 'population']), author: text, ...source });

/** The facts of one document in a case. */
export type CaseDocument = Omit<Shape<typeof questioned>, 'role'> & {
  readonly role: Role | 'questioned';
  /** The case file says how it was produced, or that this is unknown. */
  readonly stated?: true;
};

/** The members of a case file besides its documents. */
const members = {
  /** Who could have written the questioned texts. Absent for anybody. */
  question,
  pinned: pinnedParts,
  /** The locked settings. */
  validation: lockInFile,
  /** The user's own markers, which are also counted. */
  markers: ownMarkers,
  /** The decisions of readers on passages. */
  decisions: passageDecisions,
  /** For each mailbox, chat or table of messages, by its path: the senders who are the author of the folder that contains it. */
  senders: record(v.pipe(v.array(text, 'a list of senders'), v.minLength(1, 'a list of senders'))),
  /** Whether its authors are masked. Absent if they never were. */
  blind: blindingShape,
};
type Members = { readonly [Key in keyof typeof members]: Shape<(typeof members)[Key]> };

/** A case: its documents by path relative to the case file, with forward slashes, its pins, and the problems of its file. */
export type CaseFile = Partial<Members> & {
  readonly documents: ReadonlyMap<string, CaseDocument>;
  readonly warnings: readonly CaseWarning[];
};

const ofOurFormat = v.looseObject({ format: v.literal(caseFileFormat) });
const withDocumentsOnly = fields({ documents: record(v.unknown()) });

/** Reads a case file's JSON. Throws UnreadableDocument, which names the wrong entry. */
export function parseCaseFile(json: string, name: string): CaseFile {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw unreadableCaseFile(name, `it is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  if (!v.is(ofOurFormat, value)) throw unreadableCaseFile(name, `it is not a case file of format "${caseFileFormat}"`);
  const { documents } = checkShape(withDocumentsOnly, value, refuseAt(name));
  const entries = Object.entries(documents).map(([path, entry]): [string, CaseDocument] => {
    const refuse = refuseAt(`${name}, "${path}"`);
    const isQuestioned = checkShape(role, entry, refuse).role === 'questioned';
    const facts = entry as object;
    // its author may be absent where the folder of the document names the author
    const document = isQuestioned
      ? checkShape(questioned, facts, refuse)
      : checkShape(ofAnAuthor, { author: describeByFolder(path)?.author, ...facts }, refuse);
    return [path, 'mode' in facts || 'genre' in facts ? { ...document, stated: true } : document];
  });
  // The keys that occur more than once in one object. `JSON.parse` silently keeps the last value of such a key.
  const doubled = new Set<string>();
  const look = ({ type, children = [] }: Node): void => {
    const keys = new Set<unknown>();
    for (const each of children) {
      const key: unknown = type === 'object' ? each.children?.[0]?.value : undefined;
      if (typeof key === 'string' && keys.has(key)) doubled.add(key);
      keys.add(key);
      look(each);
    }
  };
  const tree = parseTree(json);
  if (tree) look(tree);
  const child = Object.entries(members).filter(([key]) => Object.hasOwn(value, key));
  const read = child.map(
    ([key, schema]) => [key, checkShape(schema, value[key], refuseAt(`${name}, "${key}"`))] as const,
  );
  return {
    documents: new Map(entries),
    ...(Object.fromEntries(read) as Partial<Members>),
    warnings: [
      ...[...doubled].map((key) => createWarning('doubledKey', { file: name, key })),
      ...warnOfUnknownKeys(name, [value], ['format', 'documents', ...Object.keys(members)]),
      ...warnOfUnknownKeys(name, Object.values(documents) as readonly object[], Object.keys(questionedEntries)),
    ],
  };
}

/**
 * The facts of a document by its folders: known/<author>/… and population/<author>/… name the author, and questioned/… has none. Undefined
 * for any other place.
 */
export function describeByFolder(path: string): CaseDocument | undefined {
  const [folder, author, ...rest] = replaceCollection(path).split('/');
  if (folder === 'questioned' && author !== undefined) return { role: 'questioned', ...unlabelled };
  if ((folder === 'known' || folder === 'population') && author !== undefined && rest.length > 0)
    return { role: folder, author, ...unlabelled };
  return undefined;
}

function refuseAt(place: string): (problem: string) => Error {
  return (problem) => unreadableCaseFile(place, problem);
}

/** The text of a case file with this member added or replaced. Each item of a list has one line. */
export function setMember<Key extends keyof Members>(text: string, key: Key, value: Members[Key]): string {
  return setValue(text, key, formatValue(value));
}

/** The facts that a case file can have for a document. */
export type SaidOfDocument = Pick<CaseDocument, 'role'> & Partial<Omit<CaseDocument, 'stated'>>;

/**
 * The text of a case file with these facts of documents, by path. Other entries stay, and each has one line. An existing SHA-256 is never
 * changed.
 */
export function setDocuments(text: string, said: ReadonlyMap<string, SaidOfDocument>): string {
  if (said.size === 0) return text;
  const { documents } = JSON.parse(text) as { readonly documents: Readonly<Record<string, { sha256?: string }>> };
  const entries = new Map(Object.entries(documents));
  for (const [path, facts] of said) {
    const before = entries.get(path);
    entries.set(path, { ...before, ...facts, ...(before?.sha256 !== undefined && { sha256: before.sha256 }) });
  }
  return setValue(text, 'documents', `{${joinLines([...entries].map((entry) => formatMember(entry, formatItem)))}}`);
}

/** A value as JSON: each member of an object and each item of a list on its own line. */
function formatValue(value: unknown, indent = '\n  '): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${joinLines(value.map(formatItem), indent)}]`;
  const parts = Object.entries(value).map((entry) =>
    formatMember(entry, (members) => formatValue(members, `${indent}  `)),
  );
  return `{${joinLines(parts, indent)}}`;
}

function formatItem(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map((entry) => formatMember(entry, JSON.stringify))
    .join(', ')} }`;
}

function formatMember<Value>([key, value]: readonly [string, Value], json: (value: Value) => string): string {
  return `${JSON.stringify(key)}: ${json(value)}`;
}

function joinLines(parts: readonly string[], indent = '\n  '): string {
  return parts.length === 0 ? '' : `${parts.map((part) => `${indent}  ${part}`).join(',')}${indent}`;
}

/**
 * The text with this value of a key. Every other byte is unchanged. If a key occurs twice, the last one counts.
 * @param text  accepted by `parseCaseFile`
 */
function setValue(text: string, key: string, json: string): string {
  const entries = parseTree(text)?.children ?? [];
  const place = entries.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
  if (place) return text.slice(0, place.offset) + json + text.slice(place.offset + place.length);
  const end = text.lastIndexOf('}');
  return `${text.slice(0, end).trimEnd()},\n  "${key}": ${json}\n${text.slice(end)}`;
}
