import { beforeEach, describe, expect, it } from 'vitest';
import type { KnownDocument, SourceText } from '../../../src/core/domain';
import type { LanguageDetector } from '../../../src/core/ports';
import { neverStops } from '../../../src/core/stop';
import { encodeText } from '../../../src/core/text/encodeText';
import { firstWords } from '../../../src/core/text/countWords';
import type { Calibration } from '../../../src/core/verification/calibration';
import { encodeWith } from '../../../src/core/verification/textFeatures';
import type { FusedVerifier } from '../../../src/core/verification/fusedVerifier';
import { requireEnglish } from '../../../src/core/verification/warnings';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { MemoryIndex } from '../../fakes/memoryIndex';
import { aCalibration } from './aCalibration';
import { aVerifier, english, french, known, other, questioned, sentence } from './aVerifier';

let encoder: HashingEncoder;
beforeEach(() => {
  encoder = new HashingEncoder();
});

const verifier = (calibrations: readonly Calibration[], detector = english): FusedVerifier =>
  aVerifier(calibrations, detector, { encoder });

const named = { authorsSearched: undefined };

describe('FusedVerifier', () => {
  it('states a bounded ratio with its interval, scale and figures', async () => {
    const verification = await verifier([aCalibration]).of(questioned).verify([known], named, neverStops);
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
    expect(verification.llr).toBeCloseTo(1.5, 2); // document vectors of equal sentences: 3 · 1 − 1.5
    expect(verification.interval![0]).toBeLessThan(verification.llr!);
  });

  it('weighs n-grams as they are where there is no collection to measure them against', async () => {
    const against = { ...aCalibration, id: 'against a collection', weights: { ngramsNorm: 1 } };
    const alone = { ...aCalibration, id: 'alone', weights: { ngrams: 1 } };
    const verification = await verifier([against, alone]).of(questioned).verify([known], named, neverStops);
    expect(verification.calibrationId).toBe('alone');
  });

  it('gives no answer where the ratio is 1', async () => {
    const even = { ...aCalibration, weights: { documentVector: 0 }, offset: 0, threshold: 0 };
    const verification = await verifier([even]).of(questioned).verify([known], named, neverStops);
    expect(verification).toMatchObject({ llr: 0, answer: undefined });
  });

  it('does not depend on the order of the known texts', async () => {
    const second = { ...known, id: 'k0', text: other.repeat(3) };
    const ask = (texts: readonly KnownDocument[]) =>
      verifier([aCalibration]).of(questioned).verify(texts, named, neverStops);
    expect(await ask([known, second])).toEqual(await ask([second, known]));
  });

  it('cuts both sides to the calibrated length', async () => {
    const longer = { ...known, text: known.text + other.repeat(50) };
    const ask = (text: KnownDocument) => verifier([aCalibration]).of(questioned).verify([text], named, neverStops);
    expect((await ask(longer)).llr).toBe((await ask(known)).llr);
  });

  it('compares with known texts of its own mode and genre first, and takes the condition from what is reached', async () => {
    const interview = { ...known, id: 'k0', text: other.repeat(40), mode: 'spoken', genre: 'interview' } as const;
    const ask = (texts: readonly KnownDocument[]) =>
      verifier([aCalibration]).of(questioned).verify(texts, named, neverStops);
    const { condition, llr } = await ask([interview, known]);
    expect(condition).toEqual((await ask([known])).condition);
    expect(llr).toBe((await ask([known])).llr);
  });

  it('takes the condition of a text below the shortest band from the known texts that come first', async () => {
    const short = { ...questioned, text: sentence.repeat(4) };
    const interview = { ...known, id: 'k9', text: other.repeat(40), mode: 'spoken', genre: 'interview' } as const;
    const { condition } = await verifier([aCalibration]).of(short).verify([known, interview], named, neverStops);
    expect(condition).toEqual({ modes: 'written-written', genreRelation: 'same', words: 0 });
  });

  it('abstains below the shortest band', async () => {
    const short = { ...questioned, text: sentence.repeat(4) };
    const verification = await verifier([aCalibration]).of(short).verify([known], named, neverStops);
    expect(verification).toMatchObject({ llr: undefined, answer: undefined, reason: 'shortDocument' });
  });

  it('abstains where no calibration was fitted', async () => {
    const speech = { ...questioned, mode: 'spoken' } as const;
    const verification = await verifier([aCalibration]).of(speech).verify([known], named, neverStops);
    expect(verification).toMatchObject({ llr: undefined, verifier: 'ensemble', reason: 'outsideCalibration' });
    expect(verification.caveats).toEqual(['shortDocument', 'crossMode', 'crossGenre', 'populationMismatch']);
  });

  it('says how many words known texts of the same genre would have to have, where those of another never do', async () => {
    const blog = { ...questioned, genre: 'blog' } as const;
    const verification = await verifier([aCalibration]).of(blog).verify([known], named, neverStops);
    expect(verification).toMatchObject({ floor: undefined, floorOfOneGenre: 100, reason: 'outsideCalibration' });
  });

  it('asks for mode and genre before it says that the population lacks them', async () => {
    const notSaid = { ...questioned, genre: 'unknown' } as const;
    const { caveats } = await verifier([aCalibration]).of(notSaid).verify([known], named, neverStops);
    expect(caveats).toContain('productionNotSaid');
    expect(caveats).not.toContain('populationMismatch');
  });

  it.each([
    ['costs as much as silence', { validations: [{ ...aCalibration.validations[0]!, cllrUpper: 1 }] }],
    ['was tried on too few authors', { validations: [{ ...aCalibration.validations[0]!, sameAuthors: 9 }] }],
    ['was not tried in the condition', { validations: [] }],
    ['has bounds that leave nothing to say', { lower: -0.2, upper: 0.2 }],
  ])('abstains where the calibration %s', async (_, change) => {
    const verification = await verifier([{ ...aCalibration, ...change }])
      .of(questioned)
      .verify([known], named, neverStops);
    expect(verification).toMatchObject({ llr: undefined, bounds: undefined, reason: 'outsideCalibration' });
  });

  it('encodes nothing where it abstains, but for an evaluation', async () => {
    const dear = { ...aCalibration, validations: [{ ...aCalibration.validations[0]!, cllrUpper: 1 }] };
    const asked = verifier([dear]).of(questioned);
    const verification = await asked.verify([known], named, neverStops);
    expect(encoder.encoded).toBe(0);
    expect(verification).toMatchObject({ calibrationId: 'a', reason: 'outsideCalibration' });
    const compared = await asked.compare([known], named, neverStops);
    expect(encoder.encoded).toBeGreaterThan(0);
    expect(compared).toMatchObject({ verification });
    expect(compared.llr).toBeCloseTo(1.5, 2);
  });

  it('states no ratio while a case withholds it, where one could be stated', async () => {
    const asked = verifier([aCalibration]).of(questioned);
    const verification = await asked.verify([known], { ...named, withheld: 'notValidated' }, neverStops);
    expect(verification).toMatchObject({ llr: undefined, scale: undefined, reason: 'notValidated' });
    expect(verification.densities).toBeUndefined();
    expect(encoder.encoded).toBe(0);
    const french_ = verifier([aCalibration], french).of(questioned);
    const other = await french_.verify([known], { ...named, withheld: 'notValidated' }, neverStops);
    expect(other.reason).toBe('otherLanguage'); // which no validation mends
  });

  it('lets what was validated on the index speak in its condition alone, also where it says nothing', async () => {
    const asked = verifier([aCalibration]).of(questioned);
    const own = { ...aCalibration, id: 'own', upper: 1.2, errorRate: 0.1 };
    const of = (calibration: Calibration, words: number) =>
      asked.verify(
        [known],
        { ...named, own: [{ condition: { ...aCalibration.condition, words }, calibration }] },
        neverStops,
      );
    expect(await of(own, 150)).toMatchObject({ calibrationId: 'own', llr: 1.2, validatedOn: 'index' });
    const elsewhere = await of(own, 250);
    expect([elsewhere.calibrationId, elsewhere.validatedOn]).toEqual(['a', undefined]);
    const dear = { ...own, validations: [{ ...own.validations[0]!, cllrUpper: 1.1 }] };
    expect(await of(dear, 150)).toMatchObject({ llr: undefined, reason: 'outsideCalibration' });
    const ofOtherScores = { ...own, weights: { ngramsNorm: 1 } };
    expect((await of(ofOtherScores, 150)).calibrationId).toBe('a');
  });

  it('takes several questioned texts of one author as one, read from where they are stored', async () => {
    const halves = [0, 1].map((half) => ({ ...questioned, id: `half ${half}`, text: sentence.repeat(5) }));
    const whole = await verifier([aCalibration]).of(questioned).verify([known], named, neverStops);
    const parted = await verifier([aCalibration]).of(halves).verify([known], named, neverStops);
    expect(parted.words).toBe(whole.words);
    expect(parted.llr).toBeCloseTo(whole.llr!, 2);
  });

  it('abstains for a text in another language', async () => {
    const verification = await verifier([aCalibration], french).of(questioned).verify([known], named, neverStops);
    expect(verification).toMatchObject({ llr: undefined, reason: 'otherLanguage' });
    expect(verification.caveats).toContain('otherLanguage');
  });

  it('abstains where what is compared of either side is unlike what was validated, and says in what', async () => {
    const shouted = { ...questioned, text: questioned.text.toUpperCase() };
    const verify = (text: SourceText, texts: readonly KnownDocument[]) =>
      verifier([aCalibration]).of(text).verify(texts, named, neverStops);
    const abstained = await verify(shouted, [known]);
    expect(abstained).toMatchObject({ llr: undefined, reason: 'unlikeValidated' });
    expect(abstained.caveats).toContain('unlikeValidated');
    expect(abstained.notes).toContainEqual({ caveat: 'inCapitals', title: 'q', share: 1 });
    expect(encoder.encoded).toBe(0);
    const shoutedKnown = (id: string) => ({ ...known, id, text: known.text.toUpperCase() });
    expect((await verify(questioned, [known, shoutedKnown('k0')])).reason).toBe('unlikeValidated');
    expect((await verify(questioned, [known, shoutedKnown('k2')])).reason).toBeUndefined(); // is past the cut
  });

  it('notes parts in another language and words of mixed scripts, of either side', async () => {
    const partly: LanguageDetector = {
      detect: (text) => ({ language: 'en', latin: 1, other: text === known.text ? 0.2 : 0 }),
    };
    const odd = { ...questioned, text: sentence.replace(/o/g, '\u043e').repeat(10) };
    const verification = await verifier([aCalibration], partly).of(odd).verify([known], named, neverStops);
    expect(verification.notes.filter(({ caveat }) => caveat !== 'repetitive')).toMatchObject([
      { caveat: 'mixedScripts', title: 'q' },
      { caveat: 'partlyOtherLanguage', title: '', share: 0.2 },
    ]);
  });

  it('gives a candidate of a search the ratio of a named author, and how many would reach it by chance', async () => {
    const asked = verifier([aCalibration]).of(questioned);
    const byName = await asked.verify([known], named, neverStops);
    const bySearch = await asked.verify([known], { authorsSearched: 300 }, neverStops);
    expect(bySearch.llr).toBe(byName.llr);
    expect(byName.chance).toBeUndefined();
    expect(bySearch.chance).toEqual({ authorsSearched: 300, expected: 300 * 0.05 }); // llr 1.5: the step from 1.4
    expect(bySearch.caveats).toContain('selectedBySearch');
  });

  it('counts chance hits by the ratio before its bound', async () => {
    const strong = { ...aCalibration, weights: { documentVector: 5 } }; // log-odds 3.5, bounded at 2
    const { llr, chance } = await verifier([strong])
      .of(questioned)
      .verify([known], { authorsSearched: 100 }, neverStops);
    expect([llr, chance?.expected]).toEqual([2, 2]);
  });

  it('says what a text is too short for', async () => {
    const longer = { ...aCalibration, condition: { ...aCalibration.condition, words: 250 } };
    const verification = await verifier([longer]).of(questioned).verify([known], { authorsSearched: 7 }, neverStops);
    expect(verification).toMatchObject({
      llr: undefined,
      reason: 'shortDocument',
      words: 160,
      floor: 250,
      chance: { authorsSearched: 7, expected: undefined },
    });
  });

  it('says that there is little known text', async () => {
    const verification = await verifier([aCalibration])
      .of(questioned)
      .verify([{ ...known, text: sentence.repeat(20) }], named, neverStops);
    expect(verification.caveats).toContain('fewKnown');
  });

  it("names the user's verifier, which has no calibration here", async () => {
    const origin = { authorsSearched: undefined, verifier: 'spoken' } as const;
    const verification = await verifier([aCalibration]).of(questioned).verify([known], origin, neverStops);
    expect(verification).toMatchObject({ verifier: 'spoken', llr: undefined, reason: 'outsideCalibration' });
  });

  it('keeps the ratio behind an abstention for evaluations', async () => {
    const comparison = await verifier([aCalibration], french).of(questioned).compare([known], named, neverStops);
    expect(comparison.llr).toBeCloseTo(1.5, 2);
    expect(comparison.verification.llr).toBeUndefined();
  });

  it('encodes the questioned text once for several authors, and of known texts what an index does not hold', async () => {
    const texts = [known, { ...known, id: 'k2', text: other.repeat(40) }];
    const index = new MemoryIndex();
    for (const text of texts)
      await index.add(text, await encodeText(text.text, encoder, { n: encoder.patchTokens, stop: neverStops }));
    encoder.encoded = 0;
    const long = { ...questioned, text: sentence.repeat(40) };
    await encodeWith(encoder)({ ...long, text: firstWords(long.text, 500) }, neverStops);
    const windows = encoder.encoded;
    const asked = verifier([{ ...aCalibration, condition: { ...aCalibration.condition, words: 500 } }]);
    const reading = asked.of(long, index);
    const encodedFor = async (text: KnownDocument): Promise<number> => {
      const { llr } = await asked.of(long).verify([text], named, neverStops);
      encoder.encoded = 0;
      expect((await reading.verify([text], named, neverStops)).llr).toBe(llr);
      return encoder.encoded;
    };
    const boundary = 4; // at most: the windows of the span that the cut falls in
    expect(await encodedFor(texts[0]!)).toBeLessThanOrEqual(windows + boundary);
    expect(await encodedFor(texts[1]!)).toBeLessThanOrEqual(boundary);
    expect(windows).toBeGreaterThan(boundary);
  });

  it('stops when asked', async () => {
    const ask = verifier([aCalibration]).of(questioned).verify([known], named, { stopped: true });
    await expect(ask).rejects.toMatchObject({ code: 'Cancelled' });
  });
});

describe('requireEnglish', () => {
  it('throws for a text in another language', () => {
    expect(() => requireEnglish([questioned], french, neverStops)).toThrow(
      expect.objectContaining({ code: 'UnsupportedLanguage' }),
    );
  });

  it('lets English through', () => {
    expect(() => requireEnglish([questioned], english, neverStops)).not.toThrow();
  });
});
