import { splitsPair } from '../characters';
import { countLetters } from '../language';

/** About how long a sample is, in UTF-16 code units: some 160 words. */
const sampleLength = 1000;
/** A text is judged by so many samples at most. */
const mostSamples = 48;
/** A part with fewer letters tells little, and is a sample only where no part has more. */
const leastLetters = 100;

/**
 * Parts of a text, of equal length, evenly spread over those that have letters enough: all of a short text, some 48,000 code
 * units of a long one. None for a text without letters.
 */
export function samplesOf(text: string): readonly string[] {
  const parts = partsOf(text);
  const full = parts.filter((part) => hasLetters(part, leastLetters));
  const judged = full.length > 0 ? full : parts.filter((part) => hasLetters(part, 1));
  const taken = Math.min(mostSamples, judged.length);
  return Array.from({ length: taken }, (_, i) => judged[Math.floor(((i + 0.5) * judged.length) / taken)]!);
}

function partsOf(text: string): readonly string[] {
  const count = Math.max(1, Math.round(text.length / sampleLength));
  const cut = (part: number): number => {
    const at = Math.round((part * text.length) / count);
    return splitsPair(text, at) ? at - 1 : at;
  };
  return Array.from({ length: count }, (_, part) => text.slice(cut(part), cut(part + 1)));
}

/** Most parts are known by their beginning. */
function hasLetters(part: string, least: number): boolean {
  return countLetters(part.slice(0, 2 * leastLetters)).all >= least || countLetters(part).all >= least;
}
