import { describe, expect, it } from 'vitest';
import type { AuthorMarkers, Rate } from '../../../src/core/domain/evidence';
import { parseCaseFile } from '../../../src/core/casework/caseFile';
import { ConcordanceSearch } from '../../../src/core/markers/concordance';
import { QuestionedWords } from '../../../src/core/copies/copies';
import { MarkerRates, markerRatesFormat } from '../../../src/core/markers/textMarkers';
import { predictCount, weighAuthors } from '../../../src/core/markers/convincing';
import { isInCapitals, MarkerFinder } from '../../../src/core/markers/findMarkers';
import { findMarkerByName } from '../../../src/core/markers/authorMarkers';
import { listMarkers, type OwnMarker } from '../../../src/core/markers/ownMarkers';
import { findMarkers, findSubjectWords } from '../../../src/core/markers/markersOf';
import { tokeniseParagraphs } from '../../../src/core/markers/tokens';
import { neverStops } from '../../../src/core/basics/work';
import { listLeading, formatLeadingLines, buildMarkersView } from '../../../src/presentation/markers';
import { sortLines } from '../../../src/presentation/markerPages';
import type { MemoryIndex } from '../../fakes/memoryIndex';
import { uncountedMarkers } from '../../fakes/uncountedMarkers';
import { asking, indexOf, letter, others, small } from './letters';

const habits = listMarkers();

async function markersIn(
  index: MemoryIndex,
  text: string,
  author: string,
  own?: readonly OwnMarker[],
): Promise<AuthorMarkers> {
  return (await findMarkers({ ...uncountedMarkers(index), own }, asking(text), author, neverStops))!;
}

describe('a text in capitals', () => {
  it('has three capitals for two small letters, and no fewer', () => {
    const texts = ['', '1 2', 'ab', 'ABC', 'ABC de', 'ABCD de', 'a ABCD Éé', 'ab CDE 𝐀𝐁', 'ab CDE'];
    expect(texts.filter(isInCapitals)).toEqual(['ABC', 'ABCD de', 'a ABCD Éé', 'ab CDE 𝐀𝐁']);
  });
});

describe('the rates of a population', () => {
  it('are those of a genre however it is spelt', () => {
    const rest = { mode: 'written', authors: 9, priors: [] } as const;
    const rates = MarkerRates.parse({
      format: markerRatesFormat,
      habits: [],
      groups: [rest, { ...rest, genre: 'email' }],
    });
    expect(rates.selectGroup('written', ' Email ').genre).toBe('email');
    expect(rates.selectGroup('written', 'essay').genre).toBeUndefined();
  });

  it('leave room for a departure from what everybody does', () => {
    const [habit] = habits;
    const groups = [{ mode: 'written', authors: 9, priors: [[1, 0.22, 0.02]] }];
    const rates = MarkerRates.parse({ format: markerRatesFormat, habits: [habit!.name], groups });
    const prior = rates.selectGroup('written', 'email').findPrior(habit!);
    const authors = [
      { count: 0, occasions: 4 },
      { count: 4, occasions: 4 },
    ].map((rate) => [rate]);
    const predict = (texts: readonly Rate[]): number => predictCount({ count: 0, occasions: 3 }, texts, prior);
    const [first, second] = weighAuthors(authors.map(predict), predict([]));
    expect(first).toBeGreaterThan(1);
    expect(second).toBeLessThan(0);
  });
});

