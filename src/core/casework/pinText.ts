import type { PinnedParts } from './caseFile';
import { endOfString } from './doubledKeys';

/**
 * A case file's text with this pin, in the place of the one it has; all else stays as it is, to the byte.
 *
 * @param text  that `parseCaseFile` takes
 */
export function withPin(text: string, pinned: PinnedParts): string {
  const json = JSON.stringify(pinned, undefined, 2).replaceAll('\n', '\n  ');
  const place = valueOf(text, 'pinned');
  if (place) return text.slice(0, place.start) + json + text.slice(place.end);
  const end = text.lastIndexOf('}');
  const members = text.slice(0, end).trimEnd();
  return `${members},\n  "pinned": ${json}\n${text.slice(end)}`;
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
