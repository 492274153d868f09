import { type FeatureRow, Postings } from '../classical/featureRow';
import { withNegatedDirections } from '../classical/ngrams';
import type { Mode } from '../domain';
import { groupBy } from '../groupBy';
import type { StopSignal } from '../ports';
import { neverStops, throwIfStopped } from '../stop';

/** A text by another author: a document of a collection, or a member of the reference population. */
export interface CohortMember {
  readonly mode: Mode;
  /** Its row under the learned metric of n-grams. */
  readonly features: FeatureRow;
  /** Where it is from; undefined for a member of the population. */
  readonly document?: CohortDocument;
}

/** A document of a collection and who wrote it. */
export interface CohortDocument {
  readonly id: string;
  readonly author: string;
  readonly genre: string;
}

/** What a document must be like, or what documents do not count, such as copies of a text and those by its author. */
export type DocumentTest = (document: CohortDocument) => boolean;

/** Mean and standard deviation of one text's scores with its nearest members. */
export interface CohortStatistics {
  readonly mean: number;
  readonly deviation: number;
}

/** Members that a score is normalised by: the most alike, who are of the other text's mode. */
const normalisingMembers = 50;
/** Documents of a mode and genre that a score is normalised by, at most; with fewer than `minOfGenre`, members of the mode are. */
export const maxOfGenre = 100;
const minOfGenre = 20;

/** Members that make a text's neighbourhood. */
const neighbours = 10;

/** Members of a mode, as far as the population goes. */
export const membersOfMode = 200;

/** Authors of either side's mode that make documents a collection: with fewer, scores in deviations above them were too sure. */
const minCollectionAuthors = 50;

/** Documents that are compared with a text word by word. */
const maxMostAlike = 8;

const producedModes = ['written', 'spoken'] as const;

/**
 * Texts by other authors, and what a text's n-gram scores with them look like. Scores are normalised by them from either side
 * (AS-norm, docs/decisions/0023-out-of-source.md), and the order of candidates subtracts the mean of a text's nearest neighbours
 * (CSLS, docs/decisions/0014-hubs.md). They are documents of the collection at hand, whose sources and genres are those of
 * the texts compared, filled up by the reference population. A text's scores are kept as long as its row is.
 */
export class Cohort {
  private readonly ofMode = new Map<Mode, MemberScores>();
  private readonly ofGenre = new Map<string, MemberScores>();
  private readonly nearby = new Map<Mode, MemberScores>();

  /**
   * @param population  its order mixes genres; asked only where documents are too few
   * @param sample      the documents of which neighbourhoods are made
   */
  constructor(
    private readonly documents: readonly CohortMember[],
    private readonly population: () => readonly CohortMember[] = () => [],
    private readonly sample = documents,
  ) {}

  /** Whether texts of these modes can be measured against a collection: 50 authors of either, but for those, or so many, left out. */
  isCollection(modes: readonly Mode[], leftOut: ReadonlySet<string> | number): boolean {
    return modes.every((wanted) => {
      const own = this.documents.filter(({ mode, document }) => document && (wanted === 'unknown' || mode === wanted));
      const authors = new Set(own.map(({ document }) => document!.author));
      const left = typeof leftOut === 'number' ? leftOut : [...authors].filter((author) => leftOut.has(author)).length;
      return authors.size - left >= minCollectionAuthors;
    });
  }

  /**
   * A text's scores with documents of a mode and genre, so that it does not matter how many there are; where they are fewer than 20, with
   * the nearest members of the mode, or of all when the mode is unknown or has none. Throws Cancelled.
   *
   * @param other    what the text is compared with
   * @param leftOut  authors who do not count: those of the two texts that are compared
   */
  statistics(
    features: FeatureRow,
    other: { readonly mode: Mode; readonly genre: string },
    leftOut: ReadonlySet<string>,
    stop: StopSignal = neverStops,
  ): CohortStatistics {
    throwIfStopped(stop);
    const isLeftOut = ({ author }: CohortDocument): boolean => leftOut.has(author);
    const ofGenre = this.membersOfGenre(other).without(isLeftOut, features, stop);
    if (ofGenre.length >= minOfGenre) return cohortStatistics(ofGenre, maxOfGenre);
    return cohortStatistics(this.membersOf(other.mode).without(isLeftOut, features, stop));
  }

  /** Ids of the documents of a mode whose scores with a text are highest, where copies of it are to be looked for. Throws Cancelled. */
  mostAlike(features: FeatureRow, mode: Mode, stop: StopSignal = neverStops): readonly string[] {
    return this.membersOf(mode)
      .scored(features, stop)
      .flatMap(({ member: { document }, score }) => (document ? [{ id: document.id, score }] : []))
      .sort((a, b) => b.score - a.score)
      .slice(0, maxMostAlike)
      .map(({ id }) => id);
  }

  /**
   * How much of a hub a text is: the mean of its ten highest scores with members of a mode; 0 where there is none. A text that is
   * alike to many is alike to the questioned one for less reason. Throws Cancelled.
   *
   * @param mode  "unknown": members of either mode
   */
  neighbourhoodMean(features: FeatureRow, mode: Mode, isLeftOut: DocumentTest, stop: StopSignal = neverStops): number {
    const scores = this.near(mode).flatMap((members) => [...members.without(isLeftOut, features, stop)]);
    return cohortStatistics(Float64Array.from(scores), neighbours).mean;
  }

