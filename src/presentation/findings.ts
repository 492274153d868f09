import * as l10n from '@vscode/l10n';
import type { KeptResult, ReviewTarget } from '../core/casework/keptRecords';
import type { Span } from '../core/domain';
import type { IndexedDocument } from '../core/ports';
import { joinRanges } from '../core/passages/readSpans';
import { countWords } from '../core/text/countWords';
import { readOfEditor } from '../core/text/markdown';
import { formatFinding } from './words/strength';

/** The evidence of a run with what it was about; ranges of the evidence are relative to the target's text. */
export interface Findings extends Omit<KeptResult, 'document'> {
  /** The index that was searched, as it was then. */
  readonly index: {
    readonly path: string;
    readonly name: string;
    /** Document id → the document without its text. */
    readonly documents: ReadonlyMap<string, IndexedDocument>;
  };
}

/** Words of a text that were compared: those between two windows of a span were left out. */
export function countAnalysedWords(text: string, spans: readonly Span[]): number {
  const ranges = joinRanges(
    { text },
    spans.map((span) => ({ span })),
  );
  return ranges.reduce((sum, { start, end }) => sum + countWords(text.slice(start, end)), 0);
}

/** Counts them in the evidence of a run: early evidence has fewer spans than the last. */
export function createAnalysedCounter(text: string): (spans: readonly Span[]) => number {
  let [counted, words] = [-1, 0];
  return (spans) => {
    if (spans.length !== counted) [counted, words] = [spans.length, countAnalysedWords(text, spans)];
    return words;
  };
}

/** The candidate and passage that are being read. */
export interface PanelSelection {
  readonly author?: string;
  /** Zero-based: the passage's number less one. */
  readonly passage?: number;
  /** Name of the marker whose places are marked. */
  readonly marker?: string;
}

/** Results that a window keeps in memory, those that came last. All others are read again from beside the index. */
export const maxKept = 200;

/** What came of the reviews of one document, or of a selection of it: the last result, and why a later run came to nothing. */
export interface KeptReview {
  readonly findings?: Findings;
  readonly problem?: string;
}

/** Results by the place that they are of: see `formatPlace`. */
export class KeptReviews {
  private readonly held = new Map<string, KeptReview>();

  find(place: string): KeptReview | undefined {
    return this.held.get(place);
  }

  get all(): readonly Findings[] {
    return [...this.held.values()].flatMap(({ findings }) => findings ?? []);
  }

  /** The results of selections of a document, in the order of the text. */
  listSelections(uri: string): readonly Findings[] {
    const found = this.all.filter(({ target }) => target.isSelection && target.uri === uri);
    return found.sort((a, b) => a.target.offset - b.target.offset);
  }

  keep(findings: Findings): void {
    this.put(formatPlace(findings.target.uri, findings.target), { findings });
  }

  /** Takes the place of the same result. False: it was another. */
  amend(findings: Findings): boolean {
    const place = formatPlace(findings.target.uri, findings.target);
    const review = this.held.get(place);
    if (review?.findings?.reviewedAt !== findings.reviewedAt) return false;
    this.held.set(place, { ...review, findings });
    return true;
  }

  /** A former result stays. */
  fail(place: string, problem: string): void {
    this.put(place, { ...this.held.get(place), problem });
  }

  private put(place: string, review: KeptReview): void {
    this.held.delete(place);
    this.held.set(place, review);
    for (const oldest of this.held.keys()) if (this.held.size > maxKept) this.held.delete(oldest);
  }
}

/**
 * What stands beside a document whose review is kept; `text`: the outcome of the first candidate, in a few words.
 *
 * @param isStale  the text, the index or the settings are others than those of the review
 */
export function reviewMark(
  review: KeptReview,
  isStale: boolean,
): Readonly<Record<'text' | 'explained', string>> & { readonly kind: 'reviewed' | 'changed' | 'failed' } {
  const { findings, problem = '' } = review;
  if (!findings) return { kind: 'failed', text: l10n.t('not reviewed'), explained: problem };
  const values = { ...describeFirst(findings), problem };
  if (problem !== '') {
    const text = l10n.t('not reviewed again · {outcome}', values);
    const explained = l10n.t('{problem} The earlier result was kept: first candidate {author}, {outcome}.', values);
    return { kind: 'failed', text, explained };
  }
  if (isStale) {
    const explained = l10n.t(
      'The text, the index or the settings changed after the review. First candidate at that time: {author}, {outcome}.',
      values,
    );
    return { kind: 'changed', text: l10n.t('changed since · {outcome}', values), explained };
  }
  const explained = l10n.t('First candidate: {author}, {outcome}. The case keeps this result.', values);
  return { kind: 'reviewed', text: values.outcome, explained };
}

function describeFirst({ evidence }: Findings): { readonly author: string; readonly outcome: string } {
  const [first] = evidence.candidates;
  if (!first) return { author: '–', outcome: l10n.t('no candidates') };
  return { author: first.author, outcome: formatFinding(first.verification) };
}

/** A document by its address, or a selection of it by its place, too. */
export function formatPlace(
  document: string,
  { offset, text: { length }, isSelection }: Pick<ReviewTarget, 'offset' | 'text' | 'isSelection'>,
): string {
  return isSelection ? `${document}#${offset}+${length}` : document;
}

/** The key by which a kept result is found again. */
export function createResultKey(
  document: string,
  {
    target,
    settings,
  }: { readonly target: Pick<ReviewTarget, 'offset' | 'text' | 'isSelection'>; readonly settings: string },
  index = '',
): { readonly place: string; readonly text: string; readonly settings: string; readonly index: string } {
  return { place: formatPlace(document, target), text: target.text, settings, index };
}

/** Whether a document with this text holds the text that was reviewed, at its place. */
export function isHeldBy(document: string | undefined, { uri, text, offset, isSelection }: ReviewTarget): boolean {
  const read = document === undefined ? undefined : readOfEditor(document, uri);
  return isSelection ? read?.slice(offset, offset + text.length) === text : read === text;
}
