import type { QuestionScores } from '../../../src/core/verification/firstOfSearch';
import type { QuestionCalibration, QuestionSize } from '../../../src/core/verification/question';

/** A text that was asked of the authors of a question. */
export interface Asked {
  readonly from: string;
  /** Who published its source. Texts of one owner are alike. */
  readonly owner: string;
  readonly questioned: string;
  readonly author: string;
  /** Authors of the question, and of the case. */
  readonly authors: number;
  readonly beside: number;
  readonly modes: QuestionCalibration['conditions'][number]['modes'];
  readonly genreRelation: QuestionCalibration['conditions'][number]['genreRelation'];
  readonly words: number;
  readonly isInside: boolean;
  readonly rows: readonly (QuestionScores & {
    readonly author: string;
    readonly order: number;
    readonly llr: number | null;
    readonly knownWords: number;
  })[];
}

/** Sizes at which ratios are judged. */
const sizes = { authors: [2, 3, 5, 8, 14, 20, 30], words: [100, 250, 500, 1000, 2000], knownWords: [500, 2000, 8000] };

/** The known words of the author in the middle. */
export function medianKnown({ rows }: Asked): number {
  const known = rows.map(({ knownWords }) => knownWords).sort((a, b) => a - b);
  return Math.max(1, known[known.length >> 1]!);
}

/** The nearest of the judged known words. */
export function knownClass(asked: Asked): number {
  const distance = (size: number): number => Math.abs(Math.log(size / medianKnown(asked)));
  return sizes.knownWords.toSorted((a, b) => distance(a) - distance(b))[0]!;
}

/** What is known of each size of which something is known. */
export function everySize<Cell>(judge: (size: QuestionSize) => Cell | undefined): Cell[] {
  return sizes.authors.flatMap((authors) =>
    sizes.words.flatMap((words) =>
      sizes.knownWords.flatMap((knownWords) => judge({ authors, words, knownWords }) ?? []),
    ),
  );
}

/** A figure as it is written into models: four digits. */
export function digits(value: number): number {
  return Number(value.toPrecision(4));
}
