import { describe, expect, it } from 'vitest';
import { readFirstCandidates } from '../../../src/core/review/candidates';
import { addAuthor } from '../../../src/core/passages/findPassages';
import { ensureProfiles } from '../../../src/core/cohort/cohortCache';
import { finish, neverStops } from '../../../src/core/basics/work';
import { rankedIn } from './passagesIn';
import { carpenter, threeAuthors } from './texts';

const followed = { stop: neverStops, progress: () => undefined };

describe('the passages of a review', () => {
  it('are found with it of as many candidates as are asked for, and of the others later alike', async () => {
    const all = await finish(readFirstCandidates((await rankedIn(carpenter, threeAuthors, 3)).found, 3, neverStops));
    const { found } = await rankedIn(carpenter, threeAuthors, 3);
    const first = await finish(readFirstCandidates(found, 1, neverStops));
    expect(first.map(({ passages }) => passages !== undefined)).toEqual([true, false, false]);
    expect(first[0]).toEqual(all[0]);
    const [, second, third] = all;
    expect(second!.passages!.against.length).toBeGreaterThan(0);
    expect(await found.passages.findPassages(third!.author, followed)).toEqual(third!.passages);
    expect(await found.passages.findPassages(second!.author, followed)).toEqual(second!.passages);
  });

  it('are not found once they are stopped, and are when they are asked for again', async () => {
    const { passages } = (await rankedIn(carpenter, threeAuthors, 3)).found;
    const stopped = passages.findPassages('Carpenter', { ...followed, stop: { stopped: true } });
    await expect(stopped).rejects.toThrow(expect.objectContaining({ code: 'Cancelled' }));
    expect((await passages.findPassages('Carpenter', followed)).alike.length).toBeGreaterThan(0);
  });

  it('are found of an author who is named and whom the search did not put first', async () => {
    const { deps, found } = await rankedIn(carpenter, threeAuthors, 1);
    const finder = found.passages;
    expect(finder.authors).toEqual(['Carpenter']);
    const { index, profiler } = deps;
    const profilesOf = (documents: readonly string[]) => ensureProfiles(index, profiler, documents, followed);
    const source = { index, listed: await index.listDocuments(), profilesOf };
    const asked = await addAuthor(finder, 'Nurse', source, neverStops);
    expect(asked.authors).toEqual(['Nurse', 'Carpenter']);
    const { alike, against } = await asked.findPassages('Nurse', followed);
    for (const { author } of alike) expect(author).toBe('Nurse');
    expect(against.map(({ author }) => author)).toContain('Carpenter');
    expect(await addAuthor(finder, 'Carpenter', source, neverStops)).toBe(finder);
  });
});
