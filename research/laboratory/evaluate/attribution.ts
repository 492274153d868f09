import {
  attributionMeasureNames,
  attributionProblems,
  isCorrect,
  measureAttribution,
  type AttributionMeasures,
  type AttributionProblem,
  type AttributionRow,
} from '../measures/attribution';
import { bootstrapIntervals, publishedBootstrap, type Intervals } from '../../../src/core/evaluation/scoreGroups';
import { sampleByKey } from '../measures/sample';
import type { LabelledDocument } from '../tasks/documents';
import { listPopulationMembers, Profiler } from '../../../src/core/cohort/cohortCache';
import { throwIfStopped } from '../../../src/core/basics/work';
import type { OptionTable } from '../../../src/cli/options';
import { corpusOptions, type EvaluateArguments, positive } from './run/arguments';
import { crossGenreMethods, crossGenreOptions, evaluateCrossGenre } from './crossGenre';
import {
  attributionMethods,
  classicalAttribution,
  pipelineAttribution,
  type Attribute,
  type AttributionMethod,
} from './methods/attributionMethods';
import { CachingEncoder } from './encoding/cachingEncoder';
import { readDocuments } from './run/documentsFile';
import { EncodedCorpus } from './encoding/encodedCorpus';
import { figure, headOf, table, toJson, type EvaluateIo } from './run/output';
import type { EvaluateDependencies } from './run/dependencies';
import { stageProgress } from './run/progress';

/** Candidates that a review verifies where nothing else is chosen. */
const mostVerified = 10;

export const attributionOptions = {
  closed: { kind: 'flag', help: 'one of the known authors wrote each: always names the first' },
  method: {
    kind: [...new Set([...attributionMethods, ...crossGenreMethods])],
    value: 'NAME',
    multiple: true,
    help: `of ${attributionMethods.join(', ')}; with --cross-genre of ${crossGenreMethods.join(', ')} (all)`,
  },
  candidates: { kind: positive, value: 'N', help: 'candidates that are verified (10)' },
  ...crossGenreOptions,
  ...corpusOptions,
} as const satisfies OptionTable;

type MethodResult = AttributionMeasures & { readonly rows: readonly AttributionRow[]; readonly interval: Intervals };

interface AttributionSetting {
  readonly args: EvaluateArguments;
  readonly io: EvaluateIo;
  readonly deps: EvaluateDependencies;
  readonly documents: readonly LabelledDocument[];
  readonly problems: readonly AttributionProblem[];
  readonly models: Record<string, string>;
}

/** `evaluate attribution`: which of a problem's known authors wrote a questioned document, or none of them. */
export async function evaluateAttribution(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  if (args.flag('cross-genre')) return evaluateCrossGenre(args, io, deps);
  const methods = args.methods(attributionMethods);
  const { set, file } = readDocuments(args);
  const { documents } = set;
  const problems = attributionProblems(set, file.name).map((problem) => ({
    ...problem,
    questioned: sampleByKey(problem.questioned, (place) => documents[place]!.id, args.limit, args.seed),
  }));
  const models: Record<string, string> = {};
  const setting = { args, io, deps, documents, problems, models };
  const results: [string, MethodResult][] = [];
  for (const method of methods) results.push([method, await resultOf(method, setting)]);
  const head = { ...headOf('attribution', args, models, { documents: file }), closed: args.flag('closed') };
  if (args.json) io.stdout(toJson({ ...head, methods: Object.fromEntries(results) }));
  else io.stdout(...printed(results));
}

async function resultOf(method: AttributionMethod, setting: AttributionSetting): Promise<MethodResult> {
  const { args, io, documents, problems } = setting;
  const attribute = await openMethod(method, setting);
  const progress = stageProgress(io, method);
  const total = problems.reduce((sum, { questioned }) => sum + questioned.length, 0);
  const rows: AttributionRow[] = [];
  for (const problem of problems) {
    for (const place of problem.questioned) {
      throwIfStopped(io.stop);
      const { ranking, standsOut, llr, answer, members } = await attribute(place, problem, io.stop);
      const predicted = args.flag('closed') || answer === true ? ranking[0]! : answer === false ? 'none' : null;
      const { id, author } = documents[place]!;
      const correct = isCorrect(author, predicted, problem.known);
      const isKnown = problem.known.some((one) => one.author === author);
      rows.push({
        problem: problem.problem,
        questioned: id,
        author,
        isKnown,
        predicted,
        ranking,
        standsOut,
        llr,
        correct,
        members,
      });
      progress(rows.length, total);
    }
  }
  const measure = measureAttribution(rows);
  const authors = rows.map(({ author }) => [author]);
  const interval = bootstrapIntervals(authors, measure, { ...publishedBootstrap, seed: args.seed });
  return { rows, ...measure(), interval };
}

async function openMethod(method: AttributionMethod, setting: AttributionSetting): Promise<Attribute> {
  const { args, deps, documents, models } = setting;
  if (method !== 'pipeline' && method !== 'ratios') {
    const statistics = await deps.statistics(args.models);
    models['classical'] = `classical@${statistics.trainedOn.slice(0, 12)}`;
    return classicalAttribution(method, statistics, documents);
  }
  const verifier = await deps.verifier(args.models);
  const corpus = method === 'pipeline' ? await encodeProblems(setting) : EncodedCorpus.empty;
  models['population'] = verifier.population.description.id;
  const ngrams = verifier.ngrams;
  const profiler = new Profiler('evaluation', ngrams, () => listPopulationMembers(verifier.population, ngrams));
  models['ngrams'] = ngrams.id;
  return pipelineAttribution(
    { documents, corpus, kernels: await deps.kernels(), profiler },
    { ...verifier, conditions: await deps.conditions(args.models) },
    args.count('candidates', mostVerified),
  );
}

async function encodeProblems({
  args,
  io,
  deps,
  documents,
  problems,
  models,
}: AttributionSetting): Promise<EncodedCorpus> {
  const encoder = new CachingEncoder(await deps.encoder(args.models, args.threads), args.text('cache'));
  models['encoder'] = encoder.modelId;
  const places = problems.flatMap(({ questioned, known }) => [...questioned, ...known.flatMap((one) => one.documents)]);
  const progress = stageProgress(io, 'encoding documents');
  return EncodedCorpus.encode(documents, places, { encoder, stop: io.stop, progress });
}

function printed(results: readonly (readonly [string, MethodResult])[]): readonly string[] {
  const rows = results.map(([method, { rows: list, interval, ...measures }]) => [
    method,
    String(list.length),
    String(list.filter(({ predicted }) => predicted === null).length),
    ...attributionMeasureNames.map((name) => figure(measures[name], interval[name])),
  ]);
  return table(
    [
      'method',
      'questioned',
      'no answer',
      'accuracy',
      'of answers',
      'mean of problems',
      'right one stands out',
      'stranger stands out',
    ],
    rows,
  );
}
