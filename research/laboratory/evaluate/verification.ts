import { modes, type Mode } from '../../../src/core/domain/evidence';
import { usage } from '../../../src/core/errors';
import { sampleByKey } from '../measures/sample';
import type { LabelledDocument } from '../tasks/documents';
import { parsePairs } from '../tasks/pairs';
import { parseVerificationTrials, type VerificationTrial } from '../tasks/verificationTrials';
import { answeredValue, type TrialOutcome } from '../measures/verification/trialOutcomes';
import { verificationFigures, type Row, type RowCondition } from '../measures/verification/verificationRow';
import { requireWritable, type OutputOptions } from '../../../src/node/outputFile';
import type { OptionTable } from '../../../src/cli/options';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import { readDocuments } from './run/documentsFile';
import { readLines, type HashedFile } from '../tasks/lines';
import { figure, headOf, table, toJson, type EvaluateIo, writeOutput } from './run/output';
import type { EvaluateDependencies } from './run/dependencies';
import { evaluateLanguage } from './language';
import { groupBy } from '../../../src/core/basics/numbers';
import { pageBegins } from '../../../src/presentation/validation/page';
import { judgeTrials, verificationMethods, type VerificationMethod } from './methods/trialMethods';
import { verificationPage } from './verificationPage';

/** What a trial is; each side is joined and cut to `words`, or the known side b to `knownWords`. */
export const trialLine =
  '{ a, b, same, words, knownWords?, modes?, genre_relation?, a_more?: [id], b_more?: [id] }, where a and b are ids';

export const verificationOptions = {
  trials: { kind: 'text', value: 'V.jsonl', help: `lines of ${trialLine}` },
  pairs: {
    kind: 'text',
    value: 'P.jsonl',
    help: 'lines of { id, pair: [text, text] }, as PAN has them, in place of documents and trials; the first is questioned',
  },
  truth: { kind: 'text', value: 'T.jsonl', help: 'lines of { id, same, authors? }, for those pairs' },
  mode: { kind: modes, help: 'how the texts of those pairs were produced (unknown)' },
  language: {
    kind: 'text',
    value: 'CODE',
    help: 'in place of trials: novels or other works in this language, compared by their own collection; title is the work',
  },
  others: {
    kind: 'text',
    value: 'D.jsonl',
    multiple: true,
    help: 'works in other languages, for a calibration that knows none of this one',
  },
  page: { kind: 'text', value: 'PAGE.html', help: 'writes figures, Tippett, calibration and density plots' },
  words: { kind: positive, value: 'W', multiple: true, help: 'trials of these lengths (all)' },
  conditions: {
    kind: 'text',
    value: 'C',
    multiple: true,
    help: 'such as written-spoken or written-written/cross (all)',
  },
  scores: { kind: 'text', value: 'OUT.jsonl', help: 'writes the outcome of each trial' },
  force: { kind: 'flag', help: 'writes it in place of an earlier one of that name' },
  'cross-fit': { kind: 'flag', help: 'calibrates every method on the trials themselves, in folds by author' },
  method: {
    kind: verificationMethods,
    value: 'NAME',
    multiple: true,
    help: `of ${verificationMethods.join(', ')} (all)`,
  },
  ...corpusOptions,
} as const satisfies OptionTable;

/** `evaluate verification`: same author or not, by condition. */
export async function evaluateVerification(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  if (args.text('language') !== undefined) return evaluateLanguage(args, io);
  const methods = args.methods(verificationMethods);
  const { documents, trials: all, files } = args.text('pairs') === undefined ? readTrials(args) : readPairs(args);
  const trials = sampledTrials(wanted(all, args), args, documents);
  const guarded = { files: Object.values(files).map(({ name }) => name), folders: [args.models] };
  const output = { guarded, force: args.flag('force'), begins: '{"a":' };
  const scores = args.text('scores');
  const page = args.text('page');
  if (scores !== undefined) requireWritable(scores, output);
  if (page !== undefined) requireWritable(page, { ...output, begins: pageBegins });
  const { outcomes, models } = await judgeTrials(methods, { trials, documents, args, io, deps });
  const results = methods.map((method): [string, readonly Row[]] => [
    method,
    rowsOf(trials, outcomes.get(method)!, { documents, seed: args.seed }),
  ]);
  if (scores !== undefined) writeScores(scores, { trials, documents, outcomes }, output);
  const calibration = args.flag('cross-fit') ? 'cross-fitted' : 'shipped';
  if (page !== undefined)
    writeOutput(page, verificationPage(trials, outcomes, results), { ...output, begins: pageBegins });
  const head = { ...headOf('verification', args, models, files), calibration };
  if (args.json) io.stdout(toJson({ ...head, methods: Object.fromEntries(results) }));
  else io.stdout(...printed(results));
}

interface TrialFiles {
  readonly documents: readonly LabelledDocument[];
  readonly trials: readonly VerificationTrial[];
  readonly files: Readonly<Record<string, HashedFile>>;
}

function readTrials(args: EvaluateArguments): TrialFiles {
  const { set, file } = readDocuments(args);
  const trials = readLines(args.required('trials'));
  const { documents } = set;
  return { documents, trials: parseVerificationTrials(trials, set), files: { documents: file, trials } };
}

function readPairs(args: EvaluateArguments): TrialFiles {
  const files = { pairs: readLines(args.required('pairs')), truth: readLines(args.required('truth')) };
  const mode = (args.text('mode') ?? 'unknown') as Mode;
  return { ...parsePairs(files, { mode, mostWords: args.count('max-words', Infinity) }), files };
}

