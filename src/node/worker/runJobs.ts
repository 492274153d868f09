import { setImmediate } from 'node:timers/promises';
import type { Indexing, JobQueue } from './jobQueue';

/** Answers every waiting question before indexing goes on by one more document. */
export async function runJobs(queue: JobQueue): Promise<void> {
  let indexing: Indexing | undefined;
  for (;;) {
    await setImmediate(); // a turn of the event loop, so that messages reach the queue
    if (queue.closed) {
      await indexing?.return();
      return;
    }
    const question = queue.takeQuestion();
    indexing ??= queue.takeIndexing();
    if (question) await question();
    else if (indexing) indexing = (await indexing.next()).done ? undefined : indexing;
    else await queue.arrival();
  }
}
