import type { Candidate } from '../core/domain';
import { standingOf } from '../core/ranking/combinedScore';
import type { Drawing } from '../protocol/drawing';
import type { Findings } from './findings';
import { passagesOf, shownPassages } from './passages';
import { candidatesStrip, standingWords } from './pictures/candidatesStrip';
import { densitiesPicture } from './pictures/densitiesPicture';
import { heatStrip } from './pictures/heatStrip';

/** All authors of a review on the scale of its order; undefined while it has none. */
export function stripOf({ evidence }: Findings, chosen: string | undefined): Drawing | undefined {
  const { candidates } = evidence;
  if (candidates.length === 0) return undefined;
  return candidatesStrip({ authors: candidates, chosen, standing: standingOf(scoresOf(candidates)) });
}

/** Whether the first candidate stands out, as a sentence; empty where that is not told. */
export function outcomeOf({ evidence: { candidates } }: Findings): string {
  return standingWords(standingOf(scoresOf(candidates)), candidates[0]?.author);
}

/** Where a candidate's comparison stands among those of validation; undefined: there is no statement. */
export function densitiesOf({ verification }: Pick<Candidate, 'verification'>): Drawing | undefined {
  return verification?.densities && densitiesPicture(verification.densities);
}

/** Where in a text of so many characters a candidate is most alike; undefined: it has no passages. */
export function heatOf(candidate: Pick<Candidate, 'passages'>, length: number): Drawing | undefined {
  const { alike } = passagesOf(candidate);
  if (alike.length === 0) return undefined;
  const stretches = alike.map(({ questioned: { start, end }, gain }) => ({ start, end, gain }));
  const marked = alike.slice(0, shownPassages).map(({ questioned }) => questioned);
  return heatStrip({ length, stretches, passages: marked });
}

function scoresOf(candidates: readonly Candidate[]): readonly number[] {
  return candidates.map(({ score }) => score);
}
