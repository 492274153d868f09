import { bm25 } from '../../classical/bm25';
import { charFourGrams } from '../../classical/charFourGrams';
import { burrowsDelta, cosineDelta } from '../../classical/delta';
import type { BaselineStatistics } from '../../classical/baselineStatistics';
import { type ClassicalMethod, ngramScorer, tfidfScorer } from '../../classical/textScorer';
import type { LabelledDocument } from '../../tasks/documents';
import { listPopulationMembers, Profiler } from '../../../../src/core/cohort/cohortCache';
import type { Kernels } from '../../../../src/lateInteraction/scoring/kernels';
import type { EvaluateArguments } from '../run/arguments';
import { CachingEncoder } from '../encoding/cachingEncoder';
import { classicalScorer } from './classicalScorer';
import { discriminantScorer } from './discriminantScorer';
import type { DocumentScorer } from './documentScorer';
import { EncodedCorpus } from '../encoding/encodedCorpus';
import {
  documentVectorScorer,
  lateInteractionScorer,
  meanTokenScorer,
  spanVectorScorer,
  signScorer,
} from './encodedScorers';
import type { EvaluateIo } from '../run/output';
import type { EvaluateDependencies } from '../run/dependencies';
import { PipelineScorer } from './pipelineScorer';
import { stageProgress } from '../run/progress';
import { SpanArena } from './spanArena';

/** Methods that need the encoder. */
export const encodedMethods = [
  'pipeline',
  'late-interaction',
  'document-vector',
  'mean',
  'span-vector',
  'sign',
  'fp32',
] as const;
export type EncodedMethod = (typeof encodedMethods)[number];

export const classicalMethods = [
  'char4',
  'bm25',
  'delta',
  'cosdelta',
  'tfidf',
  'ngrams',
] as const satisfies readonly ClassicalMethod[];

/** `semantic`: document vectors by the encoder of `--semantic`. */
export type RankingMethod = EncodedMethod | ClassicalMethod | 'discriminant' | 'semantic';

/** What scorers are made for and from. */
export interface ScorerSetting {
  readonly documents: readonly LabelledDocument[];
  /** Places of the documents that will be compared; only these are encoded. */
  readonly places: ReadonlySet<number>;
  /** Whether a review's order is of authors; else each document stands for itself. */
  readonly authors?: boolean;
  readonly args: EvaluateArguments;
  readonly io: EvaluateIo;
  readonly deps: EvaluateDependencies;
}

/** One scorer for each method, in their order, and the models behind them: kind → id. */
export interface Scorers<Method extends string> {
  readonly scorers: readonly (readonly [Method, DocumentScorer])[];
  readonly models: Readonly<Record<string, string>>;
}

/** Opens the models that the methods need, encodes the documents, and makes the scorers. */
export async function openScorers<Method extends RankingMethod>(
  methods: readonly Method[],
  setting: ScorerSetting,
): Promise<Scorers<Method>> {
  const models: Record<string, string> = {};
  const scorers = new Map<RankingMethod, DocumentScorer>();
  const encoded = encodedMethods.filter((method) => methods.some((asked) => asked === method));
  if (encoded.length > 0) {
    const { corpus, encoder } = await encodeCorpus(setting, setting.args.models);
    models['encoder'] = encoder.modelId;
    const kernels = await setting.deps.kernels();
    const make = encodedScorers(setting, { corpus, encoder, kernels });
    for (const method of encoded) scorers.set(method, await make[method]());
  }
  if (methods.some((method) => method === 'semantic')) {
    const { corpus, encoder } = await encodeCorpus(setting, setting.args.required('semantic'));
    models['semantic'] = encoder.modelId;
    scorers.set('semantic', documentVectorScorer(corpus));
  }
  const classical = classicalMethods.filter((method) => methods.some((asked) => asked === method));
  if (classical.length > 0) {
    const statistics = await setting.deps.statistics(setting.args.models);
    models['classical'] = `classical@${statistics.trainedOn.slice(0, 12)}`;
    for (const method of classical) scorers.set(method, await makeClassical(method, statistics, setting));
  }
  if (methods.some((method) => method === 'pipeline' || method === 'ngrams' || method === 'discriminant')) {
    const { deps, args, documents } = setting;
    const ngrams = await deps.ngrams(args.models, await deps.statistics(args.models));
    models['ngrams'] = ngrams.id;
    scorers.set('discriminant', discriminantScorer(documents));
  }
  return { scorers: methods.map((method) => [method, scorers.get(method)!] as const), models };
}

/** The classical method of a name over a documents file. */
async function makeClassical(
  method: ClassicalMethod,
  statistics: BaselineStatistics,
  { documents, args, deps }: ScorerSetting,
): Promise<DocumentScorer> {
  switch (method) {
    case 'char4':
      return classicalScorer(charFourGrams(statistics), documents);
    case 'bm25':
      return classicalScorer(bm25(statistics), documents);
    case 'delta':
      return classicalScorer(burrowsDelta(statistics), documents);
    case 'cosdelta':
      return classicalScorer(cosineDelta(statistics), documents);
    case 'tfidf':
      return classicalScorer(tfidfScorer(statistics), documents);
    case 'ngrams':
      return classicalScorer(ngramScorer(await deps.ngrams(args.models, statistics)), documents);
  }
}

async function encodeCorpus(
  setting: ScorerSetting,
  folder: string,
): Promise<{ readonly corpus: EncodedCorpus; readonly encoder: CachingEncoder }> {
  const { args, io, deps } = setting;
  const encoder = new CachingEncoder(await deps.encoder(folder, args.threads), args.text('cache'));
  const progress = stageProgress(io, 'encoding documents');
  const corpus = await EncodedCorpus.encode(setting.documents, setting.places, { encoder, stop: io.stop, progress });
  encoder.close();
  return { corpus, encoder };
}

interface EncodedDependencies {
  readonly corpus: EncodedCorpus;
  readonly encoder: CachingEncoder;
  readonly kernels: Kernels;
}

function encodedScorers(
  { documents, places, args, deps, authors = false }: ScorerSetting,
  { corpus, encoder, kernels }: EncodedDependencies,
): Readonly<Record<EncodedMethod, () => DocumentScorer | Promise<DocumentScorer>>> {
  let made: SpanArena | undefined;
  const arena = (): SpanArena => (made ??= new SpanArena(places, corpus, encoder.coding, kernels));
  return {
    pipeline: async () => {
      const { ngrams, population } = await deps.verifier(args.models);
      const profiler = new Profiler(encoder.modelId, ngrams, () => listPopulationMembers(population, ngrams));
      return new PipelineScorer({ documents, corpus, arena: arena(), kernels, profiler, authors });
    },
    'late-interaction': () => lateInteractionScorer(corpus, kernels),
    'document-vector': () => documentVectorScorer(corpus),
    mean: () => meanTokenScorer(corpus),
    'span-vector': () => spanVectorScorer(corpus),
    sign: () => signScorer(corpus, arena()),
    fp32: () => lateInteractionScorer(corpus, kernels),
  };
}
