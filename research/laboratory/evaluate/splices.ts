import path from 'node:path';
import type { OptionTable } from '../../../src/cli/options';
import { bootstrapIntervals, computeQuantile } from '../../../src/core/evaluation/bootstrap';
import { type CutMeans, cutMeans, splitByAuthor } from '../../../src/core/authorChanges/findAuthorChanges';
import { scorePlaces } from '../../../src/core/authorChanges/twoParts';
import { countUnit, type TextUnit, splitUnits } from '../../../src/core/authorChanges/textUnits';
import { authorChangeWeights } from '../../../src/core/authorChanges/weights';
import type { Ngrams } from '../../../src/core/classical/ngrams';
import { neverStops, workAtOnce } from '../../../src/core/work';
import { countWords } from '../../../src/core/text/countWords';
import { fitHands, nearWords, type ScannedText } from '../fitting/fitHands';
import { foldCount, foldOfSource, publisherOf } from '../sources/sourceFolds';
import { unseenTexts } from '../sources/unseenTexts';
import { SpliceCandidates } from '../tasks/spliceCandidates';
import { dealSplices, type Splice, type SpliceKind, spliceKinds } from '../tasks/splices';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import type { EvaluateDependencies } from './run/dependencies';
import { readDocuments } from './run/documentsFile';
import { figure, headOf, table, toJson, type EvaluateIo } from './run/output';
import { stageProgress } from './run/progress';

export const splicesOptions = {
  count: { kind: positive, value: 'N', help: 'texts of each kind, at most (200)' },
  data: { kind: 'text', value: 'DIR', help: 'in place of --documents: texts by authors whom the n-grams do not know' },
  fit: {
    kind: 'flag',
    help: 'fits the weights, judges each fold of sources by a fit on the others, and prints the weights',
  },
  candidates: { kind: 'flag', help: 'beside known texts of eight authors, as in a case' },
  documents: corpusOptions.documents,
  models: corpusOptions.models,
  seed: corpusOptions.seed,
  json: corpusOptions.json,
} as const satisfies OptionTable;

/** What was announced in one text. */
interface Outcome {
  readonly splice: Splice;
  readonly words: number;
  /** Words before each change that was announced. */
  readonly announced: readonly number[];
}

/** `evaluate splices`: changes of hand found, how far off they are placed, and announced where there is none. */
export async function evaluateSplices(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const data = args.text('data');
  const { documents, files } =
    data === undefined ? fileOf(args) : unseenTexts(data, path.join('research', 'training', 'splits'));
  const named = documents.map((each) => ({ ...each, source: publisherOf(each.source ?? '') }));
  const splices = dealSplices(named, args.count('count', 200), args.seed);
  const { ngrams } = await deps.verifier(args.models);
  const candidates = new SpliceCandidates(named, ngrams, args.seed);
  const fitted = args.flag('fit') ? fitByFold(splices, { ngrams, candidates }, io) : undefined;
  const progress = stageProgress(io, 'texts');
  const outcomes = splices.map((splice, i) => {
    const weights = fitted?.ofFold[foldOfSource(splice.source) ?? 0] ?? authorChangeWeights;
    const known = args.flag('candidates') ? candidates.of(splice) : [];
    progress(i + 1, splices.length);
    const units = workAtOnce(splitUnits(splice.text, [], neverStops));
    return outcomeOf(splice, units, cutMeans({ ngrams, weights }, known));
  });
  const head = headOf('splices', args, { ngrams: ngrams.id }, files);
  const judged = judgedOf(outcomes);
  const kinds = Object.fromEntries(spliceKinds.map((kind) => [kind, kindFigures(outcomes, kind)]));
  const result = { ...head, weights: fitted ? 'cross-fitted' : 'shipped', ...judged, kinds, fit: fitted?.all };
  if (args.json) io.stdout(toJson(result));
  else io.stdout(...printed(result));
}

function fileOf(args: EvaluateArguments) {
  const { set, file } = readDocuments(args);
  return { documents: set.documents, files: { documents: file } };
}

type Fit = typeof authorChangeWeights;

/** The weights fitted without each fold of sources, and with all. */
function fitByFold(
  splices: readonly Splice[],
  { ngrams, candidates }: { readonly ngrams: Ngrams; readonly candidates: SpliceCandidates },
  io: EvaluateIo,
): { readonly ofFold: readonly Fit[]; readonly all: Fit } {
  const used = splices.filter(({ kind }) => kind === 'two' || kind === 'oneAuthor' || kind === 'oneWork');
  const progress = stageProgress(io, 'places');
  const scanned = used.map((splice, i): ScannedText & { readonly fold: number } => {
    const units = workAtOnce(splitUnits(splice.text, [], neverStops)).map((unit) => countUnit(unit, ngrams));
    const means = cutMeans({ ngrams, weights: authorChangeWeights }, candidates.of(splice));
    const scores = [...scorePlaces(units, means, neverStops)].flatMap((place) => place?.scores ?? []);
    progress(i + 1, used.length);
    return {
      scores,
      place: splice.junction,
      isChange: splice.kind === 'two',
      words: countWords(splice.text),
      fold: foldOfSource(splice.source) ?? 0,
    };
  });
  const without = (fold: number): Fit => fitBoth(scanned.filter((each) => each.fold !== fold));
  return { ofFold: Array.from({ length: foldCount }, (_, fold) => without(fold)), all: fitBoth(scanned) };
}

