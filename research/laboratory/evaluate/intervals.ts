import type { OptionTable } from '../../../src/cli/options';
import { computeMean } from '../../../src/core/basics/numbers';
import { listPopulationMembers, Profiler } from '../../../src/core/cohort/cohortCache';
import type { KnownDocument } from '../../../src/core/domain/evidence';
import { CaseFit, pieceLength } from '../../../src/core/ranking/fitDiscriminant';
import { countWords, takeFirstWords } from '../../../src/core/text/countWords';
import { keepOwn, readSource } from '../../../src/core/text/readText';
import { readQuestionCalibration, readSearchCalibration } from '../../../src/node/models/manifest';
import { pairModes, relateGenres } from '../../../src/core/verification/condition';
import { FusedVerifier, type VerifierDependencies } from '../../../src/core/verification/fusedVerifier';
import { featuresOf, type SearchCalibration, weighFeatures } from '../../../src/core/verification/firstOfSearch';
import {
  findCondition,
  questionValues,
  rateAmong,
  scoreOf,
  type QuestionCalibration,
} from '../../../src/core/verification/question';
import { computeSpread, leaveOut, listStretches } from '../../../src/core/verification/stretches';
import type { LabelledDocument } from '../tasks/documents';
import { dealQuestions, type QuestionCase } from '../tasks/questionCases';
import { EncodedCorpus } from './encoding/encodedCorpus';
import { sourceOf } from './methods/caseSearch';
import { CorpusProfiles } from './methods/corpusProfiles';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import type { EvaluateDependencies } from './run/dependencies';
import { readDocuments } from './run/documentsFile';
import { headOf, table, toJson, type EvaluateIo } from './run/output';
import { stageProgress } from './run/progress';

export const intervalsOptions = {
  authors: { kind: positive, value: 'N', help: 'authors of a case (2)' },
  words: { kind: positive, value: 'W', multiple: true, help: 'words of each of two stretches of a text (250, 500)' },
  'known-words': { kind: positive, value: 'K', help: 'known words of each author (2000)' },
  cases: { kind: positive, value: 'C', help: 'of each source and kind, at most (4)' },
  search: { kind: 'flag', help: 'rate the writer as the first of a search among the authors and anybody' },
  asked: { kind: positive, value: 'N', help: 'authors of a case with a questioned text, at most (4)' },
  ...corpusOptions,
} as const satisfies OptionTable;

/** log10 of the ratio of the writer before bounds, among the authors or as the first of a search, and half of its interval. */
interface Rated {
  readonly ratio: number;
  readonly spread: number;
}

/** Two successive stretches of one text by one writer. */
interface Pair {
  readonly words: number;
  readonly writer: string;
  readonly both: readonly [Rated, Rated];
}

/** `evaluate intervals`: how often the interval of a ratio has the ratio of the next stretch of the text. */
export async function evaluateIntervals(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const { set, file } = readDocuments(args);
  const lengths = args.counts('words') ?? [250, 500];
  const cases = dealQuestions(set.documents, {
    ...{ authors: args.count('authors', 2), knownWords: args.count('known-words', 2000) },
    ...{ cases: args.count('cases', 4), asked: args.count('asked', 4), seed: args.seed },
  })
    .filter(({ from }) => !from.includes('→'))
    .slice(0, args.limit);
  const verifier = await deps.verifier(args.models);
  const profiler = new Profiler('evaluation', verifier.ngrams, () =>
    listPopulationMembers(verifier.population, verifier.ngrams),
  );
  const compared = { documents: set.documents, corpus: EncodedCorpus.empty, kernels: await deps.kernels(), profiler };
  const profiles = new CorpusProfiles(compared);
  const { conditions } = (await readQuestionCalibration(args.models)).content;
  const first = args.flag('search') ? (await readSearchCalibration(args.models)).content : undefined;
  const follow = stageProgress(io, 'cases');
  const pairs: Pair[] = [];
  for (const [done, one] of cases.entries()) {
    const rate = openCase(one, set.documents, { verifier, profiles, conditions, first, io });
    for (const { author, questioned } of one.asked) {
      const text = questioned.map((place) => set.documents[place]!.text).join('\n\n');
      for (const words of lengths.filter((each) => 2 * each <= countWords(text))) {
        const first = takeFirstWords(text, words);
        const next = takeFirstWords(text.slice(first.length), words);
        const asked = { ...set.documents[questioned[0]!]!, author };
        const [a, b] = [await rate({ ...asked, text: first }), await rate({ ...asked, text: next })];
        if (a && b) pairs.push({ words, writer: author, both: [a, b] });
      }
    }
    follow(done + 1, cases.length);
  }
  const rows = lengths.map((words) => intervalRow(words, pairs));
  const head = headOf('intervals', args, { ngrams: verifier.ngrams.id }, { documents: file });
  if (args.json) io.stdout(toJson({ ...head, methods: { intervals: rows } }));
  else
    io.stdout(
      ...table(
        Object.keys(rows[0]!),
        rows.map((row) => Object.values(row).map(String)),
      ),
    );
}

