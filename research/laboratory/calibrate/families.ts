import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { StreamIo } from '../../../src/cli/io';
import type { OptionTable } from '../../../src/cli/options';
import { usage } from '../../../src/core/errors';
import type { Lengths } from '../../../src/core/domain/evidence';
import { formatCondition, type TrialKind } from '../../../src/core/verification/condition';
import { corpusOptions, type EvaluateArguments } from '../evaluate/run/arguments';
import { figure, table } from '../evaluate/run/output';
import { countHabits } from '../fitting/fitHabits';
import { fusions } from '../fitting/fusion';
import { covers, TrialTable } from '../fitting/trialTable';
import { permittedTexts, readBalancedTexts } from '../sources/register';
import { DocumentSet } from '../tasks/documents';
import { readLines } from '../tasks/lines';
import type { SourcedTrial } from './folds/foldScores';
import { scoreFolds } from './folds/scoreFolds';
import { chooseAuthors } from './population/population';
import { countAuthors, type Measured, measureStated, type StatedTrial, withIntervals } from './ratedFigures';
import { sourceSlope } from './sourceSlope';
import { runProgram } from './runProgram';

const options = {
  data: { kind: 'text', value: 'DIR', help: 'the folder with the files' },
  folds: { kind: 'text', value: 'DIR', multiple: true, help: 'folders with the n-grams without each fold' },
  figures: { kind: 'text', value: 'FILE', help: 'writes the figures as JSON' },
  ...{ models: corpusOptions.models, cache: corpusOptions.cache, seed: corpusOptions.seed },
} as const satisfies OptionTable;

const io = new StreamIo();

/** Their sources are not those of the one large community, which n-grams without them still know. */
const judgedFolds = [0, 3];
/** What brought authors of two kinds. */
const newFiles = ['train-kinds', 'train-both', 'open-pairs'];
const kinds: readonly TrialKind[] = [
  { modes: 'written-written', genreRelation: 'cross' },
  { modes: 'written-spoken', genreRelation: 'cross' },
];
const lengths: readonly Lengths[] = [
  { questioned: 250, known: 8000 },
  { questioned: 1000, known: 8000 },
];

type Stated = StatedTrial & SourcedTrial;

/** How the n-grams of each folder do across kinds on the same trials, of authors with new texts and of others, and what each lacks beside the first. */
async function study(args: EvaluateArguments): Promise<void> {
  const { models, seed } = args;
  const data = path.resolve(args.required('data'));
  const cache = path.resolve(args.required('cache'));
  const folders = args.list('folds') ?? [];
  if (folders.length === 0) throw usage('Name a folder with the n-grams of folds by --folds DIR.');
  const population = chooseAuthors(readBalancedTexts(data).texts);
  const counted = countHabits(population.flatMap(({ texts }) => texts));
  const added = new Set(newFiles.flatMap((name) => readAuthors(data, `${name}.jsonl.gz`)));

  const rows: (readonly unknown[])[] = [];
  const first = new Map<string, readonly Stated[]>();
  for (const folds of folders) {
    const { scored } = await scoreFolds(judgedFolds, counted, { data, models, folds, cache, seed }, io);
    const trials = scored.flatMap(({ collection }) => collection);
    const ratios = new TrialTable(trials, fusions.collection);
    const slope = sourceSlope(ratios, trials, seed);
    for (const kind of kinds) {
      const llrs = ratios.crossFitted(kind, slope);
      const stated = trials.flatMap((trial, i) =>
        covers(kind, trial) ? [{ ...trial, logOdds: llrs[i]!, llr: llrs[i]! }] : [],
      );
      for (const at of lengths)
        for (const [who, isOf] of groups(added)) {
          const own = stated.filter((trial) => isOf(trial) && isAt(trial, at));
          const name = [formatCondition({ ...kind, words: at.questioned, knownWords: at.known }), who].join(' ');
          const before = first.get(name);
          first.set(name, before ?? own);
          const measured = withIntervals(own, measureStated(own), seed);
          const lost = before && withIntervals(own, differenceTo(before, own), seed);
          rows.push([path.basename(folds), name, own.length, countAuthors(own), ...cellsOf(measured, lost)]);
        }
    }
  }
  const head = ['n-grams', 'condition, authors', 'trials', 'authors', 'AUC', 'Cllr', 'change of AUC', 'of Cllr'];
  io.stdout(
    ...table(
      head,
      rows.map((row) => row.map(printed)),
    ),
  );
  const file = args.text('figures');
  if (file !== undefined) writeFileSync(file, `${JSON.stringify({ columns: head, rows })}\n`);
}

function readAuthors(data: string, name: string): readonly string[] {
  return permittedTexts(DocumentSet.parse(readLines(path.join(data, name))).documents, name).map(
    ({ author }) => author,
  );
}

/** Trials by the author of the questioned text. */
function groups(added: ReadonlySet<string>): readonly (readonly [string, (trial: Stated) => boolean])[] {
  return [
    ['all', () => true],
    ['new', ({ authors }) => added.has(authors[0])],
    ['old', ({ authors }) => !added.has(authors[0])],
  ];
}

function isAt({ lengths: own }: Stated, { questioned, known }: Lengths): boolean {
  return own.questioned === questioned && own.known === known;
}

/** What the figures of the same trials change by. Throws RangeError where they are others. */
function differenceTo(before: readonly Stated[], after: readonly Stated[]): ReturnType<typeof measureStated> {
  const isSame = (trial: Stated, i: number): boolean => trial.authors.join('\n') === after[i]?.authors.join('\n');
  if (before.length !== after.length || !before.every(isSame)) throw new RangeError('the trials of two folders differ');
  const [from, to] = [measureStated(before), measureStated(after)];
  return (weights) => {
    const [old, own] = [from(weights), to(weights)];
    const minus = (name: 'auc' | 'cllr'): number => (own[name] ?? NaN) - (old[name] ?? NaN);
    return { auc: minus('auc'), cllr: minus('cllr') };
  };
}

type Cell = readonly [value: number | null, lower?: number, upper?: number];

function cellsOf(...measured: readonly (Measured | undefined)[]): readonly Cell[] {
  const digits = (value: number): number => Number(value.toFixed(4));
  return measured.flatMap((each) =>
    ['auc', 'cllr'].map((name): Cell => {
      const value = each?.values[name] ?? null;
      return value === null
        ? [null]
        : [digits(value), ...((each!.intervals[name] ?? []).map(digits) as [number, number])];
    }),
  );
}

function printed(cell: unknown): string {
  if (!Array.isArray(cell)) return String(cell);
  const [value, ...interval] = cell as unknown as Cell;
  return figure(value, interval.length === 2 ? (interval as [number, number]) : undefined);
}

void runProgram(options, io, study);
