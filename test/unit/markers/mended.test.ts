import { describe, expect, it } from 'vitest';
import results from '../../../docs/results/catalogue.json';
import { findAuthorMarkers } from '../../../src/core/markers/authorMarkers';
import { AuthorTexts, MarkerQuestion, TextMarkersCache } from '../../../src/core/markers/textMarkers';
import { readCatalogue, readFittedMarkers } from '../../../src/core/markers/catalogue/catalogue';
import { ConcordanceSearch } from '../../../src/core/markers/concordance';
import { MarkerFinder } from '../../../src/core/markers/findMarkers';
import { listMarkers } from '../../../src/core/markers/ownMarkers';

import { rates } from '../../fakes/uncountedMarkers';

/** How often a habit is kept, and its alternative, in a text. */
function count(name: string, text: string): readonly [kept: number, other: number] {
  const habit = readCatalogue().find((each) => each.name === name);
  if (!habit) throw new Error(`there is no habit ${name}`);
  const [rate] = new MarkerFinder([habit]).count({ text, genre: 'letter' });
  return [rate!.count, rate!.occasions - rate!.count];
}

describe('rows with places that once were not what they say', () => {
  it.each([
    ['could of for could have', 'He would of course go, must of necessity stay, and could of needs wait.', 0],
    ['could of for could have', 'The might of united men. They were in awe of the might of trained men.', 0],
    ['could of for could have', 'I could of gone and should not of said so.', 2],
    [
      'to simply go: an adverb after to',
      'We rely on it, want to apply here, need to reply to it and had to comply with it.',
      0,
    ],
    ['to simply go: an adverb after to', 'We want to simply go and tried to fully cover it.', 2],
    [
      'organise, recognised, emphasising (not -ize)',
      'An optimistic, realistic specialist: criticism, emphasis, a characteristic.',
      0,
    ],
    [
      'organise, recognised, emphasising (not -ize)',
      'They organise it, emphasising what was criticised in an organisation.',
      4,
    ],
    ['3 May in dates (not May 3)', 'The 3 may be odd, and 12 may leave.', 0],
    ['3 May in dates (not May 3)', 'We met on 3 May and on 4th of March.', 2],
    ['towards, afterwards (not toward, afterward)', 'We look forward to it and move backwards.', 0],
    ["its a, its not for it's", 'It shows its age, its own value, its not inconsiderable size and its all.', 0],
    ["its a, its not for it's", 'We think its a pity. Then its not good.', 2],
    [
      "your a, your not for you're",
      'Thank you for your welcome; before your going; I regret your not coming and your right hand.',
      0,
    ],
    ["your a, your not for you're", 'We think your not sure. So your the best.', 2],
    ['less people, less words', 'It is less obvious, less serious and less dangerous.', 0],
    [
      'as one can, if one must (not you)',
      'I fear that one could be lost. No one can go; the first one must stay, and this one would too.',
      0,
    ],
    ['i am, i think, i’ll (not I)', 'Let i be 3. For i in range, x[i] and i = 4; part i. of it; see a.i have.', 0],
    ['i am, i think, i’ll (not I)', 'Well i am here, and i’ll go if i think so.', 3],
    [
      'sentences begin small: it is, the end (not It is, The end)',
      'It took approx. it was etc. we have it. See foo.bar. “Really?” he said. Alas! we had to.',
      0,
    ],
    [
      'sentences begin small: it is, the end (not It is, The end)',
      'We left early. it was late. but they stayed. They came.',
      2,
    ],
    ['NOT, NEVER, REALLY in capitals for emphasis', 'It MUST NOT be. IT IS NOT FINE. SELECT ALL FROM it.', 0],
    ['NOT, NEVER, REALLY in capitals for emphasis', 'We did NOT go, and we NEVER, ever did.', 2],
    ['think that he (not think he)', 'I think that is right, and I know the man.', 0],
    ['internet with a small letter', 'A spider sits in its web. See from twisted.internet import defer.', 0],
  ])('%s', (name, text, kept) => {
    expect(count(name, text)[0]).toBe(kept);
  });

  it('have alternatives that are possible there', () => {
    expect(count('3 May in dates (not May 3)', 'You may 2 of them. It was May 3 then, at version March 2.1.')).toEqual([
      0, 1,
    ]);
    expect(count('a dog which (not that)', 'The fact that he ran, the idea that we ate, a day that rained.')).toEqual([
      0, 0,
    ]);
    expect(count('organise, recognised, emphasising (not -ize)', 'They organize it; an organization.')).toEqual([0, 2]);
    expect(count('really good, really hard (not very good)', "I don't really know. It is the very end.")).toEqual([
      0, 0,
    ]);
    expect(count('really good, really hard (not very good)', 'It is really good and very hard.')).toEqual([1, 1]);
    expect(count('digits in 2 days, 3 dogs (not two days)', 'See Stage 2 rules, section 4 applies, 2 USC.')).toEqual([
      0, 0,
    ]);
    expect(count('digits in 2 days, 3 dogs (not two days)', 'We had 2 days and three dogs.')).toEqual([1, 1]);
    expect(count('although he, although it (not though he)', 'He ran, though. Even though it rained, he ran.')).toEqual(
      [0, 0],
    );
    const shown = readCatalogue().flatMap(({ name, isUnlisted }) => (isUnlisted ? [] : [name]));
    for (const name of ['really (not very)', 'whom', 'the way (not how)', 'digits for two to nine'])
      expect(shown).not.toContain(name);
  });
});

