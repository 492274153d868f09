import type { FeatureRow } from '../classical/featureRow';
import { opposed } from '../classical/ngrams';
import { Postings } from '../classical/postings';
import type { Mode } from '../domain';

/** A text that others are compared with as one by another author. */
export interface Stranger {
  readonly mode: Mode;
  /** Its row under the learned metric of n-grams. */
  readonly features: FeatureRow;
  /** Where it is from; undefined for a member of the reference population. */
  readonly document?: DocumentAuthor;
}

export interface DocumentAuthor {
  readonly id: string;
  readonly author: string;
}

/** How alike its nearest strangers of each mode are to a text; "unknown": those of either mode. */
export type Crowd = Readonly<Record<Mode, number>>;

/** Strangers of a mode that stand for all. */
const perMode = 200;

/** Strangers that make a crowd. */
const nearest = 10;

const modes = ['written', 'spoken'] as const;

/** The documents of an index that serve as strangers: of each mode those of the lowest ids, a sample since ids are digests. */
export function sampled<D extends { readonly id: string; readonly mode: Mode }>(documents: readonly D[]): readonly D[] {
  const ordered = documents.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return modes.flatMap((mode) => ordered.filter((document) => document.mode === mode).slice(0, perMode));
}

/** Strangers of an index, and where it has too few of a mode, members of the reference population with them. */
export function filledUp(own: readonly Stranger[], members: () => readonly Stranger[]): readonly Stranger[] {
  const added = modes.flatMap((mode) => {
    const missing = perMode - own.filter((stranger) => stranger.mode === mode).length;
    return missing > 0
      ? members()
          .filter((member) => member.mode === mode)
          .slice(0, missing)
      : [];
  });
  return [...own, ...added];
}

/**
 * Tells how crowded it is around a text. A text that is alike to many strangers is alike to the questioned one for less
 * reason; scores are measured from its crowd (docs/decisions/0014-crowds.md).
 */
export class Strangers {
  private readonly postings: Postings;
  private readonly known = new WeakMap<FeatureRow, Float64Array>();

  constructor(private readonly strangers: readonly Stranger[]) {
    this.postings = new Postings(strangers.map(({ features }) => features));
  }

  /**
   * The mean of a text's ten highest scores with strangers of each mode; 0 where there is none. Its scores are kept as long
   * as its row is.
   *
   * @param isOwn  documents that are no strangers: copies of the text, and those by its author
   */
  crowd(features: FeatureRow, isOwn: (document: DocumentAuthor) => boolean): Crowd {
    const scores = this.known.get(features) ?? this.postings.scores(opposed(features));
    this.known.set(features, scores);
    const others = this.strangers.flatMap(({ mode, document }, place) =>
      document && isOwn(document) ? [] : [{ mode, score: scores[place]! }],
    );
    const of = (mode: Mode): number =>
      meanOfHighest(others.flatMap((one) => (mode === 'unknown' || one.mode === mode ? [one.score] : [])));
    return { written: of('written'), spoken: of('spoken'), unknown: of('unknown') };
  }
}

function meanOfHighest(scores: readonly number[]): number {
  const highest = Float64Array.from(scores).sort().slice(-nearest);
  return highest.length === 0 ? 0 : highest.reduce((sum, score) => sum + score, 0) / highest.length;
}
