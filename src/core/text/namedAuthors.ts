import type { Note, QuestionedDocument } from '../domain';
import { readSource } from './readText';

/** Letters of a part of a name that is looked for alone, where a text says whose it is. */
const leastOfPart = 3;
/** Lines at the end of a text among which a name alone is a signature. */
const lastLines = 5;
/** Places that a note quotes, and characters around each. */
const quoted = 3;
const around = 24;
/** What may stand between the parts of a name: blanks, a comma, an initial. */
const between = String.raw`,?\s+(?:\p{Lu}\.?\s+)?`;

/**
 * Where a questioned text has the name of an author it is compared with: the full name anywhere, and a part of it where the text says by it who
 * writes ("So I'm Paul", "By Kipling", a last line). Such words are no sign of a style. Words that are excluded are not looked at.
 */
export function noteNamedAuthors(questioned: QuestionedDocument, authors: Iterable<string>): readonly Note[] {
  const { own } = readSource(questioned);
  const words = new Set(own.toLowerCase().match(/\p{L}+/gu));
  const places = [...new Set(authors)].flatMap((author) => {
    const parts = author.match(/\p{L}+/gu) ?? [];
    return parts.some((part) => words.has(part.toLowerCase())) ? findPlaces(own, parts) : [];
  });
  const results = [...new Set(places.map(({ index, 0: name }) => quote(own, index, name.length)))];
  if (results.length === 0) return [];
  return [{ caveat: 'namesAuthor', title: questioned.id, share: results.length, words: results.slice(0, quoted) }];
}

function findPlaces(own: string, parts: readonly string[]): readonly RegExpExecArray[] {
  const name = parts.length > 1 ? [parts, parts.toReversed()].map((each) => each.join(between)) : [];
  const long = parts.filter(({ length }) => length >= leastOfPart);
  const any = [...name, ...long].join('|');
  if (any === '') return [];
  const lines = own.trimEnd().split('\n');
  const tail = own.length - lines.slice(-lastLines).join('\n').length;
  const patterns = [
    ...name,
    String.raw`(?<=\b(?:I['’]m|I am|[Mm]y name is|[Tt]his is)\s)(?:${any})`,
    String.raw`(?<=^\s*[Bb]y:?\s)(?:${any})(?=\s*$)`,
    `(?:${any})(?= here[.,!])`,
  ];
  const found = patterns.flatMap((pattern) => [...own.matchAll(createPattern(pattern))]);
  const signed = [...own.slice(tail).matchAll(createPattern(String.raw`(?:${any})(?=[^\p{L}\n]*$)`))].flatMap(
    (each) => {
      const index = tail + each.index;
      const before = own.slice(own.lastIndexOf('\n', index - 1) + 1, index);
      return /\p{L}/u.test(before) ? [] : [Object.assign(each, { index })];
    },
  );
  return [...found, ...signed].filter(([written]) => /^\p{Lu}/u.test(written));
}

function createPattern(source: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}])(?:${source})(?![\p{L}])`, 'gimu');
}

/** A place with the words around it, on one line. */
function quote(text: string, index: number, length: number): string {
  const before = text.slice(Math.max(0, index - around), index).replace(index > around ? /^\S*\s/ : /^/, '');
  const after = text.slice(index + length, index + length + around).replace(/\s\S*$/, '');
  return (before + text.slice(index, index + length) + after).replace(/\s+/g, ' ').trim();
}