/** The trials of `--words` and `--conditions`; a condition is "written-spoken" or "written-written/cross". */
function wanted(trials: readonly VerificationTrial[], args: EvaluateArguments): readonly VerificationTrial[] {
  const lengths = args.counts('words');
  const conditions = args.list('conditions');
  const named = (trial: VerificationTrial): readonly string[] => [trial.modes, `${trial.modes}/${trial.genreRelation}`];
  const absent = conditions?.find((condition) => !trials.some((trial) => named(trial).includes(condition)));
  if (absent !== undefined) throw usage(`--conditions "${absent}": the trials file has no such condition.`);
  const kept = trials.filter(
    (trial) =>
      (lengths?.includes(trial.words) ?? true) &&
      (conditions?.some((condition) => named(trial).includes(condition)) ?? true),
  );
  if (kept.length === 0) throw usage('There are no trials of the words and conditions asked for.');
  return kept;
}

/** At most `--limit` trials of each condition. */
export function sampledTrials(
  trials: readonly VerificationTrial[],
  args: EvaluateArguments,
  documents: readonly LabelledDocument[],
): readonly VerificationTrial[] {
  const keyOf = ({ a, b }: VerificationTrial): string =>
    [...a, -1, ...b].map((place) => documents[place]?.id ?? '').join('\n');
  const groups = groupBy(trials, conditionKey);
  return [...groups.values()].flatMap((group) => sampleByKey(group, keyOf, args.limit, args.seed));
}

function conditionKey({ words, knownWords, modes, genreRelation }: VerificationTrial): string {
  return `${words}\n${knownWords}\n${modes}\n${genreRelation}`;
}

interface RowSetting {
  readonly documents: readonly LabelledDocument[];
  readonly seed: number;
}

function rowsOf(
  trials: readonly VerificationTrial[],
  outcomes: readonly TrialOutcome[],
  { documents, seed }: RowSetting,
): readonly Row[] {
  const author = (places: readonly number[]): string => documents[places[0]!]!.author;
  const judged = trials.map((trial, at) => ({
    ...outcomes[at]!,
    same: trial.same,
    authors: [author(trial.a), author(trial.b)] as const,
  }));
  const row = (condition: RowCondition, chosen: (trial: VerificationTrial) => boolean): readonly Row[] => {
    const kept = judged.filter((_, at) => chosen(trials[at]!));
    return kept.length === 0 ? [] : [{ ...condition, ...verificationFigures(kept, seed) }];
  };
  const conditions = [...groupBy(trials, conditionKey)].flatMap(([key, [first]]) => {
    const { modes, genreRelation, words, knownWords = null } = first!;
    const condition = { modes, genre_relation: genreRelation, words, knownWords };
    const here = (trial: VerificationTrial): boolean => conditionKey(trial) === key;
    return [
      ...row({ ...condition, sources: 'all' }, here),
      ...row({ ...condition, sources: 'one' }, (trial) => here(trial) && ofOneSource(trial, documents)),
    ];
  });
  const lengths = [...new Set(trials.map(({ words }) => words))].sort((a, b) => a - b);
  const all = { modes: null, genre_relation: null, knownWords: null, sources: 'all' } as const;
  return [
    ...conditions,
    ...lengths.flatMap((words) => row({ ...all, words }, (trial) => trial.words === words)),
    ...row({ ...all, words: null }, () => true),
  ];
}

function ofOneSource({ a, b }: VerificationTrial, documents: readonly LabelledDocument[]): boolean {
  const sources = new Set([...a, ...b].map((place) => documents[place]!.source));
  return sources.size === 1 && !sources.has(undefined);
}

interface ScoredTrials {
  readonly trials: readonly VerificationTrial[];
  readonly documents: readonly LabelledDocument[];
  readonly outcomes: ReadonlyMap<VerificationMethod, readonly TrialOutcome[]>;
}

/** One line a trial and method. */
function writeScores(file: string, { trials, documents, outcomes }: ScoredTrials, output: OutputOptions): void {
  const lines = [...outcomes].flatMap(([method, list]) =>
    list.map((outcome, at) => {
      const { a, b, same, words, knownWords = null } = trials[at]!;
      const { score, llr, answer, verifier, calibrationId } = outcome;
      const ids = { a: documents[a[0]!]!.id, b: documents[b[0]!]!.id };
      const value = answeredValue(outcome);
      return toJson({ ...ids, same, score, value, llr, answer, verifier, calibrationId, method, words, knownWords });
    }),
  );
  writeOutput(file, `${lines.join('\n')}\n`, output);
}

function printed(results: readonly (readonly [string, readonly Row[]])[]): readonly string[] {
  const rows = results.flatMap(([method, list]) =>
    list
      .filter(({ sources }) => sources === 'all')
      .map((row) => [
        method,
        row.modes ?? 'all',
        row.genre_relation ?? 'all',
        row.words === null ? 'all' : String(row.words),
        row.knownWords === null ? '' : String(row.knownWords),
        String(row.trials),
        String(row.uncalibrated),
        figure(row.auc, row.interval['auc']),
        figure(row.eer),
        figure(row.cllr),
        figure(row.pan.cAt1),
        figure(row.pan.overall),
      ]),
  );
  const header = [
    'method',
    'modes',
    'genres',
    'words',
    'known words',
    'trials',
    'uncalibrated',
    'auc',
    'eer',
    'cllr',
    'c@1',
    'overall',
  ];
  return table(header, rows);
}