interface Parts {
  readonly verifier: VerifierDependencies;
  readonly profiles: CorpusProfiles;
  readonly conditions: QuestionCalibration['conditions'];
  /** Undefined if the writer is rated among the authors. */
  readonly first: SearchCalibration | undefined;
  readonly io: EvaluateIo;
}

/** Rates the writer of a text in a case, as a review does. Undefined for a writer outside, or without a ratio. */
function openCase(
  { inside }: QuestionCase,
  documents: readonly LabelledDocument[],
  { verifier: deps, profiles, conditions, first, io: { stop } }: Parts,
) {
  const sides = inside.map(({ author, documents: held }) => {
    return held.map((place): KnownDocument => {
      const { title } = documents[place]!;
      return { ...sourceOf(documents[place]!), author, title, role: 'known' };
    });
  });
  const cohort = profiles.cohortAmong(
    inside.flatMap(({ author, documents: held }) =>
      held.map((place) => ({ place, document: { id: documents[place]!.id, author } })),
    ),
  );
  for (const side of sides) for (const document of side) deps.markerScores.add(document.id, document);
  const verifier = new FusedVerifier({ ...deps, cohort });
  const texts = sides.map((side, i) => {
    return { author: inside[i]!.author, texts: side.map((document) => readSource(document).own) };
  });
  return async (asked: LabelledDocument): Promise<Rated | undefined> => {
    const place = inside.findIndex(({ author }) => author === asked.author);
    const source = sourceOf(asked);
    const kind = {
      modes: pairModes(asked.mode, sides[0]![0]!.mode),
      genreRelation: relateGenres(asked, sides[0]![0]!),
    };
    const weights = findCondition(conditions, kind)?.weights;
    if (place < 0 || !weights) return undefined;
    const { fitted } = CaseFit.of(texts, { words: pieceLength(countWords(asked.text)) }, stop);
    const own = [keepOwn(source)];
    const separated = [own, ...listStretches(own).map((stretch) => leaveOut(own, stretch))].map((of) =>
      fitted?.scoreText(of[0]!.text),
    );
    const prepared = verifier.prepare(source);
    const ratios: (readonly (number | undefined)[])[] = [];
    for (const side of sides) {
      const verified = await prepared.verify(side, { authorsSearched: undefined }, stop);
      ratios.push([scoreOf(verified), ...(verified.withoutStretches ?? [])]);
    }
    const rated = separated.map((scores, k) => {
      const rows = ratios.map((of, i) => ({ ratio: of[k], discriminant: scores?.get(inside[i]!.author) }));
      const features = first && featuresOf(rows, place, fitted?.discriminant.authors.length ?? 0);
      if (first) return features && weighFeatures(features, first.weights, first.offset);
      const values = questionValues(rows);
      return values && rateAmong(values, weights)[place]!;
    });
    const [ratio, ...rests] = rated;
    const complete = rests.flatMap((rest) => rest ?? []);
    return ratio === undefined || complete.length < rests.length
      ? undefined
      : { ratio, spread: computeSpread(complete) };
  };
}

function intervalRow(words: number, pairs: readonly Pair[]) {
  const own = pairs.filter((pair) => pair.words === words);
  const ordered = own.flatMap(({ both: [a, b] }) => [[a, b] as const, [b, a] as const]);
  const covered = (factor: number): number =>
    ordered.filter(([a, b]) => Math.abs(a.ratio - b.ratio) <= factor * a.spread).length / ordered.length;
  return {
    words,
    texts: own.length,
    writers: new Set(own.map(({ writer }) => writer)).size,
    /** The share of intervals with the ratio of the other stretch, and of intervals that are √2 times as wide. */
    next: covered(1).toFixed(3),
    nextWide: covered(Math.SQRT2).toFixed(3),
    /** Half of an interval, and the root of half the mean squared difference of two stretches, which is what it estimates times 2.365. */
    spread: computeMean(ordered.map(([a]) => a.spread)).toFixed(2),
    deviation: Math.sqrt(computeMean(own.map(({ both: [a, b] }) => (a.ratio - b.ratio) ** 2)) / 2).toFixed(2),
  };
}