function fitBoth(texts: readonly ScannedText[]): Fit {
  const alone = texts.map((text) => ({
    ...text,
    scores: text.scores.map((each) => ({ ...each, candidates: undefined })),
  }));
  const beside = texts.filter(({ scores }) => scores[0]?.candidates !== undefined);
  return { alone: fitHands(alone), besideCandidates: fitHands(beside) };
}

function outcomeOf(splice: Splice, units: readonly TextUnit[], means: CutMeans): Outcome {
  const parts = workAtOnce(splitByAuthor(units, means, neverStops));
  let words = 0;
  const ends = parts.map((part) => (words += part.words));
  return { splice, words, announced: ends.slice(0, -1) };
}

/** The figures of the contract: of splices of two authors, and of texts by one joined likewise. */
function judgedOf(outcomes: readonly Outcome[]) {
  const judged = outcomes.filter(({ splice: { kind } }) => kind === 'two' || kind === 'oneAuthor');
  const measure = (weights: Float64Array = new Float64Array(judged.length).fill(1)) => {
    let [found, two, alarms, words] = [0, 0, 0, 0];
    judged.forEach(({ splice, announced, words: own }, i) => {
      if (splice.kind === 'two') {
        two += weights[i]!;
        found += weights[i]! * Number(errorOf(splice.places[0]!, announced) < nearWords);
      } else {
        alarms += weights[i]! * announced.length;
        words += weights[i]! * own;
      }
    });
    return { found: found / two, falseAlarmsPer20kWords: (alarms / words) * 20_000 };
  };
  const errors = judged
    .filter(({ splice }) => splice.kind === 'two')
    .map(({ splice, announced }) => errorOf(splice.places[0]!, announced))
    .sort((a, b) => a - b);
  return {
    ...measure(),
    boundaryErrorWords: { median: computeQuantile(errors, 0.5), p90: computeQuantile(errors, 0.9) },
    interval: bootstrapIntervals(
      judged.map(({ splice }) => splice.authors),
      measure,
    ),
  };
}

/** Of texts of a kind: changes found, and texts and changes that were announced wrongly. */
function kindFigures(outcomes: readonly Outcome[], kind: SpliceKind) {
  const own = outcomes.filter(({ splice }) => splice.kind === kind);
  const places = own.flatMap(({ splice, announced }) => splice.places.map((place) => errorOf(place, announced)));
  const wrong = own.map(
    ({ splice, announced }) => announced.filter((at) => errorOf(at, splice.places) >= nearWords).length,
  );
  const words = own.reduce((sum, outcome) => sum + outcome.words, 0);
  return {
    texts: own.length,
    words: Math.round(words / own.length),
    found: places.length > 0 ? places.filter((error) => error < nearWords).length / places.length : null,
    announced: own.filter(({ announced }) => announced.length > 0).length / own.length,
    falseAlarmsPer20kWords: (wrong.reduce((sum, count) => sum + count, 0) / words) * 20_000,
  };
}

/** How far the nearest of places is, in words; 400 where none is nearer. */
function errorOf(place: number, others: readonly number[]): number {
  return Math.min(nearWords, ...others.map((other) => Math.abs(other - place)));
}

type Result = ReturnType<typeof judgedOf> & {
  readonly kinds: Readonly<Record<string, ReturnType<typeof kindFigures>>>;
  readonly fit: Fit | undefined;
};

function printed({
  found,
  boundaryErrorWords,
  falseAlarmsPer20kWords,
  interval,
  kinds,
  fit,
}: Result): readonly string[] {
  const rows = Object.entries(kinds).map(([kind, each]) => [
    ...[kind, String(each.texts), String(each.words)],
    ...[figure(each.found), figure(each.announced), figure(each.falseAlarmsPer20kWords)],
  ]);
  return [
    `found ${figure(found, interval['found'])}, boundary error ${boundaryErrorWords.median} words (median), ` +
      `false alarms per 20,000 words ${figure(falseAlarmsPer20kWords, interval['falseAlarmsPer20kWords'])}`,
    ...table(['texts of…', 'texts', 'words', 'changes found', 'texts announced', 'false alarms'], rows),
    ...(fit ? [JSON.stringify(fit)] : []),
  ];
}
