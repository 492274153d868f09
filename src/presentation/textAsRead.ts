import { everyone } from '../core/text/handRanges';
import { findTurns } from '../reading/text/turns';
import * as l10n from '@vscode/l10n';
import type { HandRange, LeftOut } from '../reading/text/readableFormats';
import { type NamedShares, splitPieces, type TextAsRead } from '../core/text/textAsRead';
import { countWords } from '../core/text/countWords';
import {
  cutBeginning,
  describeOtherParts,
  describePart,
  formatPartName,
  formatThousands,
  onOneLine,
} from './words/words';

/** The parts of a text that count and do not count, as sentences. */
export function formatShares({ file: title, words, own, excluded, leftOut }: NamedShares): string {
  const numbers = { own: formatThousands(own), words: formatThousands(words) };
  const count = l10n.t('{title}: {own} of {words} words are the author’s.', { title, ...numbers });
  return [count, ...describeOtherParts(excluded, leftOut)].join(' ');
}

/** What a range was set to by hand. @param isAuthors  undefined if it follows the rules again */
export function describeRange(isAuthors: boolean | undefined): string {
  if (isAuthors === undefined) return l10n.t('hand-set range removed, so the rules apply again');
  return isAuthors ? l10n.t('marked by hand as the author’s') : l10n.t('marked by hand as not the author’s');
}

/** Says that a text seems to have several speakers, and how many turns each has. Empty if the user has chosen a speaker. */
export function describeSpeakers(text: string, byHand: readonly HandRange[] = []): readonly string[] {
  const found = byHand.some(({ speakers }) => speakers) ? undefined : findTurns(text);
  if (!found) return [];
  const speakers = found.speakers
    .map(({ name, turns }) => `${name} (${l10n.t('turns: {turns}', { turns })})`)
    .join(', ');
  return [
    l10n.t(
      'This text seems to have several speakers: {speakers}. Name the speaker that you ask about with --speaker.',
      {
        speakers,
      },
    ),
  ];
}

/** The ranges of a text that were set by hand, one sentence for each. */
export function describeHandRanges(byHand: readonly HandRange[] = []): readonly string[] {
  const answered = byHand.find(({ speakers }) => speakers);
  const ranges = byHand.filter(({ speakers }) => !speakers);
  const lines = ranges.map(({ start, end, isAuthors, isStale }) =>
    l10n.t(
      isStale
        ? 'The range set by hand, characters {start} to {end}, no longer applies, because its text changed. Set the range again or remove it.'
        : 'Characters {start} to {end} were {set}.',
      { start, end, set: describeRange(isAuthors) },
    ),
  );
  if (!answered) return lines;
  const { speakers = [], isStale } = answered;
  const said = l10n.t(
    isStale
      ? 'Only the words of {speakers} were to count, but they say nothing in this text.'
      : speakers.includes(everyone)
        ? 'One author wrote the words of all speakers. The names before them are left out.'
        : 'Only the words of {speakers} count. Those of other speakers are left out.',
    { speakers: speakers.join(', ') },
  );
  return [...lines, said];
}

/** Describes in short what was left out at a place. */
export function describeLeftOut({ kind, text }: LeftOut): string {
  return describeOtherParts([], [{ kind, words: countWords(text) }]).join('');
}

/** A line shows at most this many characters of a stretch that was left out. */
const mostLeftOut = 200;

/**
 * A text as it is read, line by line, with a table of its parts. A margin says what does not count, and why. A line is cut at the ends of a
 * stretch; the margin of the continuation has "┆" in place of "│".
 */
export function formatTextAsRead(title: string, read: TextAsRead): readonly string[] {
  let goesOn = false;
  const rows = splitPieces(read).flatMap((piece): readonly Row[] => {
    if ('leftOut' in piece) {
      const text = cutBeginning(onOneLine(piece.leftOut.text), mostLeftOut);
      return [{ margin: describeLeftOut(piece.leftOut), goesOn, text }];
    }
    const margin = piece.exclusion ? describePart(piece.exclusion.kind) : '';
    const lines = piece.text.split(/\r\n|\r|\n/);
    const endsLine = lines.at(-1) === '';
    const rows = (endsLine ? lines.slice(0, -1) : lines).map((text, i) => ({
      margin,
      goesOn: goesOn && i === 0,
      text,
    }));
    goesOn = !endsLine;
    return rows;
  });
  const width = Math.max(0, ...rows.map(({ margin }) => margin.length));
  const { own, excluded, leftOut } = read.shares;
  const parts = [
    [l10n.t('Part'), l10n.t('Words'), l10n.t('Rule')],
    [l10n.t('the author’s'), formatThousands(own), ''],
    ...excluded.map(({ kind, words, rules }) => [describePart(kind), formatThousands(words), rules.join(', ')]),
    ...leftOut.map((part) => [formatPartName(part), formatThousands(part.words), l10n.t('left out by the reader')]),
  ] as const;
  const widest = Math.max(...parts.map(([name]) => name.length));
  return [
    title,
    '',
    ...rows.map(({ margin, goesOn, text }) => `${margin.padEnd(width)} ${goesOn ? '┆' : '│'} ${text}`.trimEnd()),
    '',
    ...parts.map(([name, words, rule]) => `${name.padEnd(widest)}  ${words.padStart(7)}  ${rule}`.trimEnd()),
  ];
}

interface Row {
  readonly margin: string;
  /** Whether the row continues the line of the row before. */
  readonly goesOn: boolean;
  readonly text: string;
}
