import { expect, it } from 'vitest';
import { reasonsFor } from '../../../src/core/passages/reasons';
import { Weighing } from '../../../src/core/passages/weighing';
import { tokensOf } from '../../../src/core/passages/words/tokens';

/** Rarer signs and words surprise more; each token has a gain of 1. */
function kindsOf(text: string, known: string): readonly string[] {
  const whole = (of: string) => tokensOf(of, [{ start: 0, end: of.length }]);
  const here = whole(text);
  const surprise = Float64Array.from(here, ({ word, isSign }) => (isSign ? (/[,.]/.test(word) ? 1 : 6) : 2));
  const occurrences = {
    starts: Uint32Array.from(here, ({ start }) => start),
    ends: Uint32Array.from(here, ({ end }) => end),
    features: Uint32Array.from(here, (_, i) => i),
  };
  const gains = new Float64Array(here.length).fill(1);
  const weighing = new Weighing(
    { text, tokens: here, occurrences } as never,
    gains,
    surprise,
    new Uint8Array(here.length),
  );
  return reasonsFor({ here, at: 0, there: whole(known) }, weighing)!.kinds;
}

it.each([
  [', so I need to', 'tested, so I need to', ['frame']],
  ['with each other.', 'of these with each other.', ['frame']],
  ['; and (that', 'him; and (that', ['punctuation']],
  ['in the committee', 'of us in the committee', ['words']],
])('names what carries "%s": signs only where they surprise more than the words', (text, known, kinds) => {
  expect(kindsOf(text, known)).toEqual(kinds);
});
