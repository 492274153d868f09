import { describe, expect, it } from 'vitest';
import { JobQueue } from '../../../src/node/worker/jobQueue';
import { runJobs } from '../../../src/node/worker/runJobs';

describe('the engine thread’s loop', () => {
  it('answers a question between two documents of an indexing', async () => {
    const queue = new JobQueue();
    const order: string[] = [];
    async function* indexing(): AsyncGenerator<void, void> {
      order.push('first document');
      queue.ask(() => {
        order.push('question');
        return Promise.resolve();
      });
      yield;
      await Promise.resolve();
      order.push('second document');
      queue.close();
    }
    queue.index(indexing());
    await runJobs(queue);
    expect(order).toEqual(['first document', 'question', 'second document']);
  });

  it('ends an indexing that is under way when it is closed', async () => {
    const queue = new JobQueue();
    let released = false;
    async function* indexing(): AsyncGenerator<void, void> {
      try {
        for (;;) {
          await Promise.resolve();
          queue.close();
          yield;
        }
      } finally {
        released = true;
      }
    }
    queue.index(indexing());
    await runJobs(queue);
    expect(released).toBe(true);
  });

  it('waits without work and wakes for a question', async () => {
    const queue = new JobQueue();
    const served = runJobs(queue);
    const answered = new Promise<string>((resolve) => {
      const answer = (): Promise<void> => {
        resolve('answered');
        return Promise.resolve();
      };
      setTimeout(() => queue.ask(answer), 20);
    });
    await expect(answered).resolves.toBe('answered');
    queue.close();
    await served;
  });
});
