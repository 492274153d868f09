import { makeOnce } from '../../basics/caches';
import type { StopSignal } from '../../basics/work';
import {
  type CohortDocument,
  type CohortMember,
  type Comparable,
  formatGenreKey,
  selectComparableAmong,
} from '../../cohort/cohort';
import { nameWorks } from '../../copies/copies';
import { createRandom, hashWithSeed } from '../../evaluation/scoreGroups';
import type { ScoredLengths } from '../calibration';
import type { MarkerScores } from '../markerScores';
import { computeScores } from '../scores';
import { weighRows } from '../sides';

/** A comparison with a known answer. */
export interface Trial {
  /** The author of each side. They are equal in a same-author trial. */
  readonly authors: readonly [string, string];
  readonly same: boolean;
}

/** A trial with its log10 ratio before bounds, which is finite. */
export interface RatedTrial extends Trial {
  readonly logOdds: number;
}

/** The authors are divided into this many folds for cross-fitting. */
export const folds = 5;

/** One of five folds, by author. */
export function foldOf(author: string, seed: number): number {
  return hashWithSeed(author, seed) % folds;
}

/** The authors of the same-author trials, or of the different-author trials. */
export function listAuthors(trials: readonly Trial[], same: boolean): ReadonlySet<string> {
  return new Set(trials.filter((trial) => trial.same === same).flatMap(({ authors }) => authors));
}

/**
 * Draws the authors of the trials with replacement. Each call makes a new draw and returns the weight of a trial: how often its authors
 * were drawn together.
 */
export function createAuthorDraws(trials: readonly Trial[], seed: number): () => (trial: Trial) => number {
  const authors = [...new Set(trials.flatMap((trial) => trial.authors))].sort();
  const random = createRandom(seed);
  return () => {
    const drawn = new Map<string, number>();
    for (let i = 0; i < authors.length; i++) {
      const author = authors[Math.floor(random() * authors.length)]!;
      drawn.set(author, (drawn.get(author) ?? 0) + 1);
    }
    return ({ authors: [a, b] }) => (drawn.get(a) ?? 0) * (a === b ? 1 : (drawn.get(b) ?? 0));
  };
}

/** A comparison of documents of the collection with a known answer. */
export interface OwnComparison extends ScoredLengths, Trial {}

/**
 * Comparisons among the documents that scores of a kind are measured against. Each document is compared with all others of its genre by its
 * author, except those of the same work, and with those by one other author. Each comparison is measured against the documents of everybody
 * else. They are made once for the markers of these documents. Throws Cancelled.
 */
export const readComparisons = makeOnce((scores: Comparable['scores']) =>
  makeOnce((habits: MarkerScores, stop: StopSignal): readonly OwnComparison[] => {
    const members = (scores.members as readonly (CohortMember & { readonly document: CohortDocument })[]).map(
      ({ mode, features, document }) => {
        const kind = { mode, genre: document.genre };
        return { document, rates: habits.readRates(document), row: { ...kind, features }, key: formatGenreKey(kind) };
      },
    );
    return members.flatMap(({ document, row, rates, key }, i) => {
      const questioned = { ...row, habits: habits.prepare(row, rates) };
      const { author } = document;
      const alike = members.filter((each) => each.key === key);
      const authors = [...new Set(alike.map((each) => each.document.author))].filter((each) => each !== author);
      const other = authors[i % authors.length];
      const isOwn = (each: CohortDocument): boolean => each.author === author && readWork(each) !== readWork(document);
      const own = alike.filter((each) => isOwn(each.document));
      const others = alike.filter((each) => each.document.author === other);
      return [own, others].flatMap((known): readonly OwnComparison[] => {
        const writer = known[0]?.document.author;
        const rest = writer === undefined ? undefined : selectComparableAmong(scores, new Set([author, writer]));
        if (writer === undefined || !rest) return [];
        const texts = known.map((each) => ({ words: each.document.words, features: each.row.features }));
        const side = {
          ...row,
          features: weighRows(texts, ({ features }) => features),
          rates: known.flatMap((each) => each.rates),
        };
        return [
          {
            authors: [author, writer],
            same: author === writer,
            lengths: { questioned: document.words, known: texts.reduce((sum, { words }) => sum + words, 0) },
            scores: computeScores(questioned, side, { ofQuestioned: rest, ofKnown: rest }, stop),
          },
        ];
      });
    });
  }),
);

function readWork({ works, title, id }: CohortDocument): string {
  return works ? nameWorks(works) : title || id;
}
