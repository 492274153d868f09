import { describe, expect, it } from 'vitest';
import { crossGenreTasks, documentsOfTrack, splitSeeds, tracks } from '../../../laboratory/tasks/crossGenreTasks';
import type { LabelledDocument } from '../../../laboratory/tasks/documents';
import { countWords } from '../../../../src/core/text/countWords';

const document = (id: string, genre: string, change: Partial<LabelledDocument> = {}): LabelledDocument => ({
  id,
  author: id[0]!,
  genre,
  mode: 'written',
  title: id,
  text: 'word '.repeat(400),
  source: undefined,
  role: undefined,
  problem: undefined,
  ...change,
});

/** a: six letters, two essays, one of them of the work of a letter; b: letters and talks of one genre's name; c: one genre. */
const documents = [
  ...[0, 1, 2, 3, 4, 5].map((i) => document(`a${i}`, 'letter')),
  document('a6', 'essay'),
  document('a7', 'essay', { title: 'a0' }),
  document('b0', 'letter'),
  document('b1', 'letter', { mode: 'spoken' }),
  document('c0', 'letter'),
  document('c1', 'letter'),
];
const tasks = crossGenreTasks(documents, 'any');
const ids = (places: readonly number[]): readonly string[] => places.map((place) => documents[place]!.id).sort();
const kind = (place: number): string => `${documents[place]!.mode} ${documents[place]!.genre}`;

describe('tasks across genres', () => {
  it('ask in every split for each author of two genres, at most four documents of one genre', () => {
    for (const author of ['a', 'b']) {
      const own = tasks.filter(({ query }) => documents[query[0]!]!.author === author);
      expect(own.length).toBeGreaterThanOrEqual(splitSeeds.length);
      expect(own.length).toBeLessThanOrEqual(4 * splitSeeds.length);
    }
    expect(tasks.some(({ query }) => documents[query[0]!]!.author === 'c')).toBe(false);
  });

  it('look for other works in other genres, and leave the rest of the author out', () => {
    for (const { query, relevant, exclude } of tasks) {
      const [asked] = query;
      const { author, title } = documents[asked!]!;
      expect(ids([...query, ...relevant, ...exclude])).toEqual(
        ids(documents.flatMap((other, place) => (other.author === author ? [place] : []))),
      );
      for (const place of relevant) {
        expect(kind(place)).not.toBe(kind(asked!));
        expect(documents[place]!.title).not.toBe(title);
      }
    }
  });

  it('ask nothing where the only other genre is of the same work', () => {
    expect(crossGenreTasks([documents[0]!, documents[7]!], 'any')).toEqual([]);
  });

  it('differ between splits and are the same in any order of the file', () => {
    const asked = tasks.map(({ query }) => documents[query[0]!]!.id);
    expect(new Set(asked.map((id) => id.slice(0, 2))).size).toBeGreaterThan(4);
    const turned = [...documents].reverse();
    expect(crossGenreTasks(turned, 'any').map(({ query }) => turned[query[0]!]!.id)).toEqual(asked);
  });
});

describe('documents of a track', () => {
  const [long, short] = tracks;
  const of = (words: number): LabelledDocument => document(`w${words}`, 'letter', { text: 'word '.repeat(words) });

  it('are as long as it says, whole where they are not too long', () => {
    const given = [79, 80, 349, 350, 2_000].map(of);
    expect(documentsOfTrack(given, long!, 1)).toEqual(given.slice(3));
    const cut = documentsOfTrack(given, short!, 1);
    expect(cut.slice(0, 2)).toEqual(given.slice(1, 3));
    expect(cut.map(({ id }) => id)).toEqual(given.slice(1).map(({ id }) => id));
  });

  it('are cut to lengths that the seed decides', () => {
    const given = Array.from({ length: 40 }, (_, i) => document(`d${i}`, 'letter'));
    const lengths = (seed: number): readonly number[] =>
      documentsOfTrack(given, short!, seed).map(({ text }) => countWords(text));
    expect(Math.min(...lengths(1))).toBeGreaterThanOrEqual(80);
    expect(Math.max(...lengths(1))).toBeLessThanOrEqual(349);
    expect(new Set(lengths(1)).size).toBeGreaterThan(20);
    expect(lengths(1)).toEqual(lengths(1));
    expect(lengths(2)).not.toEqual(lengths(1));
  });
});
