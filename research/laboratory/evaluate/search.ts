import type { OptionTable } from '../../../src/cli/options';
import { listPopulationMembers, Profiler } from '../../../src/core/cohort/cohortCache';
import { relateGenres, pairModes } from '../../../src/core/verification/condition';
import { countWords, takeFirstWords } from '../../../src/core/text/countWords';
import { dealCases, isOfOneKind, kindsOf, type SearchCase, type SearchDeal } from '../tasks/searchCases';
import type { LabelledDocument } from '../tasks/documents';
import type { QuestionCalibration } from '../../../src/core/verification/question';
import type { Searched } from '../fitting/fitSearch';

import { fitFirstOrder, searchOrders, searchRows } from '../measures/searches';
import { firstMeasures, firstRows, warnedRows } from './firstOfSearch';
import { CachingEncoder } from './encoding/cachingEncoder';
import { EncodedCorpus } from './encoding/encodedCorpus';
import { CaseSearches } from './methods/caseSearch';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import type { EvaluateDependencies } from './run/dependencies';
import { readDocuments } from './run/documentsFile';
import { formatRows, headOf, toJson, type EvaluateIo, type Head } from './run/output';
import { stageProgress } from './run/progress';
import { readOrScore, scoresOptions } from './run/scoresFile';

export const searchOptions = {
  authors: { kind: positive, value: 'N', multiple: true, help: 'authors of a case (10)' },
  words: { kind: positive, value: 'W', multiple: true, help: 'words of a questioned text (250)' },
  'known-words': { kind: positive, value: 'W', help: 'known words of each author (2000)' },
  outsiders: {
    kind: { least: 1, most: 99 },
    value: 'P',
    help: 'of 100 questioned texts, those by nobody in the case (33)',
  },
  cases: { kind: positive, value: 'C', help: 'of each source and of each pair of genres (4)' },
  'one-genre': { kind: 'flag', help: 'cases whose texts are of one genre alone' },
  ...scoresOptions,
  ...corpusOptions,
} as const satisfies OptionTable;

/** `evaluate search`: whether the first of a search is the writer, and what is said of it. */
export async function evaluateSearch(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const conditions = await deps.conditions(args.models);
  const { trials: searched, head } = await readOrScore('search', args, () => searchAll(args, io, deps, conditions));
  const rows = searchRows(searched, conditions, args.seed);
  const firsts = firstRows(searched, conditions, args.seed);
  const warned = warnedRows(searched, conditions, args.seed);
  const weights = fitFirstOrder(searched);
  if (args.json) {
    io.stdout(toJson({ ...head, methods: { search: rows, first: firsts, warned, weights } }));
    return;
  }
  const sizes = ['authors', 'words', 'modes', 'genre_relation', 'searches'];
  io.stdout(
    ...[...formatRows(rows, [...sizes, 'inside'], searchOrders), ''],
    ...[...formatRows(firsts, ['by', 'is', 'searches', 'right', 'outside'], firstMeasures), ''],
    ...formatRows(
      warned,
      ['modes', 'genre_relation', 'rightOf', 'otherOf', 'outsideOf'],
      ['right', 'other', 'outside'],
    ),
    '',
    `weights before ratios: order ${weights.order.toFixed(2)}, discriminant ${weights.discriminant.toFixed(2)}`,
  );
}

/** Deals cases and searches each. */
async function* searchAll(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
  conditions: QuestionCalibration['conditions'],
): AsyncGenerator<Searched, Head> {
  const { set, file } = readDocuments(args);
  const documents = [...set.documents];
  const dealt = dealsOf(args).map((deal) => {
    const all = dealCases(set.documents, deal);
    const kept = args.flag('one-genre') ? all.filter((one) => isOfOneKind(set.documents, one)) : all;
    const cases = limited(kept, args);
    return { deal, cases: cases.map((one) => withCutTexts(one, deal.words, documents)) };
  });
  const verifier = await deps.verifier(args.models);
  const encoder = new CachingEncoder(await deps.encoder(args.models, args.threads), args.text('cache'));
  const cases = dealt.flatMap((each) => each.cases);
  const places = cases.flatMap(({ questioned, known }) => [...questioned, ...known.flatMap((one) => one.documents)]);
  const progress = stageProgress(io, 'encoding documents');
  const corpus = await EncodedCorpus.encode(documents, places, { encoder, stop: io.stop, progress });
  encoder.close();
  const profiler = new Profiler('evaluation', verifier.ngrams, () =>
    listPopulationMembers(verifier.population, verifier.ngrams),
  );
  const searches = new CaseSearches({ documents, corpus, kernels: await deps.kernels(), profiler }, verifier);
  const follow = stageProgress(io, 'cases');
  let done = 0;
  for (const { deal, cases: own } of dealt) {
    for (const one of own) {
      yield* await searchCase(one, { documents, deal, searches, io, conditions });
      follow((done += 1), cases.length);
    }
  }
  const models = { encoder: encoder.modelId, ngrams: verifier.ngrams.id };
  return headOf('search', args, models, { documents: file });
}

function dealsOf(args: EvaluateArguments): readonly SearchDeal[] {
  return (args.counts('authors') ?? [10]).flatMap((authors) =>
    (args.counts('words') ?? [250]).map((words) => ({
      authors,
      words,
      knownWords: args.count('known-words', 2000),
      outsiders: args.count('outsiders', 33) / 100,
      cases: args.count('cases', 4),
      seed: args.seed,
    })),
  );
}

/** The same case, its questioned texts cut to their first words: these are documents of their own, which are added. */
function withCutTexts(one: SearchCase, words: number, documents: LabelledDocument[]): SearchCase {
  const questioned = one.questioned.map((place) => {
    const document = documents[place]!;
    return documents.push({ ...document, text: takeFirstWords(document.text, words) }) - 1;
  });
  return { ...one, questioned };
}

function limited(cases: readonly SearchCase[], { limit }: EvaluateArguments): readonly SearchCase[] {
  return cases.slice(0, limit);
}

interface CaseRun extends Pick<QuestionCalibration, 'conditions'> {
  readonly documents: readonly LabelledDocument[];
  readonly deal: SearchDeal;
  readonly searches: CaseSearches;
  readonly io: EvaluateIo;
}

async function searchCase(
  one: SearchCase,
  { documents, deal, searches, io, conditions }: CaseRun,
): Promise<readonly Searched[]> {
  const search = searches.open(one.known);
  const kinds = kindsOf(documents, one);
  const of = (place: number): number => countWords(documents[place]!.text);
  const known = one.known.map((each) => each.documents.reduce((sum, place) => sum + of(place), 0));
  const found: Searched[] = [];
  for (const place of one.questioned) {
    const { id, author, source } = documents[place]!;
    const { rows, order, findLead } = await search(place, io.stop);
    found.push({
      ...{ from: one.from, source: source ?? '', questioned: id, author, authors: one.known.length },
      modes: pairModes(kinds.questioned.mode, kinds.known.mode),
      genreRelation: relateGenres(kinds.questioned, kinds.known),
      words: deal.words,
      knownWords: known.toSorted((a, b) => a - b)[known.length >> 1]!,
      outsiders: deal.outsiders,
      isInside: one.known.some((each) => each.author === author),
      rows,
      lead: findLead(order(conditions).map((each) => each.author)),
    });
  }
  return found;
}
