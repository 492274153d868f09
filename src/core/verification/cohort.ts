import type { FeatureRow } from '../classical/featureRow';
import type { Mode } from '../domain';
import type { PopulationMember, ReferencePopulation } from '../ports';
import type { DescribedText } from './describe';

/** Strangers that a score is compared with: the most alike, who are of the text's kind. */
const nearestStrangers = 50;

/** Mean and standard deviation of one text's scores with its nearest strangers. */
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
export type CohortText = Pick<DescribedText, 'open' | 'features'>;

/** The reference population as a cohort for score normalisation: what a text's scores with strangers of a mode look like. */
export class Cohort {
  private readonly modes = new Map<Mode, ModeCohort>();
  /** Places of the members of a mode; of all, where none has it. */
  private readonly places = new Map<Mode, Uint32Array>();
  private readonly known = new WeakMap<CohortText, Map<Mode, CohortScores>>();

  constructor(private readonly population: ReferencePopulation) {}

  /** A text's scores against the members of a mode; against all members when the mode is unknown. Kept as long as the text is. */
  scores(text: CohortText, mode: Mode): CohortScores {
    const kept = this.known.get(text) ?? new Map<Mode, CohortScores>();
    this.known.set(text, kept);
    const scores = kept.get(mode) ?? this.modeCohort(mode).scores(text);
    kept.set(mode, scores);
    return scores;
  }

  /** A text's n-gram similarities to the members of each mode, in one pass over all of them. */
  ngramStatistics({ features }: Pick<CohortText, 'features'>): Readonly<Record<Mode, CohortStatistics>> {
    const scores = this.modeCohort('unknown').featureScores(features);
    const ofMode = (mode: Mode): CohortStatistics => cohortStatistics(chosen(scores, this.placesOf(mode)));
    return { written: ofMode('written'), spoken: ofMode('spoken'), unknown: cohortStatistics(scores) };
  }

  private placesOf(mode: Mode): Uint32Array {
    const places = this.places.get(mode) ?? placesOf(this.population.members, mode);
    this.places.set(mode, places);
    return places;
  }

  private modeCohort(mode: Mode): ModeCohort {
    const { members } = this.population;
    const cohort = this.modes.get(mode) ?? new ModeCohort(Array.from(this.placesOf(mode), (place) => members[place]!));
    this.modes.set(mode, cohort);
    return cohort;
  }
}

/** Standard deviations of a score above a text's scores with strangers. */
export function zScore(score: number, { mean, deviation }: CohortStatistics): number {
  return (score - mean) / deviation;
}

/** Mean and deviation (divisor n) of the highest scores; a deviation of 0 is given as 1, so that it divides. */
export function cohortStatistics(scores: Float64Array, most = nearestStrangers): CohortStatistics {
  if (scores.length === 0) return { mean: 0, deviation: 1 };
  const nearest = scores.toSorted().slice(-most);
  const mean = nearest.reduce((sum, score) => sum + score, 0) / nearest.length;
  const variance = nearest.reduce((sum, score) => sum + (score - mean) ** 2, 0) / nearest.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}

function chosen(scores: Float64Array, places: Uint32Array): Float64Array {
  const values = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) values[i] = scores[places[i]!]!;
  return values;
}

function placesOf(members: readonly PopulationMember[], mode: Mode): Uint32Array {
  const all = Array.from(members.keys());
  const ofMode = all.filter((place) => members[place]!.mode === mode);
  return Uint32Array.from(ofMode.length > 0 ? ofMode : all);
}

/** Members of one mode with their features turned round, so that a text is scored against all of them in one pass. */
class ModeCohort {
  private readonly starts: Uint32Array;
  private readonly members: Uint16Array;
  private readonly weights: Float32Array;

  constructor(private readonly all: readonly PopulationMember[]) {
    const rows = all.map((member) => member.features);
    this.starts = featureStarts(rows);
    this.members = new Uint16Array(this.starts.at(-1)!);
    this.weights = new Float32Array(this.starts.at(-1)!);
    const next = this.starts.slice();
    rows.forEach((row, member) => {
      row.ids.forEach((id, i) => {
        const place = next[id]!++;
        this.members[place] = member;
        this.weights[place] = row.weights[i]!;
      });
    });
  }

  scores(text: CohortText): CohortScores {
    return {
      documentVector: cohortStatistics(this.vectorScores(text.open)),
      tfidf: cohortStatistics(this.featureScores(text.features)),
    };
  }

  private vectorScores(open: Float32Array): Float64Array {
    return Float64Array.from(this.all, (member) => dotDense(open, member.open));
  }

  featureScores({ ids, weights }: FeatureRow): Float64Array {
    const scores = new Float64Array(this.all.length);
    const { starts, members, weights: others } = this; // read once: the loop runs a million times for 1,000 words
    for (let i = 0; i < ids.length; i++) {
      const weight = weights[i]!;
      const end = starts[ids[i]! + 1] ?? 0;
      for (let place = starts[ids[i]!] ?? end; place < end; place++) {
        scores[members[place]!]! += weight * others[place]!;
      }
    }
    return scores;
  }
}

/** Where each feature's postings start; one entry more than there are ids. */
function featureStarts(rows: readonly FeatureRow[]): Uint32Array {
  const ids = rows.reduce((most, row) => Math.max(most, row.ids.at(-1) ?? 0), 0) + 1;
  const starts = new Uint32Array(ids + 1);
  for (const row of rows) for (const id of row.ids) starts[id + 1]! += 1;
  for (let id = 0; id < ids; id++) starts[id + 1]! += starts[id]!;
  return starts;
}

/** Dot product of two dense rows of one length. */
export function dotDense(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
