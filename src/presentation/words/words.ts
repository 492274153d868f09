import * as l10n from '@vscode/l10n';
import type { Basis, Candidate, Evidence, QuestionedDocument } from '../../core/domain/evidence';
import {
  countedKinds,
  exclusionKinds,
  type PartKind,
  type Reading,
  type ReadPart,
} from '../../reading/text/readableFormats';
import type { IndexLanguage } from '../../core/language/languageCollections';
import { minAuthors } from '../../core/verification/chooseCalibration';
import { minAuthorsOfLanguage } from '../../core/verification/abstaining';
import { anyLanguage, isUnspaced, nameLanguage } from '../../core/text/language';
import { modeNames, stageNames } from './sentences';
import type { StageProgress } from '../../core/basics/work';

/** What findings rest on, as one line: the first 12 digits of the hashes of index and model files. */
export function describeBasis({ index, models }: Pick<Basis, 'index' | 'models'>): string {
  const all = { ...(index !== undefined && { index }), ...models };
  const files = Object.entries(all).map(([kind, sha256]) => `${kind} ${shortenHash(sha256)}`);
  return l10n.t('First 12 digits of the SHA-256 of each file: {files}', { files: files.join(', ') });
}

/** The server that was searched with the index file, as one line. Empty if no server was searched. */
export function formatServer({ server }: Pick<Evidence, 'server'>): readonly string[] {
  if (!server?.searched) return [];
  const { contentHash, documents, authors } = server.searched;
  return [
    l10n.t('Server: {name} ({documents} documents, {hash}); {authors} authors with those of the index file', {
      ...{ name: server.name, hash: shortenHash(contentHash), ...formatAllThousands({ documents, authors }) },
    }),
  ];
}

/** Which parts of the program support the language of a review, as one line. Empty for English, which all parts support. */
export function formatLanguage({ settings, spans }: Pick<Evidence, 'settings' | 'spans'>): readonly string[] {
  const { language, languageAuthors = 0 } = settings;
  if (typeof language !== 'string') return [];
  const authors = formatThousands(Number(languageAuthors));
  const values = { language: nameLanguage(language), authors };
  const passages =
    spans.length > 0
      ? l10n.t('The encoder was trained on English. It only suggests where passages may be.')
      : l10n.t('The encoder does not read this script, so the review looks for no passages.');
  return listSaid([
    l10n.t(
      language === anyLanguage
        ? 'Language: unknown, or too few authors write in it. The n-grams of all texts ({authors} authors) order the authors. The review states no ratio.'
        : 'Language: {language}. The n-grams of the collection in this language ({authors} authors) order the authors. They use nothing that was learned from English texts.',
      values,
    ),
    passages,
    isUnspaced(language) &&
      l10n.t(
        'This script has no spaces between words. The review compares sequences of characters and estimates numbers of words.',
      ),
  ]);
}

/** What an index in a language other than English still needs for a ratio. */
export function describeReadiness({ language, authors, several }: IndexLanguage): string {
  return l10n.t(
    'The index has {authors} authors who write {language}, {several} of them with two works. A ratio needs {needed} authors, {validating} of them with two works. Then choose Validate Settings.',
    {
      ...{ language: nameLanguage(language), needed: minAuthorsOfLanguage + 1, validating: minAuthors },
      ...formatAllThousands({ authors, several }),
    },
  );
}

/** An author's name, with the place of the texts if some are not in the index file. */
export function formatCandidateName({ author, from }: Pick<Candidate, 'author' | 'from'>): string {
  if (!from) return author;
  return from === 'server'
    ? l10n.t('{author} (on the server)', { author })
    : l10n.t('{author} (here and on the server)', { author });
}

/** The first 12 digits of a hash, which people compare. */
export function shortenHash(sha256: string): string {
  return sha256.slice(0, 12);
}

/** Length, mode and genre of a text in one line. */
export function formatFacts(words: number, { mode, genre }: Pick<QuestionedDocument, 'mode' | 'genre'>): string {
  return l10n.t('{words} words · {produced}', {
    words: formatThousands(words),
    produced: describeProduction({ mode, genre }),
  });
}

export function describeProduction({ mode, genre }: Pick<QuestionedDocument, 'mode' | 'genre'>): string {
  const known = genre === 'unknown' ? l10n.t('genre not known') : genre;
  return `${l10n.t(modeNames[mode])}, ${known}`;
}

/** A score of any tier: two decimals and nothing else. */
export function scoreWords(score: number): string {
  return formatSigned(score, 2);
}

