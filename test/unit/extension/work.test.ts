import { expect, it } from 'vitest';
import { Work } from '../../../src/extension/window';

/** A job that goes on until it is ended from outside. */
function job(work: Work, title: string) {
  let end: () => void = () => undefined;
  const ended = work.runWork(title, () => new Promise<void>((resolve) => (end = resolve)));
  return { ended, end: () => end() };
}

it('is under way until the last of several jobs ends', async () => {
  const work = new Work();
  const [first, second] = [job(work, 'first'), job(work, 'second')];
  await Promise.resolve();
  await Promise.resolve();
  first.end();
  await first.ended;
  expect(work.text).toBeDefined();
  second.end();
  await second.ended;
  expect(work.text).toBeUndefined();
});

it('cancels every job', async () => {
  const work = new Work();
  const stopped: string[] = [];
  const cancelled = (title: string): Promise<void> =>
    work.runWork(title, (token) => {
      return new Promise((resolve) => {
        token.onCancellationRequested(() => {
          stopped.push(title);
          resolve();
        });
      });
    });
  const jobs = [cancelled('first'), cancelled('second')];
  await new Promise((resolve) => setImmediate(resolve));
  work.cancel();
  await Promise.all(jobs);
  expect(stopped.sort()).toEqual(['first', 'second']);
});
