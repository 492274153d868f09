import type { Ngrams } from '../classical/ngrams';
import type { StopSignal } from '../ports';
import { throwIfStopped } from '../stop';
import { PartAndRest, type PartScores } from './partScores';
import type { TextUnit } from './textUnits';

/** Fewest words of either part that a text is cut into. */
export const minPartWords = 150;

/** A place between two units of a text, with what stands before it beside what stands behind it. */
export interface Place {
  /** The unit that follows. */
  readonly unit: number;
  readonly scores: PartScores;
}

/** Every place where a text can be cut in two, in order; it takes time in proportion to the text. Throws Cancelled. */
export function* placesOf(
  units: readonly TextUnit[],
  ngrams: Pick<Ngrams, 'metric' | 'idf'>,
  stop: StopSignal,
): Generator<Place> {
  const parts = new PartAndRest(ngrams, units);
  let [before, behind] = [0, units.reduce((sum, { words }) => sum + words, 0)];
  for (const [i, unit] of units.entries()) {
    throwIfStopped(stop);
    parts.take(unit);
    before += unit.words;
    behind -= unit.words;
    if (behind < minPartWords) return;
    if (before >= minPartWords) yield { unit: i + 1, scores: parts.scores };
  }
}
