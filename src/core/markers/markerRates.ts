import * as v from 'valibot';
import type { AuthorMarkers, Mode, Per } from '../domain/evidence';
import { count, fields, finite, list, oneOf, checkShape, text } from '../basics/shape';
import type { MarkerDefinition } from './findMarkers';
import type { MarkerPrior } from './tellingMarker';
import { normaliseGenre } from '../text/characters';

export const markerRatesFormat = 'idiograph.markers/1';

const ratesFile = fields({
  format: v.literal(markerRatesFormat),
  /** The names of the markers. The other lists have the same order. */
  habits: list(text),
  groups: list(
    fields({
      mode: oneOf(['written', 'spoken']),
      /** Absent for every genre of the mode. */
      genre: v.exactOptional(text),
      authors: count,
      /** Mean rate, the number of occasions that the mean counts as, and `MarkerPrior.likeness`. Null if too few authors have occasions. */
      priors: list(v.nullable(v.tuple([finite, finite, finite]))),
    }),
  ),
});
export type MarkerRatesFile = Readonly<v.InferOutput<typeof ratesFile>>;

/** If the population was not counted, a marker may have nearly any rate. */
const unknownPrior: Readonly<Record<Per, MarkerPrior>> = {
  places: { alpha: 0.5, beta: 0.5, likeness: 0.05 },
  sentences: { alpha: 0.5, beta: 10, likeness: 0.02 },
  paragraphs: { alpha: 0.5, beta: 5, likeness: 0.02 },
  words: { alpha: 0.5, beta: 500, likeness: 0.002 },
};

/** The largest mean rate. If nearly all authors have a marker, two digits would round the mean to 1, and no author could differ from it. */
const mostUsual = 0.998;

/** The rates of each marker in the population, by mode and genre. */
export class MarkerRates {
  /** The place of each marker in the lists. */
  private readonly places: ReadonlyMap<string, number>;

  private constructor(private readonly file: MarkerRatesFile) {
    this.places = new Map(file.habits.map((name, i) => [name, i]));
  }

  /** The rates for a language without a counted population. */
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

  /** The authors closest in kind to a text. A text of unknown mode is compared with written ones. */
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
