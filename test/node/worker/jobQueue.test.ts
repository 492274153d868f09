import { describe, expect, it } from 'vitest';
import type { Steps } from '../../../src/core/basics/work';
import type { EngineProgress } from '../../../src/protocol/engine';
import { JobQueue } from '../../../src/node/worker/jobQueue';

const progress: EngineProgress = { stage: 'reading', done: 0, total: 1 };
const document: EngineProgress = { file: 'a.txt', done: 0, total: 2, present: 0, encoded: 0 };
const deaf = (): void => undefined;

/** Steps that do one thing and answer. */
async function* doing<T>(work: () => T): Steps<EngineProgress, T> {
  yield progress;
  return Promise.resolve(work());
}

describe('the engine thread’s loop', () => {
  it('answers a question between two documents of an indexing', async () => {
    const queue = new JobQueue();
    const order: string[] = [];
    async function* indexing(): Steps<EngineProgress, void> {
      order.push('first document');
      void queue.ask(
        doing(() => order.push('question')),
        deaf,
      );
      yield document;
      await Promise.resolve();
      order.push('second document');
      queue.close();
    }
    void queue.index(indexing(), deaf);
    await queue.run();
    expect(order).toEqual(['first document', 'question', 'second document']);
  });

  it('works on one question at a time, and tells of its steps', async () => {
    const queue = new JobQueue();
    const order: string[] = [];
    const ran = queue.run();
    const first = queue.ask(
      doing(() => order.push('first')),
      () => order.push('step of the first'),
    );
    const second = queue.ask(
      doing(() => order.push('second')),
      () => order.push('step of the second'),
    );
    await expect(Promise.all([first, second])).resolves.toEqual([2, 4]);
    expect(order).toEqual(['step of the first', 'first', 'step of the second', 'second']);
    queue.close();
    await ran;
  });

  it('gives an error to the one who asked, and goes on', async () => {
    const queue = new JobQueue();
    const ran = queue.run();
    const failing = doing(() => {
      throw new Error('it failed');
    });
    await expect(queue.index(failing, deaf)).rejects.toThrow('it failed');
    await expect(
      queue.ask(
        doing(() => 'answered'),
        deaf,
      ),
    ).resolves.toBe('answered');
    queue.close();
    await ran;
  });

  it('ends an indexing that is under way when it is closed', async () => {
    const queue = new JobQueue();
    let released = false;
    async function* indexing(): Steps<EngineProgress, void> {
      try {
        for (;;) {
          await Promise.resolve();
          queue.close();
          yield progress;
        }
      } finally {
        released = true;
      }
    }
    void queue.index(indexing(), deaf);
    await queue.run();
    expect(released).toBe(true);
  });

  it('waits without work and wakes for a question', async () => {
    const queue = new JobQueue();
    const ran = queue.run();
    await new Promise(setImmediate); // it has found nothing to do
    await expect(
      queue.ask(
        doing(() => 'answered'),
        deaf,
      ),
    ).resolves.toBe('answered');
    queue.close();
    await ran;
  });
});