describe('rows that no review lists', () => {
  it('are not counted by a concordance either, which says so', () => {
    const unlisted = readCatalogue().filter(({ isUnlisted, isLength }) => isUnlisted && !isLength);
    expect(unlisted.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['could of, would of', 'to … -ly between: to simply go', "its for it's", "it's for its", "your for you're"],
        ...['organis…, recognis…, emphasis… (not organiz…, recogniz…, emphasiz…)', 'one, one’s for you'],
        ...['less people, less things', 'might (not may)', '3 May (not May 3)', 'the … which (not that)'],
        ...['I think that (not I think it)', 'towards, afterwards, backwards (not toward, afterward, backward)'],
        'internet, web with a small letter',
      ]),
    );
    for (const habit of unlisted)
      expect(() => new ConcordanceSearch(habit)).toThrow(`The marker "${habit.name}" is not counted`);
  });

  it.each([
    ['sentences of fewer than 8 words', 3, 5],
    ['sentences of more than 30 words', 1, 5],
    ['paragraphs of one sentence', 1, 2],
  ])('are %s counted with all sentences, whether or not they have a quotation', (name, kept, occasions) => {
    const habit = readCatalogue().find((each) => each.name === name)!;
    const search = new ConcordanceSearch(habit);
    const long = 'They saw the old house, '.repeat(7);
    const text = `He came. "I have seen the whole of the house today," he said. We left. ${long}and left.\n\nThey ate.`;
    search.add({ text, id: 'q', title: 'Q', author: '', role: 'questioned', genre: 'news' });
    expect(search.result.counts[0]).toMatchObject({ count: kept, occasions });
  });

  it('has the number of words that the tables of markers have: between blanks, outside of quotations', () => {
    const habit = readCatalogue().find((each) => each.name === 'probably')!;
    const search = new ConcordanceSearch(habit);
    const text = 'It is probably well/badly known. "I have seen the whole of the house today," he said.';
    search.add({ text, id: 'q', title: 'Q', author: '', role: 'questioned', genre: 'letter' });
    expect(search.result.counts[0]).toMatchObject({ count: 1, occasions: 7 });
  });
});

describe('rows of what examiners lead with', () => {
  it.each([
    ['hath, doth, saith (not has, does, says)', 'He hath gone, she doth stay, and he has it.', [2, 1]],
    ['yr, wch, recd and the like', 'I had yr letter, wch came, and recd it. Your friend.', [3, 1]],
    [
      'yr, wch, recd and the like',
      'It took 5 yr in all, once a yr or per yr in time; the wd argument, a cd drive.',
      [0, 0],
    ],
    ['-’d for -ed: walk’d', "They agree'd and walk’d, and we walked.", [2, 1]],
    ['-’d for -ed: walk’d', "She'd gone, they'd left, who'd know, that'd do.", [0, 0]],
    ['-’d for -ed: walk’d', "It wou'd rain, and they cou’d.", [0, 0]],
    ['wou’d, cou’d, shou’d', "It wou'd rain, and they could.", [1, 1]],
    ['tho’, altho’, thro’', 'We left tho’ it rained, altho’ late, although cold.', [2, 1]],
    ['&c (not etc)', 'Dogs, cats, &c. and birds etc.', [1, 1]],
    [
      'nouns of a list with a capital: Time, Horse, Friend',
      'We had no Time to eat in the Morning, and no time now.',
      [2, 1],
    ],
    [
      'nouns of a list with a capital: Time, Horse, Friend',
      'He reads the New York Times at the World Bank. Time passed.',
      [0, 0],
    ],
    ['an apostrophe in a plural', "We saw two dog's and many cats in there.", [1, 1]],
    ['an apostrophe in a plural', "These people's house, two years' work and many men's hats.", [0, 0]],
    ['N.B., NB (not note that)', 'N.B. it rains. NB: it pours. Note that we left.', [2, 1]],
    ['XXX before a note', 'We ate.\n\nXXX: ask him. See chapter XXX or CHAPTER XXX: The End.', [1, 1]],
    ['TODO, FIXME before a note', 'We ate.\n\nTODO: ask him. It is on the TODO list.', [1, 1]],
    ['closed by an initial (not a name)', 'We ate.\n\nSee you,\nA.', [1, 0]],
    ['closed by an initial (not a name)', 'We ate.\n\nSee you,\nTom', [0, 1]],
    ['closed by a first name alone', 'We ate.\n\nSee you,\nTom', [1, 0]],
    ['closed by a first name alone', 'We ate.\n\nSee you,\nTom Brown', [0, 1]],
    ['closed by a first name alone', 'We ate.\n\nThanks', [0, 0]],
  ])('%s', (name, text, expected) => {
    expect(count(name, text)).toEqual(expected);
  });
});

