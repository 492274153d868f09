import type { TextRange } from '../domain';

/** Finds places of its own in a text. */
export interface PlaceFinder {
  findPlaces(text: string): Iterable<TextRange>;
}

/** A pattern that is sought in a text as it is, or in lower case, which is three times as fast as a pattern that passes over case. */
export interface SoughtPattern {
  readonly pattern: RegExp | PlaceFinder;
  readonly isFolded: boolean;
}

/** A text as it is and in lower case, both of one length. */
interface SearchedText {
  readonly own: string;
  readonly folded: string;
}

/** Starts and ends of the places of each pattern. */
type Places = readonly (readonly number[])[];

/** Characters at the beginning and at the end that a text has in common with one before. */
interface Shared {
  readonly head: number;
  readonly tail: number;
}

/** Texts before, and their characters at most: a questioned text, and what is left of it without each of its stretches. */
const mostTexts = 10;
const mostCharacters = 60_000;

/** Finds the places of patterns; of a text that differs from one before by a stretch or an edit, what is about the difference alone is searched. */
export class PatternSearch {
  private readonly reaches: readonly Reach[];
  private before: readonly { readonly text: SearchedText; readonly places: Places }[] = [];

  constructor(private readonly patterns: readonly SoughtPattern[]) {
    this.reaches = patterns.map(({ pattern }) => computeReach(pattern));
  }

  find(text: SearchedText): Places {
    if (text.own.length > mostCharacters) return this.patterns.map((each) => findAll(each.pattern, select(text, each)));
    const compared = this.before.map((each) => ({ ...each, shared: compare(text, each.text) }));
    const [nearest] = compared.sort((a, b) => sumOf(b.shared) - sumOf(a.shared));
    const longest = nearest ? Math.max(findLongestRun(text.own), findLongestRun(nearest.text.own)) : 0;
    const places = this.patterns.map(({ pattern, isFolded }, i): readonly number[] => {
      const own = select(text, { isFolded });
      const { fixed, runs } = this.reaches[i]!;
      const reach = fixed + runs * longest;
      const old = nearest && { places: nearest.places[i]!, length: nearest.text.own.length };
      const found =
        old && pattern instanceof RegExp ? findBeside(pattern, own, { ...old, ...nearest.shared, reach }) : undefined;
      return found ?? findAll(pattern, own);
    });
    const rest = this.before.filter(({ text: other }) => other !== nearest?.text);
    this.before = [...(nearest ? [nearest] : []), { text, places }, ...rest].slice(0, mostTexts);
    return places;
  }
}

function sumOf({ head, tail }: Shared): number {
  return head + tail;
}

function select({ own, folded }: SearchedText, { isFolded }: Pick<SoughtPattern, 'isFolded'>): string {
  return isFolded ? folded : own;
}

function findAll(pattern: RegExp | PlaceFinder, text: string): readonly number[] {
  if (pattern instanceof RegExp) return findFrom(pattern, text, 0, Infinity);
  return Array.from(pattern.findPlaces(text), ({ start, end }) => [start, end]).flat();
}

/** The places that begin from one place on and before another. */
function findFrom(pattern: RegExp, text: string, from: number, to: number): number[] {
  const places: number[] = [];
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match && match.index < to; match = pattern.exec(text)) {
    const end = match.index + match[0].length;
    places.push(match.index, end);
    if (end === match.index) pattern.lastIndex += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  pattern.lastIndex = 0; // where `matchAll` begins
  return places;
}

/** How many characters on either side a pattern looks at, at most: a fixed number, and runs without blanks of any length. */
interface Reach {
  readonly fixed: number;
  readonly runs: number;
}

/** Each sign of a pattern stands for a character at most, or for as many as it says behind it; what has no limit is within a word or a run of one sign. */
function computeReach(pattern: RegExp | PlaceFinder): Reach {
  if (!(pattern instanceof RegExp)) return { fixed: Infinity, runs: 0 };
  const { source } = pattern;
  const times = Array.from(source.matchAll(/(\d+)\}/g), ([, most]) => Number(most));
  const open = source.match(/[+*]|,\}/g)?.length ?? 0;
  return { fixed: 2 * (source.length + times.reduce((sum, each) => sum + each, 0)), runs: open };
}

/** The places in a text by those of one before; undefined: all of it must be searched. */
function findBeside(
  pattern: RegExp,
  text: string,
  {
    places,
    length,
    head,
    tail,
    reach,
  }: Shared & { readonly places: readonly number[]; readonly length: number; readonly reach: number },
): readonly number[] | undefined {
  const isPair = /[\uDC00-\uDFFF]/.test(text[head - reach] ?? '');
  const from = Math.max(0, head - reach - Number(isPair));
  const to = text.length - tail + reach;
  const shift = text.length - length;
  if (to - from + reach >= text.length) return undefined;
  const [kept, moved] = [findFirst(places, from), findFirst(places, to - shift)];
  const result = places.slice(0, kept);
  const middle = findFrom(pattern, text.slice(0, to + reach), Math.max(from, result.at(-1) ?? 0), to);
  for (const place of middle) result.push(place);
  if ((result.at(-1) ?? 0) > to || (places[moved - 1] ?? 0) > to - shift) return undefined;
  for (let i = moved; i < places.length; i++) result.push(places[i]! + shift);
  return result;
}

/** Where the first place stands that begins at or behind a character. */
function findFirst(places: readonly number[], from: number): number {
  let i = 0;
  while (i < places.length && places[i]! < from) i += 2;
  return i;
}

function compare(a: SearchedText, b: SearchedText): Shared {
  const most = Math.min(a.own.length, b.own.length);
  const areSame = (i: number, k: number): boolean =>
    a.own.charCodeAt(i) === b.own.charCodeAt(k) && a.folded.charCodeAt(i) === b.folded.charCodeAt(k);
  let head = 0;
  while (head < most && areSame(head, head)) head += 1;
  let tail = 0;
  while (tail < most - head && areSame(a.own.length - 1 - tail, b.own.length - 1 - tail)) tail += 1;
  return { head, tail };
}

function findLongestRun(text: string): number {
  return (text.match(/\S+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
}
