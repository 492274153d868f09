import { makeOnce } from '../basics/caches';
import { excludeCopies, noteSameWork, type QuestionedWords, sameShare, isSameWork } from '../copies/copies';
import type { Note, QuestionedDocument, TextRange } from '../domain/evidence';
import type { EncodedSpan, Encoder, ReviewedIndex } from '../ports';
import { findClosestDocuments, type SearchedSpan } from '../../lateInteraction/scoring/authors';
import { listedSpans, countScannedSpans } from '../../lateInteraction/scoring/rerank';
import { type StageProgress, type Steps, type StopSignal, throwIfStopped } from '../basics/work';
import { encodeAgain, encodeSpans, removePatches } from '../text/encodeText';
import { readDocuments } from '../text/readText';

/** A questioned text, and the results of searching an index for it. */
export interface Search {
  readonly questioned: QuestionedDocument;
  /** Ranges that are not compared. */
  readonly exclude: readonly TextRange[];
  /** The words of the whole text. */
  readonly words: QuestionedWords;
  /** Its spans; of a very long text those behind the first 1,024 are without their patches. */
  readonly searched: readonly SearchedSpan[];
  /** One of them with its patches, for which it is encoded again. Throws Cancelled. */
  readonly patched: (span: SearchedSpan) => Promise<SearchedSpan>;
  /** Documents of the index that were left out because they are copies of the questioned text. */
  readonly copies: readonly string[];
  readonly notes: readonly Note[];
}

/** The patches of this many spans are kept in memory: about 380,000 words, in 130 MB. */
const patchedSpans = 1024;

/** The progress of a search. */
export interface SearchProgress extends StageProgress<'encoding'> {
  /** The results for the beginning of a long text, without copies. They are sent once. */
  readonly begun?: Pick<Search, 'searched' | 'copies' | 'notes'>;
}

/** After this many spans of a long text, about 12,000 words, its first authors are shown before the rest is searched. */
const begunSpans = 32;

/** The texts of at most this many documents are compared with the questioned one after a search. */
const comparedDocuments = 16;

/**
 * Searches as if the index had no copies of the questioned text. Documents with the same text, or of the same work according to the case
 * file, are left out at once. Of all others, the texts of the 16 documents with the best exact scores of single spans are compared. If one
 * of them is a copy, the search is repeated without it, until none is. A document that shares less than half of its text stays and is
 * noted. A short known text within a long questioned one may be missed; verification compares it again. Throws Cancelled.
 */
export async function* searchWithoutCopies(
  { encoder, index }: { readonly encoder: Encoder; readonly index: ReviewedIndex },
  question: Pick<Search, 'questioned' | 'exclude' | 'words'>,
  stop: StopSignal,
): Steps<SearchProgress, Search> {
  const { text } = question.questioned;
  const exact = await index.findCopies(text);
  const listed = await index.listDocuments();
  const ofSameWork = listed.filter((each) => isSameWork(question.questioned, each));
  const leftOut = [...new Set([...exact, ...ofSameWork.map(({ id }) => id)])];
  const copies = [...leftOut];
  const notes: Note[] = listed.flatMap(({ id, author, title }) =>
    exact.includes(id) ? [{ caveat: 'copyOfKnown', author, title, share: 1 }] : [],
  );
  notes.push(...noteSameWork(ofSameWork));
  const seen = new Set(leftOut);
  let searched: SearchedSpan[] = [];
  const { exclude } = question;
  const encode = (part: string, without: readonly TextRange[]) =>
    encodeSpans(part, encoder, { n: index.readInfo().n, exclude: without, stop });
  const patched = (span: SearchedSpan): Promise<SearchedSpan> => encodeAgain(encode, { text, exclude }, span);
  const hold = (span: SearchedSpan, place: number): SearchedSpan => (place < patchedSpans ? span : removePatches(span));
  const lastPatches = readKeptPatches(encoder);
  // Each span is searched as soon as it is encoded, so that memory does not grow with token vectors.
  for await (const encoded of encode(text, exclude)) {
    // If its patches are those of a span of the last texts, it has the same array, so that what an edit did not change is not searched again.
    const { values } = encoded.patches;
    const isSame = (each: Float32Array): boolean =>
      each.length === values.length && each.every((value, i) => value === values[i]);
    const before = lastPatches.last.find(isSame) ?? values;
    lastPatches.last = [before, ...lastPatches.last.filter((each) => each !== before)].slice(0, keptPatches);
    const span = { ...encoded, patches: { ...encoded.patches, values: before } };
    searched.push(hold(await searchSpan(index, span, copies, stop), searched.length));
    const progress = { stage: 'encoding', done: span.span.range.end, total: text.length } as const;
    if (searched.length === begunSpans) {
      const without = await findCopiesAmong(
        index,
        findClosestDocuments(searched, comparedDocuments),
        question.words,
        stop,
      );
      const all = [...copies, ...without.copies];
      const kept = searched.map((each) => ({
        ...each,
        scored: each.scored.filter(({ document }) => !all.includes(document)),
      }));
      yield { ...progress, begun: { searched: kept, copies: all, notes: [...notes, ...without.notes] } };
    } else yield progress;
  }
  for (;;) {
    const close = findClosestDocuments(searched, comparedDocuments).filter((id) => !seen.has(id));
    const without = await findCopiesAmong(index, close, question.words, stop);
    notes.push(...without.notes);
    if (without.copies.length === 0) return { ...question, searched, patched, copies, notes };
    copies.push(...without.copies);
    for (const id of close) seen.add(id);
    const again: SearchedSpan[] = [];
    for (const [place, span] of searched.entries())
      again.push(hold(await searchSpan(index, await patched(span), copies, stop), place));
    searched = again;
  }
}

/** Which of these documents are copies of a text, and the notes about them. */
async function findCopiesAmong(
  index: Pick<ReviewedIndex, 'readDocument'>,
  ids: readonly string[],
  words: QuestionedWords,
  stop: StopSignal,
): Promise<Pick<Search, 'copies' | 'notes'>> {
  const { copies, notes } = excludeCopies(words, await readDocuments(index, ids), stop, sameShare);
  return { copies: copies.map(({ id }) => id), notes };
}

/** The patches of this many spans are kept for the next text, in 3 MB. */
const keptPatches = 32;
const readKeptPatches = makeOnce<Encoder, { last: readonly Float32Array[] }>(() => ({ last: [] }));

async function searchSpan(
  index: ReviewedIndex,
  span: EncodedSpan,
  copies: readonly string[],
  stop: StopSignal,
): Promise<SearchedSpan> {
  throwIfStopped(stop);
  const options = {
    limit: listedSpans,
    scope: { role: 'known', exclude: copies },
    scanned: countScannedSpans(index.readInfo().spans),
  } as const;
  const listed = await index.shortlist(span, options, stop);
  return { ...span, scored: await index.rerank(span, listed, stop) };
}
