import { existsSync } from 'node:fs';
import path from 'node:path';
import { Ngrams } from '../../../src/core/classical/ngrams';
import type { Cohort } from '../../../src/core/cohort/cohort';
import { MarkerRates } from '../../../src/core/markers/textMarkers';
import type { MarkerScores } from '../../../src/core/verification/markerScores';
import type { StopSignal } from '../../../src/core/basics/work';
import { readNgramMetric, readStatistics } from '../../../src/node/models/manifest';
import type { CalibrateOptions } from '../calibrate/options';
import { chooseAuthors } from '../calibrate/population/population';
import { collectionCohort, habitCounter } from '../evaluate/collectionCohort';
import { type CountedText, countHabits, fitHabits } from '../fitting/fitHabits';
import { foldFolder, readFoldNgrams } from '../sources/foldNgrams';
import { foldCount, foldOfSource, withoutFold } from '../sources/sourceFolds';
import { readBalancedTexts } from '../sources/register';
import { allTexts, unseenTexts } from '../sources/unseenTexts';
import type { LabelledDocument } from '../tasks/documents';

/** The texts of a fold, with what scores them. */
export interface FoldTexts {
  readonly fold: number;
  readonly seed: number;
  readonly documents: readonly LabelledDocument[];
  readonly ngrams: Ngrams;
  readonly habits: MarkerScores;
  /** Documents of the fold that scores are measured against. */
  readonly cohort: Cohort;
  readonly stop: StopSignal;
}

/** What trials are drawn from, and what scores them fold by fold. */
export interface Folds {
  /** Texts that a fit without the fold may see. */
  readonly others: (fold: number) => readonly LabelledDocument[];
  readonly read: () => AsyncGenerator<FoldTexts>;
  /** Whether the n-grams of a fold know none of its sources; otherwise they know none of the authors. */
  readonly isOutOfSource: boolean;
}

/**
 * The folds of all texts, scored by the n-grams that were learned without each, where there are such. Otherwise by those that ship, on texts by
 * authors that these were not learned from: of their sources they know some. Habits are always those of a population without the fold.
 */
export async function openFolds({ data, models, folds, seed }: CalibrateOptions, stop: StopSignal): Promise<Folds> {
  const isOutOfSource = existsSync(path.join(foldFolder(folds, 0), 'ngrams.bin'));
  const documents = isOutOfSource
    ? allTexts(data)
    : unseenTexts(data, path.resolve('research/training/splits')).documents;
  const statistics = (await readStatistics(models)).content;
  const shipped = new Ngrams(statistics, (await readNgramMetric(models, statistics)).content);
  const texts = chooseAuthors(readBalancedTexts(data).texts);
  const counted = countHabits(texts.flatMap((author) => author.texts));
  return {
    isOutOfSource,
    others: (fold) => withoutFold(documents.map(withSource), fold),
    read: async function* () {
      for (let fold = 0; fold < foldCount; fold++) {
        const ngrams = isOutOfSource ? await readFoldNgrams(folds, fold) : shipped;
        const own = documents.filter(({ source }) => foldOfSource(source ?? '') === fold);
        yield openFold(own, { fold, seed, ngrams, counted, stop });
      }
    },
  };
}

/** One fold, with the cohort that its documents make. Throws Cancelled. */
export function openFold(
  documents: readonly LabelledDocument[],
  {
    counted,
    ...run
  }: Pick<FoldTexts, 'fold' | 'seed' | 'ngrams' | 'stop'> & { readonly counted: readonly CountedText[] },
): FoldTexts {
  const habits = habitCounter(MarkerRates.parse(fitHabits(withoutFold(counted, run.fold))));
  return { ...run, documents, habits, cohort: collectionCohort(documents, { ...run, markerScores: habits }, () => []) };
}

function withSource(document: LabelledDocument): LabelledDocument & { readonly source: string } {
  return { ...document, source: document.source ?? '' };
}
