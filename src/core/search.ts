import { besideCopies, sameShare } from './copies/copies';
import type { QuestionedWords } from './copies/questionedWords';
import type { Note, QuestionedDocument, TextRange } from './domain';
import type { EncodedSpan, Encoder, Progress, ReferenceIndex, StopSignal } from './ports';
import { closestDocuments, type SpanScores } from './scoring/authors';
import { listedSpans, scannedSpans } from './scoring/pruning';
import { throwIfStopped } from './stop';
import { encodeSpans } from './text/encodeText';

/** What a review asks. */
export interface Question {
  readonly questioned: QuestionedDocument;
  /** Ranges that are not compared. */
  readonly exclude: readonly TextRange[];
  /** Of the whole text. */
  readonly words: QuestionedWords;
}

/** A questioned span with what the search made of it. */
export interface SearchedSpan extends Pick<SpanScores, 'scored'> {
  readonly span: EncodedSpan;
}

/** What a search found, and the documents of the index that it left out because they are copies of the questioned text. */
export interface Search {
  readonly searched: readonly SearchedSpan[];
  readonly copies: readonly string[];
  readonly notes: readonly Note[];
}

/** What a search works with. */
interface SearchDependencies {
  readonly encoder: Encoder;
  readonly index: ReferenceIndex;
}

/** How a search is stopped, and how far its encoding is. */
interface SearchRun {
  readonly stop: StopSignal;
  readonly encoded: Progress;
}

/** Documents whose texts are compared with the questioned one after a search. */
const comparedDocuments = 16;

/**
 * Searches as if the index did not hold copies of the questioned text. Documents with the same text are left out at once. Of all
 * others, the texts of the 16 that have the best exact scores of single spans are compared; where one of them is a copy, the
 * search is made again without it, until none is; one that shares less than half stays, and is named. A short known text that
 * stands in a long questioned one may not be among them; verification compares it again. Throws Cancelled.
 */
export async function searchBesideCopies(
  deps: SearchDependencies,
  question: Question,
  run: SearchRun,
): Promise<Search> {
  const { index } = deps;
  const exact = await index.copiesOf(question.questioned.text);
  const copies = [...exact];
  const notes = [...(await exactNotes(index, exact))];
  const seen = new Set(exact);
  let searched = await encodeAndSearch(deps, question, copies, run);
  for (;;) {
    const close = closestDocuments(searched, comparedDocuments).filter((id) => !seen.has(id));
    const found = await Promise.all(close.map((id) => index.document(id)));
    const known = found.flatMap((document) => (document ? [document] : []));
    const beside = besideCopies(question.words, known, run.stop, sameShare);
    notes.push(...beside.notes);
    if (beside.copies.length === 0) return { searched, copies, notes };
    copies.push(...beside.copies.map(({ id }) => id));
    for (const id of close) seen.add(id);
    const again: SearchedSpan[] = [];
    for (const { span } of searched) again.push(await searchSpan(index, span, copies, run.stop));
    searched = again;
  }
}

/** Encodes span by span and searches each at once, so that memory does not grow with token vectors. */
async function encodeAndSearch(
  { encoder, index }: SearchDependencies,
  { questioned, exclude }: Question,
  copies: readonly string[],
  { stop, encoded }: SearchRun,
): Promise<readonly SearchedSpan[]> {
  const searched: SearchedSpan[] = [];
  const encoding = encodeSpans(questioned.text, encoder, { n: index.info().n, exclude, stop, progress: encoded });
  for await (const span of encoding) searched.push(await searchSpan(index, span, copies, stop));
  return searched;
}

async function searchSpan(
  index: ReferenceIndex,
  span: EncodedSpan,
  copies: readonly string[],
  stop: StopSignal,
): Promise<SearchedSpan> {
  throwIfStopped(stop);
  const options = {
    limit: listedSpans,
    scope: { role: 'known', exclude: copies },
    scanned: scannedSpans(index.info().spans),
  } as const;
  const listed = await index.shortlist(span, options, stop);
  return { span, scored: await index.rerank(span, listed, stop) };
}

async function exactNotes(index: ReferenceIndex, copies: readonly string[]): Promise<readonly Note[]> {
  if (copies.length === 0) return [];
  const documents = await index.documents();
  return documents
    .filter(({ id }) => copies.includes(id))
    .map(({ title }) => ({ caveat: 'copyOfKnown', title, share: 1 }));
}
