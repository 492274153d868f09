import type { Note, QuestionedDocument, TextRange } from '../domain/evidence';
import { readSource } from './readText';

/** A part of a name is looked for alone if it has at least this many letters and the text names its writer with it. */
const leastOfPart = 3;
/** A name alone in this many lines at the end of a text is a signature. */
const lastLines = 5;
/** A note quotes at most this many places, with this many characters around each. */
const quoted = 3;
const around = 24;
/** What can separate the parts of a name: blanks, a comma, an initial. */
const between = String.raw`,?\s+(?:\p{Lu}\.?\s+)?`;

/**
 * Finds the name of a compared author in a questioned text: the full name anywhere, and a part of it if the text names its writer with it
 * ("So I'm Paul", "By Kipling", a last line). Such words say nothing about style. Excluded words are not searched.
 */
export function noteNamedAuthors(questioned: QuestionedDocument, authors: Iterable<string>): readonly Note[] {
  const { own } = readSource(questioned);
  const words = new Set(own.toLowerCase().match(/\p{L}+/gu));
  const tail = own.length - own.trimEnd().split('\n').slice(-lastLines).join('\n').length;
  const names = new Map(
    Array.from(authors, (author) => author.match(/\p{L}+/gu) ?? []).map((parts) => [parts.join(' '), parts]),
  );
  const places = [...names.values()].flatMap((parts) =>
    parts.some((part) => words.has(part.toLowerCase())) ? findPlaces(own, tail, parts) : [],
  );
  const results = [...new Set(places.map(({ start, end }) => quote(own, start, end)))];
  if (results.length === 0) return [];
  return [{ caveat: 'namesAuthor', title: questioned.id, share: results.length, words: results.slice(0, quoted) }];
}

/** @param tail  the beginning of the last lines of the text */
function findPlaces(own: string, tail: number, parts: readonly string[]): readonly TextRange[] {
  const name = parts.length > 1 ? [parts, parts.toReversed()].map((each) => each.join(between)) : [];
  const long = parts.filter(({ length }) => length >= leastOfPart);
  const any = [...name, ...long].join('|');
  if (any === '') return [];
  const patterns = [
    ...name,
    String.raw`(?<=\b(?:I['’]m|I am|[Mm]y name is|[Tt]his is)\s)(?:${any})`,
    String.raw`(?<=^\s*[Bb]y:?\s)(?:${any})(?=\s*$)`,
    `(?:${any})(?= here[.,!])`,
  ];
  const found = patterns.flatMap((pattern) => matchAll(own, pattern, 0));
  const endLines = matchAll(own, String.raw`(?:${any})(?=[^\p{L}\n]*$)`, tail);
  const signed = endLines.filter(({ start }) => {
    return !/\p{L}/u.test(own.slice(own.lastIndexOf('\n', start - 1) + 1, start));
  });
  return [...found, ...signed].filter(({ start }) => /^\p{Lu}/u.test(own.slice(start, start + 2)));
}

/** The places of a pattern from a place of the text on, except inside other words. */
function matchAll(own: string, source: string, from: number): readonly TextRange[] {
  const pattern = new RegExp(String.raw`(?<![\p{L}])(?:${source})(?![\p{L}])`, 'gimu');
  pattern.lastIndex = from;
  return Array.from(own.matchAll(pattern), ({ 0: { length }, index }) => ({ start: index, end: index + length }));
}

/** A place with the words around it, on one line. */
function quote(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - around), start).replace(start > around ? /^\S*\s/ : /^/, '');
  const after = text.slice(end, end + around).replace(/\s\S*$/, '');
  return (before + text.slice(start, end) + after).replace(/\s+/g, ' ').trim();
}
