import {
  computeScores,
  type KnownRow,
  type Measurement,
  type QuestionedRow,
} from '../../../src/core/verification/scores';
import type { Scores } from '../../../src/core/verification/calibration';
import { throwIfStopped } from '../../../src/core/basics/work';
import { drawTrials, type UnequalTrial } from '../calibrate/folds/drawTrials';
import { measureAgainstAll, Rows } from '../calibrate/folds/foldScores';
import type { ScoredTrial } from '../fitting/trialTable';
import { sampleByKey } from '../measures/sample';
import type { FoldTexts } from './foldTexts';

/** Trials that a study is made of. */
export interface Drawn {
  readonly words: readonly number[];
  readonly knownWords: readonly number[];
  readonly isWanted: (trial: UnequalTrial) => boolean;
  /** Questioned works of a fold and condition, at most. */
  readonly limit: number;
}

/** What a comparison is made of. */
export interface ComparedSides {
  readonly trial: UnequalTrial;
  /** Of the questioned text, which is cut to so many. */
  readonly words: number;
  readonly questioned: QuestionedRow;
  readonly known: KnownRow;
  readonly measurement: Measurement;
}

/**
 * Trials of a fold with the scores that ship, and with those of a study; where these are undefined there is no trial. Trials with a score
 * that is not finite are left out, and their number is printed.
 */
export function scoreTrials(
  texts: FoldTexts,
  drawn: Drawn,
  addScores: (sides: ComparedSides) => Scores | undefined,
): readonly ScoredTrial[] {
  const rows = new Rows(texts.ngrams, texts.habits);
  let notFinite = 0;
  const trials = selectTrials(texts, drawn).flatMap((trial) => {
    throwIfStopped(texts.stop);
    const measurement = measureAgainstAll(texts.cohort, trial);
    if (!measurement) return [];
    const known = rows.ofSide(trial.known);
    return drawn.words.flatMap((words) => {
      if (words > trial.questioned.words) return [];
      const questioned = rows.ofWork(trial.questioned, words);
      const added = addScores({ trial, words, questioned, known, measurement });
      if (!added) return [];
      const { same, modes, genreRelation } = trial;
      const scores = { ...(computeScores(questioned, known, measurement) satisfies Scores), ...added };
      if (!Object.values(scores).every(Number.isFinite)) {
        notFinite += 1;
        return [];
      }
      const authors = [trial.questioned.cell.author, trial.known.cell.author] as const;
      const lengths = { questioned: words, known: trial.known.words };
      return [{ same, modes, genreRelation, authors, scores, lengths, folds: [texts.fold] }];
    });
  });
  if (notFinite > 0)
    process.stderr.write(`fold ${texts.fold}: ${notFinite} trials left out, because a score is not finite\n`);
  return trials;
}

function selectTrials(texts: FoldTexts, { words, knownWords, isWanted, limit }: Drawn): readonly UnequalTrial[] {
  const all = drawTrials(texts.documents, texts.seed).filter(
    (trial) =>
      knownWords.includes(trial.known.words) && trial.questioned.words >= Math.min(...words) && isWanted(trial),
  );
  const kindOf = ({ modes, genreRelation }: UnequalTrial): string => `${modes} ${genreRelation}`;
  return [...new Set(all.map(kindOf))].flatMap((kind) => {
    const own = all.filter((trial) => kindOf(trial) === kind);
    const works = [...new Set(own.map(({ questioned }) => questioned.key))];
    const kept = new Set(sampleByKey(works, (key) => key, limit, texts.seed));
    return own.filter(({ questioned }) => kept.has(questioned.key));
  });
}
