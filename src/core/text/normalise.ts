import type { TextRange } from '../domain';
import type { StopSignal } from '../ports';
import { neverStops } from '../stop';
import { splitsPair } from './characters';
import { fold } from './fold';
import { maskPersonalData, removeTags } from './masks';
import { mapToItself } from './rewrite';
import { removeUnseen } from './unseen';

/** The text that models read, with the way back to the original. */
export interface NormalisedText {
  readonly text: string;
  /**
   * The range of the original that [start, end) of the normalised text came from. Never empty for start < end, never
   * through a surrogate pair; a replacement such as `[MASK]` stands for all that it replaced.
   */
  readonly toOriginal: (start: number, end: number) => TextRange;
  /** Ascending places in the normalised text, each the space that stands for a blank line of the original. */
  readonly paragraphEnds: Uint32Array;
}

/** Rules 1 to 12 of docs/model-contract.md §1, in order; linear in the length of any text. Throws Cancelled. */
export function normalise(original: string, stop: StopSignal = neverStops): NormalisedText {
  const { mapped, paragraphEnds } = fold(
    removeTags(maskPersonalData(removeUnseen(mapToItself(original), stop), stop), stop),
    stop,
  );
  const { text, origins } = mapped;

  return {
    text,
    paragraphEnds,
    toOriginal(start, end) {
      let last = end;
      // Inside a replacement all units have one origin: take the whole of it.
      while (last < text.length && origins[last] === origins[last - 1]) last += 1;
      const from = origins[start]!;
      const to = origins[last]!;
      return { start: splitsPair(original, from) ? from - 1 : from, end: splitsPair(original, to) ? to + 1 : to };
    },
  };
}
