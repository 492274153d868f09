import { LRUCache } from 'lru-cache';
import { charFourGrams } from '../../classical/charFourGrams';
import { burrowsDelta, cosineDelta } from '../../classical/delta';
import type { BaselineStatistics } from '../../classical/baselineStatistics';
import { type TextScorer, tfidfScorer } from '../../classical/textScorer';
import type { SourceText } from '../../../../src/core/domain/evidence';
import { crossFittedOutcomes } from '../../measures/verification/crossFittedOutcomes';
import type { LabelledDocument } from '../../tasks/documents';
import type { VerificationTrial } from '../../tasks/verificationTrials';
import type { TrialOutcome } from '../../measures/verification/trialOutcomes';
import { groupBy } from '../../../../src/core/basics/numbers';
import { throwIfStopped } from '../../../../src/core/basics/work';
import type { Scores } from '../../../../src/core/verification/calibration';
import type { ScoredTrial } from '../../fitting/trialTable';
import { foldOf } from '../../../../src/core/verification/fitting/trials';
import { fusions } from '../../fitting/fusion';
import { encodeWith } from '../encoding/encodeWith';
import { listPopulationMembers } from '../../../../src/core/cohort/cohortCache';
import type { EvaluateArguments } from '../run/arguments';
import { CachingEncoder } from '../encoding/cachingEncoder';
import { collectionCohort } from '../collectionCohort';
import type { EvaluateIo } from '../run/output';
import type { EvaluateDependencies } from '../run/dependencies';
import { stageProgress } from '../run/progress';
import { referencedMethods, referencedScorer, type ReferencedMethod } from './referencedMethods';
import { scoreOfMethod, TrialScorer, type TrialSides } from './trialScorer';
import { asKnown, knownDocuments, trialText } from '../trialText';

export const verificationMethods = [
  'fused',
  'late-interaction',
  'document-vector',
  'ngrams',
  'ngrams-snorm',
  'tfidf',
  'char4',
  'delta',
  'cosdelta',
  ...referencedMethods,
] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

/** Trials, and what they are judged with. */
export interface TrialSetting {
  readonly trials: readonly VerificationTrial[];
  readonly documents: readonly LabelledDocument[];
  readonly args: EvaluateArguments;
  readonly io: EvaluateIo;
  readonly deps: EvaluateDependencies;
}

export interface JudgedMethods {
  readonly outcomes: ReadonlyMap<VerificationMethod, readonly TrialOutcome[]>;
  readonly models: Readonly<Record<string, string>>;
}

type ClassicalTrialMethod = 'tfidf' | 'char4' | 'delta' | 'cosdelta' | ReferencedMethod;

/** Outcomes of every trial by every method, in the order of the trials. */
export async function judgeTrials(
  methods: readonly VerificationMethod[],
  setting: TrialSetting,
): Promise<JudgedMethods> {
  const models: Record<string, string> = {};
  const outcomes = new Map<VerificationMethod, readonly TrialOutcome[]>();
  const classical = methods.filter((method): method is ClassicalTrialMethod => isClassical(method));
  const encoded = methods.filter(
    (method): method is Exclude<VerificationMethod, ClassicalTrialMethod> => !isClassical(method),
  );
  if (encoded.length > 0) await judgeEncoded(encoded, setting, { models, outcomes });
  if (classical.length > 0) {
    const statistics = await setting.deps.statistics(setting.args.models);
    models['classical'] = `classical@${statistics.trainedOn.slice(0, 12)}`;
    for (const method of classical) {
      const scores = classicalScores(method, statistics, setting);
      outcomes.set(
        method,
        outcomesOf(
          method,
          scores.map((score) => ({ [method]: score })),
          setting,
        ),
      );
    }
  }
  return { outcomes: new Map(methods.map((method) => [method, outcomes.get(method)!])), models };
}

interface Judging {
  readonly models: Record<string, string>;
  readonly outcomes: Map<VerificationMethod, readonly TrialOutcome[]>;
}

async function judgeEncoded(
  methods: readonly Exclude<VerificationMethod, ClassicalTrialMethod>[],
  setting: TrialSetting,
  { models, outcomes }: Judging,
): Promise<void> {
  const { trials, args, io, deps } = setting;
  const verifier = await deps.verifier(args.models);
  const encoder = new CachingEncoder(await deps.encoder(args.models, args.threads), args.text('cache'));
  Object.assign(models, { encoder: encoder.modelId, population: verifier.population.description.id });
  const members = (): ReturnType<typeof listPopulationMembers> =>
    listPopulationMembers(verifier.population, verifier.ngrams);
  const cohort = collectionCohort(setting.documents, { ...verifier, stop: io.stop }, members);
  const needsEncoder = methods.some((method) => method === 'late-interaction' || method === 'document-vector');
  const scorer = new TrialScorer({ ...verifier, cohort }, io.stop, needsEncoder ? encodeWith(encoder) : undefined);
  const shipped = methods.includes('fused') && !args.flag('cross-fit');
  const needsScores = methods.some((method) => method !== 'fused') || !shipped;
  const progress = stageProgress(io, 'comparing');
  const scores: Scores[] = [];
  const fused: TrialOutcome[] = [];
  for (const trial of trials) {
    throwIfStopped(io.stop);
    const sides = sidesOf(trial, setting.documents);
    const authors = [trial.a, trial.b].map((places) => setting.documents[places[0]!]!.author);
    if (needsScores) scores.push(await scorer.scores(sides, authors));
    if (shipped) fused.push(await scorer.fused(sides));
    progress(Math.max(scores.length, fused.length), trials.length);
  }
  encoder.close();
  for (const method of methods) {
    outcomes.set(method, method === 'fused' && shipped ? fused : outcomesOf(method, scores, setting));
  }
}

