import { describe, expect, it } from 'vitest';
import type { AuthorMarkers } from '../../../src/core/domain/evidence';
import { canLead, isTelling } from '../../../src/core/markers/convincing';
import { findMarkers } from '../../../src/core/markers/markersOf';
import { neverStops } from '../../../src/core/basics/work';
import { formatLeadingLines, buildMarkersView } from '../../../src/presentation/markers';
import { TextMarkersCache } from '../../../src/core/markers/textMarkers';
import { uncountedMarkers } from '../../fakes/uncountedMarkers';
import { asking, indexOf, letter, others, small } from './letters';

describe('misspellings', () => {
  const misspellings = new Map([
    ['gaurd', 'guard'],
    ['stubbs', 'stubs'],
  ]);
  const found = async (asked: string, known: string) => {
    const index = await indexOf([['A', letter(1, { extra: known })], ...others]);
    const deps = { ...uncountedMarkers(index), misspellings };
    return (await findMarkers(deps, asking(letter(2, { extra: asked })), 'A', neverStops))!.for.find(
      ({ family }) => family === 'misspellings',
    );
  };

  it('lead where a text has a rare one once and the author has it twice', async () => {
    const marker = await found('We met the gaurd there.', 'We saw a gaurd and a gaurd again.');
    expect(marker).toMatchObject({ name: 'gaurd (not guard)', leads: true, questioned: { count: 1, occasions: 1 } });
  });

  it('are counted with a capital and without, as their places are', async () => {
    const asked = 'We met the gaurd there, and a Gaurd came, and the gaurd left.';
    const marker = await found(asked, 'We saw a gaurd, the Gaurd and the Guard.');
    expect(marker).toMatchObject({ questioned: { count: 3 }, candidate: { count: 2, occasions: 3 } });
    expect(marker!.places).toHaveLength(3);
  });

  it('are no names, whether these open sentences or are inside them', async () => {
    expect(await found('Stubbs came. Stubbs left.', 'Stubbs ate. Stubbs sat.')).toBeUndefined();
    expect(await found('Then we saw Stubbs and stubbs.', 'There Stubbs ate.')).toBeUndefined();
  });
});

describe('a misspelling in a word of which a letter was lost', () => {
  it('is none', () => {
    const { words } = new TextMarkersCache().readOrCount({
      text: 'Regards, Cl?ment. Is it ment? It is.',
      genre: 'email',
    });
    expect(words).toBe(' | regards , Cl?ment | | is it ment | | it is | ');
  });
});

describe('a rare choice', () => {
  const whilst = {
    ...{ name: 'whilst (not while)', family: 'choices', per: 'places', isMore: true, weight: 1, shared: 0 },
    ...{ questioned: { count: 1, occasions: 1 }, candidate: { count: 4, occasions: 5 }, population: 0.03 },
    ...{ sharers: [], others: [] },
    texts: [
      { count: 2, occasions: 2 },
      { count: 2, occasions: 3 },
    ],
  } as never as Parameters<typeof canLead>[0];

  const written = { mode: 'written', isSupported: false } as const;

  it('leads where a text has it once and the author four times', () => {
    expect(canLead(whilst, written)).toBe(true);
  });

  it('does not where the author has it three times, or others choose it', () => {
    expect(canLead({ ...whilst, candidate: { count: 3, occasions: 4 } }, written)).toBe(false);
    expect(canLead({ ...whilst, population: 0.2 }, written)).toBe(false);
    expect(canLead({ ...whilst, sharers: ['B'], others: [0.8] }, written)).toBe(false);
  });

  it('does not lead where most people choose it, or two others nearly as often', () => {
    const supported = { ...written, isSupported: true };
    const often = { ...whilst, questioned: { count: 3, occasions: 3 }, population: 0.6 } as typeof whilst;
    expect(canLead({ ...often, population: 0.4 }, supported)).toBe(true);
    expect(canLead(often, supported)).toBe(false);
    expect(canLead({ ...often, population: 0.4, sharers: ['B', 'C'] }, supported)).toBe(false);
  });

  it('leads, chosen twice or more by both and by one other, for a candidate whom the text as a whole points to alone', () => {
    const upon = {
      ...whilst,
      population: 0.2,
      sharers: ['B'],
      questioned: { count: 2, occasions: 3 },
    } as typeof whilst;
    expect(canLead(upon, written)).toBe(false);
    expect(canLead(upon, { ...written, isSupported: true })).toBe(true);
    expect(canLead({ ...upon, shared: 0.2 }, { ...written, isSupported: true })).toBe(false);
  });
});

