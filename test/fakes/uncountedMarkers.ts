import { HabitRates, habitRatesFormat } from '../../src/core/markers/habitRates';
import type { MarkerDependencies } from '../../src/core/markers/markersOf';
import { TextHabitsCache } from '../../src/core/markers/textHabits';

/** Markers of an index beside a population whose habits were not counted. */
export function uncountedMarkers(index: MarkerDependencies['index']): MarkerDependencies {
  const groups = [{ mode: 'written', authors: 9, priors: [] }];
  const rates = HabitRates.parse({ format: habitRatesFormat, habits: [], groups });
  return { index, rates, cache: new TextHabitsCache(), share: () => 0.5, misspellings: new Map() };
}
