import { bootstrapIntervals, publishedBootstrap, type Measures } from '../../src/core/evaluation/metrics/bootstrap';
import { relevantRanks } from '../measures/ranking';
import { meanMeasures, measureRanks, rankMeasureNames } from '../measures/rankingMeasures';
import type { LabelledDocument } from '../../src/core/evaluation/tasks/documents';
import { parseRankingTasks, type RankingTask } from '../tasks/rankingTasks';
import type { StopSignal } from '../../src/core/ports';
import { throwIfStopped } from '../../src/core/stop';
import type { OptionTable } from '../../src/cli/options';
import { type EvaluateArguments, taskOptions } from './run/arguments';
import type { DocumentScorer } from './methods/documentScorer';
import { readTasks } from './run/documentsFile';
import { figure, headOf, table, toJson, type EvaluateIo } from './run/output';
import type { EvaluateDependencies } from './run/dependencies';
import { duration, stageProgress } from './run/progress';
import { openScorers } from './methods/scorers';
import { sampledGroups } from './taskGroups';

export const rankingMethods = [
  'pipeline',
  'late-interaction',
  'document-vector',
  'mean',
  'span-vector',
  'sign',
  'fp32',
  'char4',
  'bm25',
  'delta',
  'cosdelta',
  'tfidf',
  'ngrams',
] as const;

export const rankingOptions = {
  authors: { kind: 'flag', help: 'ranks authors in place of documents' },
  ...taskOptions(rankingMethods),
} as const satisfies OptionTable;

/** One query: the ranks of its relevant documents or of its author, none when it has none, and how many documents it ranks. */
interface RankedQuery {
  readonly author: string;
  readonly ranks: readonly number[];
  readonly pool: number;
}

interface RankingRow extends Measures {
  readonly queries: number;
  readonly unanswerable: number;
  readonly pool: number | null;
}

type Row = Readonly<Record<string, unknown>> & { readonly interval: ReturnType<typeof bootstrapIntervals> };

/** `evaluate ranking`: where a query's relevant documents stand among all of the file. */
export async function evaluateRanking(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const methods = args.methods(rankingMethods);
  const { documents, tasks: wanted, files } = readTasks(args, parseRankingTasks);
  const groups = rankingGroups(wanted, args, documents);
  const places = new Set(documents.keys());
  const authors = args.flag('authors');
  const { scorers, models } = await openScorers(methods, { documents, places, authors, args, io, deps });
  const results = scorers.map(([method, scorer]): [string, readonly Row[]] => {
    const rankOne = ranker(documents, scorer, { authors, stop: io.stop });
    const queries = [...groups.values()].reduce((sum, group) => sum + group.length, 0);
    const follow = followed(method, queries, io);
    return [method, [...groups].map(([task, group]) => rowOf(task, group.map(follow(rankOne)), args.seed))];
  });
  const head = headOf('ranking', args, models, files);
  if (args.json) io.stdout(toJson({ ...head, methods: Object.fromEntries(results) }));
  else io.stdout(...printed(results));
}

function rankingGroups(
  tasks: readonly RankingTask[],
  args: EvaluateArguments,
  documents: readonly LabelledDocument[],
): ReadonlyMap<string, readonly RankingTask[]> {
  const key = ({ query }: RankingTask): string => query.map((place) => documents[place]!.id).join('\n');
  return sampledGroups(tasks, { group: ({ task }) => task, key }, args);
}

function ranker(
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
function followed(
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

function rowOf(task: string, queries: readonly RankedQuery[], seed: number): Row {
  const answerable = queries.filter(({ ranks }) => ranks.length > 0);
  const measure = meanMeasures(
    answerable.map(({ ranks }) => measureRanks(ranks)),
    rankMeasureNames,
  );
  const row: RankingRow = {
    queries: answerable.length,
    unanswerable: queries.length - answerable.length,
    pool: answerable.length === 0 ? null : answerable.reduce((sum, { pool }) => sum + pool, 0) / answerable.length,
    ...measure(),
  };
  const authors = answerable.map(({ author }) => [author]);
  return { task, ...row, interval: bootstrapIntervals(authors, measure, { ...publishedBootstrap, seed }) };
}

const shown = ['success@1', 'success@8', 'success@20', 'mrr'] as const;

function printed(results: readonly (readonly [string, readonly Row[]])[]): readonly string[] {
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
