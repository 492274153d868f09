import { describe, expect, it } from 'vitest';
import type { Candidate, CandidatePassages, Passage, TextRange } from '../../../src/core/domain/evidence';
import { passagesIn, words } from './passagesIn';
import { carpenter, carpenterAgain, nurse, others, threeAuthors } from './texts';

const passagesOf = (candidates: readonly Candidate[], author: string): CandidatePassages =>
  candidates.find((candidate) => candidate.author === author)!.passages!;
const cut = (text: string, { start, end }: TextRange): string => text.slice(start, end);
const overlap = (a: TextRange, b: TextRange): boolean => a.start < b.end && b.start < a.end;
const all = ({ alike, apart }: CandidatePassages): readonly Passage[] => [...alike, ...apart];
const apartFor = ({ apart }: CandidatePassages, reason: Passage['apart']): readonly Passage[] =>
  apart.filter((passage) => passage.apart === reason);

describe('passages', () => {
  it('are found among three authors, beside the place that answers them', async () => {
    const { alike } = passagesOf(await passagesIn(carpenter, threeAuthors), 'Carpenter');
    expect(alike.length).toBeGreaterThan(1);
    const pairs = alike.map(({ questioned, known }) => [cut(carpenter, questioned), cut(carpenterAgain, known)]);
    expect(pairs.some(([here, there]) => here?.includes('glad, mind you') && there?.includes('glad, mind you'))).toBe(
      true,
    );
  });

  it('are 8 to 25 whole words', async () => {
    const passages = (await passagesIn(carpenter, threeAuthors)).flatMap((candidate) => all(candidate.passages!));
    expect(passages.length).toBeGreaterThan(1);
    for (const { questioned } of passages) {
      expect(words(cut(carpenter, questioned))).toBeGreaterThanOrEqual(8);
      expect(words(cut(carpenter, questioned))).toBeLessThanOrEqual(25);
      expect(cut(carpenter, { start: questioned.start - 1, end: questioned.start })).toMatch(/^\s?$/);
      expect(cut(carpenter, { start: questioned.end, end: questioned.end + 1 })).toMatch(/^\s?$/);
    }
  });

  it('lead to each known place once', async () => {
    const text = `${carpenter}\n\n${carpenter.replaceAll('gate', 'fence')}`;
    const passages = all(passagesOf(await passagesIn(text, threeAuthors), 'Carpenter'));
    const again = passages.filter(({ document, known }, i) =>
      passages.slice(0, i).some((other) => other.document === document && overlap(other.known, known)),
    );
    expect(passages.length).toBeGreaterThan(1);
    expect(again).toEqual([]);
  });

  it('mark the words that carry them, the same in both texts, and name a kind', async () => {
    const { alike } = passagesOf(await passagesIn(carpenter, threeAuthors), 'Carpenter');
    expect(alike.length).toBeGreaterThan(1);
    for (const { marks, kinds } of alike) {
      expect(marks.length).toBeGreaterThan(0);
      expect(kinds.length).toBeGreaterThan(0);
      for (const { questioned, known } of marks)
        expect(cut(carpenterAgain, known).toLowerCase()).toBe(cut(carpenter, questioned).toLowerCase());
    }
  });

  it('say which other authors have the marked words, as a plain search of their texts finds them', async () => {
    const borrowed = carpenterAgain.split('. ').slice(0, 2).join('. ');
    const { alike, apart } = passagesOf(
      await passagesIn(carpenter, { known: [...threeAuthors.known, ['Borrower', `${nurse} ${borrowed}`]] }),
      'Carpenter',
    );
    expect(alike.length).toBeGreaterThan(0);
    const texts = { ...Object.fromEntries(others), Borrower: `${nurse} ${borrowed}` };
    for (const { marks, others: found } of [...alike, ...apart]) {
      expect(found.of).toBe(3);
      const sought = marks.map(({ questioned }) => cut(carpenter, questioned).toLowerCase());
      for (const [author, text] of Object.entries(texts)) {
        const pieces = text.toLowerCase().split(' ');
        const has = pieces.some((_, i) => {
          const near = ` ${pieces.slice(i, i + found.within).join(' ')} `;
          return sought.every((words) => new RegExp(`(?<![a-z])${words}(?![a-z])`).test(near));
        });
        if (has) expect(found.sharers, sought.join(' · ')).toContain(author);
      }
    }
    expect([...alike, ...apart].flatMap(({ others: { sharers } }) => sharers)).toContain('Borrower');
  });

  it('are set apart where several other authors have them too', async () => {
    const greeting = 'To all whom it may concern in this house and yours, greetings from your humble servant.';
    const known = threeAuthors.known.map(([author, text]) => [author, `${greeting}\n\n${text}`] as const);
    const text = `${greeting}\n\n${carpenter}`;
    const found = passagesOf(await passagesIn(text, { known }), 'Carpenter');
    const { alike } = found;
    expect(found.apart.map(({ questioned }) => cut(text, questioned)).join(' ')).toContain(
      'To all whom it may concern',
    );
    expect(alike.length).toBeGreaterThan(0);
    expect(alike.filter(({ questioned }) => cut(text, questioned).includes('whom it may concern'))).toEqual([]);
  });

  it('are set apart where words of one subject carry them', async () => {
    const subject = 'Some lacquer and varnish and turpentine from that chandler.';
    const text = `${nurse} ${subject}`;
    const known = [
      ['Painter', `Much more lacquer than varnish, less turpentine by the chandler. ${carpenterAgain}`],
      ...others.slice(1),
    ] as const;
    const rare = ['lacquer', 'varnish', 'turpentine', 'chandler'];
    const found = passagesOf(await passagesIn(text, { known, rare }), 'Painter');
    expect(apartFor(found, 'subject').some(({ questioned }) => cut(text, questioned).includes('turpentine'))).toBe(
      true,
    );
    expect(found.alike.some(({ questioned }) => cut(text, questioned).includes('turpentine'))).toBe(false);
  });

  it('are set apart where a name carries them that both repeat', async () => {
    const text = `${nurse} We met at the Orchard Guild, and the Orchard Guild gave tea to us all that day.`;
    const known = [
      ['Painter', `The whole Orchard Guild sat down, and no Orchard Guild paid more for paint. ${carpenterAgain}`],
      ...others.slice(1),
    ] as const;
    const found = passagesOf(await passagesIn(text, { known, rare: ['orchard', 'guild'] }), 'Painter');
    expect(apartFor(found, 'subject').some(({ questioned }) => cut(text, questioned).includes('Orchard Guild'))).toBe(
      true,
    );
    expect(found.alike.some(({ questioned }) => cut(text, questioned).includes('Orchard Guild'))).toBe(false);
  });

  it('are none where nothing is shared that could be named', async () => {
    const known = [['Stranger', 'Lo! Grey geese flew northward over seven frozen marshes.'], ...others] as const;
    expect(all(passagesOf(await passagesIn(carpenter, { known }), 'Stranger'))).toEqual([]);
  });

  it('are set apart where both texts share fewer than four rare words in a row', async () => {
    const text = 'Lo! Grey geese flew northward over the lantern, whistling. Few men heard them.';
    const sharing = (words: string) =>
      [['Stranger', `Bring that kettle, ${words} and good candles home before Martinmas comes.`], ...others] as const;
    const alike = async (words: string): Promise<readonly Passage[]> =>
      passagesOf(await passagesIn(text, { known: sharing(words) }), 'Stranger').alike;
    expect(await alike('the lantern')).toEqual([]);
    expect(await alike('over the lantern')).toEqual([]);
    expect(await alike('northward, flew lanterns, whistling over the')).toEqual([]);
    expect(await alike('flew over the lantern, whistling')).toHaveLength(1);
  });

  it('are set apart where several texts of the author have a sentence word by word', async () => {
    const sentence = 'We should all of us be very glad to hear from you about this lantern by return of post.';
    const text = `Lo! Grey geese flew northward, whistling. ${sentence} Few men heard them.`;
    const twice = ['Bring that kettle home.', 'Good candles burn before Martinmas.'].map(
      (own) => ['Stranger', `${own} ${sentence}`] as const,
    );
    const once = passagesOf(await passagesIn(text, { known: [twice[0]!, ...others] }), 'Stranger');
    const again = passagesOf(await passagesIn(text, { known: [...twice, ...others] }), 'Stranger');
    expect([once.alike.length, again.alike.length, apartFor(again, 'template').length]).toEqual([1, 0, 1]);
  });

  it('are set apart where many of the population use the words, with how many', async () => {
    const text = 'Lo! Grey geese flew northward over the lantern, whistling. Few men heard them.';
    const words = 'Bring that kettle, over the lantern and good candles home before Martinmas comes.';
    const known = [['Stranger', words], ...others] as const;
    const found = passagesOf(await passagesIn(text, { known, common: ['over the lantern'] }), 'Stranger');
    expect(found.alike).toEqual([]);
    expect(apartFor(found, 'population').map(({ population }) => population)).toEqual([{ of: 100, having: 30 }]);
  });

  it('say a wording once', async () => {
    const phrase = 'upon my honour as a sailor';
    const twice = (first: string, second: string): string => `${first}, ${phrase}.\n\n${second}, ${phrase}.`;
    const text = twice('Grey geese flew northward over frozen marshes', 'Few men heard them passing by night');
    const known = twice('Bring that kettle home before Martinmas', 'No candles were lit in Saint Olave church');
    const { alike } = passagesOf(await passagesIn(text, { known: [['Sailor', known], ...others] }), 'Sailor');
    expect(alike.filter(({ questioned }) => cut(text, questioned).includes('sailor'))).toHaveLength(1);
  });

  it('are found whatever the authors are called', async () => {
    const names = ['<b onclick="x()">Carpenter</b> & Sons', 'N'.repeat(300), '\u202e"Skipper"'];
    const known = threeAuthors.known.map(([, text], i) => [names[i]!, text] as const);
    const found = await passagesIn(carpenter, { known });
    expect(found.map(({ author }) => author).toSorted()).toEqual(names.toSorted());
    expect(passagesOf(found, names[0]!).alike.length).toBeGreaterThan(0);
    expect(passagesOf(found, names[0]!).alike.map(({ author }) => author)).not.toContain('Carpenter');
  });

  it('never lead to a text in another script', async () => {
    const greek = 'Ἐν ἀρχῇ ἦν ὁ λόγος, mind you, καὶ ὁ λόγος ἦν πρὸς τὸν θεόν, glad, mind you, καὶ θεὸς ἦν ὁ λόγος.';
    const candidates = await passagesIn(carpenter, {
      known: [['Evangelist', greek], ['Carpenter', carpenterAgain], ...others],
    });
    const found = candidates.find(({ author }) => author === 'Evangelist');
    expect(found ? all(found.passages!) : []).toEqual([]);
    expect(all(passagesOf(candidates, 'Carpenter')).length).toBeGreaterThan(0);
  });

  it('are one where the text is one clause, whatever its length', async () => {
    const text = 'I would sooner be glad to mend it mind you than see it';
    const found = all(passagesOf(await passagesIn(text, threeAuthors), 'Carpenter'));
    expect(found.map(({ questioned }) => cut(text, questioned))).toEqual([text]);
  });

  it('are not drawn from a known text that contains the questioned one', async () => {
    const known = [...threeAuthors.known, ['Copyist', `${nurse} ${carpenter}`]] as const;
    const candidates = await passagesIn(carpenter, { known, withoutCopies: true });
    expect(candidates.map(({ author }) => author)).not.toContain('Copyist');
    expect(candidates.length).toBeGreaterThan(0);
  });

  it('are found where there is no other author to compare with, and say so', async () => {
    const candidates = await passagesIn(carpenter, { known: [['Carpenter', carpenterAgain]] });
    const { alike } = candidates[0]!.passages!;
    expect(alike.length).toBeGreaterThan(0);
    expect(alike[0]!.others).toMatchObject({ of: 0, sharers: [] });
  });

  it('against a candidate are those that another one has, with that author and place', async () => {
    const candidates = await passagesIn(carpenter, threeAuthors);
    const { against } = passagesOf(candidates, 'Nurse');
    expect(against.map(({ author }) => author)).toContain('Carpenter');
    expect(passagesOf(candidates, 'Carpenter').alike).toContainEqual(against[0]);
  });

  it('never lead to a text in another language', async () => {
    const languageOf = (text: string): string => (carpenterAgain.startsWith(text) ? 'de' : 'en');
    const inLanguages = async (asked: object): Promise<readonly Passage[]> =>
      all(passagesOf(await passagesIn(carpenter, { ...threeAuthors, ...asked }), 'Carpenter'));
    expect(await inLanguages({ languageOf })).toEqual([]);
    expect((await inLanguages({})).length).toBeGreaterThan(1);
  });

  it('are no lists and no code', async () => {
    const code = 'if (gate[i] == frost) { hinge = open(gate[i]); sooner.push({ oak: pine }); return never_sound(i); }';
    const known = [['Carpenter', `${code} ${carpenterAgain}`], ...others] as const;
    const text = `${code.replace('open', 'shut')} ${carpenter}`;
    const { alike } = passagesOf(await passagesIn(text, { known }), 'Carpenter');
    expect(alike.length).toBeGreaterThan(0);
    expect(alike.filter(({ questioned }) => /[{}=[\]]/.test(cut(text, questioned)))).toEqual([]);
  });

  it('are the same whatever the order of the known texts', async () => {
    const there = await passagesIn(carpenter, threeAuthors);
    const back = await passagesIn(carpenter, { known: threeAuthors.known.toReversed() });
    expect(there).toHaveLength(3);
    expect(back).toEqual(there);
  });

  it('stop when they are stopped', async () => {
    await expect(passagesIn(carpenter, { ...threeAuthors, stop: { stopped: true } })).rejects.toThrow(
      expect.objectContaining({ code: 'Cancelled' }),
    );
  });
});
