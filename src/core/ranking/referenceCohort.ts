import type { FeatureRow } from '../classical/featureRow';
import { withNegatedDirections } from '../classical/ngrams';
import { Postings } from '../classical/postings';
import type { Mode } from '../domain';
import type { StopSignal } from '../ports';
import { neverStops, throwIfStopped } from '../stop';

/** A text that others are compared with as one by another author. */
export interface CohortMember {
  readonly mode: Mode;
  /** Its row under the learned metric of n-grams. */
  readonly features: FeatureRow;
  /** Where it is from; undefined for a member of the reference population. */
  readonly document?: DocumentAuthor;
}

/** A document of an index and who wrote it. */
export interface DocumentAuthor {
  readonly id: string;
  readonly author: string;
}

/** Members of each mode. */
const perMode = 200;

/** Members that make a text's neighbourhood. */
const nearest = 10;

const modes = ['written', 'spoken'] as const;

/** The documents of an index that serve as its reference cohort: of each mode those of the lowest ids, a sample since ids are digests. */
export function sampled<D extends { readonly id: string; readonly mode: Mode }>(documents: readonly D[]): readonly D[] {
  const ordered = documents.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return modes.flatMap((mode) => ordered.filter((document) => document.mode === mode).slice(0, perMode));
}

/** Documents of an index, and where it has too few of a mode, members of the reference population, whose order mixes genres. */
export function filledUp(
  own: readonly CohortMember[],
  members: () => readonly CohortMember[],
): readonly CohortMember[] {
  const added = modes.flatMap((mode) => {
    const missing = perMode - own.filter((member) => member.mode === mode).length;
    return missing > 0
      ? members()
          .filter((member) => member.mode === mode)
          .slice(0, missing)
      : [];
  });
  return [...own, ...added];
}

/**
 * Tells how much of a hub a text is. A text that is alike to many of the cohort is alike to the questioned one for less reason;
 * scores are measured from the mean of its neighbourhood (docs/decisions/0014-crowds.md).
 */
export class ReferenceCohort {
  private readonly ofMode: readonly CohortOfMode[];

  /** Throws Cancelled between members. */
  constructor(members: readonly CohortMember[], stop: StopSignal = neverStops) {
    this.ofMode = modes.map((mode) => new CohortOfMode(mode, members, stop));
  }

  /**
   * The mean of a text's ten highest scores with members of a mode; 0 where there is none. Its scores are kept as long as its
   * row is.
   *
   * @param mode   "unknown": members of either mode
   * @param isOwn  documents that are left out: copies of the text, and those by its author
   */
  neighbourhoodMean(features: FeatureRow, mode: Mode, isOwn: (document: DocumentAuthor) => boolean): number {
    const highest: number[] = [];
    for (const cohort of this.ofMode) {
      if (mode === 'unknown' || mode === cohort.mode) cohort.addHighest(highest, features, isOwn);
    }
    return highest.length === 0 ? 0 : highest.reduce((sum, score) => sum + score, 0) / highest.length;
  }
}

class CohortOfMode {
  private readonly documents: readonly (DocumentAuthor | undefined)[];
  private readonly postings: Postings;
  private readonly known = new WeakMap<FeatureRow, Float64Array>();

  constructor(
    readonly mode: Mode,
    all: readonly CohortMember[],
    stop: StopSignal,
  ) {
    const members = all.filter((member) => member.mode === mode);
    this.documents = members.map(({ document }) => document);
    this.postings = new Postings(
      members.map((member) => {
        throwIfStopped(stop);
        return member.features;
      }),
      stop,
    );
  }

  /** Adds the scores of a text that are among the ten highest to those found so far, which ascend. */
  addHighest(highest: number[], features: FeatureRow, isOwn: (document: DocumentAuthor) => boolean): void {
    const scores = this.known.get(features) ?? this.postings.scores(withNegatedDirections(features));
    this.known.set(features, scores);
    for (let place = 0; place < scores.length; place++) {
      const score = scores[place]!;
      if (highest.length === nearest && score <= highest[0]!) continue;
      const document = this.documents[place];
      if (document && isOwn(document)) continue;
      if (highest.length === nearest) highest.shift();
      insertAscending(highest, score);
    }
  }
}

function insertAscending(values: number[], value: number): void {
  let at = values.length;
  while (at > 0 && values[at - 1]! > value) at -= 1;
  values.splice(at, 0, value);
}
