import { beforeAll, describe, expect, it } from 'vitest';
import { Ngrams } from '../../../src/core/classical/ngrams';
import { CaseFit } from '../../../src/core/ranking/fitDiscriminant';
import { findRepeatedWords, maskWords } from '../../../src/core/text/subjectWords';
import { leadWithoutSubjects } from '../../../src/core/review/orderFindings';
import { findTellingWords } from '../../../src/core/ranking/tellingWords';
import { countWords } from '../../../src/core/text/countWords';
import { neverStops } from '../../../src/core/basics/work';
import { readNgramMetric, readStatistics } from '../../../src/node/models/manifest';
import { type StyledAuthor, type Subject, writeText } from '../../fakes/subjectTexts';

const models = 'models';
const ofEach = { Adams: 'bees', Brown: 'boats', Clark: 'clocks' } as const satisfies Record<StyledAuthor, Subject>;
const authors = Object.keys(ofEach) as readonly StyledAuthor[];

describe('what tells authors from each other who write on one subject each', () => {
  let method: Ngrams;
  beforeAll(async () => {
    const statistics = (await readStatistics(models)).content;
    method = new Ngrams(statistics, (await readNgramMetric(models, statistics)).content);
  });

  const known = authors.map((author, i) => ({
    author,
    texts: [1, 2, 3].map((k) => writeText(author, ofEach[author], { sentences: 30, seed: 10 * i + k })),
  }));
  const fit = (): CaseFit => CaseFit.of(known, { words: 250 }, neverStops);

  it('masks the words of the subjects and leaves those of style', () => {
    const texts = known.flatMap(({ texts: own }) => own);
    const isMasked = findRepeatedWords(texts, (word) => method.computeDocumentShare(word));
    expect(maskWords('It would be that the Hive was on the keel.', isMasked)).toBe(
      'It would be that the ■■■■ was on the ■■■■.',
    );
  });

  it('takes a contraction for one word', () => {
    const texts = known.flatMap(({ texts: own }) => own.map((text) => `It isn't so, and I'll see. ${text}`));
    const isMasked = findRepeatedWords(texts, (word) => method.computeDocumentShare(word));
    expect(maskWords("It isn't so, I’ll see, and it's Hive's.", isMasked)).toBe(
      "It isn't so, I’ll see, and it's ■■■■■■.",
    );
  });

  it('follows style where the words of subjects are masked', () => {
    for (const author of authors)
      for (const subject of Object.values(ofEach)) {
        const text = writeText(author, subject, { sentences: 15, seed: 99 });
        expect(leadWithoutSubjects(fit(), { text, ordered: authors }, method, neverStops).best).toBe(author);
      }
  });

  const sidesOf = (one: StyledAuthor, other: StyledAuthor) => {
    const textsOf = (author: StyledAuthor) => known.find((each) => each.author === author)!.texts;
    const { isMasked: isSubject } = fit().readMasked(authors, method, neverStops);
    return { authors: [one, other] as const, known: [textsOf(one), textsOf(other)] as const, isSubject };
  };

  it('names no word that either author has by chance, and says which go with subjects', () => {
    const rare = writeText('Adams', 'bees', { sentences: 15, seed: 99 }).replace('.', ', forsooth and forsooth.');
    const sides = sidesOf('Adams', 'Clark');
    const [of, ofNext] = sides.known;
    const once = { ...sides, known: [[...of, 'Forsooth, it was.'], ofNext] as const };
    const often = { ...sides, known: [[...of, 'Forsooth, it was. '.repeat(6)], ofNext] as const };
    const told = (asked: Parameters<typeof findTellingWords>[2]) =>
      findTellingWords(rare, fit().fitted!, asked);
    for (const { words, weight, first: mine, next } of [...told(once), ...told(often)]) {
      const [more, less] = weight > 0 ? [mine, next] : [next, mine];
      expect(more * countWords(of.join(' ')), words).toBeGreaterThan(1500);
      expect(more, words).toBeGreaterThan(1.2 * less);
    }
    const marked = told(once).filter(({ isSubject }) => isSubject);
    expect(marked.length).toBeGreaterThan(0);
    for (const { words } of marked) expect(words.match(/[\p{L}\p{N}_]+/gu)?.some(sides.isSubject), words).toBe(true);
  });

  it('names words of either author, each borne out by a count of the known texts', () => {
    const text = writeText('Adams', 'bees', { sentences: 15, seed: 99 });
    const told = findTellingWords(text, fit().fitted!, sidesOf('Adams', 'Clark'));
    const ofAdams = told.filter(({ weight }) => weight > 0);
    expect(ofAdams.length).toBeGreaterThan(3);
    for (const { words, weight, here, first: mine, next } of told) {
      expect(Math.sign(mine - next), words).toBe(Math.sign(weight));
      expect(here).toBeGreaterThan(0);
    }
    const { words, first: rate } = ofAdams[0]!;
    const tokens = known[0]!.texts.map((each) => each.toLowerCase().match(/[\p{L}\p{N}_]+(?:['’]\p{L}+)*|[^\p{L}\p{N}_\s]/gu)!);
    const spelled = tokens.map((each) => ` ${each.join('  ')} `);
    const times = spelled.reduce((sum, each) => sum + each.split(` ${words.replaceAll(' ', '  ')} `).length - 1, 0);
    const total = tokens.flat().filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
    expect(rate).toBeCloseTo((1000 * times) / total, 0);
  });
});
