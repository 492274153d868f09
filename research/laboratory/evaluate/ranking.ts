import { parseRankingTasks, type RankingTask } from '../tasks/rankingTasks';
import type { LabelledDocument } from '../tasks/documents';
import type { OptionTable } from '../../../src/cli/options';
import { type EvaluateArguments, taskOptions } from './run/arguments';
import { readTasks } from './run/documentsFile';
import { headOf, toJson, type EvaluateIo } from './run/output';
import type { EvaluateDependencies } from './run/dependencies';
import { followed, ranker, rankingRow, rankingTable, type RankingRow } from './rankedQueries';
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
  'discriminant',
] as const;

export const rankingOptions = {
  authors: { kind: 'flag', help: 'ranks authors in place of documents' },
  ...taskOptions('{ task, query: [id], relevant: [id, …], exclude?: [id, …] }', rankingMethods),
} as const satisfies OptionTable;

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
  const results = scorers.map(([method, scorer]): [string, readonly RankingRow[]] => {
    const rankOne = ranker(documents, scorer, { authors, stop: io.stop });
    const queries = [...groups.values()].reduce((sum, group) => sum + group.length, 0);
    const follow = followed(method, queries, io);
    return [method, [...groups].map(([task, group]) => rankingRow(task, group.map(follow(rankOne)), args.seed))];
  });
  const head = headOf('ranking', args, models, files);
  if (args.json) io.stdout(toJson({ ...head, methods: Object.fromEntries(results) }));
  else io.stdout(...rankingTable(results, ['success@1', 'success@8', 'success@20', 'mrr']));
}

function rankingGroups(
  tasks: readonly RankingTask[],
  args: EvaluateArguments,
  documents: readonly LabelledDocument[],
): ReadonlyMap<string, readonly RankingTask[]> {
  const key = ({ query }: RankingTask): string => query.map((place) => documents[place]!.id).join('\n');
  return sampledGroups(tasks, { group: ({ task }) => task, key }, args);
}
