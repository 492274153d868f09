import type { KnownDocument, Verification } from '../domain/evidence';
import type { CandidateOrigin, IndexedDocument } from '../ports';
import type { QuestionedVerifier } from '../verification/fusedVerifier';
import type { StopSignal } from '../basics/work';

/**
 * Verifies an author with the available known texts. It abstains if there are none: language, copies and oddities are checked in the texts
 * themselves, which a server does not store.
 */
export async function verifyAgainst(
  {
    verifier,
    rows,
    known,
  }: {
    readonly verifier: Pick<QuestionedVerifier, 'verify'>;
    readonly rows: readonly IndexedDocument[];
    readonly known: readonly KnownDocument[];
  },
  origin: CandidateOrigin,
  stop: StopSignal,
): Promise<Verification> {
  if (known.length > 0) {
    const verified = await verifier.verify(known, origin, stop);
    const isSome = rows.some(({ onServer }) => onServer?.hasText === false);
    return isSome ? { ...verified, caveats: [...verified.caveats, 'someTextsOnServer'] } : verified;
  }
  const reason = 'textsOnServer';
  const untold = rows.map((row): KnownDocument => ({ ...row, text: '' }));
  const verified = await verifier.verify(untold, { ...origin, withheld: reason }, stop);
  return { ...verified, reason, caveats: [], notes: [] };
}
