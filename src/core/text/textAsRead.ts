import { groupBy } from '../basics/numbers';
import {
  countedKinds,
  exclusionKinds,
  type LeftOut,
  type PartKind,
  type Reading,
  type Exclusion,
  type HandRange,
} from '../../reading/text/readableFormats';
import type { StopSignal } from '../basics/work';
import { countWords } from './countWords';
import { type Readable, readSource } from './readText';

/** How many words of a text are its author's, and how many are not. */
export interface TextShares {
  /** Words of the text as it is read. */
  readonly words: number;
  /** Words of it that count as its author's. */
  readonly own: number;
  /** Words that stay in the text and are excluded from every comparison, by kind. */
  readonly excluded: readonly TextPart[];
  /** Words that a reader left out of the text, by kind. */
  readonly leftOut: readonly TextPart[];
  /** Ranges set by hand that are not applied, because the text there has changed. */
  readonly stale: readonly Pick<HandRange, 'start' | 'end'>[];
}

/** A text with parts that do not count, by the name of its file. */
export interface NamedShares extends TextShares {
  readonly file: string;
}

/** Words of one kind, with the rules that found them. Without a rule, the reader of the format knows the part. */
export interface TextPart {
  readonly kind: PartKind;
  readonly words: number;
  readonly rules: readonly string[];
  /** Numbers of the pages on which it could not be read. Absent if all of it was read. */
  readonly pages?: readonly number[] | undefined;
  /** The number of attached files, of which no words are known. */
  readonly files?: number;
}

/** A text as it is read: what is excluded by which rule, and what a reader left out. */
export interface TextAsRead {
  readonly text: string;
  /** Ascending; no two overlap. */
  readonly exclusions: readonly Exclusion[];
  readonly leftOut: readonly LeftOut[];
  readonly shares: TextShares;
}

/** How a text was made from its file. Undefined if the file is the text. */
type TextReading = Pick<Reading, 'parts'> | undefined;

/** Lists what is excluded from a text and what was left out of it. Throws Cancelled. */
export function describeText(source: Readable, made?: TextReading, stop?: StopSignal): TextAsRead {
  const { text, byHand = [] } = source;
  const reading = readSource(source, stop);
  const parts = (made?.parts ?? []).filter(({ kind, places }) => places || !inPlace.includes(kind));
  const places = parts.flatMap(({ kind, places = [] }) => places.map((place): LeftOut => ({ kind, ...place })));
  const excluded = [...groupBy(reading.exclusions, ({ kind }) => kind)].map(([kind, ranges]) => {
    const words = ranges.reduce((sum, { start, end }) => sum + countWords(text.slice(start, end)), 0);
    return { kind, words, rules: [...new Set(ranges.map(({ rule }) => rule))] };
  });
  const leftOut = parts.map(({ kind, words, pages, places = [] }) => ({
    ...{ kind, words, rules: [] },
    ...(pages && { pages }),
    ...(kind === 'attachments' && words === 0 && places.length > 0 && { files: places.length }),
  }));
  return {
    text,
    exclusions: reading.exclusions,
    leftOut: places.sort((a, b) => a.at - b.at),
    shares: {
      words: countWords(text),
      own: reading.words,
      excluded,
      leftOut: leftOut.filter(({ words, pages, files }) => words > 0 || pages !== undefined || files !== undefined),
      stale: byHand.filter(({ isStale }) => isStale).map(({ start, end }) => ({ start, end })),
    },
  };
}

/** Parts that are counted, or are shown in their place. */
const inPlace: readonly PartKind[] = [...countedKinds, ...exclusionKinds];

/** The parts of a text that do not count, by the name of its file. Empty if all of it counts and nothing was left out. Throws Cancelled. */
export function nameShares(
  file: string,
  source: Readable,
  reading?: TextReading,
  stop?: StopSignal,
): readonly NamedShares[] {
  const { shares } = describeText(source, reading, stop);
  return shares.excluded.length + shares.leftOut.length === 0 ? [] : [{ file, ...shares }];
}

/** A piece of a text as it is shown: a stretch of the text, excluded or not, or a stretch that was left out there. */
export type TextPiece =
  | { readonly start: number; readonly text: string; readonly exclusion?: Exclusion }
  | { readonly start: number; readonly leftOut: LeftOut };

/** The text in pieces, in order. The pieces from the text together are the whole text. */
export function splitPieces({ text, exclusions: excluded, leftOut }: Omit<TextAsRead, 'shares'>): readonly TextPiece[] {
  const edges = [0, text.length, ...excluded.flatMap(({ start, end }) => [start, end]), ...leftOut.map(({ at }) => at)];
  const cuts = [...new Set(edges)].sort((a, b) => a - b);
  const pieces: TextPiece[] = [];
  let [range, place] = [0, 0];
  for (const [i, start] of cuts.entries()) {
    for (; leftOut[place]?.at === start; place++) pieces.push({ start, leftOut: leftOut[place]! });
    const end = cuts[i + 1];
    if (end === undefined) break;
    while (range < excluded.length && excluded[range]!.end <= start) range += 1;
    const exclusion = excluded[range];
    const isInside = exclusion !== undefined && exclusion.start <= start;
    pieces.push({ start, text: text.slice(start, end), ...(isInside && { exclusion }) });
  }
  return pieces;
}
