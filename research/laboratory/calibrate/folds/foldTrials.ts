import { seededHash } from '../../../../src/core/evaluation/random';
import { genreRelation, modePair } from '../../../../src/core/verification/condition';
import { groupBy } from '../../../../src/core/groupBy';
import type { FoldSide } from './foldSides';
import type { Trial, TrialSide } from '../trials/trials';

/** Same-author trials of an author in one condition. */
const mostOfAuthor = 4;
/** Strangers that take the place of the second side of each: half of them of the first side's source, where it has any. */
const strangersPerTrial = 4;

/**
 * The trials of one fold at one length: pairs of sides of each author, written first, and each of them again with strangers in
 * the place of its second side, of the same mode and genre. Everything is chosen by hashes of the sides' keys.
 */
export function foldTrials(sides: readonly FoldSide[], words: number, seed: number): readonly Trial[] {
  const long = sides.filter((side) => side.words >= words);
  const same = samePairs(long, seed);
  const chosen = same.flatMap((pair) => {
    const key = `${pair.a.key} ${pair.b.key}`;
    const others = long.filter(
      (side) => side.author !== pair.a.author && side.mode === pair.b.mode && side.genre === pair.b.genre,
    );
    const near = pick(
      others.filter(({ source }) => source === pair.a.source),
      strangersPerTrial / 2,
      `${key} near`,
      seed,
    );
    const far = pick(
      others.filter((side) => !near.includes(side)),
      strangersPerTrial - near.length,
      `${key} far`,
      seed,
    );
    return [...near, ...far].map((b): Trial => ({ ...pair, b, same: false }));
  });
  return [...same, ...chosen];
}

/**
 * Trials across the genres of one mode by the authors of further sides, against strangers among all: those whom the encoder knows
 * write in several genres where few others do, and only n-grams may be judged on them.
 */
export function foldTrialsAcrossGenres(
  sides: readonly FoldSide[],
  further: readonly FoldSide[],
  words: number,
  seed: number,
): readonly Trial[] {
  const authors = new Set(further.map(({ author }) => author));
  return foldTrials([...sides, ...further], words, seed).filter(
    ({ a, modes, genreRelation }) => authors.has(a.author) && genreRelation === 'cross' && modes !== 'written-spoken',
  );
}

function samePairs(sides: readonly TrialSide[], seed: number): readonly Trial[] {
  const byAuthor = groupBy(sides, ({ author }) => author);
  return [...byAuthor.values()].flatMap((own) => {
    const pairs = own.flatMap((first, i) => own.slice(i + 1).map((second) => trialOf(first, second)));
    const conditions = groupBy(pairs, (pair) => `${pair.modes} ${pair.genreRelation}`);
    return [...conditions.values()].flatMap((list) =>
      list
        .toSorted((x, y) => seededHash(`${x.a.key} ${x.b.key}`, seed) - seededHash(`${y.a.key} ${y.b.key}`, seed))
        .slice(0, mostOfAuthor),
    );
  });
}

/** A pair, the written side first; of one mode, in an order that says nothing. */
function trialOf(first: TrialSide, second: TrialSide): Trial {
  const [a, b] = first.mode === 'spoken' && second.mode === 'written' ? [second, first] : [first, second];
  return { a, b, same: true, modes: modePair(a.mode, b.mode), genreRelation: genreRelation(a, b) };
}

/** Sides by different authors, in the order of a hash. */
function pick(sides: readonly TrialSide[], most: number, key: string, seed: number): readonly TrialSide[] {
  const ordered = sides
    .map((side) => ({ side, hash: seededHash(`${key} ${side.key}`, seed) }))
    .sort((a, b) => a.hash - b.hash);
  const authors = new Set<string>();
  return ordered
    .filter(({ side: { author } }) => authors.size < most && !authors.has(author) && authors.add(author))
    .map(({ side }) => side);
}
