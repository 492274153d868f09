import type { Mode } from '../../../../src/core/domain';
import type { LabelledDocument } from '../../tasks/documents';
import type { ScoredTrial } from '../../fitting/trialTable';
import type { JoinedText } from '../../tasks/tripletTasks';
import type { VerificationTrial } from '../../tasks/verificationTrials';
import { publisherOf } from '../../sources/sourceFolds';

/** One side of trials: documents that are read one after the other. */
export interface TrialSide {
  readonly key: string;
  readonly author: string;
  readonly mode: Mode;
  readonly genre: string;
  /** The publisher of a book that is a source by itself. */
  readonly source: string;
  readonly documents: readonly LabelledDocument[];
}

/** Two sides to compare. */
export interface Trial extends Pick<VerificationTrial, 'modes' | 'genreRelation' | 'same'> {
  readonly a: TrialSide;
  readonly b: TrialSide;
}

/** A comparison with what the figures are counted by. */
export interface SourcedTrial extends ScoredTrial {
  /** Ids of the documents of either side. */
  readonly id: string;
  readonly sources: readonly [string, string];
  readonly genres: readonly [string, string];
  /** Of the sources of both sides, which the models that scored it do not know; absent: they know them. */
  readonly fold?: number;
}

/** The trials of one length with their scores. */
export interface ScoredLength {
  readonly words: number;
  readonly trials: readonly SourcedTrial[];
}

/** A side of these documents. */
export function sideOfDocuments(documents: readonly LabelledDocument[]): TrialSide {
  const { author, mode, genre, source } = documents[0]!;
  const key = documents.map(({ id }) => id).join('+');
  return { key, author, mode, genre, source: publisherOf(source ?? ''), documents };
}

/** Trials of one length: those of the file, or for a length that it lacks those of the shortest longer one, cut shorter. */
export function trialsOfLength(
  trials: readonly VerificationTrial[],
  documents: readonly LabelledDocument[],
  words: number,
): readonly Trial[] {
  const lengths = [...new Set(trials.map((trial) => trial.words))].sort((a, b) => a - b);
  const from = lengths.find((length) => length >= words);
  const side = (text: JoinedText): TrialSide => sideOfDocuments(text.map((place) => documents[place]!));
  return trials
    .filter((trial) => trial.words === from)
    .map(({ a, b, same, modes, genreRelation }) => ({ a: side(a), b: side(b), same, modes, genreRelation }));
}
