import { describe, expect, it } from 'vitest';
import { chooseAuthors, describeMembers } from '../../../laboratory/calibrate/population/population';
import type { TrainingText } from '../../../laboratory/calibrate/statistics/trainingTexts';
import { neverStops } from '../../../../src/core/basics/work';

function text(author: string, change: Partial<TrainingText> = {}): TrainingText {
  return {
    author,
    genre: 'email',
    mode: 'written',
    title: 'one',
    source: 'twisted/pipermail',
    year: 2004,
    text: 'word '.repeat(300),
    ...change,
  };
}

/** Two works of 300 words each. */
function twoWorks(author: string, change: Partial<TrainingText> = {}): readonly TrainingText[] {
  return [text(author, change), text(author, { title: 'two', ...change })];
}

describe('chooseAuthors', () => {
  it('takes authors of permitted sources with two works and 500 words', () => {
    const chosen = chooseAuthors([
      ...twoWorks('taken'),
      ...twoWorks('not permitted', { source: 'tc39/notes' }),
      ...[text('one work'), text('one work')],
      ...twoWorks('too short', { text: 'word '.repeat(200) }),
    ]);
    expect(chosen.map(({ author }) => author)).toEqual(['taken']);
  });

  it('counts an author once, for speech before writing', () => {
    const chosen = chooseAuthors([
      ...twoWorks('both'),
      ...twoWorks('both', { mode: 'spoken', genre: 'speech', source: 'kfogel/presidential-speeches' }),
    ]);
    expect(chosen.map(({ author, mode }) => [author, mode])).toEqual([['both', 'spoken']]);
  });

  it('takes at most 250 authors of a genre, whatever the order of the file', () => {
    const texts = Array.from({ length: 260 }, (_, i) => twoWorks(`author ${i}`)).flat();
    const chosen = chooseAuthors(texts);
    expect(chosen.length).toBe(250);
    expect(chooseAuthors(texts.toReversed()).map(({ author }) => author)).toEqual(chosen.map(({ author }) => author));
  });
});

describe('describeMembers', () => {
  const features = { computeFeatures: () => ({ ids: new Uint32Array(0), weights: new Float32Array(0) }) };

  it('makes no member out of texts that it was stopped in', () => {
    const chosen = chooseAuthors(twoWorks('a'));
    expect(() => describeMembers(chosen, features, { stopped: true })).toThrow(
      expect.objectContaining({ code: 'Cancelled' }),
    );
    expect(describeMembers(chosen, features, neverStops)).toMatchObject([{ decade: 2000 }]);
  });

  it('keeps the features of the first 200 of each mode', () => {
    const written = Array.from({ length: 203 }, (_, i) => twoWorks(`author ${i}`)).flat();
    const spoken = twoWorks('z', { mode: 'spoken', genre: 'speech', source: 'kfogel/presidential-speeches' });
    const members = describeMembers(chooseAuthors([...written, ...spoken]), features, neverStops);
    expect(members.filter(({ mode }) => mode === 'spoken').map((member) => 'readFeatures' in member)).toEqual([true]);
    const known = members.filter(({ mode }) => mode === 'written').map((member) => 'readFeatures' in member);
    expect(known).toEqual(known.map((_, i) => i < 200));
    expect(known.length).toBe(203);
  });
});
