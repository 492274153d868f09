/**
 * The keys that stand more than once in one object of a JSON text, each once, in order. `JSON.parse` keeps the last value of
 * such a key without a word.
 *
 * @param json  text that `JSON.parse` takes
 */
export function doubledKeys(json: string): readonly string[] {
  const doubled = new Set<string>();
  const open: (Set<string> | undefined)[] = []; // keys so far of every object around; undefined for a list
  let atKey = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]!;
    if (character === '"') {
      const end = endOfString(json, at);
      if (atKey) note(JSON.parse(json.slice(at, end)) as string, open.at(-1)!, doubled);
      atKey = false;
      at = end - 1;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : undefined);
      atKey = character === '{';
    } else if (character === '}' || character === ']') {
      open.pop();
      atKey = false;
    } else if (character === ',') atKey = open.at(-1) !== undefined;
  }
  return [...doubled];
}

function note(key: string, keys: Set<string>, doubled: Set<string>): void {
  if (keys.has(key)) doubled.add(key);
  keys.add(key);
}

/** The place after the closing quotation mark of the string that begins at `start`. */
export function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}
