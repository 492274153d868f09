import * as l10n from '@vscode/l10n';
import type { Asked, LoggedQuestion } from '../../core/casework/keptRecords';
import type { Candidate, Evidence, NamedVerification, QuestionedDocument } from '../../core/domain';
import type { PassagesView } from '../../protocol/panel';
import { findingWords } from '../words/strength';

/** A known text that a question was about, by its facts. */
export interface ReportText {
  readonly title: string;
  readonly author: string;
  readonly words: number;
  /** Hex digest: of the bytes of its file where `hashed` says so, else of the UTF-8 text. */
  readonly sha256: string;
  readonly hashed?: 'file';
}

/** A candidate that the examiner chose to report on. */
export interface ChosenCandidate extends PassagesView {
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
export interface AuthorQuestion extends PassagesView {
  readonly kind: 'author';
  readonly author: string;
  readonly verification: NamedVerification;
}

/** One other text. */
export interface TextQuestion extends PassagesView {
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

/** A question as a report lists it. */
export function questionWords(asked: Asked): string {
  switch (asked.kind) {
    case 'search':
      return l10n.t('A search: which of {authors} authors write most like the questioned text?', {
        authors: asked.authors,
      });
    case 'author':
      return l10n.t('A named author: did {author} write the questioned text, or another author of the population?', {
        author: asked.author,
      });
    case 'text':
      return l10n.t('A named text: did one author write {title} and the questioned text?', { title: asked.title });
  }
}

/** What a search came to. */
export function searchOutcome({ candidates: [first] }: Pick<Evidence, 'candidates'>): string {
  if (!first) return l10n.t('No candidates.');
  const outcome = findingWords(first.verification);
  return l10n.t('First candidate: {author}, {outcome}.', { author: first.author, outcome });
}
