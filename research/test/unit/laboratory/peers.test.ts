import { describe, expect, it } from 'vitest';
import { GrammarModel, readGrammar } from '../../../laboratory/classical/grammarModel';
import type { BaselineStatistics } from '../../../laboratory/classical/baselineStatistics';
import { lambdaG } from '../../../laboratory/classical/lambdaG';
import { Impostors } from '../../../laboratory/classical/impostors';
import { referencedScorer } from '../../../laboratory/evaluate/methods/referencedMethods';
import type { LabelledDocument } from '../../../laboratory/tasks/documents';

const kept = new Set(['the', 'of', 'and', 'to', 'was', 'that']);

describe('the grammar of a text', () => {
  it('keeps frequent words and punctuation, and masks names, numbers and other words by their endings', () => {
    expect(readGrammar('The walking of Smith was quickly noted, and 12 dogs. Next', (word) => kept.has(word))).toEqual([
      ['the', '#ing', 'of', '@', 'was', '#ly', '#ed', ',', 'and', '0', '#s', '.'],
      ['#'],
    ]);
  });
});

describe('a model of runs of tokens', () => {
  const model = new GrammarModel([
    ['a', 'b', 'a', 'b'],
    ['a', 'c'],
  ]);

  it('has probabilities that add up to 1 over a thousand tokens after any context', () => {
    const after = (...tokens: readonly string[]): number => {
      const logs = model.logProbabilities([tokens]);
      return 10 ** logs[tokens.length - 1]!;
    };
    const seen = ['a', 'b', 'c'].reduce((sum, token) => sum + after('a', token), 0);
    const ends = 10 ** model.logProbabilities([['a']])[1]!;
    expect(seen + ends + 996 * after('a', 'unseen')).toBeCloseTo(1, 9);
  });

  it('prefers what followed a context', () => {
    expect(model.logProbabilities([['a', 'b']])[1]).toBeGreaterThan(model.logProbabilities([['a', 'c']])[1]!);
    expect(model.logProbabilities([['a', 'c']])[1]).toBeGreaterThan(model.logProbabilities([['a', 'x']])[1]!);
  });

  it('gives a text by the same grammar a higher LambdaG', () => {
    const other = new GrammarModel([
      ['c', 'c', 'b'],
      ['b', 'c'],
    ]);
    expect(lambdaG([['a', 'b', 'a', 'b']], model, [other])).toBeGreaterThan(0);
    expect(lambdaG([['a', 'b', 'a', 'b']], model, [model])).toBe(0);
  });
});

describe('General Impostors', () => {
  const row = (...weights: readonly number[]) => ({
    ids: Uint32Array.from(weights.keys()),
    weights: Float32Array.from(weights),
  });
  const impostors = new Impostors(40, 1);
  const varied = (from: number) => row(...Array.from({ length: 40 }, (_, i) => 1 + ((i * from) % 7)));

  it('are 1 where the known text is nearest in every half, and its mean rank else', () => {
    expect(impostors.score(varied(3), varied(3), [varied(2), varied(5)])).toBe(1);
    expect(impostors.score(varied(3), varied(2), [varied(3), varied(3)])).toBeCloseTo(1 / 3, 9);
  });
});

describe('a method that holds known texts against those of others', () => {
  const habits = ['and the', 'of that', 'to the', 'that was', 'the of', 'was to'];
  const written = (author: number) => `${habits[author]!} walking, ${habits[author]!} quickly. `.repeat(40);
  const documents = habits.map((_, author): LabelledDocument => {
    const text = written(author);
    return {
      ...{ id: `${author}`, author: `${author}`, title: '', text, genre: 'blog', mode: 'written' },
      ...{ source: undefined, role: undefined, problem: undefined },
    };
  });
  const none = new Float64Array();
  const statistics: BaselineStatistics = {
    ...{ trainedOn: '', documents: 1, averageWords: 1, words: { bits: 1, documents: new Uint16Array(2) } },
    features: { hashes: new Uint32Array(), documents: new Uint16Array() },
    charFourGrams: { bits: 1, documents: new Uint16Array(2) },
    frequentWords: { words: ['the', 'of', 'and', 'to', 'was', 'that'], means: none, deviations: none },
  };
  const sides = (known: number) => ({
    questioned: written(0).slice(0, 300),
    known: written(known),
    kind: documents[known]!,
    words: 200,
    authors: ['0', `${known}`],
  });

  it('scores the own author above another, and nobody where fewer than four others are left', () => {
    const score = referencedScorer('lambdag', statistics, { documents, seed: 1 });
    expect(score(sides(0))).toBeGreaterThan(0);
    expect(score(sides(1))).toBeLessThan(score(sides(0)));
    const few = referencedScorer('lambdag', statistics, { documents: documents.slice(0, 4), seed: 1 });
    expect(few(sides(0))).toBe(0);
  });
});
