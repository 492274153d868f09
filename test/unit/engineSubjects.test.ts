import { describe, expect, it } from 'vitest';
import type { QuestionedDocument } from '../../src/core/domain/evidence';
import { type ReviewDependencies } from '../../src/core/review/engine';
import { encodeText } from '../../src/core/text/encodeText';
import type { MemoryIndex } from '../fakes/memoryIndex';
import { Profiler } from '../../src/core/cohort/cohortCache';
import { subjects, writeText } from '../fakes/subjectTexts';
import { wordProfiler } from '../fakes/wordProfiler';
import { buildTellingView, formatTelling } from '../../src/presentation/telling';
import { formatCaveats } from '../../src/presentation/words/notices';
import { buildCardView } from '../../src/presentation/cardView';
import { buildVerificationView } from '../../src/presentation/verificationView';
import { computeShade, describeStrength, formatFinding } from '../../src/presentation/words/strength';
import { statement } from './presentation/exampleFindings';
import { questioned, options, parts, quiet, review } from '../fakes/reviewing';

const entriesOf = <Key extends string, Value>(
  record: Readonly<Record<Key, Value>>,
): readonly (readonly [Key, Value])[] => Object.entries(record) as [Key, Value][];

describe('a review of authors who write on one subject each', () => {
  const ofEach = { Adams: 'bees', Brown: 'boats', Clark: 'clocks' } as const;
  const isOfSubject = (word: string): boolean =>
    Object.values<readonly string[]>(subjects).some((words) => words.includes(word));

  async function working(
    ratios: Readonly<Record<string, number>>,
    genres: Readonly<Record<string, string>> = {},
  ): Promise<ReviewDependencies> {
    const deps = await parts({});
    for (const [author, subject] of entriesOf(ofEach))
      for (const seed of [1, 2, 3]) {
        const text = writeText(author, subject, { sentences: 30, seed });
        const id = `${author} ${seed}`;
        const genre = genres[author] ?? 'letter';
        const about = { title: id, role: 'known', mode: 'written', genre, language: 'en' } as const;
        const spans = await encodeText(text, deps.encoder, { n: deps.encoder.patchTokens, stop: { stopped: false } });
        await deps.index.add({ id, author, text, ...about }, spans);
      }
    const { method } = wordProfiler;
    const computeDocumentShare = (word: string): number => (isOfSubject(word) ? 0.001 : 0.9);
    return {
      ...deps,
      profiler: new Profiler('words', { ...method, computeDocumentShare }, () => []),
      verifier: {
        prepare: () => ({
          verify: ([text]) => {
            const densities = { from: -3, to: 3, same: [], different: [], score: ratios[text!.author] ?? 0 };
            const condition = { ...statement.condition, genreRelation: 'same' as const };
            return Promise.resolve({ ...statement, words: 320, condition, caveats: [], densities });
          },
        }),
      },
      search,
      among: {
        id: 'question',
        content: {
          format: 'idiograph.question/1',
          conditions: [],
          exclusion: { weights: [], cells: [] },
          trainedOn: '',
        },
      },
    };
  }

  const search = {
    id: 'search',
    content: {
      ...({ format: 'idiograph.search/1', offset: 0, weights: [1, 0, 0, 0, 0, 0], lower: -1, upper: 1 } as const),
      outsiders: [
        { authors: 4, words: [100, 1000], knownWords: [10, 9000], survival: [[-3, 1] as const, [3, 0] as const] },
      ],
      ...{ searches: 1, authors: 1, sources: 1, cllr: 0.5, trainedOn: '' },
    },
  } satisfies ReviewDependencies['search'];
  const asked = (text: string): QuestionedDocument => ({ ...questioned, id: 'q.txt', genre: 'letter', text });
  const all = { ...options, candidates: 3 };

  it('warns where the words of a subject bring somebody else first, and states nothing of the first of the search', async () => {
    const text = writeText('Adams', 'boats', { sentences: 20, seed: 9 });
    const found = await review(await working({ Brown: 3 }), asked(text), all, quiet);
    expect(found.candidates[0]!.author).toBe('Brown');
    expect(found.order?.withoutSubjects).toBe('Adams');
    expect(found.candidates[0]!.verification?.first).toBeUndefined();
    expect(found.candidates[0]!.verification?.caveats).toContain('followsSubject');
    expect(formatCaveats(found).join()).toContain('without the words of their subjects, Adams comes first');
    const { verification } = found.candidates[0]!;
    expect(verification?.llr).toBeGreaterThan(0.3);
    expect(describeStrength(verification!, 'q.txt', 'Brown')).toMatchObject({ carried: false, abstained: true });
    expect(buildCardView(found.candidates[0]!, 'q.txt', undefined, found).number).toBeUndefined();
    expect(formatFinding(verification)).toBe('no ratio');
    expect(computeShade(verification!)).toBeUndefined();
  });

  it('rates the first of the search where style agrees, and says what separates it from the next', async () => {
    const text = writeText('Adams', 'bees', { sentences: 20, seed: 9 });
    const found = await review(await working({ Adams: 3 }), asked(text), all, quiet);
    expect(found.candidates[0]!.author).toBe('Adams');
    expect(found.order?.withoutSubjects).toBeUndefined();
    expect(found.candidates[0]!.verification?.first).toBeDefined();
    expect(found.order?.telling?.words.length).toBeGreaterThan(0);
    expect(formatTelling(found).join('\n')).toMatch(/^ {2}.+ · Adams · /m);
    expect(
      buildTellingView(found)!.rows.every(({ author }) => author === 'Adams' || author === found.order!.telling!.next),
    ).toBe(true);
  });

  it('warns where the first alone has texts of the questioned genre, and states nothing of it', async () => {
    const deps = await working({ Adams: 3 }, { Brown: 'report', Clark: 'report' });
    const text = writeText('Adams', 'bees', { sentences: 20, seed: 9 });
    const found = await review(deps, asked(text), all, quiet);
    const [first, second] = found.candidates;
    expect([first!.author, first!.relation, second!.relation]).toEqual(['Adams', 'same', 'otherGenre']);
    expect(first!.verification?.caveats).toContain('followsKind');
    expect(first!.verification?.first).toBeUndefined();
    expect(formatFinding(first!.verification)).toBe('no ratio');
    const view = buildVerificationView(first!.verification!, 'q.txt', 'Adams');
    const card = buildCardView(first!, 'q.txt', view, found);
    expect(card.number).toBeUndefined();
    expect(card.finding).toMatch(/^No ratio: Few authors have known texts/);
  });

  it('names authors with one text, and texts of the questioned work, which do not take part', async () => {
    const deps = await working({ Adams: 3 });
    const text = writeText('Adams', 'bees', { sentences: 20, seed: 9 });
    const found = await review(deps, { ...asked(text), id: 'The hive, chapter 9.txt' }, all, quiet);
    expect(found.order).toMatchObject({ silent: [], sameWork: [] });
    const more = writeText('Adams', 'bees', { sentences: 30, seed: 4 });
    const spans = await encodeText(more, deps.encoder, { n: deps.encoder.patchTokens, stop: { stopped: false } });
    const about = { role: 'known', mode: 'written', genre: 'letter', language: 'en' } as const;
    const add = (author: string, title: string): Promise<unknown> =>
      (deps.index as MemoryIndex).add({ id: title, author, title, text: `${title} ${more}`, ...about }, spans);
    await add('Adams', 'The hive, chapter 2.txt');
    await add('Dawes', 'One letter.txt');
    const again = await review(deps, { ...asked(text), id: 'The hive, chapter 9.txt' }, all, quiet);
    expect(again.order).toMatchObject({ silent: ['Dawes'], sameWork: ['The hive, chapter 2.txt'] });
    expect(formatCaveats(again).join()).toMatch(/Dawes.*The hive, chapter 2/);
  });
});
