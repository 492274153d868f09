import type { Frequent } from '../classical/frequencies';
import type { Cohort } from '../cohort/cohort';
import type { TextProfile } from '../ports';
import type { TextKind } from '../verification/condition';

/** A document by an author who may come first, reached or not. */
export interface AuthorsDocument extends TextKind {
  readonly author: string;
  readonly words: number;
  readonly profile: TextProfile;
}

/** What the n-grams of authors' documents are measured by. */
export interface AuthorsOrder {
  readonly questioned: Pick<TextProfile, 'features'>;
  /** Of the questioned text. */
  readonly kind: TextKind;
  readonly cohort: Cohort;
  /** Authors of copies of the questioned text. */
  readonly leftOut: Iterable<string>;
}

/** What authors are ordered by, by all of their documents. */
export interface OrderByAll extends AuthorsOrder {
  readonly questioned: TextProfile;
  /** What reads from rows how often texts use frequent n-grams. */
  readonly frequencies: Frequent;
}
