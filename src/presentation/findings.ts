import type { Evidence, Mode, Span } from '../core/domain';
import type { IndexedDocument } from '../core/ports';
import { countWords } from '../core/text/countWords';

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
  /** Hex digest: of the bytes of its file where `hashed` says so, else of the UTF-8 text. */
  readonly sha256: string;
  readonly hashed?: 'file';
  /** A part of its document that was selected. */
  readonly isSelection?: true;
  /** The document held another text than its file. */
  readonly isUnsaved?: true;
  /** The file is not the one that the case recorded: its SHA-256 then, and now. */
  readonly changedFile?: { readonly recorded: string; readonly found: string };
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
  /** Stands for what it rests on beside text and index: facts, choices, lock, models. */
  readonly settings: string;
  /** Words of the text that were compared: those of the evidence's spans. */
  readonly analysed: number;
  /** Milliseconds since 1970. */
  readonly reviewedAt: number;
}

/** Words of a text that were compared. */
export function analysedWords(text: string, spans: readonly Span[]): number {
  return spans.reduce((sum, { range }) => sum + countWords(text.slice(range.start, range.end)), 0);
}

/** The candidate and passage that are being read. The origin lets a renderer ignore its own news. */
export interface PanelSelection {
  readonly author?: string;
  /** Zero-based: the passage's number less one. */
  readonly passage?: number;
  readonly origin: 'panel' | 'editor' | 'command' | 'review';
}