describe('the audit of the catalogue', () => {
  const rows: readonly { readonly name: string; readonly read?: number; readonly right?: number }[] = results.rows;
  const verdicts = rows.flatMap(({ name, read, right }) =>
    read === undefined || right === undefined ? [] : [{ name, read, right }],
  );

  it('lists no row of which fewer than 19 of 20 places that were read are what its name says', () => {
    const failed = verdicts.filter(({ read, right }) => right < 0.95 * read).map(({ name }) => name);
    const shown = readCatalogue().flatMap(({ name, isUnlisted }) => (isUnlisted ? [] : [name]));
    expect(failed.length).toBeGreaterThan(0);
    expect(shown.filter((name) => failed.includes(name))).toEqual([]);
  });

  it('has every row that was found, and a verdict of each that ratios were not fitted on', () => {
    expect(results.rows.map(({ name }) => name)).toEqual(readCatalogue().map(({ name }) => name));
    const added = readCatalogue().slice(0, -readFittedMarkers().length);
    const read = new Set(verdicts.map(({ name }) => name));
    const found = results.rows.filter(({ hits }) => hits > 0).map(({ name }) => name);
    expect(added.filter(({ name }) => found.includes(name) && !read.has(name))).toEqual([]);
  });
});

it('counts a row that is not listed for the ratio and shows it nowhere', () => {
  const cache = new TextMarkersCache();
  const text = 'He could of course go. It would of course rain. We should of course stay. So we left.';
  const read = cache.readOrCount({ id: 'x', text, genre: 'letter' });
  const means = { habits: readCatalogue(), rates, misspellings: new Map<string, string>(), share: () => 0.5 };
  const question = new MarkerQuestion({ text, mode: 'written', genre: 'letter' }, read);
  const { for: alike, against } = findAuthorMarkers(means, question, new AuthorTexts('A', [read]), []);
  expect([...alike, ...against].map(({ name }) => name)).not.toContain('could of, would of');
  const fitted = readFittedMarkers().findIndex(({ name }) => name === 'could of, would of');
  expect(read.rates.slice(-readFittedMarkers().length)[fitted]!.count).toBe(3);
});

it('walks a text once for what is counted in it and the words that phrases are found in', () => {
  const source = { text: 'He could of course go. “Stay,” she said. So we left.', genre: 'letter' };
  const walks = (ask: (markers: ReturnType<TextMarkersCache['readOrCount']>) => unknown): number => {
    let reads = 0;
    const counted = new Proxy(source, {
      get: (of, name, receiver) => {
        reads += Number(name === 'text');
        return Reflect.get(of, name, receiver) as unknown;
      },
    });
    ask(new TextMarkersCache().readOrCount(counted));
    return reads;
  };
  const once = walks(({ rates: of }) => of);
  expect(once).toBeGreaterThan(0);
  expect(walks(({ rates: of, words }) => [of, words])).toBe(once);
  expect(walks(({ words }) => words)).toBe(once);
});

it('finds a form that goes on over the end of a paragraph', () => {
  const [habit] = listMarkers([{ name: 'spite', words: 'in spite of it' }]);
  const text = 'Ann stayed.\n\nWe left in\n\nspite of\n\nit.\n\nIn spite of this.';
  expect(new MarkerFinder([habit!]).count({ text, genre: 'letter' })).toEqual([{ count: 1, occasions: 12 }]);
});

it('says which words of a closed list a pattern counts', () => {
  const nouns = readCatalogue().find(({ name }) => name.startsWith('nouns of a list'));
  expect(nouns?.listed).toMatch(/^Time, Times, .*, Dinner, Breakfast$/);
});

it('separates words of a phrase with a sign between them, as a search of the text does', () => {
  const { words } = new TextMarkersCache().readOrCount({ text: 'In this case, which is so.', genre: 'letter' });
  expect(words).toBe(' | in this case , which is so | ');
});