function classicalScores(
  method: ClassicalTrialMethod,
  statistics: BaselineStatistics,
  setting: TrialSetting,
): readonly number[] {
  switch (method) {
    case 'tfidf':
      return scoreTexts(tfidfScorer(statistics), setting);
    case 'char4':
      return scoreTexts(charFourGrams(statistics), setting);
    case 'delta':
      return scoreTexts(burrowsDelta(statistics), setting);
    case 'cosdelta':
      return scoreTexts(cosineDelta(statistics), setting);
    case 'lambdag':
    case 'impostors':
      return scoreReferenced(method, statistics, setting);
  }
}

function scoreTexts<F extends object>(
  scorer: TextScorer<F>,
  { trials, documents, io }: TrialSetting,
): readonly number[] {
  const described = new LRUCache<string, F>({ max: 2000, memoMethod: (text) => scorer.computeFeatures(text) });
  const describe = ({ text }: SourceText): F => described.memo(text);
  const progress = stageProgress(io, scorer.method);
  return trials.map((trial, at) => {
    throwIfStopped(io.stop);
    const { questioned, known } = sidesOf(trial, documents);
    progress(at + 1, trials.length);
    const joined = { ...questioned, text: known.map(({ text }) => text).join('\n\n') };
    return scorer.score(describe(questioned), describe(joined));
  });
}

/** The same for methods that hold known texts against those of others. */
function scoreReferenced(
  method: ReferencedMethod,
  statistics: BaselineStatistics,
  { trials, documents, args, io }: TrialSetting,
): readonly number[] {
  const score = referencedScorer(method, statistics, { documents, seed: args.seed });
  const progress = stageProgress(io, method);
  return trials.map((trial, at) => {
    throwIfStopped(io.stop);
    const { questioned, known } = sidesOf(trial, documents);
    progress(at + 1, trials.length);
    return score({
      questioned: questioned.text,
      known: known.map(({ text }) => text).join('\n\n'),
      kind: known[0]!,
      words: trial.knownWords ?? trial.words,
      authors: [trial.a, trial.b].map((places) => documents[places[0]!]!.author),
    });
  });
}

function sidesOf({ a, b, words, knownWords }: VerificationTrial, documents: readonly LabelledDocument[]): TrialSides {
  const questioned = trialText(documents, a, words);
  if (knownWords !== undefined) return { questioned, known: knownDocuments(documents, b, knownWords) };
  return { questioned, known: [asKnown(trialText(documents, b, words), documents[b[0]!]!.author)] };
}

/** Outcomes from scores: cross-fitted, or without any calibration, since only `fused` ships with calibrations. */
function outcomesOf(
  method: VerificationMethod,
  scores: readonly Scores[],
  { trials, documents, args }: TrialSetting,
): readonly TrialOutcome[] {
  const name = method in scoreOfMethod ? scoreOfMethod[method as keyof typeof scoreOfMethod] : method;
  if (!args.flag('cross-fit')) {
    return scores.map((all) => ({ score: all[name]!, llr: 0, answer: null, verifier: null, calibrationId: null }));
  }
  const outcomes: TrialOutcome[] = [];
  const names = scores.every((all) => 'residual' in all) ? fusions.collection : fusions.alone;
  const lengths = groupBy(
    trials.map((_, at) => at),
    (at) => `${trials[at]!.words} ${trials[at]!.knownWords}`,
  );
  for (const places of lengths.values()) {
    const scored = places.map((at) => scoredTrial(trials[at]!, scores[at]!, { documents, seed: args.seed }));
    const fitted =
      method === 'fused'
        ? crossFittedOutcomes(scored, names)
        : crossFittedOutcomes(scored, [name], { scoreOf: (trial) => trial.scores[name]! });
    places.forEach((at, i) => (outcomes[at] = fitted[i]!));
  }
  return outcomes;
}

function scoredTrial(
  { a, b, same, modes, genreRelation, words, knownWords = words }: VerificationTrial,
  scores: Scores,
  { documents, seed }: { readonly documents: readonly LabelledDocument[]; readonly seed: number },
): ScoredTrial {
  const author = (places: readonly number[]): string => documents[places[0]!]!.author;
  const authors = [author(a), author(b)] as const;
  const folds = authors.map((name) => foldOf(name, seed));
  return { authors, same, modes, genreRelation, scores, lengths: { questioned: words, known: knownWords }, folds };
}

function isClassical(method: VerificationMethod): method is ClassicalTrialMethod {
  return (['tfidf', 'char4', 'delta', 'cosdelta', ...referencedMethods] as readonly string[]).includes(method);
}
