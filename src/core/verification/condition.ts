import type { Condition, GenreRelation, Lengths, Mode, ModePair, TextKind, VerifierKind } from '../domain/evidence';
import { normaliseGenre } from '../text/characters';

/** Lengths at which ratios are judged, in words. Between them the calibration changes smoothly. */
export const judgedLengths = {
  questioned: [50, 100, 250, 500, 1000, 2000, 4000],
  known: [250, 500, 1000, 2000, 4000, 8000, 16_000],
} as const satisfies Record<keyof Lengths, readonly number[]>;

/** The longest judged length that `words` reaches; 0 below the shortest. */
export function findJudgedLength(side: keyof Lengths, words: number): number {
  return judgedLengths[side].findLast((length) => length <= words) ?? 0;
}

/** What scores are measured against: a collection of many authors, the few of a case, or nobody. */
export const measures = ['collection', 'few', 'alone'] as const;
export type Measure = (typeof measures)[number];

/** The facts of a questioned text before any comparison. */
export interface QuestionedKind extends TextKind {
  readonly words: number;
}

/** A condition without its lengths. "unknown" covers trials of every kind. */
export type TrialKind = Pick<Condition, 'modes' | 'genreRelation'>;

export function pairModes(questioned: Mode, known: Mode): ModePair {
  if (questioned === 'unknown' || known === 'unknown') return 'unknown';
  if (questioned !== known) return 'written-spoken';
  return questioned === 'written' ? 'written-written' : 'spoken-spoken';
}

/** Genres are the same if their labels are equal. An empty label or "unknown" says nothing. Texts of two modes never have one genre. */
export function relateGenres(questioned: TextKind, known: TextKind): GenreRelation {
  if (pairModes(questioned.mode, known.mode) === 'written-spoken') return 'cross';
  const left = normaliseGenre(questioned.genre);
  const right = normaliseGenre(known.genre);
  if (isUnknown(left) || isUnknown(right)) return 'unknown';
  return left === right ? 'same' : 'cross';
}

/** The condition of a comparison of texts of these lengths. */
export function describeCondition(questioned: TextKind, known: TextKind, lengths: Lengths): Condition {
  return {
    modes: pairModes(questioned.mode, known.mode),
    genreRelation: relateGenres(questioned, known),
    words: findJudgedLength('questioned', lengths.questioned),
    knownWords: findJudgedLength('known', lengths.known),
  };
}

/**
 * The user's choice if there is one. Otherwise written for two written texts, spoken for two spoken texts, and the ensemble for all others,
 * including unknown modes.
 */
export function chooseVerifier(questioned: Mode, known: Mode, chosen?: VerifierKind): VerifierKind {
  if (chosen) return chosen;
  const modes = pairModes(questioned, known);
  if (modes === 'written-written') return 'written';
  return modes === 'spoken-spoken' ? 'spoken' : 'ensemble';
}

/** A condition in the notation of ids and tables. */
export function formatCondition({ modes, genreRelation, words, knownWords }: Condition): string {
  return `${modes}/${genreRelation}/${words}/${knownWords}`;
}

export function isSameKind(a: TrialKind, b: TrialKind): boolean {
  return a.modes === b.modes && a.genreRelation === b.genreRelation;
}

function isUnknown(genre: string): boolean {
  return genre === '' || genre === 'unknown';
}
