import type { LoggedQuestion } from '../../core/casework/keptRecords';
import type { Candidate, Evidence, NamedVerification, QuestionedDocument } from '../../core/domain';
import type { Drawing } from '../../protocol/drawing';
import type { PassageView } from '../../protocol/panel';

/** A known text that a question was about, by its facts. */
export interface ReportText {
  readonly title: string;
  readonly author: string;
  readonly words: number;
  /** Hex digest: of the bytes of its file where `hashed` says so, else of the UTF-8 text. */
  readonly sha256: string;
  readonly hashed?: 'file';
}

/** An author's passages as the screen numbers them. */
export interface ReportPassages {
  readonly passages: readonly PassageView[];
  /** What other candidates answer better. */
  readonly against: readonly PassageView[];
  /** How many are set apart and why; empty: none. */
  readonly setApart: string;
  /** Where in the text; undefined: there are no passages. */
  readonly heat: Drawing | undefined;
}

/** A candidate that the examiner chose to report on. */
export interface ChosenCandidate extends ReportPassages {
  readonly candidate: Candidate;
}

/** A search among all known authors of an index. */
export interface SearchQuestion {
  readonly kind: 'search';
  readonly evidence: Evidence;
  /** Known authors of the index. */
  readonly authors: number;
  readonly chosen: readonly ChosenCandidate[];
}

/** One author, named apart from a search. */
export interface AuthorQuestion extends ReportPassages {
  readonly kind: 'author';
  readonly author: string;
  readonly verification: NamedVerification;
}

/** One other text. */
export interface TextQuestion extends ReportPassages {
  readonly kind: 'text';
  readonly title: string;
  readonly verification: NamedVerification;
}

export type ReportQuestion = SearchQuestion | AuthorQuestion | TextQuestion;

/** What a report is made of. Its time is given, so that equal facts give equal bytes. */
export interface ReportFacts {
  /** With the offset from UTC. */
  readonly time: string;
  readonly caseName: string | undefined;
  /** Undefined: a line to write on. */
  readonly examiner: string | undefined;
  readonly questioned: QuestionedDocument;
  /** Every known text that was searched or compared. */
  readonly known: readonly ReportText[];
  /** What was asked of the document until now, as it was written down. */
  readonly asked: readonly LoggedQuestion[];
  /** Those that are reported on, in the order in which they were asked; at least one. */
  readonly questions: readonly ReportQuestion[];
  /** Of the program. */
  readonly version: string;
}
