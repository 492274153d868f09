/** What the passages of one review are worth. */
export interface PassageRow {
  readonly questioned: string;
  readonly author: string;
  /** By how much deleting the three first passages lowers the author's score, and deleting random stretches on average. */
  readonly lateInteraction: Fall;
  readonly ngrams: Fall;
  readonly combined: Fall;
  /** Words of each passage. */
  readonly words: readonly number[];
  readonly cutInsideWord: number;
  readonly samePlaceTwice: number;
  /** Whether no other author's texts answer the first passage better than the author's own. */
  readonly ownBeatsStranger: boolean;
  /** The share of random stretches of its length of which that holds. */
  readonly randomBeatsStranger: number;
}

/** A fall of a score. */
export interface Fall {
  readonly passages: number;
  readonly random: number;
}

/** Figures of `evaluate passages`; a type, so that it fits where any metrics do. */
export type PassageFigures = Readonly<
  Record<
    | 'faithful'
    | 'faithfulNgrams'
    | 'faithfulCombined'
    | 'medianWords'
    | 'underEightWords'
    | 'cutInsideWord'
    | 'samePlaceTwice'
    | 'ownBeatsStranger'
    | 'randomBeatsStranger',
    number | null
  >
>;

/** Shares of the reviews (of the passages for `underEightWords`, `cutInsideWord`, `samePlaceTwice`), weighed as they were drawn. */
export function measurePassages(rows: readonly PassageRow[]): (weights?: Float64Array) => PassageFigures {
  return (weights) => {
    const weightOf = (at: number): number => weights?.[at] ?? 1;
    const share = (value: (row: PassageRow) => number, of: (row: PassageRow) => number = () => 1): number | null => {
      let [sum, total] = [0, 0];
      rows.forEach((row, at) => {
        sum += weightOf(at) * value(row);
        total += weightOf(at) * of(row);
      });
      return total > 0 ? sum / total : null;
    };
    const passages = ({ words }: PassageRow): number => words.length;
    return {
      faithful: share(({ lateInteraction: { passages, random } }) => Number(passages > random)),
      faithfulNgrams: share(({ ngrams: { passages, random } }) => Number(passages > random)),
      faithfulCombined: share(({ combined: { passages, random } }) => Number(passages > random)),
      medianWords: median(rows.flatMap(({ words }, at) => (weightOf(at) > 0 ? words : []))),
      underEightWords: share(({ words }) => words.filter((count) => count < 8).length, passages),
      cutInsideWord: share(({ cutInsideWord }) => cutInsideWord, passages),
      samePlaceTwice: share(({ samePlaceTwice }) => samePlaceTwice, passages),
      ownBeatsStranger: share(({ ownBeatsStranger }) => Number(ownBeatsStranger)),
      randomBeatsStranger: share(({ randomBeatsStranger }) => randomBeatsStranger),
    };
  };
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
