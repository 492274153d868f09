/** Words before a hyphen that belongs to the spelling, and endings before which it does not. */
const prefixes = /(^|[^\p{L}])(self|half|well|two|three|four|five|(twen|thir|for|fif|six|seven|eigh|nine)ty)$/iu;
const endings = /^(ish|less|ness|some|teen|th|ty|fold|ing|ed|er|ly|ves|way|s)\b/;
/** As in "pre- and post-war". */
const suspended = /^(and|or|to|nor)\b/;
const divided = /(\p{L}+)([-\u00ad\u2010])$/u;

/** Joins words that the end of a line divides, in the spelling that the document has elsewhere. */
export class Hyphens {
  private readonly compounds = new Set<string>();
  /** Words from which a hyphen was removed. */
  taken = 0;

  constructor(lines: readonly string[]) {
    for (const line of lines)
      for (const [compound] of line.matchAll(/\p{L}+(?:[-\u2010]\p{L}+)+/gu))
        this.compounds.add(normaliseSpelling(compound));
  }

  /** The end of a line and the beginning of the next, joined as in running text. */
  join(first: string, second: string): readonly [first: string, second: string] {
    const [, begin = '', hyphen] = divided.exec(first) ?? [];
    const [end = ''] = /^\p{L}+/u.exec(second) ?? [];
    if (hyphen === undefined || end === '' || suspended.test(second)) return [first, ` ${second}`];
    const before = first.slice(0, -1);
    if (hyphen === '\u00ad') return [this.isSpelt(begin, end) ? `${before}-` : before, second];
    if (this.isCompound(before, begin, end)) return [first, second];
    this.taken += 1;
    return [before, second];
  }

  private isSpelt(begin: string, end: string): boolean {
    return this.compounds.has(normaliseSpelling(`${begin}-${end}`));
  }

  private isCompound(before: string, begin: string, end: string): boolean {
    if (/^\p{Lu}/u.test(end) && !/^\p{Lu}{2,}$/u.test(begin)) return true;
    if (this.isSpelt(begin, end)) return true;
    if (/\p{L}-\p{L}+$/u.test(before)) return true;
    return prefixes.test(before) && !endings.test(end);
  }
}

function normaliseSpelling(compound: string): string {
  return compound.toLowerCase().replaceAll('\u2010', '-');
}
