import type { MarkerRates } from '../../../../src/core/markers/textMarkers';
import type { MarkerScores, TextRates } from '../../../../src/core/verification/markerScores';
import { averageRows } from '../../../../src/core/verification/sides';
import type { FeatureRow } from '../../../../src/core/classical/featureRow';
import type { Ngrams } from '../../../../src/core/classical/ngrams';
import { type Cohort, type Comparable, formatGenreKey } from '../../../../src/core/cohort/cohort';
import { hashWithSeed } from '../../../../src/core/evaluation/scoreGroups';
import { type StopSignal, throwIfStopped } from '../../../../src/core/basics/work';
import { takeFirstWords } from '../../../../src/core/text/countWords';
import { judgedLengths, type Measure } from '../../../../src/core/verification/condition';
import type { Scores } from '../../../../src/core/verification/calibration';
import { type OwnComparison, readComparisons } from '../../../../src/core/verification/fitting/trials';
import {
  type KnownRow,
  findMeasurement,
  type Measurement,
  type QuestionedRow,
  computeScores,
} from '../../../../src/core/verification/scores';
import type { StageProgress } from '../../evaluate/run/progress';
import { collectionCohort, habitCounter } from '../../evaluate/collectionCohort';
import type { LabelledDocument } from '../../tasks/documents';
import { drawTrials, type KnownPart, type KnownSide, type QuestionedWork, type UnequalTrial } from './drawTrials';
import type { ScoredTrial } from '../../fitting/trialTable';

/** A comparison with what its figures are counted by. */
export interface SourcedTrial extends ScoredTrial {
  readonly sources: readonly [string, string];
}

/** The trials of one fold, by what their scores are measured against. */
export type MeasuredTrials = Readonly<Record<Measure, readonly SourcedTrial[]>>;

/** The same with comparisons among the documents of the fold that those of one genre are measured against, by their kind. */
export interface FoldScores {
  readonly trials: Readonly<Record<Measure, readonly (SourcedTrial & { readonly kind: string })[]>>;
  readonly own: Readonly<Record<string, readonly OwnComparison[]>>;
}

/** The trials as they are fitted and judged. */
export function withOwnComparisons({ trials, own }: FoldScores): MeasuredTrials {
  return { ...trials, collection: trials.collection.map(({ kind, ...trial }) => ({ ...trial, own: own[kind] ?? [] })) };
}

/** What trials are scored with. */
export interface FoldRun {
  readonly fold: number;
  /** Knows no source of the fold, and no author of one. */
  readonly ngrams: Ngrams;
  /** Habits of texts, and how a population keeps them that knows no source of the fold either. */
  readonly habitRates: MarkerRates;
  readonly seed: number;
  readonly stop: StopSignal;
  readonly progress: (stage: string) => StageProgress;
}

/** Authors of the few that a case has. */
const fewAuthors = 8;

/** The trials of a fold's documents at every judged length, scored against other authors of the fold: all, some, or none. */
export function scoreFold(documents: readonly LabelledDocument[], run: FoldRun): FoldScores {
  const trials = drawTrials(documents, run.seed);
  const authors = new Set(trials.flatMap(({ questioned, known }) => [questioned.cell.author, known.cell.author]));
  const own = documents.filter(({ author }) => authors.has(author));
  const habits = habitCounter(run.habitRates);
  const cohort = collectionCohort(own, { ...run, markerScores: habits }, () => []);
  const rows = new Rows(run.ngrams, habits);
  const sources = new Map(own.map(({ author, source = '' }) => [author, source]));
  const scored: Record<Measure, (SourcedTrial & { readonly kind: string })[]> = { collection: [], few: [], alone: [] };
  const told = run.progress(`fold ${run.fold + 1}`);
  for (const [at, trial] of trials.entries()) {
    throwIfStopped(run.stop);
    told(at + 1, trials.length);
    const all = measureAgainstAll(cohort, trial);
    const some = all && measureFew(all, trial, { sources, seed: run.seed });
    for (const words of judgedLengths.questioned.filter((length) => length <= trial.questioned.words)) {
      const questioned = rows.ofWork(trial.questioned, words);
      const known = rows.ofSide(trial.known);
      const found = describe(trial, words, run.fold);
      if (all) scored.collection.push({ ...found, scores: scoresOf(questioned, known, all) });
      if (some) scored.few.push({ ...found, scores: scoresOf(questioned, known, some) });
      scored.alone.push({ ...found, scores: scoresOf(questioned, known, undefined) });
    }
  }
  return { trials: scored, own: ownOf(cohort, habits, trials, run.stop) };
}

