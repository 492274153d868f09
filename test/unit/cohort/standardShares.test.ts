import { describe, expect, it } from 'vitest';
import type { FeatureRow } from '../../../src/core/classical/featureRow';
import type { Frequent } from '../../../src/core/classical/frequencies';
import { type Comparable, MemberScores } from '../../../src/core/cohort/cohort';
import { createRandom } from '../../../src/core/evaluation/bootstrap';
import { neverStops } from '../../../src/core/work';
import { createFrequencyScorer } from '../../../src/core/ranking/frequencySimilarity';

const features = 60;
const authors = 8;
const random = createRandom(7);

/** Of each author how often he uses each feature. */
const habits = Array.from({ length: authors }, () => Array.from({ length: features }, () => 1 + random()));

/** Counts of a text by an author. */
function text(author: number, words: number): FeatureRow {
  const shares = habits[author]!;
  const total = shares.reduce((sum, share) => sum + share, 0);
  const weights = new Float32Array(features);
  for (let n = 0; n < words; n++) {
    let left = random() * total;
    const drawn = shares.findIndex((share) => (left -= share) < 0);
    weights[Math.max(0, drawn)]! += 1;
  }
  return { ids: Uint32Array.from(weights, (_, i) => i), weights };
}

const frequencies: Frequent = {
  size: features,
  add: ({ weights }, weight, sums) => {
    const total = weights.reduce((sum, count) => sum + count, 0);
    weights.forEach((count, i) => (sums[i]! += (weight * count) / total));
  },
};

const members = Array.from({ length: 5 * authors }, (_, i) => ({
  mode: 'written' as const,
  features: text(i % authors, 1000),
  document: { id: String(i), author: String(i % authors), genre: '', title: '', words: 100 },
}));
const others: Comparable = { scores: new MemberScores(members), places: members.map((_, i) => i), authors };

/** Likeness of a questioned text by the first author to texts of every author. */
function likenesses(questioned: number, known: number): readonly number[] {
  const texts = habits.map((_, author) => [1, 2].map(() => ({ words: known, features: text(author, known) })));
  return texts.map(createFrequencyScorer(text(0, questioned), texts, { others, frequencies }, neverStops));
}

describe('the likeness of frequencies', () => {
  it('is highest for the author of a long text', () => {
    const [own, ...strangers] = likenesses(4000, 8000);
    expect(own).toBeGreaterThan(Math.max(...strangers));
    expect(own).toBeGreaterThan(0.5);
  });

  it('grows with the words of either side', () => {
    const mean = (questioned: number, known: number): number =>
      Array.from({ length: 20 }, () => likenesses(questioned, known)[0]!).reduce((sum, each) => sum + each / 20, 0);
    expect(mean(200, 200)).toBeLessThan(mean(200, 4000));
    expect(mean(200, 4000)).toBeLessThan(mean(4000, 4000));
  });

  it('leaves out what is the same in all documents, and is 0 where all is', () => {
    const one = members.map((member) => ({ ...member, features: members[0]!.features }));
    const equal = { ...others, scores: new MemberScores(one) };
    const like = createFrequencyScorer(text(0, 100), [], { others: equal, frequencies }, neverStops);
    expect(like([{ words: 100, features: text(1, 100) }])).toBe(0);
  });

  it('counts less what texts of one author differ in', () => {
    /** Half of the features go with the subject of a text, of which a writer has two. */
    const about = (author: number, subject: number): FeatureRow => {
      const { ids, weights } = text(author, 4000);
      return { ids, weights: weights.map((count, i) => (i % 2 === subject ? 3 * count : count)) };
    };
    const texts = habits.map((_, author) =>
      [0, 1].map((subject) => ({ words: 4000, features: about(author, subject) })),
    );
    const asked = about(0, 0);
    const [plain, whitened] = [[], texts].map((authors) => {
      const like = createFrequencyScorer(asked, authors, { others, frequencies }, neverStops);
      const [own, ...strangers] = texts.map((known, author) => like([known[Number(author === 0)]!]));
      return own! - Math.max(...strangers);
    });
    expect(plain).toBeLessThan(0); // others wrote on the same subject
    expect(whitened).toBeGreaterThan(0);
  });
});