  /** The rows of the members of a mode that are most alike to a text, the most alike first, at most ten. */
  nearestRows(features: FeatureRow, mode: Mode, isLeftOut: DocumentTest): readonly FeatureRow[] {
    return this.near(mode)
      .flatMap((members) => members.scored(features))
      .filter(({ member: { document } }) => !document || !isLeftOut(document))
      .sort((a, b) => b.score - a.score)
      .slice(0, neighbours)
      .map(({ member }) => member.features);
  }

  /** How many authors of the reference population, of a mode, have at least this dot product with a row, and of how many. */
  populationAtLeast(row: FeatureRow, mode: Mode, min: number): { readonly of: number; readonly atLeast: number } {
    const products = this.near(mode).flatMap((members) => members.populationProducts(row));
    return { of: products.length, atLeast: products.filter((product) => product >= min).length };
  }

  /** Of neighbourhoods, mode by mode. */
  private near(mode: Mode): readonly MemberScores[] {
    const wanted = producedModes.filter((each) => mode === 'unknown' || mode === each);
    return wanted.map((each) =>
      once(this.nearby, each, () => {
        const own = ofMode(this.sample, each);
        return [...own, ...this.ofPopulation(each, membersOfMode - own.length)];
      }),
    );
  }

  /**
   * The documents of a mode, and members of the population where it has fewer than 200 without those of its most frequent author:
   * a collection by one author is no cohort for that author's texts.
   */
  private membersOf(mode: Mode): MemberScores {
    return once(this.ofMode, mode, () => {
      const added = producedModes.flatMap((each) => {
        const own = ofMode(this.documents, each);
        return this.ofPopulation(each, membersOfMode - own.length + mostOfOneAuthor(own));
      });
      const all = [...this.documents, ...added];
      const found = ofMode(all, mode);
      return found.length > 0 ? found : all;
    });
  }

  private ofPopulation(mode: Mode, count: number): readonly CohortMember[] {
    return count > 0 ? ofMode(this.population(), mode).slice(0, count) : [];
  }

  private membersOfGenre({ mode, genre }: { readonly mode: Mode; readonly genre: string }): MemberScores {
    const key = genreKey({ mode, genre });
    return once(this.ofGenre, key, () =>
      this.documents
        .filter(({ mode, document }) => document && genreKey({ mode, genre: document.genre }) === key)
        .slice(0, maxOfGenre),
    );
  }
}

/** Texts of one genre and mode have one key. */
export function genreKey({ mode, genre }: { readonly mode: Mode; readonly genre: string }): string {
  return `${mode} ${genre.trim().toLowerCase()}`;
}

/** Standard deviations of a score above a text's scores with the cohort. */
export function zScore(score: number, { mean, deviation }: CohortStatistics): number {
  return (score - mean) / deviation;
}

/** Mean and deviation (divisor n) of the highest scores, so many at most; a deviation of 0 is given as 1, so that it divides. */
export function cohortStatistics(scores: Float64Array, max = normalisingMembers): CohortStatistics {
  if (scores.length === 0) return { mean: 0, deviation: 1 };
  const nearest = scores.toSorted().slice(-max);
  const mean = nearest.reduce((sum, score) => sum + score, 0) / nearest.length;
  const variance = nearest.reduce((sum, score) => sum + (score - mean) ** 2, 0) / nearest.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}

/** A text's scores with some members, which become postings when they are first needed. */
class MemberScores {
  private postings: Postings | undefined;
  private readonly kept = new WeakMap<FeatureRow, Float64Array>();

  constructor(private readonly members: readonly CohortMember[]) {}

  /** With all members, in their order. */
  scored(
    features: FeatureRow,
    stop: StopSignal = neverStops,
  ): { readonly member: CohortMember; readonly score: number }[] {
    const scores = this.of(features, stop);
    return this.members.map((member, i) => ({ member, score: scores[i]! }));
  }

  /** With the members that are not left out, in their order. */
  without(isLeftOut: DocumentTest, features: FeatureRow, stop: StopSignal): Float64Array {
    return this.of(features, stop).filter((_, i) => {
      const { document } = this.members[i]!;
      return !document || !isLeftOut(document);
    });
  }

  /** Plain dot products of a row with the members of the population. */
  populationProducts(row: FeatureRow): number[] {
    const products = this.asPostings(neverStops).scores(row);
    return this.members.flatMap(({ document }, i) => (document ? [] : [products[i]!]));
  }

  private of(features: FeatureRow, stop: StopSignal): Float64Array {
    const scores = this.kept.get(features) ?? this.asPostings(stop).scores(withNegatedDirections(features));
    this.kept.set(features, scores);
    return scores;
  }

  private asPostings(stop: StopSignal): Postings {
    return (this.postings ??= new Postings(
      this.members.map((member) => {
        throwIfStopped(stop);
        return member.features;
      }),
      stop,
    ));
  }
}

/** What a map has under a key, made of members when it is first needed. */
function once<K>(kept: Map<K, MemberScores>, key: K, members: () => readonly CohortMember[]): MemberScores {
  const scores = kept.get(key) ?? new MemberScores(members());
  kept.set(key, scores);
  return scores;
}

/** All, where the mode is unknown. */
function ofMode(members: readonly CohortMember[], wanted: Mode): readonly CohortMember[] {
  return wanted === 'unknown' ? members : members.filter(({ mode }) => mode === wanted);
}

function mostOfOneAuthor(members: readonly CohortMember[]): number {
  const documents = members.flatMap(({ document }) => document ?? []);
  return Math.max(0, ...[...groupBy(documents, ({ author }) => author).values()].map(({ length }) => length));
}