/** Comparisons among the documents that each kind of known texts is measured against. */
export function ownOf(
  cohort: Cohort,
  habits: MarkerScores,
  trials: readonly UnequalTrial[],
  stop: StopSignal,
): FoldScores['own'] {
  const kinds = new Map(trials.map(({ known: { cell } }) => [formatGenreKey(cell), cell]));
  const comparisons = [...kinds].map(([key, cell]) => {
    const comparable = cohort.selectComparable(cell, new Set());
    const own = comparable ? readComparisons(comparable.scores)(habits, stop) : [];
    return [key, own.map((each) => ({ ...each, scores: rounded(each.scores) }))] as const;
  });
  return Object.fromEntries(comparisons);
}

function scoresOf(
  questioned: QuestionedRow,
  known: KnownRow,
  measurement: Measurement | undefined,
): ScoredTrial['scores'] {
  return rounded(computeScores(questioned, known, measurement));
}

function rounded(scores: Scores): Scores {
  return Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, Number(score.toPrecision(6))]));
}

function describe(
  { questioned, known, same, modes, genreRelation }: UnequalTrial,
  words: number,
  fold: number,
): Omit<FoldScores['trials'][Measure][number], 'scores'> {
  return {
    kind: formatGenreKey(known.cell),
    ...{ same, modes, genreRelation, folds: [fold] },
    authors: [questioned.cell.author, known.cell.author],
    sources: [questioned.cell.source, known.cell.source],
    lengths: { questioned: words, known: known.words },
  };
}

/** What a trial's scores are measured against: all others of the cohort. */
export function measureAgainstAll(cohort: Cohort, { questioned, known }: UnequalTrial): Measurement | undefined {
  const leftOut = new Set([questioned.cell.author, known.cell.author]);
  return findMeasurement(cohort, { questioned: questioned.cell, known: known.cell }, leftOut);
}

/** The same by eight authors, those of the questioned work's source first, as a case has them. */
export function measureFew(
  { ofQuestioned, ofKnown }: Measurement,
  { questioned, known }: UnequalTrial,
  { sources, seed }: { readonly sources: ReadonlyMap<string, string>; readonly seed: number },
): Measurement {
  const few = (comparable: Comparable): Comparable => {
    const authorAt = (place: number): string => comparable.scores.members[place]!.document!.author;
    const rank = (author: string): number =>
      (sources.get(author) === sources.get(questioned.cell.author) ? 0 : 2 ** 32) +
      hashWithSeed(`${questioned.key} ${known.cell.author} ${author}`, seed);
    const authors = [...new Set(comparable.places.map(authorAt))].sort((a, b) => rank(a) - rank(b));
    const kept = new Set(authors.slice(0, fewAuthors));
    const places = comparable.places.filter((place) => kept.has(authorAt(place)));
    return { scores: comparable.scores, places, authors: kept.size };
  };
  const fewKnown = few(ofKnown);
  return { ofKnown: fewKnown, ofQuestioned: ofQuestioned === ofKnown ? fewKnown : few(ofQuestioned) };
}

/** Rows and habits of texts, each made once. */
export class Rows {
  private readonly works = new Map<string, QuestionedRow>();
  private readonly parts = new Map<string, { readonly features: FeatureRow; readonly rates: TextRates }>();
  private readonly sides = new Map<string, KnownRow>();

  constructor(
    private readonly ngrams: Ngrams,
    private readonly habits: MarkerScores,
  ) {}

  ofWork({ key, cell: { mode, genre }, text: whole }: QuestionedWork, words: number): QuestionedRow {
    return kept(this.works, `${key} ${words}`, () => {
      const text = takeFirstWords(whole, words);
      const habits = this.habits.prepare({ mode, genre }, [this.habits.countIn({ text, genre })]);
      return { mode, genre, features: this.ngrams.computeFeatures(text), habits };
    });
  }

  ofSide({ key, cell: { mode, genre }, parts }: KnownSide): KnownRow {
    return kept(this.sides, key, () => {
      const made = parts.map((part) => ({ words: part.words, ...this.ofPart(part) }));
      const rates = made.map((part) => part.rates);
      return { mode, genre, rates, features: averageRows(made, ({ features }) => features) };
    });
  }

  private ofPart({ document: { id, text: whole, genre }, words }: KnownPart) {
    return kept(this.parts, `${id} ${words}`, () => {
      const text = takeFirstWords(whole, words);
      return { features: this.ngrams.computeFeatures(text), rates: this.habits.countIn({ text, genre }) };
    });
  }
}

function kept<Made>(map: Map<string, Made>, key: string, make: () => Made): Made {
  const row = map.get(key) ?? make();
  map.set(key, row);
  return row;
}
