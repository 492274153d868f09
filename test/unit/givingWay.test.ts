import { expect, it } from 'vitest';
import { type ReviewProgress, review } from '../../src/core/engine';
import type { Steps } from '../../src/core/work';
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
