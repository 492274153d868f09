import path from 'node:path';
import type { LabelledDocument } from '../tasks/documents';
import { takeFirstWords } from '../../../src/core/text/countWords';
import { readStatistics } from '../../../src/node/models/manifest';
import { foldFolder, readFoldNgrams } from '../sources/foldNgrams';
import { unseenTexts } from '../sources/unseenTexts';
import { foldCount, foldOfSource } from '../sources/sourceFolds';
import type { EvaluateArguments } from './run/arguments';
import type { EvaluateDependencies } from './run/dependencies';
import type { headOf } from './run/output';
import { readBaselines } from '../classical/baselineStatistics';

/** Documents that are searched together, with models that may judge them. */
export interface Collection {
  readonly documents: readonly LabelledDocument[];
  readonly deps: EvaluateDependencies;
}

/** Collections whose figures are pooled, and the files that they come from. */
export interface Collections {
  readonly collections: readonly Collection[];
  readonly files: Parameters<typeof headOf>[3];
}

/**
 * The texts of each fold by authors that the encoder does not know, with n-grams that were counted and learned without the fold.
 * The encoder knows sources of it. Throws Usage where a fold's models are missing.
 */
export function readOutOfSource(args: EvaluateArguments, deps: EvaluateDependencies): Collections {
  const folds = args.required('folds');
  const { documents, files } = unseenTexts(args.required('data'), path.join('research', 'training', 'splits'));
  const most = args.count('max-words', Infinity);
  const collections = Array.from({ length: foldCount }, (_, fold) => ({
    documents: documents
      .filter(({ source }) => foldOfSource(source ?? '') === fold)
      .map((document) => ({ ...document, text: takeFirstWords(document.text, most) })),
    deps: {
      ...deps,
      statistics: async () => {
        const place = foldFolder(folds, fold);
        return readBaselines(place, (await readStatistics(place)).content);
      },
      ngrams: () => readFoldNgrams(folds, fold),
    },
  }));
  return { collections, files };
}
