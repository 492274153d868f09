import type { HabitFamily, Per, Rate } from '../domain';
import type { AuthorTexts, MarkerMeans } from './authorMarkers';
import { ratesIn } from './authorMarkers';
import { sum, TellingHabit } from './whatTells';

/** A habit over the texts of one author, or over the authors of a case. */
export interface ProfileRow {
  readonly name: string;
  readonly family: HabitFamily;
  readonly per: Per;
  /** In the order of the columns; a column without occasions has 0 of 0. */
  readonly rates: readonly Rate[];
  /** Mean rate of the population's authors; undefined: not counted there. */
  readonly population: number | undefined;
  /** How well it tells the author from the others, or the authors from each other: mean of natural logs. */
  readonly weight: number;
}

/** Habits listed, and texts of each author that are held against the others. */
const mostRows = 40;
const mostTexts = 6;

/**
 * The habits that are both steady and distinctive, best first: each text of an author is asked about in turn, as if in question, with the
 * author's other texts as the known ones.
 *
 * @param of  the author whose texts are the columns; undefined: every author is one
 */
export function profile(
  { habits, rates }: Pick<MarkerMeans, 'habits' | 'rates'>,
  authors: readonly AuthorTexts[],
  { of, mode, genre }: { readonly of: string | undefined; readonly mode: 'written' | 'spoken'; readonly genre: string },
): readonly ProfileRow[] {
  const population = rates.of(mode, genre);
  const rows = habits.map((habit, h): ProfileRow => {
    const all = authors.map((each) => ratesIn(each, (text) => text.rates[h]!));
    const prior = population.prior(habit);
    const weights = authors.flatMap(({ author }, i) => {
      if (of !== undefined && author !== of) return [];
      return all[i]!.slice(0, mostTexts).flatMap((asked) => {
        const rest = all[i]!.filter((text) => text !== asked);
        return rest.length > 0 ? [new TellingHabit(asked, all.with(i, rest), prior).weightOf(i)] : [];
      });
    });
    const columns =
      of === undefined
        ? all.map(sum)
        : authors.find(({ author }) => author === of)!.texts.map((text) => text.rates[h]!);
    const weight = weights.reduce((total, each) => total + each, 0) / Math.max(1, weights.length);
    return {
      name: habit.name,
      family: habit.family,
      per: habit.per,
      rates: columns,
      population: population.rate(habit),
      weight,
    };
  });
  return rows
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostRows);
}
