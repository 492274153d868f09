import type { StopSignal } from '../ports';
import { neverStops, throwIfStopped } from '../stop';
import { kindOf, kinds } from './characters';
import { withoutUnseen } from './unseen';

/** Words between two looks at the stop signal. */
const wordsPerLook = 0x4000;

/** What a UTF-16 code unit does to words: parts them, stands in them without being seen, or is of them. */
const parts = 0;
const unseen = 1;
const belongs = 2;
const ascii = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  const isLetter = unit >= 0x61 && unit <= 0x7a;
  const isDigit = unit >= 0x30 && unit <= 0x39;
  return isLetter || isDigit ? belongs : unit === 0x27 ? unseen : parts;
});

/**
 * The words of a text in their order, as 32-bit hashes other than 0. Words are letters and digits in lower case: punctuation,
 * white space, apostrophes and characters that nobody sees make no difference. Linear in the text. Throws Cancelled.
 */
export function hashedWords(text: string, stop: StopSignal = neverStops): Int32Array {
  const folded = withoutUnseen(text).toLowerCase();
  const words = new Int32Array((folded.length + 1) >> 1);
  let count = 0;
  let hash = 0;
  for (let i = 0; i <= folded.length; i++) {
    const unit = i < folded.length ? folded.charCodeAt(i) : 0x20;
    const role = unit < 0x80 ? ascii[unit] : roleOf(unit);
    if (role === belongs) hash = (Math.imul(hash, 31) + unit) | 0;
    else if (role === parts && hash !== 0) {
      words[count++] = hash;
      hash = 0;
      if (count % wordsPerLook === 0) throwIfStopped(stop);
    }
  }
  return words.slice(0, count);
}

/** Outside ASCII all but punctuation, symbols and white space is taken for letters. */
function roleOf(unit: number): number {
  const kind = kindOf(unit);
  if (kind === kinds.apostrophe) return unseen;
  const isSign = unit < 0xc0 || (unit >= 0x2000 && unit < 0x2c00);
  return kind === kinds.kept && !isSign ? belongs : parts;
}
