import type { KnownDocument, Note, Verification } from '../domain';
import type { StopSignal } from '../ports';
import { sharedRuns, wordRuns, type WordRuns } from '../text/wordRuns';

/**
 * Least share of the shorter text's runs of five words that makes two texts copies. Texts of one author share up to a third of
 * them (release notes, press releases), texts of two authors less than a fifth; a copy with one word in ten changed at
 * random shares .59 (docs/decisions/0021-copies.md).
 */
const copyShare = 0.5;
/** From this share on a known text is said to have parts in common with the questioned one. */
const overlapShare = 0.1;

/** Known texts without the copies of a questioned text among them, and what there is to say of both. */
export interface BesideCopies {
  readonly kept: readonly KnownDocument[];
  readonly copies: readonly KnownDocument[];
  readonly notes: readonly Note[];
}

/**
 * Parts known texts from those that are the questioned text, nearly so, a part of it or more than it: a text says nothing about
 * its author by being itself. Throws Cancelled.
 *
 * @param questioned  the runs of the whole text, quotations too
 */
export function besideCopies(questioned: WordRuns, known: readonly KnownDocument[], stop: StopSignal): BesideCopies {
  const compared = known.map((document) => ({
    document,
    share: sharedRuns(questioned, wordRuns(document.text, stop)),
  }));
  const kept = compared.filter(({ share }) => share < copyShare);
  const copies = compared.filter(({ share }) => share >= copyShare);
  const overlapping = kept.filter(({ share }) => share >= overlapShare);
  return {
    kept: kept.map(({ document }) => document),
    copies: copies.map(({ document }) => document),
    notes: [...notesOf('copyOfKnown', copies), ...notesOf('overlapsKnown', overlapping)],
  };
}

interface ComparedDocument {
  readonly document: KnownDocument;
  readonly share: number;
}

function notesOf(caveat: Note['caveat'], compared: readonly ComparedDocument[]): readonly Note[] {
  return compared.map(({ document, share }) => ({ caveat, title: document.title, share }));
}

/** A verification with what there is to say of the known texts before it was made. */
export function withNotes(verification: Verification, notes: readonly Note[]): Verification {
  return { ...verification, notes: [...notes, ...verification.notes] };
}