describe('markers of an author', () => {
  it('are those of the present text, not of an earlier text with its name', async () => {
    const index = await indexOf([['A', letter(1, { small: true })], ...others]);
    const deps = uncountedMarkers(index);
    const first = async (text: string) => (await findMarkers(deps, asking(text), 'A', neverStops))!.for[0];
    expect(await first(letter(5, { small: true }))).toMatchObject({ name: small, questioned: { count: 14 } });
    expect((await first(letter(5)))?.name).not.toBe(small);
  });

  it('find the one who begins sentences in small letters, with counts and every place', async () => {
    const index = await indexOf([['A', letter(1, { small: true })], ['A', letter(2, { small: true })], ...others]);
    const text = letter(5, { small: true });
    const found = await markersIn(index, text, 'A');
    const [first] = found.for;
    expect(found).toMatchObject({ asNear: 0, isNear: true, others: 6 });
    expect(first).toMatchObject({ name: small, questioned: { count: 14, occasions: 29 }, sharers: [] });
    expect(first!.candidate).toEqual({ count: 28, occasions: 58 });
    expect(first!.places.map(({ start }) => /^\p{Ll}/u.test(text.slice(start)))).toEqual(Array(14).fill(true));
    const against = (await markersIn(index, text, 'B')).against;
    expect(against.map(({ name }) => name)).toContain(small);
  });

  it('say that a habit comes from one text, or from one genre', async () => {
    const plain = [2, 4, 6].map((seed) => ['A', letter(seed)] as const);
    const index = await indexOf([['A', letter(1, { small: true })], ...plain, ...others]);
    const found = await markersIn(index, letter(5, { small: true }), 'A');
    const texts = new Map((await index.listDocuments()).map((each) => [each.id, each]));
    const shown = buildMarkersView('A', found, texts);
    const row = shown.rows.find(({ name }) => name === small);
    expect(row?.steady ?? 'not shown').toMatch(/^in 1 of 4 texts, only A 0$|^not shown$/);
    const twoGenres = await indexOf([
      ...[1, 2].map((seed) => ['A', letter(seed, { small: true })] as const),
      ...[7, 8].map((seed) => ['A', letter(seed), 'blog'] as const),
      ...others,
    ]);
    const mixed = await markersIn(twoGenres, letter(5, { small: true }), 'A');
    const facts = new Map((await twoGenres.listDocuments()).map((each) => [each.id, each]));
    const steady = { name: small, steady: 'in 2 of 4 texts, all of genre email' };
    expect(buildMarkersView('A', mixed, facts).rows.find(({ name }) => name === small)).toMatchObject(steady);
    const [last] = mixed.for[0]!.texts.filter(({ count }) => count > 0).slice(-1);
    const spelt = new Map(facts).set(last!.document, { ...facts.get(last!.document)!, genre: 'Email ' });
    expect(buildMarkersView('A', mixed, spelt).rows.find(({ name }) => name === small)).toMatchObject(steady);
  });

  it('lead with what is seen on the page and kept throughout, not with common words, nor with one text’s', async () => {
    const text = letter(5, { small: true, extra: 'The the and and and of of of of the the.' });
    const wordy = 'The the and and and of of of of the the. '.repeat(3);
    const own = [1, 2, 3, 4].map((seed) => ['A', letter(seed, { small: true, extra: wordy })] as const);
    const found = await markersIn(await indexOf([...own, ...others]), text, 'A');
    expect(listLeading(found).map(({ name }) => name)).toContain(small);
    expect(found.for.filter(({ family, leads }) => family === 'function words' && leads)).toEqual([]);
    const rare = [2, 4, 6, 8].map((seed) => ['A', letter(seed)] as const);
    const oneText = await indexOf([['A', letter(1, { small: true })], ...rare, ...others]);
    const unmasked = (await markersIn(oneText, text, 'A')).for.filter(({ leads }) => leads);
    expect(unmasked.map(({ name }) => name)).not.toContain(small);
    const plain = await markersIn(await indexOf(others), letter(5), 'B');
    expect(formatLeadingLines('B', { ...plain, isNear: true, for: [] })).not.toContainEqual(
      expect.stringMatching(/^\+/),
    );
  });

  it('lead nowhere without another author', async () => {
    const index = await indexOf([1, 2].map((seed) => ['A', letter(seed, { small: true })] as const));
    const found = await markersIn(index, letter(5, { small: true }), 'A');
    expect(found).toMatchObject({ others: 0, isNear: false });
    expect(found.for.filter(({ leads }) => leads)).toEqual([]);
    expect(listLeading(found)).toEqual([]);
  });

  it('do not claim what chance would bring as well', async () => {
    const index = await indexOf(others);
    const found = await markersIn(index, letter(5), 'B');
    expect(listLeading({ ...found, isNear: false }).every(({ weight }) => weight < 0)).toBe(true);
    const view = buildMarkersView('B', { ...found, isNear: false, asNear: 3 }, new Map());
    expect(view.says.join(' ')).toMatch(/^Over all \d+ markers, 3 of 5 other authors .*no larger than chance/);
  });

  it('count what is the writer’s own: no quoted lines, no quotations, no capitals in a text of capitals', async () => {
    const text = `> so it was. so it is.\n> and so on.\n\nIt rained. so we left. He had said "so it is. so it goes. and on" to us.`;
    const places = new MarkerFinder([findMarkerByName(small, habits)]);
    expect(places.count({ text, genre: 'email' })[0]).toEqual({ count: 1, occasions: 2 });
    const index = await indexOf([['A', letter(1).toUpperCase()], ...others]);
    const found = await markersIn(index, letter(5).toUpperCase(), 'A');
    expect(found.silent).toEqual(['capitals']);
    expect(found.for.every(({ family }) => family !== 'capitals')).toBe(true);
  });

  it('leave out the known texts that a ratio leaves out: copies of a part, and repetitions', async () => {
    const sentences = (from: number): string =>
      Array.from({ length: 40 }, (_, i) => `Word${from + i} goes with thing${(from + i) * 7} of course.`).join(' ');
    const [own, part, other] = [sentences(0), sentences(100), sentences(200)];
    const text = `${part} ${sentences(300)}`;
    const index = await indexOf([['A', own], ['A', own], ['A', `${part} ${other}`], ...others]);
    const count = async (words?: QuestionedWords): Promise<number | undefined> => {
      const found = await findMarkers(uncountedMarkers(index), { ...asking(text), words }, 'A', neverStops);
      return found!.for.find(({ name }) => name === 'of course')?.candidate.count;
    };
    expect(await count()).toBe(160);
    expect(await count(new QuestionedWords({ text }, neverStops))).toBe(40);
  });

  it('accept texts without sentences and texts that a scanner misread', async () => {
    const index = await indexOf([['A', letter(1)], ...others]);
    for (const text of [
      'milk\neggs\nbread\n'.repeat(20),
      'tlie rn0dern ,.;: ~~ l1ke th1s |||| '.repeat(40),
      '. . . ! ? '.repeat(90),
    ])
      expect((await markersIn(index, text, 'A')).looked).toBeGreaterThanOrEqual(0);
  });
});

