import path from 'node:path';
import { StreamIo } from '../../../src/cli/io';
import type { OptionTable } from '../../../src/cli/options';
import { Ngrams } from '../../../src/core/classical/ngrams';
import { groupBy } from '../../../src/core/basics/numbers';
import {
  applyCalibration,
  type CalibratedRatio,
  type Calibration,
  computeOdds,
  unchanged,
} from '../../../src/core/verification/calibration';
import { chooseCalibration } from '../../../src/core/verification/chooseCalibration';
import { chooseVerifier, type Measure, measures } from '../../../src/core/verification/condition';
import { recalibrateByOwn } from '../../../src/core/verification/fitting/recalibration';
import { readCalibrations, readMarkerRates, readNgramMetric, readStatistics } from '../../../src/node/models/manifest';
import { corpusOptions, type EvaluateArguments } from '../evaluate/run/arguments';
import { figure, table } from '../evaluate/run/output';
import { stageProgress, type StageProgress } from '../evaluate/run/progress';
import { permittedTexts, trainingFiles } from '../sources/register';
import { publisherOf } from '../sources/sourceFolds';
import { DocumentSet, type LabelledDocument } from '../tasks/documents';
import { readLines } from '../tasks/lines';
import { scoreFold, type SourcedTrial, withOwnComparisons } from './folds/foldScores';
import { countAuthors, measureStated, withIntervals } from './ratedFigures';
import { runProgram } from './runProgram';

const options = {
  data: { kind: 'text', value: 'DIR', help: 'the folder with the files' },
  source: { kind: 'text', value: 'NAME', help: 'the source, or the owner of several (all that no fit may read)' },
  files: { kind: 'text', value: 'NAME', multiple: true, help: 'files that have texts of it (all)' },
  ...{ models: corpusOptions.models, seed: corpusOptions.seed },
} as const satisfies OptionTable;

const io = new StreamIo();

/** Files whose texts are of sources that fits may not read. */
const otherFiles = ['dev', 'train-modes', 'train-extra'];

/** Judges the ratios that ship on trials of a source, or of all that no fit may read, by authors whom no fit knows. Scores are measured against its other authors. */
async function judge(args: EvaluateArguments): Promise<void> {
  const { models, seed } = args;
  const documents = readUnknown(args);
  const statistics = (await readStatistics(models)).content;
  const ngrams = new Ngrams(statistics, (await readNgramMetric(models, statistics)).content);
  const habitRates = (await readMarkerRates(models)).content;
  const { calibrations } = (await readCalibrations(models)).content;
  const progress = (stage: string): StageProgress => stageProgress(io, stage);
  const trials = withOwnComparisons(
    scoreFold(documents, { fold: 0, ngrams, habitRates, seed, stop: io.stop, progress }),
  );

  const rows = measures.flatMap((measure) => {
    const rated = trials[measure].flatMap((trial) => {
      const ratio = rate(trial, measure, calibrations);
      return ratio ? [{ ...trial, ...ratio }] : [];
    });
    return figuresOf(measure, rated, seed);
  });
  io.stdout(...table(['measured against, condition, lengths', 'trials', 'authors', 'AUC', 'Cllr'], rows));
}

/** Texts that no fit may read, by authors of whom it may read none; of the wanted source, where one is. */
function readUnknown(args: EvaluateArguments): readonly LabelledDocument[] {
  const wanted = args.text('source');
  const named = args.list('files')?.map((name) => `${name}.jsonl.gz`);
  const files = named ?? [...trainingFiles, ...otherFiles.map((name) => `${name}.jsonl.gz`)];
  const read = files.map((name) => {
    const { documents } = DocumentSet.parse(readLines(path.join(args.required('data'), name)));
    return { documents, permitted: new Set(permittedTexts(documents, name)) };
  });
  const known = new Set(read.flatMap(({ permitted }) => [...permitted].map(({ author }) => author)));
  return read.flatMap(({ documents, permitted }) =>
    documents.filter((document) => {
      const { author, source = '' } = document;
      const isWanted = wanted === undefined || source === wanted || publisherOf(source) === wanted;
      return isWanted && !permitted.has(document) && !known.has(author);
    }),
  );
}

/** The ratio of a trial; undefined where none is stated. */
function rate(
  trial: SourcedTrial,
  measure: Measure,
  calibrations: readonly Calibration[],
): CalibratedRatio | undefined {
  const { modes, genreRelation, lengths, scores, own = [] } = trial;
  const [questioned, known] = modes.split('-') as ['written' | 'spoken', 'written' | 'spoken'];
  const condition = { modes, genreRelation, words: lengths.questioned, knownWords: lengths.known };
  const of = calibrations.filter((each) => each.measure === measure);
  const chosen = chooseCalibration(of, { verifier: chooseVerifier(questioned, known), condition });
  if (!chosen?.isValidated) return undefined;
  const { calibration, judgement } = chosen;
  const others = own.filter(({ authors }) => !authors.some((author) => trial.authors.includes(author)));
  const rated = others.map((each) => ({ ...each, logOdds: computeOdds(calibration, each) }));
  const recalibration = genreRelation === 'same' ? recalibrateByOwn(rated) : unchanged;
  return applyCalibration(calibration, judgement, { lengths, scores }, recalibration);
}

/** AUC and Cllr of the trials of each condition and lengths, with 95 % over authors. */
function figuresOf(
  measure: Measure,
  rated: readonly (SourcedTrial & CalibratedRatio)[],
  seed: number,
): readonly (readonly string[])[] {
  const cells = groupBy(rated, ({ modes, genreRelation, lengths }) =>
    [measure, modes, genreRelation, lengths.questioned, lengths.known].join(' '),
  );
  return [...cells].map(([name, own]) => {
    const { values, intervals } = withIntervals(own, measureStated(own), seed);
    const figures = ['auc', 'cllr'].map((key) => figure(values[key] ?? null, intervals[key]));
    return [name, String(own.length), String(countAuthors(own)), ...figures];
  });
}

void runProgram(options, io, judge);
