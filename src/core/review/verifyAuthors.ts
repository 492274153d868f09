import type { Candidate, KnownDocument, QuestionedDocument, QuestionFindings, Verification } from '../domain/evidence';
import { addNotes, excludeCopies, QuestionedWords, sameShare } from '../copies/copies';
import { isFragmented, selectRatioTexts } from '../copies/fragments';
import type { CandidateOrigin, IndexedDocument, ReviewedIndex } from '../ports';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { readSource } from '../text/readText';
import type { QuestionedVerifier } from '../verification/fusedVerifier';
import { answerQuestion, type LoadedQuestionCalibration } from '../verification/question';
import { fitCase, maxOfAuthor, orderByRatio, type RankingDependencies, readTexts, selectKnownRows } from './candidates';

/** What is needed to verify authors of an index. */
interface VerifyingDependencies {
  readonly index: Pick<ReviewedIndex, 'readDocument'>;
  readonly verifier: Pick<QuestionedVerifier, 'verify'>;
}

/**
 * Verifies an author by the known texts of an index, without copies of the questioned text. It abstains if the index has none of their
 * texts: language, copies and oddities are checked in the texts themselves, which a server does not store. Throws Cancelled.
 * @param rows  the author's known documents
 */
export async function verifyByIndex(
  { index, verifier }: VerifyingDependencies,
  { words, rows }: { readonly words: QuestionedWords; readonly rows: readonly IndexedDocument[] },
  origin: CandidateOrigin,
  stop: StopSignal,
): Promise<{ readonly known: readonly KnownDocument[]; readonly verification: Verification }> {
  throwIfStopped(stop);
  const known = await readTexts(index, rows);
  const { kept, notes } = selectRatioTexts(words, known, stop);
  if (known.length === 0) {
    const reason = 'textsOnServer';
    const untold = rows.map((row): KnownDocument => ({ ...row, text: '' }));
    const verified = await verifier.verify(untold, { ...origin, withheld: reason }, stop);
    return { known, verification: addNotes({ ...verified, reason, caveats: [], notes: [] }, notes) };
  }
  const withheld: Pick<CandidateOrigin, 'withheld'> = {
    ...(kept.length === 0 && { withheld: 'onlyCopies' }),
    ...(isFragmented(notes) && { withheld: 'fragmented' }),
  };
  const verified = await verifier.verify(kept.length > 0 ? kept : known, { ...origin, ...withheld }, stop);
  const isSome = rows.some(({ onServer }) => onServer?.hasText === false);
  const caveats = isSome ? [...verified.caveats, 'someTextsOnServer' as const] : verified.caveats;
  return { known, verification: addNotes({ ...verified, caveats }, notes) };
}

/** Whether two authors have a text in common. */
export function haveSharedText(known: readonly KnownDocument[]): boolean {
  const authors = new Map<string, string>();
  return known.some((document) => {
    const text = readSource(document).own.trim();
    const isShared = (authors.get(text) ?? document.author) !== document.author;
    authors.set(text, document.author);
    return isShared;
  });
}

/**
 * Answers a question among authors about a text that is not searched for: all of them are verified, and what separates them is learned from
 * the same texts as in a review. Where an author has no ratio, the first is the one that this separates best. Throws Cancelled.
 */
export async function askQuestion(
  deps: Pick<RankingDependencies, 'index' | 'profiler' | 'fits' | 'kernel'> & VerifyingDependencies,
  { questioned, among }: { readonly questioned: QuestionedDocument; readonly among: readonly string[] },
  { origin, calibration }: { readonly origin: CandidateOrigin; readonly calibration: LoadedQuestionCalibration },
  stop: StopSignal,
): Promise<QuestionFindings> {
  const listed = await deps.index.listDocuments();
  const words = new QuestionedWords(questioned, stop);
  const verified = new Map<string, Verification>();
  const all: KnownDocument[] = [];
  for (const author of among) {
    const rows = selectKnownRows(listed, author);
    const { known, verification } = await verifyByIndex(deps, { words, rows }, origin, stop);
    verified.set(author, verification);
    all.push(...known);
  }
  const copies = new Set(excludeCopies(words, all, stop, sameShare).copies.map(({ id }) => id));
  const documents = among.flatMap((author) => {
    const own = selectKnownRows(listed, author).filter(({ id }) => !copies.has(id));
    return own.slice(0, maxOfAuthor);
  });
  const { fitted } = (await fitCase(deps, questioned, documents, stop)).fit;
  const scores = fitted?.scoreText(readSource(questioned, stop).own);
  const separated = among
    .map((author): Candidate => {
      const discriminant = scores?.get(author);
      const verification = verified.get(author)!;
      return { author, score: discriminant ?? -Infinity, tier: 'combined', discriminant, verification };
    })
    .sort((a, b) => b.score - a.score);
  const candidates = orderByRatio(separated, fitted?.discriminant.authors.length ?? 0, calibration);
  return answerQuestion(candidates, { among: 'named', hasSharedText: haveSharedText(all) }, calibration);
}
