import * as l10n from '@vscode/l10n';
import type { KeptResult, ReviewTarget } from '../core/casework/keptRecords';
import type { Evidence, Marker, Span, TextRange } from '../core/domain/evidence';
import type { IndexedDocument } from '../core/ports';
import { joinRanges } from '../core/passages/readSpans';
import { countWords } from '../core/text/countWords';
import { readOfEditor } from '../reading/text/markdown';
import { listLeading } from './markers';
import { judgeOrder } from './words/firstOfSearch';
import type { WordList } from '../protocol/panel';
import { describeOutcome, type FirstCandidate } from './triage';
import { noticeSentences } from './words/sentences';
import { describeFirst } from './words/strength';
import { formatThousands } from './words/words';

/** The evidence of a run with what it was about; ranges of the evidence are relative to the target's text. */
export interface Findings extends Omit<KeptResult, 'document' | 'settings'> {
  /** The case service reads the result again by this id. It is empty while the run goes on. */
  readonly id: string;
  /** The index that was searched, as it was at that time. */
  readonly index: {
    /** Document id → the document without its text. */
    readonly documents: ReadonlyMap<string, IndexedDocument>;
  };
}

/** Counts the words that were compared. Words between two windows of a span do not count. */
export function countAnalysedWords(text: string, spans: readonly Span[]): number {
  const ranges = joinRanges(
    { text },
    spans.map((span) => ({ span })),
  );
  return ranges.reduce((sum, { start, end }) => sum + countWords(text.slice(start, end)), 0);
}

/** The candidate and passage that are being read. */
export interface PanelSelection {
  readonly author?: string;
  /** Zero-based: the passage's number less one. */
  readonly passage?: number;
  /** The name of the marker that is shown in the text. */
  readonly marker?: string;
  /** The list of words that is open; the text shows these words. */
  readonly words?: WordList;
}

/** The facts of a kept result that are shown without its passages. */
export interface ResultFacts {
  /** The place of a selection in its document. Undefined if the result is of the whole document. */
  readonly place: TextRange | undefined;
  readonly words: number;
  /** The first words of the text. */
  readonly beginning: string;
  readonly textSha256: string;
  /** SHA-256 of the file that contained exactly this text. */
  readonly fileSha256: string | undefined;
  readonly reviewedAt: number;
  /** The places in the document of the parts that the review suggests, because they are closest to different authors. */
  readonly parts?: readonly TextRange[] | undefined;
  /** The first candidate, with its leading markers. Undefined if there was no candidate. */
  readonly first: (FirstCandidate & { readonly markers: readonly Marker[] }) | undefined;
}

/** @param hash  SHA-256 in hex digits */
export function describeResult(
  { target, evidence, reviewedAt }: Omit<KeptResult, 'document'>,
  hash: (text: string) => string,
): ResultFacts {
  const { text, offset, isSelection, hashed, sha256, words } = target;
  return {
    place: isSelection ? { start: offset, end: offset + text.length } : undefined,
    words,
    beginning: text.trim().split(/\s+/, 4).join(' '),
    textSha256: hash(text),
    fileSha256: hashed === 'file' ? sha256 : undefined,
    reviewedAt,
    parts: evidence.split?.parts.map((part) => ({ start: offset + part.start, end: offset + part.end })),
    first: selectFirst(evidence),
  };
}

/** The first candidate of a review, with what the review answers. Undefined if there is no candidate. */
export function selectFirst({ candidates, excluded, question }: Evidence): ResultFacts['first'] {
  const [first] = candidates;
  if (!first) return undefined;
  const { author, verification, markers } = first;
  const standsOut = judgeOrder(candidates)?.standsOut === true;
  return { author, verification, markers: listLeading(markers), standsOut, excluded, question };
}

/** Selects from the reviews of selections those of the parts that the review of the whole text suggests. */
export function selectParts<Result extends Pick<ResultFacts, 'place'>>(
  whole: Pick<ResultFacts, 'parts'> | undefined,
  selections: readonly Result[],
): readonly Result[] {
  const isPart = ({ place }: Result): boolean =>
    whole?.parts?.some(({ start, end }) => start === place?.start && end === place.end) === true;
  return selections.filter(isPart);
}

/** The reviews of the parts of a text, as sentences. */
export function describeParts(parts: readonly Pick<ResultFacts, 'words' | 'first'>[]): readonly string[] {
  if (parts.length === 0) return [];
  const lines = parts.map(({ words, first }, i) =>
    l10n.t('Part {number} alone ({words} words): {outcome}', {
      ...{ number: i + 1, words: formatThousands(words), outcome: describeFirst(first) },
    }),
  );
  return [...lines, describeChosenPart()];
}

/** Why the ratio of such a part counts for less. */
export function describeChosenPart(): string {
  return l10n.t(
    'Idiograph chose this division because the parts are closest to different authors. A part that is chosen in this way reaches a higher ratio by chance than another text does.',
  );
}

/**
 * What is shown beside a document with a kept review. `text` is the outcome of the first candidate in a few words.
 * @param isStale  whether the text, the index or the settings differ from those of the review
 */
export function reviewMark(
  { result, problem = '' }: { readonly result?: ResultFacts | undefined; readonly problem?: string | undefined },
  isStale: boolean,
): Readonly<Record<'text' | 'explained', string>> & { readonly kind: 'reviewed' | 'changed' | 'failed' } {
  if (!result) return { kind: 'failed', text: l10n.t('not reviewed'), explained: problem };
  const { text: outcome, explained } = describeOutcome(result.first);
  if (problem !== '')
    return {
      kind: 'failed',
      text: l10n.t('{outcome} · not reviewed again', { outcome }),
      explained: l10n.t('{problem} The earlier result was kept. {outcome}', { problem, outcome: explained }),
    };
  if (isStale)
    return {
      kind: 'changed',
      text: l10n.t('{outcome} · changed since', { outcome }),
      explained: `${l10n.t(noticeSentences.changedAfter)} ${explained}`,
    };
  return { kind: 'reviewed', text: outcome, explained };
}

/** A document as its address, or a selection as its address and place. */
export function formatPlace(
  document: string,
  { offset, text: { length }, isSelection }: Pick<ReviewTarget, 'offset' | 'text' | 'isSelection'>,
): string {
  return formatRangeIn(document, isSelection && { start: offset, end: offset + length });
}

/** A range of a document as its address and place; only the address if `range` is undefined. */
export function formatRangeIn(document: string, range: TextRange | undefined): string {
  return range ? `${document}#${range.start}+${range.end - range.start}` : document;
}

/** Whether a document with this text contains the reviewed text at its place. */
export function isHeldBy(document: string | undefined, { uri, text, offset, isSelection }: ReviewTarget): boolean {
  const read = document === undefined ? undefined : readOfEditor(document, uri);
  return isSelection ? read?.slice(offset, offset + text.length) === text : read === text;
}
