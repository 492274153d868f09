import { expect, it } from 'vitest';
import { indexCorrupt } from '../../../src/core/errors';
import { ReviewSession } from '../../../src/extension/review/reviewSession';
import { EventEmitter } from '../../fakes/vscode';
import { findingsOf, knownMinutes, targetOf } from '../presentation/exampleFindings';

const damaged = indexCorrupt('index.sqlite', 'a document has damaged exact vectors');

/** A session whose reviews come to this, with an index whose hash can be read, and may be changed. It says which known texts it asks for. */
function sessionWith(
  reviewText: () => Promise<unknown>,
  explainKept: (request: { readonly author: string }) => Promise<unknown> = () => Promise.reject(damaged),
) {
  const asked: (readonly string[])[] = [];
  const info = { contentHash: 'cd' };
  const changed = new EventEmitter<void>();
  const calls = { reviewText, readCandidate: () => Promise.resolve(undefined), explainKept };
  const index = { name: 'case', documents: new Map() };
  const none = (): void => undefined;
  const parts = {
    cases: {
      createCalls: () => calls,
      readKnown: (ids: readonly string[]) => {
        asked.push(ids);
        return Promise.resolve(new Map(ids.map((id) => [id, { ...knownMinutes, id }])));
      },
    },
    caseState: {
      ...{ onDidChange: changed.event, load: () => Promise.resolve(), find: none, fail: none, isBasisChanged: none },
      ...{ describeSearched: () => Promise.resolve(index), readIndex: () => Promise.resolve(info) },
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
  return { session, changeTo, asked };
}

it('says that the index is damaged until there is another one', async () => {
  const { session, changeTo } = sessionWith(() => Promise.reject(damaged));
  await session.review(targetOf('file:///letter.txt', 1));
  expect(session.state).toMatchObject({ kind: 'failed', code: 'IndexCorrupt', message: damaged.sentence });
  const over = new Promise((resolve) => session.onDidChange(() => resolve(session.state.kind)));
  changeTo('ce');
  expect(await over).toBe('idle');
});

it('reads each known text once, and forgets those of earlier findings', async () => {
  const target = targetOf('file:///letter.txt', 1);
  const { evidence, ...others } = findingsOf(target);
  const [, second] = evidence.candidates; // passages of the first lead to known-1, those of the second to known-9
  const results = [evidence, { ...evidence, candidates: [second!] }];
  const { session, asked } = sessionWith(() => Promise.resolve({ ...others, evidence: results.shift() }));
  await session.review(target);
  await session.read();
  expect([asked, [...session.knownDocuments.keys()]]).toEqual([[['known-1']], ['known-1']]);
  await session.review(target);
  expect([...session.knownDocuments.keys()]).toEqual(['known-9']);
});

it('takes a ratio apart once its list is open, and again for another candidate', async () => {
  const asked: string[] = [];
  const explain = ({ author }: { readonly author: string }): Promise<unknown> => {
    asked.push(author);
    const word = { words: `of ${author}`, weight: 1, here: 1, first: 2, next: 1 };
    return Promise.resolve({ parts: author === 'Author B' ? { words: [word] } : undefined });
  };
  const { session } = sessionWith(() => Promise.resolve(findingsOf(targetOf('file:///letter.txt', 1))), explain);
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  await session.review(targetOf('file:///letter.txt', 1));
  await settle();
  expect([asked, session.listedWords]).toEqual([[], []]);
  session.openWords('ratio');
  expect(session.explainedRatio).toBeUndefined();
  await settle();
  expect([asked, session.listedWords.map(({ words }) => words)]).toEqual([['Author B'], ['of Author B']]);
  const second = session.findings!.evidence.candidates[1]!.author;
  session.select({ author: second });
  await settle();
  expect([asked, session.explainedRatio?.parts, session.listedWords]).toEqual([['Author B', second], undefined, []]);
  session.openWords(undefined);
  session.select({ author: 'Author B' });
  await settle();
  expect([asked.length, session.selection.words]).toEqual([2, undefined]);
});
