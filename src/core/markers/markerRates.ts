import * as v from 'valibot';
import type { AuthorMarkers, Mode, Per } from '../domain';
import { count, fields, finite, list, oneOf, checkShape, text } from '../shape';
import type { MarkerDefinition } from './findMarkers';
import type { MarkerPrior } from './tellingMarker';
import { normaliseGenre } from '../text/characters';

export const markerRatesFormat = 'idiograph.markers/1';

const ratesFile = fields({
  format: v.literal(markerRatesFormat),
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
export type MarkerRatesFile = Readonly<v.InferOutput<typeof ratesFile>>;

/** Where the population was not counted, a habit may have nearly any rate. */
const unknownPrior: Readonly<Record<Per, MarkerPrior>> = {
  places: { alpha: 0.5, beta: 0.5, likeness: 0.05 },
  sentences: { alpha: 0.5, beta: 10, likeness: 0.02 },
  paragraphs: { alpha: 0.5, beta: 5, likeness: 0.02 },
  words: { alpha: 0.5, beta: 500, likeness: 0.002 },
};

/** The mean of what all authors keep but for a few: two digits make it 1, which nobody could depart from. */
const mostUsual = 0.998;

/** How the population keeps each habit, by mode and genre. */
export class MarkerRates {
  /** Where each habit stands in the lists. */
  private readonly places: ReadonlyMap<string, number>;

  private constructor(private readonly file: MarkerRatesFile) {
    this.places = new Map(file.habits.map((name, i) => [name, i]));
  }

  /** The rates of a language in which nobody was counted. */
  static readonly uncounted = new MarkerRates({
    format: markerRatesFormat,
    habits: [],
    groups: [
      { mode: 'written', authors: 0, priors: [] },
      { mode: 'spoken', authors: 0, priors: [] },
    ],
  });

  /** Throws an Error that says what is wrong. */
  static parse(value: unknown): MarkerRates {
    return new MarkerRates(checkShape(ratesFile, value, (problem) => new Error(problem)));
  }

  /** The authors nearest to a kind of text; a text of unknown mode is compared with written ones. */
  selectGroup(
    mode: Mode,
    genre: string,
  ): AuthorMarkers['population'] & {
    findPrior(habit: MarkerDefinition): MarkerPrior;
    findRate(habit: MarkerDefinition): number | undefined;
  } {
    const { groups } = this.file;
    const ofMode = groups.filter((group) => group.mode === (mode === 'spoken' ? 'spoken' : 'written'));
    const group =
      ofMode.find((each) => each.genre === normaliseGenre(genre)) ?? ofMode.find((each) => each.genre === undefined)!;
    const readPrior = (name: string) => group.priors[this.places.get(name) ?? -1];
    return {
      mode: group.mode,
      genre: group.genre,
      authors: group.authors,
      findRate: ({ name }) => readPrior(name)?.[0],
      findPrior: ({ name, per }) => {
        const [mean, worth, likeness] = readPrior(name) ?? [];
        if (mean === undefined) return unknownPrior[per];
        const usual = Math.min(mean, mostUsual);
        return { alpha: usual * worth!, beta: (1 - usual) * worth!, likeness: likeness! };
      },
    };
  }
}
