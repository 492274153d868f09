import type { Remedy, SentenceValues } from '../errors';

/** Something that a reader should know beside the figures. `describeNotice` says it in words, for every surface. */
export interface Notice<Code extends string = string> {
  /** A caveat, a kind of note, a kind of warning about a case, or the code of an error. */
  readonly code: Code;
  /** Values for the {named} places of its sentence. */
  readonly values: SentenceValues;
  /** A sentence that no table has, such as that of an error. Absent if the code has a sentence. */
  readonly sentence?: string;
  /** A warning, if absent. */
  readonly severity?: 'info' | 'error';
  readonly remedy?: Remedy | undefined;
}
