import * as v from 'valibot';
import type { AuthorMarkers, Mode, Per } from '../domain';
import { count, fields, finite, list, oneOf, shaped, text } from '../shape';
import type { Habit } from './findHabits';
import type { HabitPrior } from './whatTells';
import { genreLabel } from '../text/characters';

export const habitRatesFormat = 'idiograph.markers/1';

const ratesFile = fields({
  format: v.literal(habitRatesFormat),
  /** Their names; the other lists are in this order. */
  habits: list(text),
  groups: list(
    fields({
      mode: oneOf(['written', 'spoken']),
      /** Absent: every genre of the mode. */
      genre: v.exactOptional(text),
      authors: count,
      /** Mean rate, the number of occasions that the mean counts as, and `HabitPrior.likeness`; null: too few authors have occasions. */
      priors: list(v.nullable(v.tuple([finite, finite, finite]))),
    }),
  ),
});
export type HabitRatesFile = Readonly<v.InferOutput<typeof ratesFile>>;

/** Where the population was not counted, a habit may have nearly any rate. */
const unknownPrior: Readonly<Record<Per, HabitPrior>> = {
  places: { alpha: 0.5, beta: 0.5, likeness: 0.05 },
  sentences: { alpha: 0.5, beta: 10, likeness: 0.02 },
  paragraphs: { alpha: 0.5, beta: 5, likeness: 0.02 },
  words: { alpha: 0.5, beta: 500, likeness: 0.002 },
};

/** The mean of what all authors keep but for a few: two digits make it 1, which nobody could depart from. */
const mostUsual = 0.998;

/** How the population keeps each habit, by mode and genre. */
export class HabitRates {
  /** Where each habit stands in the lists. */
  private readonly places: ReadonlyMap<string, number>;

  private constructor(private readonly file: HabitRatesFile) {
    this.places = new Map(file.habits.map((name, i) => [name, i]));
  }

  /** Throws an Error that says what is wrong. */
  static parse(value: unknown): HabitRates {
    return new HabitRates(shaped(ratesFile, value, (problem) => new Error(problem)));
  }

  /** The authors nearest to a kind of text; a text of unknown mode is compared with written ones. */
  of(
    mode: Mode,
    genre: string,
  ): AuthorMarkers['population'] & { prior(habit: Habit): HabitPrior; rate(habit: Habit): number | undefined } {
    const { groups } = this.file;
    const ofMode = groups.filter((group) => group.mode === (mode === 'spoken' ? 'spoken' : 'written'));
    const group =
      ofMode.find((each) => each.genre === genreLabel(genre)) ?? ofMode.find((each) => each.genre === undefined)!;
    const priorOf = (name: string) => group.priors[this.places.get(name) ?? -1];
    return {
      mode: group.mode,
      genre: group.genre,
      authors: group.authors,
      rate: ({ name }) => priorOf(name)?.[0],
      prior: ({ name, per }) => {
        const [mean, worth, likeness] = priorOf(name) ?? [];
        if (mean === undefined) return unknownPrior[per];
        const usual = Math.min(mean, mostUsual);
        return { alpha: usual * worth!, beta: (1 - usual) * worth!, likeness: likeness! };
      },
    };
  }
}
