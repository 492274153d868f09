import { HabitRates, habitRatesFormat } from '../../src/core/markers/habitRates';
import type { MarkerDependencies } from '../../src/core/markers/markersOf';
import { TextHabitsCache } from '../../src/core/markers/textHabits';
import { HabitScores } from '../../src/core/verification/habitScores';

const groups = (['written', 'spoken'] as const).map((mode) => ({ mode, authors: 9, priors: [] }));
/** Of a population whose habits were not counted. */
export const rates = HabitRates.parse({ format: habitRatesFormat, habits: [], groups });

/** Habits beside a population whose habits were not counted. */
export function plainHabits(): HabitScores {
  const cache = new TextHabitsCache();
  return new HabitScores(rates, (text) => cache.of(text).rates);
}

/** Markers of an index beside a population whose habits were not counted. */
export function uncountedMarkers(index: MarkerDependencies['index']): MarkerDependencies {
  return { index, rates, cache: new TextHabitsCache(), share: () => 0.5, misspellings: new Map() };
}
