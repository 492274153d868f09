import { describe, expect, it } from 'vitest';
import type { Steps } from '../../../src/core/work';
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

  it('answers a question between two texts of a case, and none in the middle of a review', async () => {
    const queue = new JobQueue();
    const order: string[] = [];
    async function* ofCase(): Steps<object, void> {
      void queue.ask(
        doing(() => order.push('question')),
        deaf,
      );
      yield progress;
      await Promise.resolve();
      order.push('first text');
      yield { step: { kind: 'reviewed' } };
      order.push('second text');
      queue.close();
    }
    void queue.index(ofCase(), deaf);
    await queue.run();
    expect(order).toEqual(['first text', 'question', 'second text']);
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

  it('answers small questions between two steps of a review, and another review after it', async () => {
    const queue = new JobQueue();
    const order: string[] = [];
    async function* review(): Steps<EngineProgress, void> {
      order.push('first step');
      const known = queue.answer(
        doing(() => order.push('known text')),
        deaf,
      );
      const other = queue.ask(
        doing(() => order.push('another review')),
        deaf,
      );
      yield progress;
      order.push('second step');
      await known; // it was answered before the review ended
      yield progress;
      order.push('third step');
      void other.then(() => queue.close());
    }
    void queue.ask(review(), deaf);
    await queue.run();
    expect(order).toEqual(['first step', 'known text', 'second step', 'third step', 'another review']);
  });

  it('answers small questions in the middle of a step that gives way, and no other review', async () => {
    const queue = new JobQueue();
    const order: string[] = [];
    async function* review(): Steps<EngineProgress, void> {
      yield progress;
      order.push('step begins');
      void queue.answer(
        doing(() => order.push('known text')),
        deaf,
      );
      void queue.ask(
        doing(() => order.push('another review')),
        deaf,
      );
      await queue.giveWay();
      order.push('step ends');
    }
    void queue.ask(review(), deaf).then(() => queue.close());
    await queue.run();
    expect(order).toEqual(['step begins', 'known text', 'step ends']);
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
    await new Promise((resolve) => setTimeout(resolve, 20));
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
