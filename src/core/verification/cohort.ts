import type { FeatureRow } from '../classical/featureRow';
import { withNegatedDirections } from '../classical/ngrams';
import { Postings } from '../classical/postings';
import type { Mode } from '../domain';
import type { StopSignal } from '../ports';
import { neverStops, throwIfStopped } from '../stop';
import type { TextKind } from './condition';

/** Members that a score is compared with: the most alike, who are of the text's kind. */
const nearestMembers = 50;

/** Documents of a mode and genre that scores are compared with, at most; with fewer than `leastOfKind` by others, those of the mode are. */
export const mostOfKind = 100;
const leastOfKind = 20;

/** Documents that are compared with a text word by word. */
const lookedAt = 8;

/** Members of a mode that a cohort has at least, as far as the population goes. */
export const leastMembers = 200;

/** Authors of either side's mode that make documents a collection: with fewer, scores in deviations above them were too sure. */
export const leastCollectionAuthors = 50;

/** Mean and standard deviation of one text's scores with its nearest members. */
export interface CohortStatistics {
  readonly mean: number;
  readonly deviation: number;
}

/** A text by somebody else: a document of a collection, or a member of the reference population. */
export interface Stranger {
  readonly mode: Mode;
  /** Its row under the learned metric of n-grams. */
  readonly features: FeatureRow;
  /** Undefined for a member of the population. */
  readonly document?: { readonly author: string; readonly genre?: string; readonly id?: string };
}

/** The first hundred documents of each mode and genre: strangers of the kinds of text that a collection has. */
export function ofEveryKind<D extends TextKind>(documents: readonly D[]): readonly D[] {
  const counts = new Map<string, number>();
  return documents.filter((document) => {
    const kind = kindOf(document);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts.get(kind)! <= mostOfKind;
  });
}

/**
 * What a text's n-gram scores with other authors look like: documents of the collection at hand, whose sources and genres are those
 * of the texts compared, filled up by the reference population.
 */
export class Cohort {
  private readonly ofMode: Readonly<Record<Mode, MemberScores>>;
  private readonly ofKind = new Map<string, MemberScores>();

  constructor(private readonly members: readonly Stranger[]) {
    this.ofMode = {
      written: new MemberScores(ofMode(members, 'written')),
      spoken: new MemberScores(ofMode(members, 'spoken')),
      unknown: new MemberScores(members),
    };
  }

  /** Whether texts of these modes can be measured against a collection: 50 authors of either, but for those, or so many, left out. */
  isCollection(modes: readonly Mode[], leftOut: ReadonlySet<string> | number): boolean {
    return modes.every((wanted) => {
      const own = this.members.filter(({ mode, document }) => document && (wanted === 'unknown' || mode === wanted));
      const authors = new Set(own.map(({ document }) => document!.author));
      const left = typeof leftOut === 'number' ? leftOut : [...authors].filter((author) => leftOut.has(author)).length;
      return authors.size - left >= leastCollectionAuthors;
    });
  }

  /**
   * A text's scores with documents of a mode and genre, so that it does not matter how many there are; where they are fewer than 20, with
   * the nearest members of the mode, or of all when the mode is unknown or has none. Its scores are kept as long as its row is. Throws Cancelled.
   *
   * @param kind     of the text that it is compared with
   * @param leftOut  authors who are no strangers: those of the two texts that are compared
   */
  statistics(
    features: FeatureRow,
    kind: TextKind,
    leftOut: ReadonlySet<string>,
    stop: StopSignal = neverStops,
  ): CohortStatistics {
    throwIfStopped(stop);
    const ofKind = this.documentsOf(kind).scores(features, leftOut, stop);
    if (ofKind.length >= leastOfKind) return cohortStatistics(ofKind, mostOfKind);
    return cohortStatistics(this.ofMode[kind.mode].scores(features, leftOut, stop));
  }

  /** Ids of the documents of a mode whose scores with a text are highest, where copies of it are to be looked for. */
  mostAlike(features: FeatureRow, mode: Mode, stop: StopSignal = neverStops): readonly string[] {
    return this.ofMode[mode].mostAlike(features, stop);
  }

  private documentsOf(kind: TextKind): MemberScores {
    const found =
      this.ofKind.get(kindOf(kind)) ??
      new MemberScores(
        this.members
          .filter(({ mode, document }) => document && kindOf({ mode, genre: document.genre ?? '' }) === kindOf(kind))
          .slice(0, mostOfKind),
      );
    this.ofKind.set(kindOf(kind), found);
    return found;
  }
}

/**
 * Documents of a collection, and members of the population where a mode has fewer than 200 without those of its most frequent
 * author: a collection by one author is no cohort for that author's texts.
 */
export function cohortMembers(own: readonly Stranger[], population: () => readonly Stranger[]): readonly Stranger[] {
  const added = (['written', 'spoken'] as const).flatMap((mode) => {
    const held = own.filter((member) => member.mode === mode);
    const missing = leastMembers - held.length + mostOfOneAuthor(held);
    return missing > 0
      ? population()
          .filter((member) => member.mode === mode)
          .slice(0, missing)
      : [];
  });
  return [...own, ...added];
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

/** Dot product of two dense rows of one length. */
export function dotDense(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Those of a mode; all, where none has it. */
function ofMode(members: readonly Stranger[], mode: Mode): readonly Stranger[] {
  const found = members.filter((member) => member.mode === mode);
  return found.length > 0 ? found : members;
}

function mostOfOneAuthor(members: readonly Stranger[]): number {
  const counts = new Map<string, number>();
  for (const { document } of members) {
    if (document) counts.set(document.author, (counts.get(document.author) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

function kindOf({ mode, genre }: TextKind): string {
  return `${mode} ${genre.trim().toLowerCase()}`;
}

/** A text's scores with members of one mode or kind; their features are turned round when they are first asked for. */
class MemberScores {
  private postings: Postings | undefined;
  private readonly known = new WeakMap<FeatureRow, Float64Array>();

  constructor(private readonly members: readonly Stranger[]) {}

  /** Documents with the highest scores, at most. */
  mostAlike(features: FeatureRow, stop: StopSignal): readonly string[] {
    const scores = this.scores(features, new Set(), stop);
    const documents = this.members.flatMap(({ document }, i) => (document?.id ? [{ id: document.id, place: i }] : []));
    const best = documents.sort((a, b) => scores[b.place]! - scores[a.place]!);
    return best.slice(0, lookedAt).map(({ id }) => id);
  }

  /** With those by others than `leftOut`, in the order of the members. */
  scores(features: FeatureRow, leftOut: ReadonlySet<string>, stop: StopSignal): Float64Array {
    this.postings ??= new Postings(
      this.members.map((member) => {
        throwIfStopped(stop);
        return member.features;
      }),
      stop,
    );
    const scores = this.known.get(features) ?? this.postings.scores(withNegatedDirections(features));
    this.known.set(features, scores);
    return scores.filter((_, i) => !leftOut.has(this.members[i]!.document?.author ?? ''));
  }
}
