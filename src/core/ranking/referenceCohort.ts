import type { FeatureRow } from '../classical/featureRow';
import { withNegatedDirections } from '../classical/ngrams';
import { Postings } from '../classical/postings';
import type { Mode } from '../domain';
import { groupBy } from '../groupBy';
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

/** Members of each mode by one author. */
const perAuthor = 20;

/** Members that make a text's neighbourhood. */
const nearest = 10;

const modes = ['written', 'spoken'] as const;

/**
 * The documents of an index that serve as its reference cohort: of each mode those of the lowest ids, a sample since ids are
 * digests, and few by one author, who would be the whole neighbourhood of everybody else's texts.
 */
export function sampled<D extends DocumentAuthor & { readonly mode: Mode }>(documents: readonly D[]): readonly D[] {
  const ordered = documents.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return modes.flatMap((mode) => {
    const ofAuthors = groupBy(
      ordered.filter((document) => document.mode === mode),
      ({ author }) => author,
    );
    const few = new Set([...ofAuthors.values()].flatMap((own) => own.slice(0, perAuthor)));
    return ordered.filter((document) => few.has(document)).slice(0, perMode);
  });
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
 * scores are measured from the mean of its neighbourhood (docs/decisions/0014-hubs.md).
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
    for (const cohort of this.of(mode)) cohort.addHighest(highest, features, isOwn);
    return highest.length === 0 ? 0 : highest.reduce((sum, score) => sum + score, 0) / highest.length;
  }

  /** The rows of the members of a mode that are most alike to a text, the most alike first, at most ten. */
  nearestRows(features: FeatureRow, mode: Mode, isOwn: (document: DocumentAuthor) => boolean): readonly FeatureRow[] {
    return this.of(mode)
      .flatMap((cohort) => cohort.scored(features))
      .filter(({ member }) => !member.document || !isOwn(member.document))
      .sort((a, b) => b.score - a.score)
      .slice(0, nearest)
      .map(({ member }) => member.features);
  }

  /** How many authors of the reference population, of a mode, have at least this dot product with a row, and of how many. */
  populationAtLeast(row: FeatureRow, mode: Mode, least: number): { readonly of: number; readonly atLeast: number } {
    const counts = this.of(mode).map((cohort) => cohort.populationAtLeast(row, least));
    const sum = (key: 'of' | 'atLeast'): number => counts.reduce((total, count) => total + count[key], 0);
    return { of: sum('of'), atLeast: sum('atLeast') };
  }

  private of(mode: Mode): readonly CohortOfMode[] {
    return this.ofMode.filter((cohort) => mode === 'unknown' || mode === cohort.mode);
  }
}

/** A member's score with a text. */
interface ScoredMember {
  readonly member: CohortMember;
  readonly score: number;
}

class CohortOfMode {
  private readonly members: readonly CohortMember[];
  /** Places of the members that are no documents of the index. */
  private readonly population: readonly number[];
  private readonly postings: Postings;
  private readonly known = new WeakMap<FeatureRow, Float64Array>();

  constructor(
    readonly mode: Mode,
    all: readonly CohortMember[],
    stop: StopSignal,
  ) {
    this.members = all.filter((member) => member.mode === mode);
    this.population = [...this.members.keys()].filter((place) => !this.members[place]!.document);
    this.postings = new Postings(
      this.members.map((member) => {
        throwIfStopped(stop);
        return member.features;
      }),
      stop,
    );
  }

  /** Adds the scores of a text that are among the ten highest to those found so far, which ascend. */
  addHighest(highest: number[], features: FeatureRow, isOwn: (document: DocumentAuthor) => boolean): void {
    const scores = this.scoresOf(features);
    for (let place = 0; place < scores.length; place++) {
      const score = scores[place]!;
      if (highest.length === nearest && score <= highest[0]!) continue;
      const { document } = this.members[place]!;
      if (document && isOwn(document)) continue;
      if (highest.length === nearest) highest.shift();
      insertAscending(highest, score);
    }
  }

  /** All members with their scores. */
  scored(features: FeatureRow): readonly ScoredMember[] {
    const scores = this.scoresOf(features);
    return this.members.map((member, place) => ({ member, score: scores[place]! }));
  }

  /** How many members that are no documents of the index have at least this dot product with a row, and how many there are. */
  populationAtLeast(row: FeatureRow, least: number): { readonly of: number; readonly atLeast: number } {
    const products = this.postings.scores(row);
    const { length: of } = this.population;
    let atLeast = 0;
    for (let i = 0; i < of; i++) if (products[this.population[i]!]! >= least) atLeast += 1;
    return { of, atLeast };
  }

  private scoresOf(features: FeatureRow): Float64Array {
    const scores = this.known.get(features) ?? this.postings.scores(withNegatedDirections(features));
    this.known.set(features, scores);
    return scores;
  }
}

function insertAscending(values: number[], value: number): void {
  let at = values.length;
  while (at > 0 && values[at - 1]! > value) at -= 1;
  values.splice(at, 0, value);
}