describe('words of the subject of a case', () => {
  it('are those that several of its authors use far more than texts of all kinds', async () => {
    const index = await indexOf(others);
    const document = { id: 'q', text: letter(5), mode: 'written', genre: 'email', language: 'en' } as const;
    const asked = { questioned: { ...document, version: 1, sha256: 'q' }, copies: [] };
    const share = (word: string): number => ({ council: 0.02, days: 0.9 })[word] ?? 0.01;
    const isSubject = await findSubjectWords({ ...uncountedMarkers(index), share }, asked, neverStops);
    expect(['council', 'days', 'aeroplane'].map(isSubject!)).toEqual([true, false, false]);
  });
});

describe('markers of the user’s own', () => {
  const caseOf = (markers: unknown): string => JSON.stringify({ format: 'idiograph.case/1', documents: {}, markers });

  it('are words, pairs and patterns of the case file', async () => {
    const own = parseCaseFile(
      caseOf([
        { name: 'some days', words: 'some days' },
        { name: 'grill for roof', words: 'grill', not: 'roof' },
        { name: 'a place in the lane', pattern: 'lane \\w+' },
      ]),
      'case.json',
    ).markers!;
    const finder = new MarkerFinder(listMarkers(own).slice(0, 3));
    const text = 'The grill stood for some days. The roof fell on the Lane here.';
    expect(finder.count({ text, genre: 'email' })).toEqual([
      { count: 1, occasions: 13 },
      { count: 1, occasions: 2 },
      { count: 1, occasions: 13 },
    ]);
    const index = await indexOf([['A', letter(1)], ...others]);
    expect((await markersIn(index, letter(5), 'A', own)).looked).toBeGreaterThan(0);
  });

  it('come first and are shown even where they tell nothing', async () => {
    const own = parseCaseFile(caseOf([{ name: 'never used', words: 'zebra' }]), 'case.json').markers!;
    const found = await markersIn(await indexOf([['A', letter(1)], ['A', letter(2)], ...others]), letter(5), 'A', own);
    const shown = [found.for, found.against].filter((list) => list.some(({ name }) => name === 'never used'));
    expect(shown).toHaveLength(1);
    expect(shown[0]![0]).toMatchObject({ name: 'never used', family: 'own', questioned: { count: 0 } });
  });

  it('are refused where they cannot be read in linear time, or are too many', () => {
    const read = (markers: unknown) => () => parseCaseFile(caseOf(markers), 'case.json');
    expect(read([{ name: 'x', pattern: '(a)\\1' }])).toThrow(/markers/);
    expect(read([{ name: 'x', pattern: '(' }])).toThrow(/markers/);
    expect(read([{ name: 'x' }])).toThrow(/markers/);
    expect(read(Array.from({ length: 51 }, (_, i) => ({ name: `m${i}`, pattern: `x${i}` })))).toThrow(/50 patterns/);
    expect(read(Array.from({ length: 501 }, (_, i) => ({ name: `m${i}`, words: `word${i}` })))).toThrow(/500/);
  });

  it('cost linear time whatever the expression', () => {
    const own = parseCaseFile(caseOf([{ name: 'evil', pattern: '(a+)+$' }]), 'case.json').markers!;
    const text = `${'a'.repeat(5000)}!`; // a backtracking engine would not end
    const [rate] = new MarkerFinder(listMarkers(own).slice(0, 1)).count({ text, genre: 'email' });
    expect(rate!.count).toBe(0);
  });
});

