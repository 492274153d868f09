import type { StopSignal } from '../ports';
import { neverStops, throwIfStopped } from '../stop';
import { kindOf, kinds } from './characters';

/** The distinct runs of five words of a text, as 32-bit hashes. */
export type WordRuns = ReadonlySet<number>;

/** Words in a run. */
const length = 5;
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
 * The runs of five words of a text. Words are letters and digits in lower case: punctuation, white space, apostrophes and
 * characters that nobody sees make no difference. Linear in the text. Throws Cancelled.
 */
export function wordRuns(text: string, stop: StopSignal = neverStops): WordRuns {
  const runs = new Set<number>();
  const last = new Int32Array(length);
  let words = 0;
  let hash = 0;
  const folded = text.toLowerCase();
  for (let i = 0; i <= folded.length; i++) {
    const unit = i < folded.length ? folded.charCodeAt(i) : 0x20;
    const role = unit < 0x80 ? ascii[unit] : roleOf(unit);
    if (role === belongs) hash = (Math.imul(hash, 31) + unit) | 0;
    else if (role === parts && hash !== 0) {
      last[words % length] = hash;
      words += 1;
      hash = 0;
      if (words >= length) runs.add(joined(last, words));
      if (words % wordsPerLook === 0) throwIfStopped(stop);
    }
  }
  return runs;
}

/** The runs that two texts have in common, as a share of the text with fewer of them, in [0, 1]; 0 for texts without runs. */
export function sharedRuns(a: WordRuns, b: WordRuns): number {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const run of fewer) if (more.has(run)) shared += 1;
  return fewer.size === 0 ? 0 : shared / fewer.size;
}

/** One number for the last five words, in order. */
function joined(last: Int32Array, words: number): number {
  let run = 0;
  for (let i = words - length; i < words; i++) {
    run = Math.imul(run ^ last[i % length]!, 0x85ebca6b);
    run ^= run >>> 13;
  }
  return run;
}

/** Outside ASCII all but punctuation, symbols and white space is taken for letters. */
function roleOf(unit: number): number {
  const kind = kindOf(unit);
  if (kind === kinds.apostrophe || kind === kinds.invisible) return unseen;
  const isSign = unit < 0xc0 || (unit >= 0x2000 && unit < 0x2c00);
  return kind === kinds.kept && !isSign ? belongs : parts;
}