describe('habits of the catalogue', () => {
  it('are not listed where their places are not what their names say', async () => {
    const extra = 'He would of course go. She could of course stay. It would of necessity end.';
    const index = await indexOf([['A', letter(1, { extra })], ['A', letter(5, { extra })], ...others]);
    const { for: alike, against } = (await findMarkers(
      uncountedMarkers(index),
      asking(letter(2, { extra })),
      'A',
      neverStops,
    ))!;
    expect([...alike, ...against].map(({ name }) => name)).not.toContain('could of, would of');
  });

  it('lead with one sharer of eight other authors or more, who is named, and with none of fewer', async () => {
    const own = [
      ['A', letter(1, { small: true })],
      ['A', letter(4, { small: true })],
    ] as const;
    const sharer = [['H', letter(2, { small: true })]] as const;
    const plain = ['I', 'J', 'K'].map((author, i) => [author, letter(i + 5)] as const);
    const lines = async (texts: Parameters<typeof indexOf>[0]) => {
      const index = await indexOf(texts);
      const deps = { ...uncountedMarkers(index), isAhead: false };
      return formatLeadingLines(
        'A',
        (await findMarkers(deps, asking(letter(8, { small: true })), 'A', neverStops))!,
      ).join(' ');
    };
    expect(await lines([...own, ...sharer, ...others, ...plain])).toMatch(/sentences begin small.* \(H\)$/m);
    expect(await lines([...own, ...sharer, ...others])).not.toMatch(/\+ sentences begin small/);
  });

  it('lead only where every other author, or all but one of eight, has them clearly less often', () => {
    const about = { mode: 'written', isSupported: true } as const;
    const rates = { questioned: { count: 6, occasions: 10 }, candidate: { count: 30, occasions: 50 }, population: 0.1 };
    const marker = { ...example, ...rates, sharers: [], shared: 0, weight: 2, isMore: true } as const;
    const others = [0, 0, 0, 0, 0, 0, 0.45] as const;
    expect(canLead({ ...marker, others }, about)).toBe(true);
    expect(canLead({ ...marker, others: [...others.slice(1), 0.5] }, about)).toBe(false);
    expect(canLead({ ...marker, others: [...others, 0.5] }, about)).toBe(true);
    expect(canLead({ ...marker, others, family: 'phrases' }, about)).toBe(false);
    expect(canLead({ ...marker, others, name: 'dashes' }, about)).toBe(false);
  });

  it('are counted in the words around quotations, of which none counts', () => {
    const said = 'He wrote, “we sat there and then we ate the bread, and we slept,” and left.';
    const text = { text: said, genre: 'email' };
    const cache = new TextMarkersCache();
    expect(cache.readOrCount(text).size).toBe(4);
    expect(cache.readOrCount({ ...text, genre: 'novel' }).size).toBe(16);
    expect(cache.readOrCount({ text: 'He left -- and we ate.', genre: 'email' }).size).toBe(6);
  });

  it('are counted in as many sentences as there are, though one has several', async () => {
    const extra =
      'We went -- she said -- so -- he said -- far. We sat -- or stood -- or lay -- or ran -- there. '.repeat(30);
    const index = await indexOf([['A', letter(1, { extra })], ['A', letter(4, { extra })], ...others]);
    const asked = asking(
      'We went -- he said -- there -- or -- not. She sat -- so -- or stood -- he saw -- long. '.repeat(4),
    );
    const { for: alike } = (await findMarkers(uncountedMarkers(index), asked, 'A', neverStops))!;
    expect(alike.find(({ name }) => name === 'dashes')).toMatchObject({
      questioned: { count: 32, occasions: 8 },
      candidate: { count: 480, occasions: 180 },
    });
  });

  it('are not said to be kept less than others do where no other author had occasion and no population was counted', () => {
    const rate = { count: 0, occasions: 9 };
    const unknown = { ...example, questioned: rate, candidate: rate, isMore: false, weight: 0.3, shared: 0 };
    expect(isTelling({ ...unknown, population: undefined })).toBe(false);
    expect(isTelling({ ...unknown, population: 0.4 })).toBe(true);
  });

  it('name all forms that they count', () => {
    const marker = {
      ...example,
      name: 'judgement, acknowledgement, acknowledgements (not judgment, acknowledgment, acknowledgments)',
    };
    const several = { ...example, name: 'learnt, burnt, spelt (not learned, burned, spelled)' };
    const about = ({ name }: { readonly name: string }): string =>
      buildMarkersView('A', { ...shown, for: [{ ...example, name, others: [0] }] }, new Map()).rows[0]!.about;
    expect(about(several)).toContain('learnt, burnt, spelt, dreamt, leapt / learned');
    expect(about(marker)).not.toContain('Counted');
  });
});

const example: AuthorMarkers['for'][number] = {
  ...{ name: small, family: 'capitals', per: 'places', texts: [], others: [], sharers: [], places: [] },
  ...{ questioned: { count: 1, occasions: 1 }, candidate: { count: 1, occasions: 1 } },
  ...{ isMore: true, shared: 0, population: undefined, weight: 1, leads: true },
};
const shown: AuthorMarkers = {
  ...{ looked: 1, for: [], against: [], others: 0, asNear: 0, isNear: true, silent: [] },
  population: { mode: 'written', genre: undefined, authors: 9 },
};
