import type { MarkerDependencies } from '../../src/core/markers/markersOf';
import { readFittedMarkers } from '../../src/core/markers/catalogue/catalogue';
import { MarkerRates, TextMarkersCache, markerRatesFormat } from '../../src/core/markers/textMarkers';
import { MarkerScores } from '../../src/core/verification/markerScores';

const groups = (['written', 'spoken'] as const).map((mode) => ({ mode, authors: 9, priors: [] }));
/** Of a population whose habits were not counted. */
export const rates = MarkerRates.parse({ format: markerRatesFormat, habits: [], groups });

/** Habits beside a population whose habits were not counted. */
export function plainHabits(): MarkerScores {
  const cache = new TextMarkersCache(readFittedMarkers());
  return new MarkerScores(rates, (text) => cache.readOrCount(text).rates);
}

/** Markers of an index beside a population whose habits were not counted. */
export function uncountedMarkers(index: MarkerDependencies['index']): MarkerDependencies {
  return { index, rates, cache: new TextMarkersCache(), share: () => 0.5, misspellings: new Map() };
}
