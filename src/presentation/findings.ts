import type { Evidence, Mode } from '../core/domain';
import type { IndexedDocument } from '../core/ports';

/** How a document was produced, as the reviewer or a case file says. Language is a BCP 47 tag. */
export interface DocumentFacts {
  readonly mode: Mode;
  readonly genre: string;
  readonly language: string;
}

/** The questioned text of a run: a whole document or a selection of it. */
export interface ReviewTarget {
  readonly uri: string;
  readonly title: string;
  readonly text: string;
  /** Where the text starts in its document, in UTF-16 code units. */
  readonly offset: number;
  /** The editor's version of the document that the text was taken from. */
  readonly version: number;
  readonly words: number;
  readonly facts: DocumentFacts;
  /** A part of its document that was selected. */
  readonly isSelection?: true;
}

/** The index that was searched, as it was then. */
export interface SearchedIndex {
  readonly path: string;
  readonly name: string;
  /** Document id → the document without its text. */
  readonly documents: ReadonlyMap<string, IndexedDocument>;
}

/** The evidence of a run with what it was about; ranges of the evidence are relative to the target's text. */
export interface Findings {
  readonly target: ReviewTarget;
  readonly index: SearchedIndex;
  readonly evidence: Evidence;
  /** Words of the text that were compared: those of the evidence's spans. */
  readonly analysed: number;
  /** Milliseconds since 1970. */
  readonly reviewedAt: number;
}

/** The candidate and passage that are being read. The origin lets a renderer ignore its own news. */
export interface PanelSelection {
  readonly author?: string;
  /** Zero-based: the passage's number less one. */
  readonly passage?: number;
  readonly origin: 'panel' | 'editor' | 'command' | 'review';
}
