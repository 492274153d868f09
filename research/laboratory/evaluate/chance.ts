import type { TrialKind } from '../../../src/core/verification/condition';
import type { OptionTable } from '../../../src/cli/options';
import { bootstrapIntervals, publishedBootstrap, type Intervals } from '../../../src/core/evaluation/scoreGroups';
import type { Verification } from '../../../src/core/domain/evidence';
import type { LabelledDocument } from '../tasks/documents';
import { listPopulationMembers } from '../../../src/core/cohort/cohortCache';
import { throwIfStopped } from '../../../src/core/basics/work';
import type { CohortMember } from '../../../src/core/cohort/cohort';
import { FusedVerifier, type VerifierDependencies } from '../../../src/core/verification/fusedVerifier';
import { findShareReaching, type Survival } from '../../../src/core/verification/distributions';
import { reportedConditions } from '../tasks/reportedConditions';
import { dealSearches, type ChanceSearch } from '../tasks/chanceSearches';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import { collectionCohort } from './collectionCohort';
import { readDocuments } from './run/documentsFile';
import { figure, headOf, table, toJson, type EvaluateIo } from './run/output';
import type { EvaluateDependencies } from './run/dependencies';
import { stageProgress } from './run/progress';
import { asKnown, trialText } from './trialText';

export const chanceOptions = {
  authors: { kind: positive, value: 'N', multiple: true, help: 'authors searched (5, 25 and 300)' },
  words: { kind: positive, value: 'W', help: 'words of the questioned text (1000)' },
  'known-words': { kind: positive, value: 'W', help: 'known words of each author (1000)' },
  searches: { kind: positive, value: 'S', help: 'searches of each condition and number of authors, at most (200)' },
  ...corpusOptions,
} as const satisfies OptionTable;

/** Ratios at which hits are counted. */
const ratios = [0.3, 0.7, 1];

/** How many authors of a search came as close as a ratio, and how many the product said would. */
interface ChanceRow {
  readonly authors: number;
  readonly modes: string;
  readonly genre_relation: string;
  readonly words: number;
  readonly knownWords: number;
  readonly searches: number;
  readonly llr: number;
  readonly expected: number;
  readonly observed: number;
  /** Of `observed`, and of observed ÷ expected. */
  readonly interval: Intervals;
}

/** One search: hits of each ratio. */
interface SearchHits {
  readonly author: string;
  readonly observed: readonly number[];
  readonly expected: readonly number[];
}

/** `evaluate chance`: searches without the true author, against what the product says of them. */
export async function evaluateChance(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const { set, file } = readDocuments(args);
  const verifier = await deps.verifier(args.models);
  const run: ChanceRun = {
    documents: set.documents,
    deps: verifier,
    words: args.count('words', 1000),
    knownWords: args.count('known-words', 1000),
    strangers: once(() => listPopulationMembers(verifier.population, verifier.ngrams)),
    io,
  };
  const rows: ChanceRow[] = [];
  for (const authors of args.counts('authors') ?? [5, 25, 300])
    for (const kind of reportedConditions) {
      const deal = { authors, words: run.words, searches: args.count('searches', 200), seed: args.seed };
      const searches = dealSearches(run.documents, kind, deal);
      rows.push(...(await rowsOf(searches, kind, { ...run, authors, seed: args.seed })));
    }
  const models = { population: verifier.population.description.id };
  const head = headOf('chance', args, models, { documents: file });
  if (args.json) io.stdout(toJson({ ...head, methods: { fused: rows } }));
  else io.stdout(...printed(rows));
}

interface ChanceRun {
  readonly documents: readonly LabelledDocument[];
  readonly deps: VerifierDependencies;
  readonly words: number;
  readonly knownWords: number;
  /** The population, which fills up the authors searched. */
  readonly strangers: () => readonly CohortMember[];
  readonly io: EvaluateIo;
}

/** A row for each ratio that the condition can reach; none where it is silent. */
async function rowsOf(
  searches: readonly ChanceSearch[],
  { modes, genreRelation }: TrialKind,
  run: ChanceRun & { readonly authors: number; readonly seed: number },
): Promise<readonly ChanceRow[]> {
  const { authors, words, knownWords, io, seed } = run;
  const progress = stageProgress(io, `${authors} authors, ${modes}, ${genreRelation} genre`);
  const hits: SearchHits[] = [];
  for (const [i, search] of searches.entries()) {
    hits.push(await hitsOf(search, run));
    progress(i + 1, searches.length);
  }
  return ratios.flatMap((llr, at): ChanceRow[] => {
    const measure = (weights?: Float64Array) => {
      const total = hits.reduce((sum, _, i) => sum + (weights?.[i] ?? 1), 0);
      const mean = (of: (hit: SearchHits) => number): number =>
        hits.reduce((sum, hit, i) => sum + (weights?.[i] ?? 1) * of(hit), 0) / total;
      const [observed, expected] = [mean((hit) => hit.observed[at]!), mean((hit) => hit.expected[at]!)];
      return { observed, expected, ratio: expected > 0 ? observed / expected : null };
    };
    const { observed, expected } = measure();
    if (!(expected > 0)) return [];
    const asked = hits.map(({ author }) => [author]);
    const interval = bootstrapIntervals(asked, measure, { ...publishedBootstrap, seed });
    const condition = { authors, modes, genre_relation: genreRelation, words, knownWords };
    return [{ ...condition, searches: hits.length, llr, expected, observed, interval }];
  });
}

async function hitsOf(
  { author, questioned, known }: ChanceSearch,
  { documents, deps, words, knownWords, strangers, io }: ChanceRun,
): Promise<SearchHits> {
  throwIfStopped(io.stop);
  const held = known.flatMap((one) => one.documents.map((place) => documents[place]!));
  const cohort = collectionCohort(held, { ...deps, stop: io.stop }, strangers);
  const asked = new FusedVerifier({ ...deps, cohort }).prepare(trialText(documents, questioned, words));
  const observed = ratios.map(() => 0);
  const expected = ratios.map(() => 0);
  for (const one of known) {
    const texts = [asKnown(trialText(documents, one.documents, knownWords), one.author)];
    const { verification } = await asked.compare(texts, { authorsSearched: known.length }, io.stop);
    const { llr, bounds } = verification;
    if (llr === undefined) continue;
    const survival = survivalFor(deps, verification);
    ratios.forEach((ratio, at) => {
      if (bounds![1] < ratio) return; // it can never be printed
      observed[at]! += Number(llr >= ratio);
      expected[at]! += findShareReaching(survival, ratio);
    });
  }
  return { author, observed, expected };
}

/** What the product takes the expected number from. */
function survivalFor({ calibrations }: VerifierDependencies, { calibrationId, calibratedOn }: Verification): Survival {
  const judgement = calibrations
    .find(({ id }) => id === calibrationId)
    ?.judgements.find(
      ({ words, knownWords }) => words === calibratedOn?.words && knownWords === calibratedOn.knownWords,
    );
  return judgement?.survival ?? [];
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}

function printed(rows: readonly ChanceRow[]): readonly string[] {
  const header = ['authors', 'modes', 'genres', 'searches', 'log10 LR', 'expected', 'observed', 'observed ÷ expected'];
  return table(
    header,
    rows.map((row) => [
      ...[String(row.authors), row.modes, row.genre_relation, String(row.searches), String(row.llr)],
      ...[figure(row.expected), figure(row.observed), figure(row.observed / row.expected, row.interval['ratio'])],
    ]),
  );
}
