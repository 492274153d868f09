import { expect, it } from 'vitest';
import { indexCorrupt } from '../../../src/core/errors';
import { ReviewSession } from '../../../src/extension/review/reviewSession';
import { EventEmitter } from '../../fakes/vscode';
import { targetOf } from '../presentation/exampleFindings';

const damaged = indexCorrupt('index.sqlite', 'a document has damaged exact vectors');

/** A session with a damaged index, whose hash can be read all the same, and may be changed. */
function sessionOfDamaged() {
  const info = { contentHash: 'cd' };
  const changed = new EventEmitter<void>();
  const calls = { reviewText: () => Promise.reject(damaged) };
  const index = { path: 'index.sqlite', name: 'case', documents: new Map() };
  const none = (): void => undefined;
  const parts = {
    engine: {},
    index: {
      ...{ onDidChange: changed.event, describeSearched: () => Promise.resolve(index) },
      ...{ readContentHash: () => Promise.resolve(info.contentHash), findFile: () => Promise.resolve(index.path) },
    },
    cases: { createCalls: () => calls },
    caseState: {
      ...{ onDidChange: new EventEmitter<void>().event, load: () => Promise.resolve(), find: none, fail: none },
      refresh: () => Promise.resolve(),
    },
    choices: { onDidChange: new EventEmitter<void>().event, chosen: () => Promise.resolve({}) },
    problems: { runAction: (action: () => Promise<void>) => action(), record: none },
  };
  const session = new ReviewSession(parts as unknown as ConstructorParameters<typeof ReviewSession>[0]);
  const changeTo = (contentHash: string): void => {
    info.contentHash = contentHash;
    changed.fire();
  };
  return { session, changeTo };
}

it('says that the index is damaged until there is another one', async () => {
  const { session, changeTo } = sessionOfDamaged();
  await session.review(targetOf('file:///letter.txt', 1));
  expect(session.state).toMatchObject({ kind: 'failed', code: 'IndexCorrupt', message: damaged.sentence });
  const over = new Promise((resolve) => session.onDidChange(() => resolve(session.state.kind)));
  changeTo('ce');
  expect(await over).toBe('idle');
});
