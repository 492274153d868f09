import type { KnownDocument, NamedVerification, QuestionedDocument } from '../core/domain/evidence';
import { computeSha256 } from '../node/sha256';
import type { Answering, CaseAt } from './caseAt';

/**
 * The verification of a questioned text with a caveat, if a search ranked the authors for that text before and the index has
 * one of the known texts. The log of the case says whether there was a search.
 */
export async function* addSearchCaveat(
  at: CaseAt,
  {
    file,
    questioned,
    known,
  }: Readonly<{ file: string; questioned: QuestionedDocument; known: readonly KnownDocument[] }>,
  verification: NamedVerification,
): Answering<NamedVerification> {
  if (at.indexIfAny === undefined || !(await wasSearched(at, file, questioned))) return verification;
  const hashes = new Set(known.map(({ text }) => computeSha256(text)));
  const listed = yield* at.ask('listDocuments', at.index);
  if (!listed.some(({ textSha256 }) => hashes.has(textSha256))) return verification;
  return { ...verification, caveats: [...verification.caveats, 'chosenAfterSearch'] };
}

async function wasSearched(at: CaseAt, file: string, { sha256 }: QuestionedDocument): Promise<boolean> {
  const entries = (await at.logOf(file))?.read().entries ?? [];
  return entries.some(
    ({ event }) => event.kind === 'asked' && event.asked.kind === 'search' && event.sha256 === sha256,
  );
}
