import type { TextRange } from '../domain';
import { isInsidePair } from '../text/characters';
import { countWords } from '../text/countWords';

/** A part of a text: what stands under a heading of its own, or else a stretch about as long as the others. */
export interface TextSection extends TextRange {
  /** Undefined: the text has none. */
  readonly heading: string | undefined;
}

/** Fewer words under a heading go with what stands around them. */
const minWords = 100;
/** Sections of a text with headings; the shortest neighbours go together until there are no more. */
const mostUnderHeadings = 24;
/** Stretches of a text without. */
const mostStretches = 8;
const stretchWords = 250;

/** The sections of a text in order; together they are all of it. */
export function splitSections(text: string): readonly TextSection[] {
  const starts = findHeadings(text);
  const sections = starts.map((each, i): Counted => {
    const range = { start: i === 0 ? 0 : each.start, end: starts[i + 1]?.start ?? text.length };
    return { ...range, heading: each.heading, words: countWords(text.slice(range.start, range.end)) };
  });
  const isProse = sections.filter(({ words }) => words >= minWords).length * 3 >= sections.length; // else lines of a list
  const joined = isProse ? joinShortest(joinShort(sections)) : [];
  return joined.length > 1 ? joined.map(({ start, end, heading }) => ({ start, end, heading })) : splitStretches(text);
}

interface Counted extends TextSection {
  readonly words: number;
}

/** A section that is too short, such as the title of a chapter below its number, goes with the next. */
function joinShort(all: readonly Counted[]): readonly Counted[] {
  const sections: Counted[] = [];
  for (const section of all) {
    const last = sections.at(-1);
    if (last && last.words < minWords) sections[sections.length - 1] = join(last, section);
    else sections.push(section);
  }
  return sections;
}

/** The shortest section goes with the shorter of its neighbours, as long as there are too many, or the last is too short. */
function joinShortest(all: readonly Counted[]): readonly Counted[] {
  const sections = [...all];
  while (sections.length > mostUnderHeadings || (sections.length > 1 && sections.at(-1)!.words < minWords)) {
    const words = sections.map((each) => each.words);
    const least = words.indexOf(Math.min(...words));
    const at = least > 0 && (words[least + 1] ?? Infinity) >= words[least - 1]! ? least - 1 : least;
    sections.splice(at, 2, join(sections[at]!, sections[at + 1]!));
  }
  return sections;
}

function join(first: Counted, second: Counted): Counted {
  const { start, heading = second.heading } = first;
  return { start, end: second.end, heading, words: first.words + second.words };
}

/** What begins a line that can stand alone for a heading, and how long it may be. */
const begins = /^(?:#{1,6}\s+)?["“‘'([]?[\p{Lu}\p{N}]/u;
const maxLength = 80;
const maxWords = 12;
/** A heading by its first word or number may end as a sentence does. */
const named =
  /^(?:#{1,6}\s|(?:chapter|part|book|section|act|scene|appendix|letter|canto|volume)\b|(?:\d+\.)*\d+\.?$|[IVXLC]+\.?$)/i;
const endsSentence = /[.,;:!?…"'”’)\]-]$/u;

/** Lines between blank ones, or at an end of the text, that read as headings; before the first the text has none. */
function findHeadings(text: string): readonly { readonly start: number; readonly heading: string | undefined }[] {
  const found: { readonly start: number; readonly heading: string | undefined }[] = [];
  for (const match of text.matchAll(/(?<=^|\n[^\S\n]*\n)[^\S\n]*(\S[^\n]*)(?=\n[^\S\n]*(?:\n|$)|$)/g)) {
    const line = match[1]!.trim();
    if (line.length > maxLength || !begins.test(line) || countWords(line) > maxWords) continue;
    if (!endsSentence.test(line) || named.test(line))
      found.push({ start: match.index, heading: line.replace(/^#+\s+/, '') });
  }
  const isBare = found.length > 0 && text.slice(0, found[0]!.start).trim() !== '';
  return isBare ? [{ start: 0, heading: undefined }, ...found] : found;
}

/** Stretches of about equal length, each to the end of a sentence or a line. */
function splitStretches(text: string): readonly TextSection[] {
  const count = Math.min(mostStretches, Math.max(1, Math.floor(countWords(text) / stretchWords)));
  const bounds = new Set([0, text.length]);
  for (let i = 1; i < count; i++)
    bounds.add(findEndNear(text, Math.round((i * text.length) / count), text.length / count));
  const sorted = [...bounds].sort((a, b) => a - b);
  return sorted.slice(1).map((end, i) => ({ start: sorted[i]!, end, heading: undefined }));
}

/** Where a sentence ends behind a place, within half a stretch of it; else a word does, else a character. */
function findEndNear(text: string, place: number, length: number): number {
  const rest = text.slice(place, place + Math.ceil(length / 2));
  const end = /\n|[.?!…]["'”’)]*\s+/u.exec(rest) ?? /\s+/.exec(rest);
  if (end) return place + end.index + end[0].length;
  return isInsidePair(text, place) ? place + 1 : place;
}
