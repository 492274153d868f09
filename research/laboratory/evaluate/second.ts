import { listPopulationMembers } from '../../../src/core/cohort/profiles';
import { createRandom, hashWithSeed } from '../../../src/core/evaluation/bootstrap';
import { groupBy } from '../../../src/core/groupBy';
import { takeFirstWords } from '../../../src/core/text/countWords';
import { FusedVerifier, type VerifierDependencies } from '../../../src/core/verification/fusedVerifier';
import { scoreGrammar } from '../../../src/core/verification/secondOpinion';
import type { OptionTable } from '../../../src/cli/options';
import { countSides, rateSecond, secondNames, secondRows, type SecondTrial } from '../measures/secondOpinions';
import type { LabelledDocument } from '../tasks/documents';
import { dealCases, isOfOneKind, type SearchCase } from '../tasks/searchCases';
import { collectionCohort } from './collectionCohort';
import { sourceOf } from './methods/caseSearch';
import { positive, type EvaluateArguments } from './run/arguments';
import type { EvaluateDependencies } from './run/dependencies';
import { readDocuments } from './run/documentsFile';
import { formatRows, headOf, toJson, type EvaluateIo, type Head } from './run/output';
import { stageProgress } from './run/progress';
import { readOrScore, scoredCaseOptions } from './run/scoresFile';
import { knownDocuments } from './trialText';

export const secondOptions = {
  words: { kind: positive, value: 'W', multiple: true, help: 'words of a questioned text (100, 250 and 1000)' },
  authors: {
    kind: positive,
    value: 'N',
    multiple: true,
    help: 'authors of a case: of each source the last that it has enough for (5, 8 and 20)',
  },
  'known-words': { kind: positive, value: 'W', help: 'known words of each author (6000)' },
  cases: { kind: positive, value: 'C', help: 'of each source (4)' },
  ...scoredCaseOptions,
} as const satisfies OptionTable;

/** `evaluate second`: what LambdaG is worth alone and beside the ratio, and the weights that ship. */
export async function evaluateSecond(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const { trials, head } = await readOrScore('second', args, () => scoreAll(args, io, deps));
  const { rated, fit } = rateSecond(trials);
  const [rows, sides] = [secondRows(rated, args.seed), countSides(rated)];
  if (args.json) {
    io.stdout(toJson({ ...head, rows, sides, fit }));
    return;
  }
  for (const measure of ['cllr', 'auc']) {
    const names = [...secondNames.map((name) => `${measure}.${name}`), ...(measure === 'cllr' ? ['gain'] : [])];
    io.stdout(...formatRows(rows, ['of', 'trials', 'same'], names, ['trials', 'count', 'same author']), '');
  }
  io.stdout(`LambdaG where the ratio points right, wrong or says little: ${toJson(sides)}`);
  io.stdout(`weights of a fit on all: ${toJson(fit)}`);
}

/** Asks the verifier and LambdaG for texts of each case: for that of an author of it by its writer, for another by one author. */
async function* scoreAll(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): AsyncGenerator<SecondTrial, Head> {
  const { set, file } = readDocuments(args);
  const verifier = await deps.verifier(args.models);
  const strangers = listPopulationMembers(verifier.population, verifier.ngrams);
  const cpu = { ratio: 0, second: 0, trials: 0 };
  for (const words of args.counts('words') ?? [100, 250, 1000]) {
    const cases = dealSecond(set.documents, words, args);
    const progress = stageProgress(io, `cases of ${words} words`);
    const asked = new Set<string>();
    for (const [done, one] of cases.entries()) {
      const held = one.known.flatMap((each) => each.documents.map((place) => set.documents[place]!));
      const cohort = collectionCohort(held, { ...verifier, stop: io.stop }, () => strangers);
      yield* scoreCase(one, { documents: set.documents, words, verifier: { ...verifier, cohort }, asked, cpu, io });
      progress(done + 1, cases.length);
    }
  }
  const seconds = (total: number): string => (total / 1e6 / cpu.trials).toFixed(3);
  io.stderr(`CPU seconds a trial: ratio ${seconds(cpu.ratio)}, LambdaG ${seconds(cpu.second)}`);
  return headOf('second', args, { ngrams: verifier.ngrams.id }, { documents: file });
}

/** Cases of one source and kind; half of the questioned texts are by nobody in the case. */
function dealSecond(documents: readonly LabelledDocument[], words: number, args: EvaluateArguments) {
  const deal = { words, knownWords: args.count('known-words', 6000), outsiders: 0.5 };
  const sizes = (args.counts('authors') ?? [5, 8, 20]).map((authors) => {
    const dealt = dealCases(documents, { ...deal, authors, cases: args.count('cases', 4), seed: args.seed });
    return groupBy(
      dealt.filter((one) => isOfOneKind(documents, one)),
      ({ from }) => from,
    );
  });
  return [...new Map(sizes.flatMap((bySource) => [...bySource])).values()].flat();
}

interface SecondRun {
  readonly documents: readonly LabelledDocument[];
  readonly words: number;
  /** With the cohort of the case. */
  readonly verifier: VerifierDependencies;
  /** Pairs of a text and an author that were asked for before. */
  readonly asked: Set<string>;
  /** Microseconds. */
  readonly cpu: { ratio: number; second: number; trials: number };
  readonly io: EvaluateIo;
}

async function* scoreCase(one: SearchCase, run: SecondRun): AsyncGenerator<SecondTrial> {
  const { documents, words, verifier, asked, cpu, io } = run;
  const known = new Map(
    one.known.map(({ author, documents: own }) => [author, knownDocuments(documents, own, Infinity)]),
  );
  const byId = new Map([...known.values()].flat().map((each) => [each.id, each]));
  const collection = { readDocument: (id: string) => Promise.resolve(byId.get(id)) };
  for (const place of one.questioned) {
    const { id, author: writer, source = '', mode, text } = documents[place]!;
    const drawn = Math.floor(createRandom(hashWithSeed(id, 1))() * one.known.length);
    const named = known.has(writer) ? writer : one.known[drawn]!.author;
    if (asked.has(`${id} ${named}`)) continue;
    asked.add(`${id} ${named}`);
    const questioned = { ...sourceOf(documents[place]!), text: takeFirstWords(text, words) };
    const started = process.cpuUsage().user;
    const compared = new FusedVerifier(verifier).prepare(questioned);
    const { verification, llr, logOdds } = await compared.compare(
      known.get(named)!,
      { authorsSearched: undefined },
      io.stop,
    );
    const stated = process.cpuUsage().user;
    const scores = await scoreGrammar({ ...verifier, collection }, [questioned], verification, io.stop);
    if (!scores || llr === undefined || logOdds === undefined) continue; // a review says nothing here, or has no second opinion
    cpu.ratio += stated - started;
    cpu.second += process.cpuUsage().user - stated;
    cpu.trials += 1;
    const same = named === writer;
    yield { source, mode, words, authors: [writer, named], same, llr, logOdds, ...scores };
  }
}
