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
import type { MarkerScores, QuestionedMarkers, TextRates } from '../markerScores';
import { type ComparedRow, computeScores } from '../scores';
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

type Scores = Comparable['scores'];

/**
 * Comparisons among the documents that scores of a kind are measured against. Each document is compared with all others of its genre by its
 * author, except those of the same work, and with those by one other author. Each comparison is measured against the documents of everybody
 * else. They are made once for the markers of these documents. Throws Cancelled.
 */
export const readComparisons = makeOnce((scores: Scores) =>
  makeOnce((habits: MarkerScores, stop: StopSignal) => makeComparisons(scores, habits, stop)),
);

/** A member with a known author. */
interface Member extends CohortMember {
  readonly document: CohortDocument;
  readonly rates: readonly TextRates[];
}

function makeComparisons(scores: Scores, habits: MarkerScores, stop: StopSignal): readonly OwnComparison[] {
  const members = (scores.members as readonly Omit<Member, 'rates'>[]).map((member): Member => {
    return { ...member, rates: habits.readRates(member.document) };
  });
  return members.flatMap((member, i) => {
    const questioned = { ...member, habits: habits.prepare(toComparedRow(member), member.rates) };
    const { author } = questioned.document;
    const alike = members.filter((member) => readKind(member) === readKind(questioned));
    const authors = [...new Set(alike.map(({ document }) => document.author))].filter((each) => each !== author);
    const own = alike.filter(
      ({ document }) => document.author === author && readWork(document) !== readWork(questioned.document),
    );
    const other = authors[i % authors.length];
    const others = alike.filter(({ document }) => document.author === other);
    return [own, others].flatMap((known) => compareMember(scores, questioned, known, stop) ?? []);
  });
}

function compareMember(
  scores: Scores,
  questioned: Member & { readonly habits: QuestionedMarkers },
  known: readonly Member[],
  stop: StopSignal,
): OwnComparison | undefined {
  if (known.length === 0) return undefined;
  const authors = [questioned.document.author, known[0]!.document.author] as const;
  const others = selectComparableAmong(scores, new Set(authors));
  if (!others) return undefined;
  const texts = known.map(({ document: { words }, features }) => ({ words, features }));
  const row = { ...toComparedRow(questioned), habits: questioned.habits };
  const side = {
    ...toComparedRow(questioned),
    features: weighRows(texts, ({ features }) => features),
    rates: known.flatMap(({ rates }) => rates),
  };
  return {
    authors,
    same: authors[0] === authors[1],
    lengths: { questioned: questioned.document.words, known: texts.reduce((sum, { words }) => sum + words, 0) },
    scores: computeScores(row, side, { ofQuestioned: others, ofKnown: others }, stop),
  };
}

function toComparedRow({ mode, features, document }: Member): ComparedRow {
  return { mode, genre: document.genre, features };
}

function readWork({ works, title, id }: CohortDocument): string {
  return works ? nameWorks(works) : title || id;
}

function readKind({ mode, document }: Member): string {
  return formatGenreKey({ mode, genre: document.genre });
}
