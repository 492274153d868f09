import type { Question, VerifierKind } from '../domain/evidence';
import type { ServerAddress } from '../domain/basis';
import type { OwnMarker } from '../markers/ownMarkers';
import type { CaseValidation, PinnedParts } from './lock';

/** What a user chooses for a review, and what the case says of it. */
export interface ReviewOptions {
  /** The number of candidates that get a verification and can be asked for passages. */
  readonly candidates: number;
  /** The number of candidates with passages in the review. Undefined for all. */
  readonly passages?: number | undefined;
  /** The verifier that the user chose. Undefined if the modes of the two texts decide. */
  readonly verifier?: VerifierKind | undefined;
  /** Leaves quotations and signatures out of the comparison. */
  readonly excludeQuotes: boolean;
  /** The user's own markers, which are counted in addition to the catalogue. */
  readonly markers?: readonly OwnMarker[] | undefined;
  /** Searched with the index file. */
  readonly server?: ServerAddress | undefined;
  /** The pins of the case file. */
  readonly pinned?: PinnedParts | undefined;
  /** Whether the settings of the case are locked. Undefined outside a case. */
  readonly validation?: CaseValidation;
  /** Who could have written the text. Undefined for anybody. */
  readonly question?: Question | undefined;
}