describe('a concordance', () => {
  const text = 'We were, to be fair, late. To be fair to him, he said so. "To be fair is hard to do now," she said.';

  it('lists every place with its context, and counts by author', () => {
    const search = new ConcordanceSearch(findMarkerByName('to be fair', habits));
    search.add({ id: 'k', title: 'Letter', author: 'A', role: 'known', genre: 'letter', text });
    search.add({ id: 'l', title: 'Other', author: 'B', role: 'population', genre: 'letter', text: 'Nothing of it.' });
    const { lines, counts } = search.result;
    expect(lines.map(({ keyword }) => keyword)).toEqual(['to be fair', 'To be fair']);
    expect(counts).toMatchObject([
      { author: 'A', count: 2, texts: 1, of: 1 },
      { author: 'B', count: 0, texts: 0, of: 1 },
    ]);
    const quoted = `${text}\n> and so on, and on\n> to be fair\n`;
    const replied = new ConcordanceSearch(findMarkerByName('to be fair', habits));
    replied.add({ id: 'k', title: 'Letter', author: 'A', role: 'known', genre: 'letter', text: quoted });
    expect(replied.result.counts).toEqual([counts[0]]); // the words that are searched, without those of the quotation
    expect(sortLines(lines, 'right').map(({ keyword }) => keyword)).toEqual(['to be fair', 'To be fair']);
    expect(sortLines(lines, 'left').map(({ keyword }) => keyword)).toEqual(['To be fair', 'to be fair']);
  });

  it.each([
    ['河', '花园对着河，河上有船。', 2],
    ['船只', '河上有船。船只很多。', 1],
    ['แม่น้ำ', 'สวนหันหน้าไปทางแม่น้ำที่มีเรือแล่นผ่าน', 1],
    ['дом', 'Дом был пуст. Домик стоял.', 1],
  ])('finds %s between letters only where no blanks part words', (phrase, text, count) => {
    const search = new ConcordanceSearch(findMarkerByName(phrase, []));
    search.add({ text, id: 'a', title: 'a', author: 'Ann', role: 'known', genre: 'letter' });
    expect(search.result.counts[0]).toMatchObject({ count });
  });
});

describe('the words of a text', () => {
  it('open sentences behind full stops, but not behind short forms, initials or in lists', () => {
    const opening = (text: string): readonly string[] =>
      [...tokeniseParagraphs(text)].flat().flatMap(({ raw, sentence }) => (sentence > 0 ? [raw] : []));
    expect(opening('It is, e.g. here. so J. Smith came. Well... yes.\n\n- one\n- two\n\nEnd')).toEqual([
      'It',
      'so',
      'Well',
      'End',
    ]);
    expect(opening('Hi all,\n\nso I came. It has:\n\nthe roof')).toEqual(['Hi', 'It']);
    expect(
      opening('Mr. Low of Massa. was here. the Gen. came, viz., he. "Who?" she said. Is it Wm. or Tho., I ask?'),
    ).toEqual(['Mr', 'the', 'Who', 'Is']);
  });
});
