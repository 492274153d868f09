import { parseTree } from 'jsonc-parser';
import type { OwnMarker } from '../markers/ownMarkers';
import type { CaseDocument, LockInFile } from './caseFile';
import type { Blinding } from './blind';
import type { PassageDecision } from './decisions';
import type { PinnedParts } from './lock';

/** A case file's text with this pin, in the place of the one it has. */
export function withPin(text: string, pinned: PinnedParts): string {
  return withMember(text, 'pinned', JSON.stringify(pinned, undefined, 2));
}

/** A case file's text with how its authors are hidden, in the place of what it says of that. */
export function withBlinding(text: string, blinding: Blinding): string {
  return withMember(text, 'blind', JSON.stringify(blinding, undefined, 2));
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

/** A case file's text with these markers of the user's own, in the place of those it has; each has one line. */
export function withMarkers(text: string, markers: readonly OwnMarker[]): string {
  return withMember(text, 'markers', linesOf(markers));
}

/** A case file's text with these decisions on passages, in the place of those it has; each has one line. */
export function withDecisions(text: string, decisions: readonly PassageDecision[]): string {
  return withMember(text, 'decisions', linesOf(decisions));
}

function linesOf(entries: readonly object[]): string {
  return entries.length === 0 ? '[]' : `[${entries.map((entry) => `\n  ${oneLine(entry)}`).join(',')}\n]`;
}

/**
 * The text with this value of a key; all else stays as it is, to the byte. Of a key that stands twice, the last one counts.
 *
 * @param text  that `parseCaseFile` takes
 * @param value  JSON
 */
function withMember(text: string, key: string, value: string): string {
  const json = value.replaceAll('\n', '\n  ');
  const members = parseTree(text)?.children ?? [];
  const place = members.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
  if (place) return text.slice(0, place.offset) + json + text.slice(place.offset + place.length);
  const end = text.lastIndexOf('}');
  return `${text.slice(0, end).trimEnd()},\n  "${key}": ${json}\n${text.slice(end)}`;
}
