import {
  bootstrapIntervals,
  publishedBootstrap,
  type Intervals,
  type Measures,
} from '../../../src/core/evaluation/scoreGroups';
import type { LabelledDocument } from '../tasks/documents';
import { type StopSignal, throwIfStopped } from '../../../src/core/basics/work';
import { relevantRanks } from '../measures/ranking';
import { meanMeasures, measureRanks } from '../measures/rankingMeasures';
import type { RankingTask } from '../tasks/rankingTasks';
import type { DocumentScorer } from './methods/documentScorer';
import { figure, table, type EvaluateIo } from './run/output';
import { duration, stageProgress } from './run/progress';

/** One query: the ranks of its relevant documents or of its author, none when it has none, and how many documents it ranks. */
export interface RankedQuery {
  readonly author: string;
  readonly ranks: readonly number[];
  readonly pool: number;
}

interface QueryCounts extends Measures {
  readonly queries: number;
  readonly unanswerable: number;
  readonly pool: number | null;
}

/** The figures of the queries of a task by one method. */
export type RankingRow = Readonly<Record<string, unknown>> & { readonly interval: Intervals };

/** Ranks the documents of a query, all but its own and those it leaves out. Throws Cancelled. */
export function ranker(
  documents: readonly LabelledDocument[],
  scorer: DocumentScorer,
  { authors, stop }: { readonly authors: boolean; readonly stop: StopSignal },
): (task: RankingTask) => RankedQuery {
  const ids = documents.map(({ id }) => id);
  const alone = documents.map((_, i) => [i]);
  return ({ query, relevant, exclude }) => {
    throwIfStopped(stop);
    const ranked = new Uint8Array(documents.length).fill(1);
    for (const place of [...query, ...exclude]) ranked[place] = 0;
    const pool = ranked.reduce((sum, one) => sum + one, 0);
    const author = documents[query[0]!]!.author;
    if (!relevant.some((place) => ranked[place] === 1)) return { author, ranks: [], pool };
    const candidates = alone.filter((_, i) => ranked[i] === 1);
    const scores = new Float64Array(documents.length).fill(-Infinity);
    const found = scorer.score(query, candidates, stop);
    candidates.forEach(([place], at) => (scores[place!] = found[at]!));
    if (authors) return { author, ranks: [authorRank(author, documents, scores)], pool };
    return { author, ranks: relevantRanks(scores, ids, ranked, relevant), pool };
  };
}

/** The place of an author among all, each by the best of the documents; of equal ones all others are before. */
function authorRank(author: string, documents: readonly LabelledDocument[], scores: Float64Array): number {
  const best = new Map<string, number>();
  documents.forEach((document, i) => {
    best.set(document.author, Math.max(best.get(document.author) ?? -Infinity, scores[i]!));
  });
  const own = best.get(author)!;
  return [...best].filter(([name, score]) => name === author || (score >= own && score > -Infinity)).length;
}

/** Counts queries on stderr; it says how long the method will take after the second, since the first also prepares. */
export function followed(
  method: string,
  queries: number,
  io: EvaluateIo,
): (rank: (task: RankingTask) => RankedQuery) => (task: RankingTask) => RankedQuery {
  const progress = stageProgress(io, method);
  let done = 0;
  return (rank) => (task) => {
    const started = performance.now();
    const ranked = rank(task);
    const seconds = (performance.now() - started) / 1000;
    done += 1;
    if (done === 2) io.stderr(`${method}: ${queries} queries need about ${duration(seconds * queries)}`);
    progress(done, queries);
    return ranked;
  };
}

/** Mean figures of queries; those without a relevant document are counted and left out. */
export function rankingRow(
  task: string,
  queries: readonly RankedQuery[],
  seed: number,
  measureOne: (ranks: readonly number[]) => Readonly<Record<string, number>> = measureRanks,
): RankingRow {
  const answerable = queries.filter(({ ranks }) => ranks.length > 0);
  const measure = meanMeasures(
    answerable.map(({ ranks }) => measureOne(ranks)),
    Object.keys(measureOne([1])),
  );
  const row: QueryCounts = {
    queries: answerable.length,
    unanswerable: queries.length - answerable.length,
    pool: answerable.length === 0 ? null : answerable.reduce((sum, { pool }) => sum + pool, 0) / answerable.length,
    ...measure(),
  };
  const authors = answerable.map(({ author }) => [author]);
  return { task, ...row, interval: bootstrapIntervals(authors, measure, { ...publishedBootstrap, seed }) };
}

/** The rows of each method as a table for people, with the measures `shown`. */
export function rankingTable(
  results: readonly (readonly [string, readonly RankingRow[]])[],
  shown: readonly string[],
): readonly string[] {
  const rows = results.flatMap(([method, list]) =>
    list.map((row) => [
      String(row['task']),
      String(row['queries']),
      String(row['unanswerable']),
      method,
      ...shown.map((name) => figure(row[name] as number | null, row.interval[name])),
    ]),
  );
  return table(['task', 'queries', 'without relevant', 'method', ...shown], rows);
}
