import { type FeatureRow, Postings } from '../classical/featureRow';
import { withNegatedDirections } from '../classical/ngrams';

import type { Mode } from '../domain';
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

/** A text's scores with some members, which become postings when they are first needed. */
export class MemberScores {
  private postings: Postings | undefined;
  private readonly kept = new WeakMap<FeatureRow, Float64Array>();

  constructor(readonly members: readonly CohortMember[]) {}

  /** The same, each with its member. */
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

  /** With all members, in their order. Throws Cancelled. */
  of(features: FeatureRow, stop: StopSignal): Float64Array {
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
