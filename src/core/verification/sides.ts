import type { KnownDocument, Mode, SourceText } from '../domain';
import type { StopSignal } from '../ports';
import { throwIfStopped } from '../stop';
import { countWords } from '../text/countWords';
import { lengthBand, lengthBands } from './condition';
import type { SideText } from './textFeatures';

/** One side of a comparison, with all its words. */
export interface Side extends SideText {
  readonly words: number;
}

/** What is compared. */
export interface Sides {
  readonly questioned: Side;
  readonly known: Side;
}

/**
 * Both sides as they are compared. Known texts of the questioned text's mode come first, of these those of its genre, then
 * by id; mode and genre of the known side are those of the texts that are reached before the cut, be it
 * the shortest where a side has fewer words.
 */
export function sidesOf(questioned: readonly SourceText[], known: readonly KnownDocument[], stop: StopSignal): Sides {
  const [first] = questioned;
  const rank = (text: SourceText): number =>
    (text.mode === first?.mode ? 0 : 2) + (text.genre === first?.genre ? 0 : 1);
  const ordered = known.toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : Number(a.id > b.id)));
  const counts = ordered.map(({ text }) => {
    throwIfStopped(stop);
    return countWords(text);
  });
  const words = counts.reduce((sum, count) => sum + count, 0);
  const side = oneSide(
    questioned,
    questioned.reduce((sum, { text }) => sum + countWords(text), 0),
  );
  const used = reached(counts, lengthBand(Math.min(side.words, words)) || lengthBands[0]!);
  return { questioned: side, known: oneSide(ordered.slice(0, used), words) };
}

/** How many texts, first to last, hold `words` words together; all of them where they hold fewer. */
function reached(counts: readonly number[], words: number): number {
  let sum = 0;
  const last = counts.findIndex((count) => (sum += count) >= words);
  return last < 0 ? counts.length : last + 1;
}

/** Mode and genre that all texts share, else unknown. */
function oneSide(sources: readonly SourceText[], words: number): Side {
  const modes = new Set(sources.map(({ mode }) => mode));
  const genres = new Set(sources.map(({ genre }) => genre));
  const mode: Mode = modes.size === 1 ? sources[0]!.mode : 'unknown';
  return { sources, mode, genre: genres.size === 1 ? sources[0]!.genre : 'unknown', words };
}