/** A number with a true minus sign, none before a zero, and the decimal mark of the language. */
export function formatSigned(value: number, digits: number): string {
  const rounded = formatDecimal(value, digits);
  return /^-0[.,]?0*$/.test(rounded) ? rounded.slice(1) : rounded.replace('-', '−');
}

export function formatDecimal(value: number, digits: number): string {
  return value.toFixed(digits).replace('.', l10n.t('.'));
}

/**
 * A non-negative whole number with groups of three digits, "12,345", in the notation of the language. The first call of Intl would take 30
 * ms.
 */
export function formatThousands(whole: number): string {
  return whole.toFixed(0).replace(/\B(?=(\d{3})+$)/g, l10n.t(','));
}

/** Whole numbers by name, formatted as `formatThousands` does, for the values of a sentence. */
export function formatAllThousands<Name extends string>(
  numbers: Readonly<Record<Name, number>>,
): Readonly<Record<Name, string>> {
  const written = Object.entries<number>(numbers).map(([name, whole]) => [name, formatThousands(whole)]);
  return Object.fromEntries(written) as Record<Name, string>;
}

let windowSentences: Readonly<Record<string, string>> = {};

/** Sets the language of all sentences of this thread. */
export function setSentences(contents: Readonly<Record<string, string>>): void {
  windowSentences = contents;
  l10n.config({ contents });
}

/** Makes sentences in English, whatever the language of the window is. A log has one language. */
export function writeInEnglish<Said>(write: () => Said): Said {
  l10n.config({ contents: {} });
  try {
    return write();
  } finally {
    l10n.config({ contents: windowSentences });
  }
}

/** The sentences that apply. A sentence that does not apply is false or undefined in the list. */
export function listSaid(sentences: readonly (string | false | undefined)[]): readonly string[] {
  return sentences.filter((each) => typeof each === 'string');
}

/** At most this many lines of one kind are printed. */
export const mostLines = 20;

/** The first lines of one kind, and the number of the others. */
export function limitLines(lines: readonly string[], most = mostLines): readonly string[] {
  const more = lines.length - most;
  return more > 0 ? [...lines.slice(0, most), `… (+${more})`] : lines;
}

/** A time of a log, such as "2026-11-28T17:09:21+00:00", as "28 November 2026, 17:09 (UTC+00:00)". Another text stays as it is. */
export function formatTime(iso: string): string {
  return iso.replace(
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::[\d.]+)? ?(?:Z|([+-]\d\d:\d\d))$/,
    (_, day: string, time: string, zone = '+00:00') => {
      const asWritten = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
      return `${new Date(day).toLocaleDateString(l10n.t('en-GB'), asWritten)}, ${time} (UTC${String(zone)})`;
    },
  );
}

export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** A text on one line, cut between words after at most `most` characters. */
export function cutBeginning(text: string, most: number): string {
  const line = onOneLine(text).trim();
  return line.length <= most ? line : `${line.slice(0, most).replace(/\s\S*$/, '')}…`;
}

/** The genres of the bundled population, for which most can be said. */
const ofPopulation = [
  'email',
  'blog',
  'letter',
  'standard',
  'speech',
  'oral-argument',
  'interview',
  'novel',
  'press-release',
  'opinion',
  'essay',
  'play',
];
const further = ['minutes', 'note', 'chat', 'news', 'story', 'other'];

/** The genres to choose from: first those of other texts of the case, then those of the population, then further ones. */
export function listGenres(said: readonly string[]): readonly string[] {
  return [...new Set([...said, ...ofPopulation, ...further])].filter((genre) => genre !== 'unknown');
}

