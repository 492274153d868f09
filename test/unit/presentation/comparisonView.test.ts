import { expect, it } from 'vitest';
import { inEnglish } from '../../../src/presentation/words/translate';
import type { NamedVerification } from '../../../src/core/domain';
import { authorComparisonView } from '../../../src/presentation/comparisonView';
import { statement } from './exampleFindings';

const questioned = { title: 'letter.txt', words: 400 };
const named: NamedVerification = {
  ...statement,
  chance: undefined,
  caveats: ['crossGenre'],
  index: 'cd'.repeat(32),
  models: { encoder: 'ec'.repeat(32) },
  otherParts: [],
};
const cardOf = (verification: NamedVerification) =>
  authorComparisonView(questioned, { author: 'Author B' }, verification, inEnglish).verification!;

it('says on the card of a named author what the verification rests on', () => {
  const { grounds, caveats } = cardOf(named);
  expect(grounds).toContain('Index cdcdcdcdcdcd; model files: encoder ecececececec');
  expect(caveats).toEqual(['The two texts are of different genres, where less can be told.']);
  expect(cardOf({ ...named, index: undefined }).grounds).toContain('Model files: encoder ecececececec');
});

it('names on the card what differs from what the case file pins', () => {
  const otherParts = [{ part: 'index', pinned: 'ef', used: 'cd' }];
  expect(cardOf({ ...named, caveats: ['otherThanPinned', 'crossGenre'], otherParts }).caveats).toEqual([
    'The index or a model file is not the one that the case file pins.',
    'The case file pins index ef; cd was used.',
    'The two texts are of different genres, where less can be told.',
  ]);
});

it('draws where a named author stands, and says that a search was made before', () => {
  const densities = { from: -2, to: 2, same: [0.2, 0.8], different: [0.9, 0.1], score: 1.6 };
  const view = authorComparisonView(questioned, { author: 'B', searched: 2500 }, { ...named, densities }, inEnglish);
  expect(view.densities?.says).toMatch(/^Of 100 comparisons of one author in validation about 80/);
  expect(view.score).toMatch(/^Asked after a search of 2,500 authors/);
  expect(authorComparisonView(questioned, { author: 'B' }, named, inEnglish).densities).toBeUndefined();
});
