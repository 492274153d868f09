import { Postings } from '../classical/postings';
import type { Mode } from '../domain';
import type { PopulationMember, ReferencePopulation, StopSignal } from '../ports';
import { neverStops, throwIfStopped } from '../stop';
import type { TextFeatures } from './features/textFeatures';

/** Members that a score is compared with: the most alike, who are of the text's kind. */
const nearestMembers = 50;

/** Mean and standard deviation of one text's scores with its nearest members. */
export interface CohortStatistics {
  readonly mean: number;
  readonly deviation: number;
}

/** One text's scores against the members of one mode. */
export interface CohortScores {
  readonly documentVector: CohortStatistics;
  readonly tfidf: CohortStatistics;
}

/** What a cohort compares of a text. */
export type CohortText = Pick<TextFeatures, 'documentVector' | 'features'>;

/** The reference population as a cohort for score normalisation: what a text's scores with other authors of a mode look like. */
export class Cohort {
  private readonly modes = new Map<Mode, ModeCohort>();
  private readonly known = new WeakMap<CohortText, Map<Mode, CohortScores>>();

  constructor(private readonly population: ReferencePopulation) {}

  /** A text's scores against the members of a mode; against all members when the mode is unknown. Kept as long as the text is. Throws Cancelled. */
  scores(text: CohortText, mode: Mode, stop: StopSignal = neverStops): CohortScores {
    const kept = this.known.get(text) ?? new Map<Mode, CohortScores>();
    this.known.set(text, kept);
    const scores = kept.get(mode) ?? this.modeCohort(mode, stop).scores(text);
    kept.set(mode, scores);
    return scores;
  }

  private modeCohort(mode: Mode, stop: StopSignal): ModeCohort {
    throwIfStopped(stop);
    const cohort = this.modes.get(mode) ?? new ModeCohort(ofMode(this.population.members, mode), stop);
    this.modes.set(mode, cohort);
    return cohort;
  }
}

/** Standard deviations of a score above a text's scores with the cohort. */
export function zScore(score: number, { mean, deviation }: CohortStatistics): number {
  return (score - mean) / deviation;
}

/** Mean and deviation (divisor n) of the highest scores; a deviation of 0 is given as 1, so that it divides. */
export function cohortStatistics(scores: Float64Array, most = nearestMembers): CohortStatistics {
  if (scores.length === 0) return { mean: 0, deviation: 1 };
  const nearest = scores.toSorted().slice(-most);
  const mean = nearest.reduce((sum, score) => sum + score, 0) / nearest.length;
  const variance = nearest.reduce((sum, score) => sum + (score - mean) ** 2, 0) / nearest.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}

/** Those of a mode; all, where none has it. */
function ofMode(members: readonly PopulationMember[], mode: Mode): readonly PopulationMember[] {
  const found = members.filter((member) => member.mode === mode);
  return found.length > 0 ? found : members;
}

/** Members of one mode, with their features turned round. */
class ModeCohort {
  private readonly postings: Postings;

  constructor(
    private readonly members: readonly PopulationMember[],
    stop: StopSignal,
  ) {
    this.postings = new Postings(
      members.map(({ features }) => features),
      stop,
    );
  }

  scores({ documentVector, features }: CohortText): CohortScores {
    const vectorScores = Float64Array.from(this.members, (member) => dotDense(documentVector, member.documentVector));
    return {
      documentVector: cohortStatistics(vectorScores),
      tfidf: cohortStatistics(this.postings.scores(features)),
    };
  }
}

/** Dot product of two dense rows of one length. */
export function dotDense(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
