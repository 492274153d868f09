import { expect, it } from 'vitest';
import { type ReviewProgress, review } from '../../src/core/engine';
import { Cohort } from '../../src/core/cohort/cohort';
import { CaseFit } from '../../src/core/ranking/fitDiscriminant';
import { AskedText } from '../../src/core/verification/askedText';
import { neverStops, type Steps } from '../../src/core/work';
import { plainHabits } from '../fakes/uncountedMarkers';
import { options, parts, questioned } from '../fakes/reviewing';

/** How often a review looks at its stop signal, and the most looks between two moments at which something else may be answered. */
async function countLooks(text: string) {
  let [all, since, most] = [0, 0, 0];
  const takeTurn = (): void => {
    most = Math.max(most, since);
    since = 0;
  };
  const stop = {
    get stopped() {
      all += 1;
      since += 1;
      return false;
    },
    giveWay: () => {
      takeTurn();
      return Promise.resolve();
    },
  };
  const steps: Steps<ReviewProgress, unknown> = review(await parts(), { ...questioned, text }, options, stop);
  while (!(await steps.next()).done) takeTurn();
  return { all, most };
}

it('does no more between two moments at which small questions are answered when a text is twice as long', async () => {
  const [once, twice] = [await countLooks(questioned.text.repeat(40)), await countLooks(questioned.text.repeat(80))];
  expect(twice.all).toBeGreaterThan(1.4 * once.all);
  expect(twice.most).toBe(once.most);
});

/** The number of moments in some work at which something else may be answered. */
function countTurns(work: Iterator<unknown>): number {
  let turns = 0;
  while (work.next().done !== true) turns += 1;
  return turns;
}

const row = { ids: Uint32Array.of(0), weights: Float32Array.of(1) };
const method = { computeLogCounts: () => row, computeDocumentShare: () => 1, computeFeatures: () => row };

it('gives way at least once in 16 rows of a neighbourhood, which are computed when they are first needed', () => {
  const members = Array.from({ length: 160 }, () => ({ mode: 'written' as const, features: row }));
  const cohort = new Cohort(members);
  expect(countTurns(cohort.readNeighbours(neverStops))).toBeGreaterThanOrEqual(10);
  expect(countTurns(cohort.readNeighbours(neverStops))).toBe(0); // the rows are kept
});

it('gives way after each piece of the texts that separate the authors of a case', () => {
  const text = Array.from({ length: 1000 }, (_, i) => `word${i}`).join(' ');
  const authors = ['A', 'B'].map((author) => ({ author, texts: [text, text] }));
  const fit = CaseFit.fit(authors, { words: 250 }, method, neverStops);
  expect(countTurns(fit)).toBeGreaterThanOrEqual(16);
});

it('gives way while it counts the markers of a questioned text, which are then ready', () => {
  const habits = plainHabits();
  const source = { ...questioned, text: `${questioned.text}\n\n`.repeat(100) };
  const asked = new AskedText({ ngrams: method as never, habits }, [source]);
  const kind = { mode: 'written', genre: 'letter' } as const;
  expect(countTurns(asked.prepare(kind))).toBeGreaterThan(20);
  expect(countTurns(asked.prepare(kind))).toBeLessThan(2);
});
