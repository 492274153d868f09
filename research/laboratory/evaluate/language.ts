import { english } from '../../../src/core/text/language';
import { usage } from '../../../src/core/errors';
import { bootstrapIntervals, publishedBootstrap } from '../../../src/core/evaluation/scoreGroups';
import { rankByCollection } from '../../../src/core/language/languageCollections';
import { measureRatios, measureScores } from '../measures/verification/verificationMeasures';
import { everyKind, TrialTable, type ScoredTrial } from '../fitting/trialTable';
import { languageScores, slopeElsewhere } from '../fitting/fusion';
import { listStretches, scoreTrials } from '../languages/languageTrials';
import { buildCollection, groupWorks } from '../languages/languageWorks';
import { DocumentSet } from '../tasks/documents';
import { readLines, type HashedFile } from '../tasks/lines';
import type { EvaluateArguments } from './run/arguments';
import { figure, headOf, table, toJson, type EvaluateIo } from './run/output';

/** The lengths that are reported, and stretches of each work. */
const lengths = { questioned: [250, 1000], known: [8000] } as const;
const stretches = 2;

/** What is said of one length. */
interface LanguageRow {
  readonly words: number;
  readonly knownWords: number;
  readonly sameTrials: number;
  readonly sameAuthors: number;
  /** By fits that know neither author of a trial. */
  readonly own: LanguageFigures;
  /** By fits on the other languages; undefined: none were given. */
  readonly elsewhere: LanguageFigures | undefined;
  /** How often the author comes first among all, and of how many stretches. */
  readonly first: number;
  readonly firstInterval: readonly [number, number] | undefined;
  readonly asked: number;
}

interface LanguageFigures {
  readonly auc: number | null;
  readonly cllr: number | null;
  readonly interval: ReturnType<typeof bootstrapIntervals>;
}

/** `evaluate verification --language`: works in one language by the n-grams of their own collection; works never meet themselves. */
export async function evaluateLanguage(args: EvaluateArguments, io: EvaluateIo): Promise<void> {
  const language = args.required('language');
  if (language === english) throw usage('English has trials of its own: leave --language out.');
  const file = readLines(args.required('documents'));
  const others = (args.list('others') ?? []).map(readLines);
  const { trials, countFirst } = await scoreLanguage(file, language, { args, io });
  const foreign: ScoredTrial[] = [];
  for (const [i, other] of others.entries())
    foreign.push(...(await scoreLanguage(other, `other-${i + 1}`, { args, io })).trials);
  const own = new TrialTable(trials, languageScores).crossFitted(everyKind, slopeElsewhere);
  const apart = foreign.length === 0 ? undefined : fitElsewhere(trials, foreign);
  const rows = lengths.questioned.map((words): LanguageRow => {
    const places = trials.flatMap((trial, i) => (trial.lengths.questioned === words ? [i] : []));
    const same = places.filter((i) => trials[i]!.same);
    const measure = (llrs: Float64Array) =>
      computeFigures(
        places.map((i) => ({ ...trials[i]!, llr: llrs[i]! })),
        args.seed,
      );
    return {
      ...{ words, knownWords: lengths.known[0], sameTrials: same.length, ...countFirst(words) },
      sameAuthors: new Set(same.map((i) => trials[i]!.authors[0])).size,
      own: measure(own),
      elsewhere: apart && measure(apart),
    };
  });
  const data = { documents: file, ...Object.fromEntries(others.map((other, i) => [`others${i + 1}`, other])) };
  if (args.json) io.stdout(toJson({ ...headOf('verification', args, {}, data), language, rows }));
  else io.stdout(...table(header, rows.map(print)));
}

/** A file as a collection, with its trials. Throws Cancelled. */
async function scoreLanguage(
  file: HashedFile,
  language: string,
  { args: { seed }, io: { stop } }: { readonly args: EvaluateArguments; readonly io: EvaluateIo },
) {
  const { documents } = DocumentSet.parse(file);
  const authors = groupWorks(documents);
  const collection = await buildCollection(documents, language, stop);
  const trials = scoreTrials(collection, authors, lengths, { each: stretches, seed, stop });
  /** How often the author of a stretch comes first among all authors. */
  const countFirst = (words: number): Pick<LanguageRow, 'first' | 'firstInterval' | 'asked'> => {
    const asked = listStretches(authors, { words, each: stretches, seed });
    const hits = asked.map(({ author, document, text, work }) => {
      const questioned = { ...document, words, features: collection.ngrams.computeFeatures(text) };
      return Number(rankByCollection(collection, questioned, work, stop)[0]?.author === author);
    });
    const measure = (weights: Float64Array = new Float64Array(hits.length).fill(1)) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      return { first: hits.reduce((sum, hit, i) => sum + hit * weights[i]!, 0) / total };
    };
    const askedAuthors = asked.map(({ author }) => [author]);
    const interval = bootstrapIntervals(askedAuthors, measure, { ...publishedBootstrap, seed });
    return { ...measure(), firstInterval: interval['first'], asked: asked.length };
  };
  return { trials, countFirst };
}

/** Log10 ratios by a fit on trials of other languages alone. */
function fitElsewhere(trials: readonly ScoredTrial[], foreign: readonly ScoredTrial[]): Float64Array {
  const fitted = new TrialTable([...foreign, ...trials], languageScores);
  const known = new Set(foreign.flatMap(({ authors }) => authors));
  const coefficients = fitted.common(({ authors }) => Number(known.has(authors[0])));
  return Float64Array.from(trials, (_, i) => slopeElsewhere * fitted.logOdds(coefficients, foreign.length + i));
}

function computeFigures(trials: readonly (ScoredTrial & { readonly llr: number })[], seed: number): LanguageFigures {
  const llrs = trials.map(({ llr }) => llr);
  const same = trials.map((trial) => trial.same);
  const [scores, ratios] = [measureScores(llrs, same), measureRatios(llrs, same)];
  const measure = (weights?: Float64Array) => ({ auc: scores(weights).auc, cllr: ratios(weights).cllr });
  const interval = bootstrapIntervals(
    trials.map(({ authors }) => authors),
    measure,
    { ...publishedBootstrap, seed },
  );
  return { ...measure(), interval };
}

const header = [
  'words',
  'known words',
  'same-author trials',
  'authors',
  'auc',
  'cllr',
  'auc elsewhere',
  'cllr elsewhere',
  'first',
  'of',
];

function print({
  words,
  knownWords,
  sameTrials,
  sameAuthors,
  own,
  elsewhere,
  first,
  firstInterval,
  asked,
}: LanguageRow): readonly string[] {
  return [
    ...[words, knownWords, sameTrials, sameAuthors].map(String),
    ...[own, elsewhere].flatMap((figures) => [
      figure(figures?.auc ?? null, figures?.interval['auc']),
      figure(figures?.cllr ?? null, figures?.interval['cllr']),
    ]),
    figure(first, firstInterval),
    String(asked),
  ];
}
