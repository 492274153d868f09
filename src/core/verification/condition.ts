import type { Condition, GenreRelation, Mode, ModePair, VerifierKind } from '../domain';

/** Lengths that calibrations are fitted for, in words of the shorter side. */
export const lengthBands: readonly number[] = [100, 150, 250, 500, 1000, 2000];

/** The longest band that `words` reaches; 0 below the shortest. */
export function lengthBand(words: number): number {
  return lengthBands.findLast((band) => band <= words) ?? 0;
}

/** What a condition is told from, of either side. */
export interface TextKind {
  readonly mode: Mode;
  readonly genre: string;
}

export function modePair(questioned: Mode, known: Mode): ModePair {
  if (questioned === 'unknown' || known === 'unknown') return 'unknown';
  if (questioned !== known) return 'written-spoken';
  return questioned === 'written' ? 'written-written' : 'spoken-spoken';
}

/** Genres are the same when their labels are; an empty label or "unknown" says nothing. Texts of two modes are never of one genre. */
export function genreRelation(questioned: TextKind, known: TextKind): GenreRelation {
  if (modePair(questioned.mode, known.mode) === 'written-spoken') return 'cross';
  const left = questioned.genre.trim().toLowerCase();
  const right = known.genre.trim().toLowerCase();
  if (isUnknown(left) || isUnknown(right)) return 'unknown';
  return left === right ? 'same' : 'cross';
}

/** The condition of a comparison whose shorter side has `words` words. */
export function conditionOf(questioned: TextKind, known: TextKind, words: number): Condition {
  return {
    modes: modePair(questioned.mode, known.mode),
    genreRelation: genreRelation(questioned, known),
    words: lengthBand(words),
  };
}

/** The user's choice when there is one; both written → written, both spoken → spoken, else the ensemble, unknown modes included. */
export function chooseVerifier(questioned: Mode, known: Mode, chosen?: VerifierKind): VerifierKind {
  if (chosen) return chosen;
  const modes = modePair(questioned, known);
  if (modes === 'written-written') return 'written';
  return modes === 'spoken-spoken' ? 'spoken' : 'ensemble';
}

/** A condition as ids and tables name it. */
export function conditionName({ modes, genreRelation, words }: Condition): string {
  return `${modes}/${genreRelation}/${words}`;
}

export function sameCondition(a: Condition, b: Condition): boolean {
  return a.modes === b.modes && a.genreRelation === b.genreRelation && a.words === b.words;
}

function isUnknown(genre: string): boolean {
  return genre === '' || genre === 'unknown';
}
