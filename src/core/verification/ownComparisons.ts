import { type CohortDocument, type CohortMember, type Comparable, comparableAmong, genreKey } from '../cohort/cohort';
import type { StopSignal } from '../work';
import type { ScoredLengths } from './calibration';
import { type ComparedRow, verificationScores } from './scores';
import type { Trial } from './fitting/trials';
import type { HabitScores, QuestionedHabits, TextRates } from './habitScores';
import { meanRow } from './sides';

/** A comparison of documents of the collection, whose answer is known. */
export interface OwnComparison extends ScoredLengths, Trial {}

type Scores = Comparable['scores'];
/** The comparisons by the documents and by the markers that were counted in them. */
const kept = new WeakMap<Scores, WeakMap<HabitScores, readonly OwnComparison[]>>();

/**
 * Comparisons among the documents that scores of a kind are measured against: each with all others of its genre by its author, but for
 * those of the same work, and with those by one other author, each measured against the documents of everybody else. They are made once.
 * Throws Cancelled.
 *
 * @param habits  of these documents
 */
export function ownComparisons(
  { scores }: Comparable,
  habits: HabitScores,
  stop: StopSignal,
): readonly OwnComparison[] {
  const byHabits = kept.get(scores) ?? new WeakMap<HabitScores, readonly OwnComparison[]>();
  const made = byHabits.get(habits) ?? makeComparisons(scores, habits, stop);
  kept.set(scores, byHabits.set(habits, made));
  return made;
}

/** A member of which it is known who wrote it. */
interface Member extends CohortMember {
  readonly document: CohortDocument;
  readonly rates: readonly TextRates[];
}

function makeComparisons(scores: Scores, habits: HabitScores, stop: StopSignal): readonly OwnComparison[] {
  const members = (scores.members as readonly Omit<Member, 'rates'>[]).map((member): Member => {
    return { ...member, rates: habits.ofDocument(member.document) };
  });
  return members.flatMap((member, i) => {
    const questioned = { ...member, habits: habits.of(compared(member), member.rates) };
    const { author } = questioned.document;
    const alike = members.filter((member) => kindOf(member) === kindOf(questioned));
    const authors = [...new Set(alike.map(({ document }) => document.author))].filter((each) => each !== author);
    const own = alike.filter(
      ({ document }) => document.author === author && workOf(document) !== workOf(questioned.document),
    );
    const other = authors[i % authors.length];
    const others = alike.filter(({ document }) => document.author === other);
    return [own, others].flatMap((known) => comparison(scores, questioned, known, stop) ?? []);
  });
}

function comparison(
  scores: Scores,
  questioned: Member & { readonly habits: QuestionedHabits },
  known: readonly Member[],
  stop: StopSignal,
): OwnComparison | undefined {
  if (known.length === 0) return undefined;
  const authors = [questioned.document.author, known[0]!.document.author] as const;
  const others = comparableAmong(scores, new Set(authors));
  if (!others) return undefined;
  const texts = known.map(({ document: { words }, features }) => ({ words, features }));
  const row = { ...compared(questioned), habits: questioned.habits };
  const side = {
    ...compared(questioned),
    features: meanRow(texts, ({ features }) => features),
    rates: known.flatMap(({ rates }) => rates),
  };
  return {
    authors,
    same: authors[0] === authors[1],
    lengths: { questioned: questioned.document.words, known: texts.reduce((sum, { words }) => sum + words, 0) },
    scores: verificationScores(row, side, { ofQuestioned: others, ofKnown: others }, stop),
  };
}

function compared({ mode, features, document }: Member): ComparedRow {
  return { mode, genre: document.genre, features };
}

function workOf({ title, id }: CohortDocument): string {
  return title || id;
}

function kindOf({ mode, document }: Member): string {
  return genreKey({ mode, genre: document.genre });
}
