import { beforeAll, describe, expect, it } from 'vitest';
import { countHabits, type HabitText } from '../../../laboratory/fitting/fitHabits';
import { openFold, type FoldTexts } from '../../../laboratory/across/foldTexts';
import { studies } from '../../../laboratory/across/studies';
import type { LabelledDocument } from '../../../laboratory/tasks/documents';
import { neverStops } from '../../../../src/core/basics/work';
import { createRandom } from '../../../../src/core/evaluation/scoreGroups';
import { fakeParts, textBy } from '../evaluate/sampleDocuments';

const random = createRandom(3);
const words = textBy('ada', 1, 64)
  .toLowerCase()
  .match(/\w+/g)!
  .concat(textBy('ben', 1, 64).toLowerCase().match(/\w+/g)!);

/** Words at random, of which an author likes some. */
function write(author: number): string {
  const sentence = (): string => {
    const own = Array.from({ length: 9 }, () => words[Math.floor(random() ** (1 + author / 8) * words.length)]!).join(
      ' ',
    );
    return `The ${own} and so it is.`;
  };
  return Array.from({ length: 160 }, sentence).join(' ');
}

/** Sixteen authors with texts of four genres, three of one mode. */
const documents: readonly LabelledDocument[] = Array.from({ length: 16 }, (_, a) =>
  ['essay', 'letter', 'blog', 'talk'].flatMap((genre) =>
    [0, 1, 2].map((turn) => ({
      id: `${a} ${genre} ${turn}`,
      author: `author ${a}`,
      genre,
      mode: genre === 'talk' ? ('spoken' as const) : ('written' as const),
      title: `${genre} ${turn}`,
      text: write(a),
      source: 'shelf',
      role: undefined,
      problem: undefined,
    })),
  ),
).flat();

const folds: FoldTexts[] = [];

beforeAll(async () => {
  const { ngrams } = await fakeParts().verifier('');
  const counted = countHabits(documents.filter(({ author }) => author < 'author 12') as readonly HabitText[]);
  for (const fold of [0, 1]) {
    const own = documents.filter((_, i) => Math.floor(i / 12) % 2 === fold);
    folds.push(openFold(own, { fold, seed: 1, ngrams, counted, stop: neverStops }));
  }
});

function run(name: string): readonly string[] {
  const study = studies[name]!(2);
  for (const texts of folds)
    study.add(texts, { others: (fold) => documents.filter((_, i) => Math.floor(i / 12) % 2 !== fold) });
  return study.report();
}

describe('a trial of what was left out', () => {
  it('of known kinds says what each way to join them gains', () => {
    const lines = run('kinds');
    for (const way of ['shipped', 'best kind', 'mean', 'sum', 'mean with agreement'])
      expect(lines.some((line) => line.startsWith('genres') && line.includes(way))).toBe(true);
  });

  it('of LambdaG without a calibration has Cllr for each correction', () => {
    const lines = run('hapax');
    expect(lines.some((line) => /^written-written same +250, 2000.* hapax +[\d.]+ \[/.test(line))).toBe(true);
    expect(lines.some((line) => line.includes('root'))).toBe(true);
  });

  it.each(['plda', 'frequencies'])('of %s says what the score gains beside those that ship', (name) => {
    const lines = run(name);
    expect(lines.some((line) => /^written-written cross/.test(line) && line.includes(`with ${name}`))).toBe(true);
    expect(lines.join()).not.toContain('NaN');
  });
});
