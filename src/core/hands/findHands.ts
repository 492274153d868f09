import type { Ngrams } from '../classical/ngrams';
import type { HandPart, Hands } from '../domain';
import type { StopSignal } from '../ports';
import type { Search } from '../search';
import { type Rolled, rollingView } from './rolling';
import { type Place, placesOf } from './scan';
import { type TextUnit, textUnits } from './textUnits';
import { handDistance, type HandWeights } from './weights';

/** What hands are told by. */
export interface HandMeans {
  readonly ngrams: Pick<Ngrams, 'counts' | 'metric' | 'idf'>;
  readonly weights: HandWeights;
}

/**
 * A text from stretch to stretch. Throws Cancelled.
 *
 * @param rolled  whose documents stretches are compared with
 */
export function handsOf(
  { questioned, exclude }: Pick<Search, 'questioned' | 'exclude'>,
  means: HandMeans,
  rolled: Rolled,
  stop: StopSignal,
): Hands {
  const units = textUnits(questioned.text, exclude, means.ngrams, stop);
  return { parts: partsByHand(units, means, stop), ...rollingView(questioned.text, units, rolled, stop) };
}

/**
 * The parts of a text between the places where the hand seems to change; one part where it does not. What stands before each sentence end
 * is compared with what stands behind it. Where the two are furthest apart the text is cut, if they are further than parts of one author's
 * texts are, and either part is looked at again (binary segmentation). Throws Cancelled.
 */
export function partsByHand(units: readonly TextUnit[], means: HandMeans, stop: StopSignal): readonly HandPart[] {
  if (units.length === 0) return [];
  const place = furthestPlace(units, means, stop);
  const apart = place && handDistance(place.scores, means.weights);
  if (!place || apart! < means.weights.threshold) return [handPart(units)];
  const [second, ...rest] = partsByHand(units.slice(place.unit), means, stop);
  return [...partsByHand(units.slice(0, place.unit), means, stop), { ...second!, apart: apart! }, ...rest];
}

/** The place where what stands before is furthest from what stands behind. */
function furthestPlace(
  units: readonly TextUnit[],
  { ngrams, weights }: HandMeans,
  stop: StopSignal,
): Place | undefined {
  let [furthest, most]: [Place | undefined, number] = [undefined, -Infinity];
  for (const place of placesOf(units, ngrams, stop)) {
    const apart = handDistance(place.scores, weights);
    if (apart > most) [furthest, most] = [place, apart];
  }
  return furthest;
}

function handPart(units: readonly TextUnit[]): HandPart {
  const words = units.reduce((sum, unit) => sum + unit.words, 0);
  return { start: units[0]!.start, end: units.at(-1)!.end, words };
}