/** A table in RFC 4180, with a byte order mark from which Excel recognises UTF-8. */
export function formatCsv(lines: readonly (readonly (string | number)[])[]): string {
  const quote = (value: string | number): string => {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `\ufeff${lines.map((line) => `${line.map(quote).join(',')}\r\n`).join('')}`;
}

/** Makes a text of what a spreadsheet would read as a formula. */
export function toText(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

/** How the text of a file was made, and what was left out. Empty if the file is the text. */
export function describeReading(reading: Reading | undefined): readonly string[] {
  if (!reading) return [];
  const excludedKinds: readonly PartKind[] = exclusionKinds;
  const excluded = reading.parts.filter(({ kind, places }) => excludedKinds.includes(kind) && !places);
  const leftOut = reading.parts
    .filter((each) => !countedKinds.includes(each.kind) && !excluded.includes(each))
    .map((each) => {
      const files = each.places?.map(({ text }) => text).join(', ') ?? '';
      return each.kind === 'attachments' && each.words === 0 ? { ...each, files } : each;
    });
  return [
    l10n.t('{reader} extracted the text from the file.', { reader: reading.reader }),
    ...describeOtherParts(excluded, leftOut),
    ...describeCounted(reading),
  ];
}

/** A part of a text that does not count. `files` are attached files, of which no words are known. */
type OtherPart = Pick<ReadPart, 'kind' | 'words'> &
  Readonly<{ pages?: readonly number[] | undefined; files?: string | number | undefined }>;

/** The parts that a rule excludes from a text, and those that its reader left out of it. */
export function describeOtherParts(excluded: readonly OtherPart[], leftOut: readonly OtherPart[]): readonly string[] {
  const join = (parts: readonly OtherPart[]): string =>
    parts
      .map((part) => {
        const name = formatPartName(part);
        return part.files === undefined ? `${name} (${l10n.t('words: {words}', { words: part.words })})` : name;
      })
      .join(', ');
  return listSaid([
    excluded.length > 0 && l10n.t('Excluded: {parts}.', { parts: join(excluded) }),
    leftOut.length > 0 && l10n.t('Left out: {parts}.', { parts: join(leftOut) }),
  ]);
}

/** What stays in a text and counts, though another person may have had a part in it. */
export function describeCounted({ parts }: Pick<Reading, 'parts'>): readonly string[] {
  const countWordsOf = (wanted: PartKind): number => parts.find(({ kind }) => kind === wanted)?.words ?? 0;
  const [inserted, redacted] = countedKinds.map(countWordsOf) as [number, number];
  return listSaid([
    inserted > 0 &&
      l10n.t('{words} words of the text are tracked insertions. Another person may have made them.', {
        words: inserted,
      }),
    redacted > 0 &&
      l10n.t('{words} words of the text are marked for redaction. The file still contains them, and they are read.', {
        words: redacted,
      }),
  ]);
}

/** A part of a text, with the pages that the reader did not read, or with attached files. */
export function formatPartName({ kind, pages, files }: OtherPart): string {
  if (files !== undefined) return l10n.t('attached files ({files})', { files });
  const part = describePart(kind);
  return pages ? l10n.t('{part} (page {pages})', { part, pages: pages.join(', ') }) : part;
}

/** A part of a text, such as a signature, within a sentence. */
export function describePart(kind: PartKind): string {
  const words: Readonly<Record<PartKind, string>> = {
    insertions: l10n.t('tracked insertions'),
    redactions: l10n.t('words marked for redaction'),
    quoted: l10n.t('quoted text'),
    deletions: l10n.t('deletions'),
    hidden: l10n.t('hidden text'),
    notes: l10n.t('footnotes and endnotes'),
    comments: l10n.t('comments'),
    headers: l10n.t('headers, footers and page numbers'),
    cells: l10n.t('table cells of fewer than ten words'),
    figures: l10n.t('formulas, diagrams and charts'),
    pictures: l10n.t('words in place of pictures'),
    contents: l10n.t('a table of contents'),
    navigation: l10n.t('navigation'),
    code: l10n.t('code'),
    forwarded: l10n.t('forwarded mail'),
    attachments: l10n.t('attached texts'),
    alternative: l10n.t('another version of the mail with different text'),
    signature: l10n.t('a signature'),
    template: l10n.t('text that a program added'),
    byHand: l10n.t('text excluded by hand'),
    repeated: l10n.t('text that occurs twice in the file'),
    unreadable: l10n.t('unreadable characters or pages'),
    hyphens: l10n.t('hyphens at the ends of lines'),
  };
  return words[kind];
}

/** The place of an offset in a text: its paragraph, and its page if the file has pages. Blank lines separate paragraphs. */
export function describePlace(text: string, offset: number, pages: readonly number[] = []): string {
  const page = pages.findLastIndex((begin) => begin <= offset);
  const before = text.slice(pages[page] ?? 0, offset);
  const paragraph = before.trimStart().split(/\n\s*\n(?=\s*\S|$)/).length;
  return page < 0
    ? l10n.t('paragraph {paragraph}', { paragraph })
    : l10n.t('page {page}, paragraph {paragraph}', { page: page + 1, paragraph });
}

/** The stage and its progress. */
export function formatProgress({ stage, done, total }: StageProgress): string {
  const name = l10n.t(stageNames[stage]);
  if (total === 0) return name;
  return `${name}, ${formatShare(done / total)}`;
}

/** How far a piece of work is, such as "40 %". Never used for evidence. */
export function formatShare(share: number): string {
  return `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`;
}
