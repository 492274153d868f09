import { usage } from '../../../src/core/errors';
import type { StopSignal } from '../../../src/core/basics/work';
import type { OptionTable } from '../../../src/cli/options';
import { successAt } from '../measures/ranking';
import { measureRanks } from '../measures/rankingMeasures';
import { crossGenreTasks, documentsOfTrack, tracks, type Track } from '../tasks/crossGenreTasks';
import type { RankingTask } from '../tasks/rankingTasks';
import type { Collection, Collections } from './outOfSource';
import type { DocumentScorer } from './methods/documentScorer';
import { openScorers, type RankingMethod } from './methods/scorers';
import { followed, ranker, rankingRow, rankingTable, type RankedQuery, type RankingRow } from './rankedQueries';
import type { EvaluateArguments } from './run/arguments';
import type { EvaluateDependencies } from './run/dependencies';
import { readDocuments } from './run/documentsFile';
import { headOf, toJson, type EvaluateIo } from './run/output';
import { sampledGroups } from './taskGroups';

export const crossGenreMethods = [
  'bm25',
  'char4',
  'semantic',
  'mean',
  'document-vector',
  'late-interaction',
  'sign',
  'ngrams',
  'pipeline',
] as const satisfies readonly RankingMethod[];

/** Cosine of the untuned backbone from which two texts are of one topic (SADIRI-v2, §3.1). */
const topicLimit = 0.2;

export const crossGenreOptions = {
  'cross-genre': { kind: 'flag', help: 'needles of another genre among the documents of all other authors' },
  semantic: { kind: 'text', value: 'DIR', help: 'the untuned backbone, by training.export.semantic' },
  'other-topic': { kind: 'flag', help: `needles of another topic alone: below ${topicLimit} by --semantic` },
  folds: { kind: 'text', value: 'DIR', help: 'n-grams without each fold: their sources alone, by authors of --data' },
  data: { kind: 'text', value: 'DIR', help: 'with --folds: the corpus, less the authors that the encoder knows' },
} as const satisfies OptionTable;

type QueriesOf = Map<RankingMethod, RankedQuery[]>;

/** `evaluate attribution --cross-genre`: where documents of another genre by the author of a questioned one stand. */
export async function evaluateCrossGenre(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const asked = args.methods(crossGenreMethods);
  const methods = args.list('method') || args.text('semantic') ? asked : asked.filter((name) => name !== 'semantic');
  const { collections, files } = await readCollections(args, deps);
  const models: Record<string, string> = {};
  const results = new Map<RankingMethod, RankingRow[]>(methods.map((method) => [method, []]));
  for (const track of tracks) {
    const queries: QueriesOf = new Map(methods.map((method) => [method, []]));
    for (const one of collections) Object.assign(models, await rankTrack(track, one, { methods, queries, args, io }));
    if ([...queries.values()].every(({ length }) => length === 0)) continue;
    for (const [method, rows] of results) rows.push(rankingRow(track.name, queries.get(method)!, args.seed, measures));
  }
  if ([...results.values()].every(({ length }) => length === 0)) throw usage('No author has such works in two genres.');
  const head = headOf('cross-genre', args, models, files);
  if (args.json) io.stdout(toJson({ ...head, methods: Object.fromEntries(results) }));
  else io.stdout(...rankingTable([...results], ['success@8', 'success@100', 'gap', 'mrr@20']));
}

/** `gap`: the queries that a reranker of the first hundred could still bring among the first eight. */
function measures(ranks: readonly number[]): Readonly<Record<string, number>> {
  return { ...measureRanks(ranks), gap: successAt(ranks, 100) - successAt(ranks, 8) };
}

interface TrackRun {
  readonly methods: readonly RankingMethod[];
  readonly queries: QueriesOf;
  readonly args: EvaluateArguments;
  readonly io: EvaluateIo;
}

/** Adds the ranks of a collection's queries by every method, and returns the models behind them. */
async function rankTrack(
  track: Track,
  { documents: all, deps }: Collection,
  { methods, queries, args, io }: TrackRun,
): Promise<Readonly<Record<string, string>>> {
  const documents = documentsOfTrack(all, track, args.seed);
  const key = ({ query }: RankingTask): string => documents[query[0]!]!.id;
  const by = { group: ({ task }: RankingTask) => task, key };
  const drawn = [...sampledGroups(crossGenreTasks(documents, track.name), by, args).values()].flat();
  if (drawn.length === 0) return {};
  const places = new Set(documents.keys());
  const otherTopic = args.flag('other-topic');
  const needed = otherTopic ? [...new Set<RankingMethod>(['semantic', ...methods])] : methods;
  const { scorers: opened, models } = await openScorers(needed, { documents, places, args, io, deps });
  const tasks = otherTopic ? ofOtherTopic(drawn, opened[0]![1], io.stop) : drawn;
  const scorers = opened.filter(([method]) => methods.includes(method));
  const once = new Map(tasks.map((task) => [key(task), task])); // a document may be questioned in several splits
  for (const [method, scorer] of scorers) {
    const follow = followed(`${method}, ${track.name}`, once.size, io);
    const rankOne = follow(ranker(documents, scorer, { authors: false, stop: io.stop }));
    const ranked = new Map([...once].map(([id, task]) => [id, rankOne(task)]));
    queries.get(method)!.push(...tasks.map((task) => ranked.get(key(task))!));
  }
  return models;
}

/** Tasks that look for needles unlike the questioned text in topic; the author's other documents take no part. */
function ofOtherTopic(
  tasks: readonly RankingTask[],
  semantic: DocumentScorer,
  stop: StopSignal,
): readonly RankingTask[] {
  const of = tasks.map((task): RankingTask => {
    const alone = task.relevant.map((place) => [place]);
    const near = semantic.score(task.query, alone, stop).map((cosine) => (cosine < topicLimit ? 0 : 1));
    const relevant = task.relevant.filter((_, at) => near[at] === 0);
    return { ...task, relevant, exclude: [...task.exclude, ...task.relevant.filter((_, at) => near[at] === 1)] };
  });
  return of.filter(({ relevant }) => relevant.length > 0);
}

/** The documents file; or, out of source, the texts of each fold by authors that the encoder does not know. */
async function readCollections(args: EvaluateArguments, deps: EvaluateDependencies): Promise<Collections> {
  if (args.text('folds') !== undefined) return (await import('./outOfSource')).readOutOfSource(args, deps);
  const { set, file } = readDocuments(args);
  return { collections: [{ documents: set.documents, deps }], files: { documents: file } };
}
