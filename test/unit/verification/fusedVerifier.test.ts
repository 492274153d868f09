import { describe, expect, it } from 'vitest';
import type { KnownDocument, SourceText } from '../../../src/core/domain/evidence';
import type { CohortMember } from '../../../src/core/cohort/cohort';
import type { LanguageDetector } from '../../../src/core/ports';
import { neverStops } from '../../../src/core/basics/work';
import type { Calibration } from '../../../src/core/verification/calibration';
import type { FusedVerifier } from '../../../src/core/verification/fusedVerifier';
import { aCalibration, everywhere, judgedSo } from './aCalibration';
import { aVerifier, english, french, known, ngrams, other, questioned, sentence } from './aVerifier';

const verifier = (calibrations: readonly Calibration[], detector = english): FusedVerifier =>
  aVerifier(calibrations, detector);

const named = { authorsSearched: undefined };

describe('FusedVerifier', () => {
  it('states a bounded ratio with its interval, scale and figures', async () => {
    const verification = await verifier([aCalibration]).prepare(questioned).verify([known], named, neverStops);
    expect(verification).toMatchObject({
      bounds: [-2, 2],
      answer: true,
      verifier: 'written',
      calibrationId: 'a',
      scale: { name: 'ENFSI 2015', label: 'moderate' },
      errorRate: 0.2,
      population: { id: 'test' },
      caveats: ['shortDocument'],
    });
    expect(verification.llr).toBeCloseTo(1.5, 2); // rows of equal sentences: 3 · 1 − 1.5
    expect(verification.interval![0]).toBeLessThan(verification.llr!);
  });

  it('widens the interval of a text with stretches that are not alike', async () => {
    const width = async (text: string): Promise<number> => {
      const asked = verifier([aCalibration]).prepare({ ...questioned, text });
      const [low, high] = (await asked.verify([known], named, neverStops)).interval!;
      return high - low;
    };
    expect(await width(sentence.repeat(5) + other.repeat(5))).toBeGreaterThan(2 * (await width(sentence.repeat(10))));
  });

  it('takes the calibration of what there is to measure against', async () => {
    const by = (author: string) => ({
      mode: 'written' as const,
      features: ngrams.computeFeatures(`${other} ${author}`),
      document: { id: author, author, genre: 'email', title: '', words: 100 },
    });
    const few = { ...aCalibration, id: 'few', measure: 'few', weights: { fromQuestioned: everywhere(1) } } as const;
    const beside = async (authors: readonly string[]) =>
      (
        await aVerifier([few, aCalibration], english, { own: authors.map(by) })
          .prepare(questioned)
          .verify([known], named, neverStops)
      ).calibrationId;
    expect(await beside(['a', 'b', 'c'])).toBe('a');
    expect(await beside(['a', 'b', 'c', 'd'])).toBe('few');
  });

  it('gives no answer where the ratio is 1', async () => {
    const even = { ...judgedSo({ threshold: 0 }), weights: { ngrams: everywhere(0) }, offset: everywhere(0) };
    const verification = await verifier([even]).prepare(questioned).verify([known], named, neverStops);
    expect(verification).toMatchObject({ llr: 0, answer: undefined });
  });

  it('does not depend on the order of the known texts', async () => {
    const second = { ...known, id: 'k0', text: other.repeat(3) };
    const ask = (texts: readonly KnownDocument[]) =>
      verifier([aCalibration]).prepare(questioned).verify(texts, named, neverStops);
    expect(await ask([known, second])).toEqual(await ask([second, known]));
  });

  it('weighs every word of either side', async () => {
    const longer = { ...known, text: known.text + other.repeat(50) };
    const ask = (text: KnownDocument) => verifier([aCalibration]).prepare(questioned).verify([text], named, neverStops);
    const [whole, beginning] = [await ask(longer), await ask(known)];
    expect(whole.knownWords).toBe(beginning.knownWords + 50 * 21);
    expect(whole.llr).toBeLessThan(beginning.llr!);
  });

  it('counts texts of the questioned text’s genre most, and takes the condition from them where they have words enough', async () => {
    const letter = { ...known, id: 'k0', text: other.repeat(40), genre: 'letter' };
    const ask = (texts: readonly KnownDocument[]) =>
      verifier([aCalibration]).prepare(questioned).verify(texts, named, neverStops);
    const [both, own] = [await ask([letter, known]), await ask([known])];
    expect(both).toMatchObject({ condition: own.condition, knownWords: own.knownWords });
    expect(both.llr).toBeLessThan(own.llr!);
    const short = { ...known, id: 'k2', text: sentence.repeat(15) };
    expect((await ask([letter, short])).condition.genreRelation).toBe('cross');
  });

  it('says the same whatever is quoted or signed in either text', async () => {
    const quoted = `\n\nOn 3 May, Ann Lee wrote:\n> ${other.repeat(9)}\n> ${sentence.repeat(9)}\n-- \n${other}`;
    const withQuotes = <Text extends SourceText>(source: Text): Text => ({ ...source, text: source.text + quoted });
    const asked = (source: SourceText, texts: readonly KnownDocument[]) =>
      verifier([aCalibration]).prepare(source).compare(texts, named, neverStops);
    const plain = await asked(questioned, [known]);
    expect(plain.verification.words).toBe(160);
    expect(await asked(withQuotes(questioned), [withQuotes(known)])).toEqual(plain);
    const onlyQuotes = { ...known, id: 'k2', text: quoted };
    expect(await asked(questioned, [known, onlyQuotes])).toEqual(plain);
    const empty = await asked(questioned, [onlyQuotes]);
    expect(empty.verification).toMatchObject({ llr: undefined, knownWords: 0 });
  });

  it('weighs what is measured by those known texts alone that there is something to measure against', async () => {
    const own = ['B', 'C', 'D', 'E', 'F'].map((author, i): CohortMember => ({
      mode: 'written',
      features: ngrams.computeFeatures(other.repeat(i + 1) + sentence.repeat(i % 2)),
      document: { id: author, author, genre: 'email', title: author, words: 400 },
    }));
    const calibration = {
      ...aCalibration,
      measure: 'few' as const,
      weights: { fromQuestioned: everywhere(1) },
      resamples: [],
    };
    const asked = aVerifier([calibration], english, { own }).prepare(questioned);
    const spoken: KnownDocument = { ...known, id: 'k2', mode: 'spoken', genre: 'interview' };
    const [of, withSpoken] = await Promise.all(
      [[known], [known, spoken]].map((texts) => asked.compare(texts, named, neverStops)),
    );
    expect(of!.scores!['fromQuestioned']).toBeGreaterThan(0);
    expect(withSpoken!.scores!['fromQuestioned']).toBeCloseTo(of!.scores!['fromQuestioned']!, 9);
  });

  it('says what the ratio would be without each of three to twenty known texts', async () => {
    const ask = async (count: number, more: readonly KnownDocument[] = []) => {
      const own = Array.from({ length: count }, (_, i) => ({ ...known, id: `k${i}` }));
      return verifier([aCalibration])
        .prepare(questioned)
        .verify([...own, ...more], named, neverStops);
    };
    const { known: shares, llr } = await ask(3, [{ ...known, id: 'by another', text: other.repeat(40) }]);
    const without = new Map(shares.map(({ document, llrWithout }) => [document, llrWithout!]));
    expect(without.get('by another')).toBeGreaterThan(llr!);
    expect(without.get('k0')).toBeLessThan(llr!);
    for (const count of [2, 21])
      expect((await ask(count)).known.map(({ llrWithout }) => llrWithout)).toEqual(new Array(count).fill(undefined));
  });

  it('abstains below the shortest lengths', async () => {
    const short = { ...questioned, text: sentence.repeat(2) };
    const verification = await verifier([aCalibration]).prepare(short).verify([known], named, neverStops);
    expect(verification).toMatchObject({ llr: undefined, answer: undefined, reason: 'shortDocument' });
  });

  it('abstains where no calibration was fitted', async () => {
    const speech = { ...questioned, mode: 'spoken' } as const;
    const verification = await verifier([aCalibration]).prepare(speech).verify([known], named, neverStops);
    expect(verification).toMatchObject({ llr: undefined, verifier: 'ensemble', reason: 'outsideCalibration' });
    expect(verification.caveats).toEqual(['shortDocument', 'crossMode', 'crossGenre', 'populationMismatch']);
  });

  it('says how many words known texts of the same genre would have to have, where those of another never do', async () => {
    const blog = { ...questioned, genre: 'blog' } as const;
    const verification = await verifier([aCalibration]).prepare(blog).verify([known], named, neverStops);
    expect(verification).toMatchObject({
      floor: undefined,
      floorOfOneGenre: { questioned: 100, known: 250 },
      reason: 'outsideCalibration',
    });
  });

  it('asks for mode and genre before it says that the population lacks them', async () => {
    const notSaid = { ...questioned, genre: 'unknown' } as const;
    const { caveats } = await verifier([aCalibration]).prepare(notSaid).verify([known], named, neverStops);
    expect(caveats).toContain('productionNotSaid');
    expect(caveats).not.toContain('populationMismatch');
  });

  it.each([
    ['costs as much as silence', { cllrUpper: 1 }],
    ['was tried on too few authors', { sameAuthors: 19 }],
    ['has bounds that leave nothing to say', { lower: -0.2, upper: 0.2 }],
  ])('abstains where the calibration %s', async (_, change) => {
    const verification = await verifier([judgedSo(change)])
      .prepare(questioned)
      .verify([known], named, neverStops);
    expect(verification).toMatchObject({ llr: undefined, bounds: undefined, reason: 'outsideCalibration' });
  });

  it('gives the ratio behind an abstention to an evaluation', async () => {
    const asked = verifier([judgedSo({ cllrUpper: 1 })]).prepare(questioned);
    const verification = await asked.verify([known], named, neverStops);
    expect(verification).toMatchObject({ calibrationId: 'a', reason: 'outsideCalibration' });
    const compared = await asked.compare([known], named, neverStops);
    expect(compared.verification).toMatchObject({ calibrationId: 'a', reason: 'outsideCalibration' });
    expect(compared.llr).toBeCloseTo(1.5, 2);
    expect(verification.score).toBeCloseTo(1.5, 2);
  });

  it('states no ratio while a case withholds it, where one could be stated', async () => {
    const asked = verifier([aCalibration]).prepare(questioned);
    const verification = await asked.verify([known], { ...named, withheld: 'notValidated' }, neverStops);
    expect(verification).toMatchObject({ llr: undefined, scale: undefined, reason: 'notValidated' });
    expect(verification.densities).toBeUndefined();
    const french_ = verifier([aCalibration], french).prepare(questioned);
    const other = await french_.verify([known], { ...named, withheld: 'notValidated' }, neverStops);
    expect(other.reason).toBe('otherLanguage'); // which no validation mends
  });

  it('gives no score to a question among authors while a case withholds ratios, where none could be stated', async () => {
    const asked = verifier([judgedSo({ cllrUpper: 1 })]).prepare(questioned);
    for (const withheld of ['notValidated', 'notValidatedHere', 'lockBroken', 'fragmented', 'onlyCopies'] as const) {
      const { reason, score } = await asked.verify([known], { ...named, withheld }, neverStops);
      expect([reason, score]).toEqual([withheld, undefined]);
    }
  });

  it('lets what was validated on the index speak in its condition alone, also where it says nothing', async () => {
    const asked = verifier([aCalibration]).prepare(questioned);
    const own = { ...judgedSo({ upper: 1.2, errorRate: 0.1 }), id: 'own' };
    const of = (calibration: Calibration, words: number) => {
      const condition = { modes: 'written-written', genreRelation: 'same', words, knownWords: 250 } as const;
      return asked.verify([known], { ...named, own: [{ condition, calibration }] }, neverStops);
    };
    expect(await of(own, 100)).toMatchObject({ calibrationId: 'own', llr: 1.2, validatedOn: 'index' });
    const elsewhere = await of(own, 250);
    expect([elsewhere.calibrationId, elsewhere.validatedOn]).toEqual(['a', undefined]);
    const costly = judgedSo({ cllrUpper: 1.1 }, own);
    expect(await of(costly, 100)).toMatchObject({ llr: undefined, reason: 'outsideCalibration' });
    expect((await of({ ...own, measure: 'few' }, 100)).calibrationId).toBe('a');
  });

  it('takes several questioned texts of one author as one', async () => {
    const halves = [0, 1].map((half) => ({ ...questioned, id: `half ${half}`, text: sentence.repeat(5) }));
    const whole = await verifier([aCalibration]).prepare(questioned).verify([known], named, neverStops);
    const parted = await verifier([aCalibration]).prepare(halves).verify([known], named, neverStops);
    expect(parted.words).toBe(whole.words);
    expect(parted.llr).toBeCloseTo(whole.llr!, 2);
  });

  it('abstains for a text in another language', async () => {
    const verification = await verifier([aCalibration], french).prepare(questioned).verify([known], named, neverStops);
    expect(verification).toMatchObject({ llr: undefined, reason: 'otherLanguage' });
    expect(verification.caveats).toContain('otherLanguage');
  });

  it('abstains where what is compared of either side is unlike what was validated, and says in what', async () => {
    const shouted = { ...questioned, text: questioned.text.toUpperCase() };
    const verify = (text: SourceText, texts: readonly KnownDocument[]) =>
      verifier([aCalibration]).prepare(text).verify(texts, named, neverStops);
    const abstained = await verify(shouted, [known]);
    expect(abstained).toMatchObject({ llr: undefined, reason: 'unlikeValidated' });
    expect(abstained.caveats).toContain('unlikeValidated');
    expect(abstained.notes).toContainEqual({ caveat: 'inCapitals', title: 'q', share: 1 });
    const shoutedKnown = { ...known, id: 'k0', text: known.text.toUpperCase() };
    expect((await verify(questioned, [known, shoutedKnown])).reason).toBe('unlikeValidated');
    const more = { ...known, id: 'k3' };
    expect((await verify(questioned, [known, shoutedKnown, more])).reason).toBeUndefined(); // less than half of the side
  });

  it('notes parts in another language and words of mixed scripts, of either side', async () => {
    const partly: LanguageDetector = {
      detect: (text) => ({ language: 'en', latin: 1, other: text === known.text ? 0.2 : 0 }),
    };
    const odd = { ...questioned, text: sentence.replace(/o/g, '\u043e').repeat(10) };
    const verification = await verifier([aCalibration], partly).prepare(odd).verify([known], named, neverStops);
    expect(verification.notes.filter(({ caveat }) => caveat !== 'repetitive')).toMatchObject([
      { caveat: 'mixedScripts', title: 'q' },
      { caveat: 'partlyOtherLanguage', title: '', share: 0.2 },
    ]);
  });

  it('gives a candidate of a search the ratio of a named author, and how many would reach it by chance', async () => {
    const asked = verifier([aCalibration]).prepare(questioned);
    const byName = await asked.verify([known], named, neverStops);
    const bySearch = await asked.verify([known], { authorsSearched: 300 }, neverStops);
    expect(bySearch.llr).toBe(byName.llr);
    expect(byName.chance).toBeUndefined();
    expect(bySearch.chance).toEqual({ authorsSearched: 300, expected: 300 * 0.05 }); // llr 1.5: the step from 1.4
    expect(bySearch.caveats).toContain('selectedBySearch');
  });

  it('counts chance hits by the ratio before its bound', async () => {
    const strong = { ...aCalibration, weights: { ngrams: everywhere(5) } }; // log-odds 3.5, bounded at 2
    const { llr, chance } = await verifier([strong])
      .prepare(questioned)
      .verify([known], { authorsSearched: 100 }, neverStops);
    expect([llr, chance?.expected]).toEqual([2, 2]);
  });

  it('says what a text is too short for', async () => {
    const verification = await verifier([judgedSo({ words: 250 })])
      .prepare(questioned)
      .verify([known], { authorsSearched: 7 }, neverStops);
    expect(verification).toMatchObject({
      llr: undefined,
      reason: 'shortDocument',
      words: 160,
      knownWords: 640,
      floor: { questioned: 250, known: 250 },
      chance: { authorsSearched: 7, expected: undefined },
    });
  });

  it('says that there is little known text', async () => {
    const verification = await verifier([aCalibration])
      .prepare(questioned)
      .verify([{ ...known, text: sentence.repeat(20) }], named, neverStops);
    expect(verification.caveats).toContain('fewKnown');
  });

  it("names the user's verifier, which has no calibration here", async () => {
    const origin = { authorsSearched: undefined, verifier: 'spoken' } as const;
    const verification = await verifier([aCalibration]).prepare(questioned).verify([known], origin, neverStops);
    expect(verification).toMatchObject({ verifier: 'spoken', llr: undefined, reason: 'outsideCalibration' });
  });

  it('keeps the ratio behind an abstention for evaluations', async () => {
    const comparison = await verifier([aCalibration], french).prepare(questioned).compare([known], named, neverStops);
    expect(comparison.llr).toBeCloseTo(1.5, 2);
    expect(comparison.verification.llr).toBeUndefined();
  });

  it('reads the rows of known texts from the index that holds them', async () => {
    const asked: string[] = [];
    const collection = {
      readDocument: () => Promise.resolve(undefined),
      readRows: (ids: readonly string[]) => {
        asked.push(...ids);
        return Promise.resolve(new Map([['k1', ngrams.computeFeatures(other)]]));
      },
    };
    const reading = aVerifier([aCalibration], english, { collection }).prepare(questioned);
    const { llr } = await reading.verify([known], named, neverStops);
    const { llr: fromTexts } = await verifier([aCalibration]).prepare(questioned).verify([known], named, neverStops);
    expect(asked).toEqual(['k1']);
    expect(llr).toBeLessThan(fromTexts!);
  });

  it('stops when asked', async () => {
    const ask = verifier([aCalibration]).prepare(questioned).verify([known], named, { stopped: true });
    await expect(ask).rejects.toMatchObject({ code: 'Cancelled' });
  });
});
