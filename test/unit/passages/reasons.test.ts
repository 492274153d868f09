import { expect, it } from 'vitest';
import { findReasons } from '../../../src/core/passages/reasons';
import { RunEvidences, Wording } from '../../../src/core/passages/runEvidence';
import { splitWords } from '../../../src/core/passages/words';

/** Rarer signs and words surprise more; each token has a gain of 1. */
function kindsOf(text: string, known: string): readonly string[] {
  const whole = (of: string) => splitWords(of, [{ start: 0, end: of.length }]).tokens;
  const [here, there] = [whole(text), whole(known)];
  const surprise = Float64Array.from(here, ({ word, isSign }) => (isSign ? (/[,.]/.test(word) ? 1 : 6) : 2));
  const occurrences = {
    starts: Uint32Array.from(here, ({ start }) => start),
    ends: Uint32Array.from(here, ({ end }) => end),
    ids: Uint32Array.from(here, (_, i) => i),
  };
  const gains = new Float64Array(here.length).fill(1);
  const evidence = new RunEvidences({ tokens: here, occurrences }, gains, surprise, new Uint8Array(here.length));
  const wording = new Wording(here);
  const runs = wording.findShared(wording.toNumbers(there), 1);
  return findReasons({ questioned: here, known: there, runs }, evidence)!.kinds;
}

it.each([
  [', so I need to', 'tested, so I need to', ['frame']],
  ['a lot of things', 'of a lot of things', ['common']],
  ['with each other.', 'of these with each other.', ['frame']],
  ['; and (that', 'him; and (that', ['punctuation']],
  ['in the committee', 'of us in the committee', ['words']],
])('names what carries "%s": signs only where they surprise more than the words', (text, known, kinds) => {
  expect(kindsOf(text, known)).toEqual(kinds);
});
