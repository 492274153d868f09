import { bootstrapIntervals, publishedBootstrap, type Intervals } from '../../../src/core/evaluation/scoreGroups';
import { meanMeasures } from '../measures/rankingMeasures';
import type { LabelledDocument } from '../tasks/documents';
import { parseTripletTasks, type TripletTask } from '../tasks/tripletTasks';
import { throwIfStopped } from '../../../src/core/basics/work';
import { type EvaluateArguments, taskOptions } from './run/arguments';
import { rememberingPairs, type DocumentScorer } from './methods/documentScorer';
import { readTasks } from './run/documentsFile';
import { figure, headOf, table, toJson, type EvaluateIo } from './run/output';
import type { EvaluateDependencies } from './run/dependencies';
import { stageProgress } from './run/progress';
import { openScorers } from './methods/scorers';
import { sampledGroups } from './taskGroups';

export const tripletMethods = [
  'late-interaction',
  'document-vector',
  'mean',
  'char4',
  'bm25',
  'delta',
  'cosdelta',
  'tfidf',
  'ngrams',
] as const;

export const tripletOptions = taskOptions(
  '{ task, k?, query: [id], positive: id or [id], negatives: [id, …] }; several ids are one text',
  tripletMethods,
);

interface TripletRow {
  readonly task: string;
  readonly k: number;
  readonly trials: number;
  readonly accuracy: number | null;
  readonly interval: Intervals;
}

/** `evaluate triplets`: how often the positive scores strictly above every negative. */
export async function evaluateTriplets(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const methods = args.methods(tripletMethods);
  const { documents, tasks: wanted, files } = readTasks(args, parseTripletTasks);
  const groups = tripletGroups(wanted, args, documents);
  const tasks = [...groups.values()].flat();
  const places = new Set(tasks.flatMap((task) => [...task.query, ...task.positive, ...task.negatives]));
  const { scorers, models } = await openScorers(methods, { documents, places, args, io, deps });
  const results = scorers.map(([method, scorer]): [string, readonly TripletRow[]] => {
    const progress = stageProgress(io, method);
    const remembering = rememberingPairs(scorer);
    let done = 0;
    const rows = [...groups.values()].map((group) => {
      const right = group.map((task) => {
        throwIfStopped(io.stop);
        progress((done += 1), tasks.length);
        return isRight(task, remembering, io) ? 1 : 0;
      });
      return rowOf(group, right, { documents, seed: args.seed });
    });
    return [method, rows];
  });
  const head = headOf('triplets', args, models, files);
  if (args.json) io.stdout(toJson({ ...head, methods: Object.fromEntries(results) }));
  else io.stdout(...printed(results));
}

function tripletGroups(
  tasks: readonly TripletTask[],
  args: EvaluateArguments,
  documents: readonly LabelledDocument[],
): ReadonlyMap<string, readonly TripletTask[]> {
  const key = ({ query, positive }: TripletTask): string =>
    [...query, -1, ...positive].map((place) => documents[place]?.id ?? '').join('\n');
  return sampledGroups(tasks, { group: ({ task, k }) => `${task}\n${k}`, key }, args);
}

function isRight({ query, positive, negatives }: TripletTask, scorer: DocumentScorer, { stop }: EvaluateIo): boolean {
  const candidates = [positive, ...negatives.map((negative) => [negative])];
  const [best, ...others] = scorer.score(query, candidates, stop);
  return others.every((score) => best! > score);
}

function rowOf(
  group: readonly TripletTask[],
  right: readonly number[],
  { documents, seed }: { readonly documents: readonly LabelledDocument[]; readonly seed: number },
): TripletRow {
  const measure = meanMeasures(
    right.map((accuracy) => ({ accuracy })),
    ['accuracy'],
  );
  const authors = group.map(({ query }) => [documents[query[0]!]!.author]);
  const { task, k } = group[0]!;
  return {
    task,
    k,
    trials: group.length,
    accuracy: measure()['accuracy'] ?? null,
    interval: bootstrapIntervals(authors, measure, { ...publishedBootstrap, seed }),
  };
}

function printed(results: readonly (readonly [string, readonly TripletRow[]])[]): readonly string[] {
  const rows = results.flatMap(([method, list]) =>
    list.map(({ task, k, trials, accuracy, interval }) => [
      task,
      String(k),
      String(trials),
      method,
      figure(accuracy, interval['accuracy']),
    ]),
  );
  return table(['task', 'k', 'lists', 'method', 'accuracy [95 % interval]'], rows);
}
