import type { Mode, VerifierKind } from '../domain';
import { modePair } from './condition';

/** The user's choice when there is one; both written → written, both spoken → spoken, else the ensemble, unknown modes included. */
export function chooseVerifier(questioned: Mode, known: Mode, chosen?: VerifierKind): VerifierKind {
  if (chosen) return chosen;
  const modes = modePair(questioned, known);
  if (modes === 'written-written') return 'written';
  return modes === 'spoken-spoken' ? 'spoken' : 'ensemble';
}
