import { QuestionedWords } from '../../../src/core/copies/copies';
import { toOwn } from '../../../src/core/text/readText';
import { describe, expect, it } from 'vitest';
import type { StopSignal } from '../../../src/core/basics/work';
import { findExclusions } from '../../../src/reading/text/exclusions';
import { normalise } from '../../../src/core/text/normalise';
import { cutWindows } from '../../../src/core/text/encodeText';
import { HashingEncoder } from '../../fakes/hashingEncoder';

/** A signal that is raised when it is looked at for the nth time, and counts how often it was. */
function raisedAfter(looks: number): StopSignal & { looks: number } {
  return {
    looks: 0,
    get stopped() {
      this.looks += 1;
      return this.looks > looks;
    },
  };
}

const stages: Readonly<Record<string, (text: string, stop: StopSignal) => unknown>> = {
  normalise,
  exclusions: findExclusions,
  cutWindows: (text, stop) => [...cutWindows(text, [], new HashingEncoder(), stop)],
};
const text = 'A word, and\none more.\n> www.a.b c@d.ef\n'.repeat(13_000); // half a million characters

describe.each(Object.entries(stages))('%s', (_, read) => {
  it.each([0, 1, 3])('ends when a stop is raised after %d looks', (looks) => {
    const cancelled = expect.objectContaining({ code: 'Cancelled' }) as Error;
    expect(() => read(text, raisedAfter(looks))).toThrow(cancelled);
  });
});

it('looks at the stop often while it normalises', () => {
  const stop = raisedAfter(Infinity);
  normalise(text, stop);
  expect(stop.looks).toBeGreaterThan(text.length / 0x8000);
});

it('looks at the stop while it makes what copies are found by, for words, runs of them and pairs', () => {
  const stop = raisedAfter(Infinity);
  const { words } = new QuestionedWords(toOwn(text), stop);
  expect(stop.looks).toBeGreaterThanOrEqual(3 * Math.floor(words.length / 0x4000));
});
