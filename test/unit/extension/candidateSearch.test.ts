import { expect, it } from 'vitest';
import { CandidateSearch } from '../../../src/extension/review/askReview';
import { findingsOf, targetOf } from '../presentation/exampleFindings';

const findings = findingsOf(targetOf('file:///letter.txt', 1));

/** A search whose questions are answered when the test says so, by the authors that they are about. */
function searchInSteps() {
  const asked: {
    readonly author: string;
    readonly isStopped: () => boolean;
    readonly answer: (found: string) => void;
  }[] = [];
  const cases = { createCalls: ({ token }: { token: { isCancellationRequested: boolean } }) => token };
  const choices = { chosen: () => Promise.resolve({}) };
  const parts = { cases, choices } as unknown as ConstructorParameters<typeof CandidateSearch>[0];
  const search = new CandidateSearch<string>(parts, (calls, { author }) => {
    const token = calls as unknown as { readonly isCancellationRequested: boolean };
    return new Promise((answer) => asked.push({ author, isStopped: () => token.isCancellationRequested, answer }));
  });
  return { search, asked };
}

it('asks once about a candidate that is requested again while it is searched', async () => {
  const { search, asked } = searchInSteps();
  const both = [search.find(findings, 'Ann'), search.find(findings, 'Ann')];
  await Promise.resolve();
  expect(asked.map(({ author }) => author)).toEqual(['Ann']);
  asked[0]!.answer('passages of Ann');
  expect(await Promise.all(both)).toEqual(['passages of Ann', 'passages of Ann']);
});

it('answers about the candidate that was requested last, and ends the search for the one before', async () => {
  const { search, asked } = searchInSteps();
  const first = search.find(findings, 'Ann');
  await Promise.resolve();
  const second = search.find(findings, 'Ben');
  await Promise.resolve();
  expect(asked.map(({ author, isStopped }) => [author, isStopped()])).toEqual([
    ['Ann', true],
    ['Ben', false],
  ]);
  asked[1]!.answer('passages of Ben');
  expect(await second).toBe('passages of Ben');
  asked[0]!.answer('passages of Ann');
  expect(await first).toBe('passages of Ann');
});
