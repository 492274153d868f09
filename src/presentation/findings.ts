import type { ReviewedText } from '../core/casework/keptRecords';
import type { Evidence, Span } from '../core/domain';
import type { IndexedDocument } from '../core/ports';
import { countWords } from '../core/text/countWords';

/** The questioned text of a run: a whole document or a selection of it. */
export interface ReviewTarget extends ReviewedText {
  readonly uri: string;
  /** The editor's version of the document that the text was taken from. */
  readonly version: number;
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
  /** Name of the marker whose places are marked. */
  readonly marker?: string;
  readonly origin: 'panel' | 'editor' | 'command' | 'review';
}
