import type { CaseDocument, LockInFile, PinnedParts } from './caseFile';
import { endOfString } from './doubledKeys';

/** A case file's text with this pin, in the place of the one it has. */
export function withPin(text: string, pinned: PinnedParts): string {
  return withMember(text, 'pinned', JSON.stringify(pinned, undefined, 2));
}

/** What may be said of a document in its case file. */
export type SaidOfDocument = Pick<CaseDocument, 'role'> & Partial<Omit<CaseDocument, 'stated'>>;

/**
 * A case file's text with what is said of these documents, by path; entries of others stay, and each has one line. A SHA-256
 * that stands there is never another one afterwards.
 */
export function withDocuments(text: string, said: ReadonlyMap<string, SaidOfDocument>): string {
  if (said.size === 0) return text;
  const { documents } = JSON.parse(text) as { readonly documents: Readonly<Record<string, { sha256?: string }>> };
  const entries = new Map(Object.entries(documents));
  for (const [path, facts] of said) {
    const before = entries.get(path);
    entries.set(path, { ...before, ...facts, ...(before?.sha256 !== undefined && { sha256: before.sha256 }) });
  }
  const lines = [...entries].map(([path, entry]) => `\n  ${JSON.stringify(path)}: ${oneLine(entry)}`);
  return withMember(text, 'documents', lines.length === 0 ? '{}' : `{${lines.join(',')}\n}`);
}

function oneLine(entry: object): string {
  const members = Object.entries(entry).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{ ${members.join(', ')} }`;
}

/** A case file's text with this lock, in the place of the one it has; a calibration has one line. */
export function withLock(text: string, { hash, settings, own }: LockInFile): string {
  const calibrations = own.map((each) => `\n    ${JSON.stringify(each)}`).join(',');
  const made = JSON.stringify(settings, undefined, 2).replaceAll('\n', '\n  ');
  const list = calibrations === '' ? '[]' : `[${calibrations}\n  ]`;
  return withMember(text, 'validation', `{\n  "hash": "${hash}",\n  "settings": ${made},\n  "own": ${list}\n}`);
}

/**
 * The text with this value of a key; all else stays as it is, to the byte.
 *
 * @param text  that `parseCaseFile` takes
 * @param value  JSON
 */
function withMember(text: string, key: string, value: string): string {
  const json = value.replaceAll('\n', '\n  ');
  const place = valueOf(text, key);
  if (place) return text.slice(0, place.start) + json + text.slice(place.end);
  const end = text.lastIndexOf('}');
  const members = text.slice(0, end).trimEnd();
  return `${members},\n  "${key}": ${json}\n${text.slice(end)}`;
}

/** Where the value of a key of the outermost object stands; of a key that stands twice, the last, which is the one that counts. */
function valueOf(json: string, key: string): { readonly start: number; readonly end: number } | undefined {
  const named = /\s*:\s*/y;
  let found: { start: number; end: number } | undefined;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]!;
    if ('{['.includes(character)) depth += 1;
    if ('}]'.includes(character)) depth -= 1;
    if (character !== '"') continue;
    const end = endOfString(json, at);
    named.lastIndex = end;
    if (depth === 1 && named.test(json) && JSON.parse(json.slice(at, end)) === key) {
      found = { start: named.lastIndex, end: endOfObject(json, named.lastIndex) };
    }
    at = end - 1;
  }
  return found;
}

/** The place after the brace that closes the object that begins at `start`. */
function endOfObject(json: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const character = json[at]!;
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    at = character === '"' ? endOfString(json, at) : at + 1;
  } while (depth > 0);
  return at;
}
