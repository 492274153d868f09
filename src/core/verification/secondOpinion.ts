import { GrammarModel, meanLogProbability, readGrammar, type Sentence } from '../classical/grammarModel';
import { ByteCache, makeOnce } from '../caches';
import { type Cohort, type CohortDocument, formatGenreKey, minMeasuredAuthors } from '../cohort/cohort';
import { readDocuments } from '../copies/copies';
import type { SecondOpinion, SourceText, TextKind, Verification } from '../domain';
import { createRandom, hashWithSeed } from '../evaluation/bootstrap';
import { computeMean, computeSum } from '../numbers';
import type { ReferenceIndex } from '../ports';
import { takeFirstWords } from '../text/countWords';
import { isFunctionWord } from '../text/functionWords';
import { readSource } from '../text/readText';
import { giveWay, type StopSignal, workGently } from '../work';
import { clamp } from './calibration';

/** The number of models of sentences by other authors. */
const references = 5;
/** Models of others are kept up to this many bytes. */
const mostReferences = 16_000_000;
/** At most this many tokens of the known texts are used, because more would take longer. */
const mostKnown = 4000;
/** Fewer tokens of known texts or of others were not calibrated. */
const leastTokens = { known: 1000, others: 2000 };
const leastWords = 100;
/** At most this many words of one text by another author are used. */
const wordsOfOther = 3000;

/**
 * log10 ratio = offset + Σ weight · score, within bounds (ELUB): fitted on both modes of one genre, from cases of one source
 * (`evaluate second`, docs/decisions/0052-lines-that-can-be-checked.md).
 */
const calibration = { offset: 0.215, fromKnown: 0.541, fromQuestioned: 0.041, lower: -0.75, upper: 0.93 };

/** The performance of its ratios in trials by sources that the fit did not contain. */
export const secondFigures = { cllr: 0.72 } as const;

/** The scores of LambdaG, each multiplied by the root of the number of tokens that it is the mean of. */
export interface GrammarScores {
  /** The score of the questioned text by the grammar of the known texts. */
  readonly fromKnown: number;
  /** The score of the known texts by the grammar of the questioned text. */
  readonly fromQuestioned: number;
}

/**
 * A ratio by LambdaG (Nini and others 2024), with words of content masked, in both directions: how much more probable the tokens of one
 * side are by the grammar of the other side than by that of other authors. Undefined if there is no first ratio, or no calibration for such
 * texts. Throws Cancelled.
 */
export async function askLambdaG(...asked: Parameters<typeof scoreGrammar>): Promise<SecondOpinion | undefined> {
  const scores = await scoreGrammar(...asked);
  return scores && rateGrammar(scores);
}

/** The scores of the ratio. It is undefined, and throws, as `askLambdaG`. */
export async function scoreGrammar(
  {
    cohort,
    collection,
    language,
  }: {
    readonly cohort: Cohort;
    readonly collection?: Pick<ReferenceIndex, 'readDocument'>;
    readonly language?: string;
  },
  questioned: readonly SourceText[],
  { llr, condition, known, words }: Verification,
  stop: StopSignal,
): Promise<GrammarScores | undefined> {
  const [kind] = questioned;
  if (!collection || language !== undefined || !kind || llr === undefined || !isMeasured({ condition, words }))
    return undefined;
  const texts = await readDocuments(
    collection,
    known.map(({ document }) => document),
  );
  const others = listOthers(cohort, kind, new Set(texts.map(({ author }) => author)));
  if (new Set(others.map(({ author }) => author)).size < minMeasuredAuthors) return undefined;
  const read = await readDocuments(
    collection,
    others.map(({ id }) => id),
  );
  const readAll = async (documents: readonly SourceText[], most = Infinity): Promise<readonly Sentence[]> => {
    const sentences: (readonly Sentence[])[] = [];
    for (const document of documents) {
      await giveWay(stop);
      sentences.push(readSentences(document, most, stop));
    }
    return sentences.flat();
  };
  const sides = {
    questioned: await readAll(questioned),
    known: takeTokens(await readAll(texts), mostKnown),
    others: await readAll(read, wordsOfOther),
  };
  if (countTokens(sides.known) < leastTokens.known || countTokens(sides.others) < leastTokens.others) return undefined;
  const key = others.map(({ id }) => id).join(' ');
  const readModels = (side: readonly Sentence[]): Promise<readonly GrammarModel[]> => {
    const tokens = countTokens(side);
    return readReferences(cohort).get(`${tokens} ${key}`, () => workGently(buildModels(sides.others, tokens), stop));
  };
  const models = { known: await readModels(sides.known), questioned: await readModels(sides.questioned) };
  return workGently(scoreSides(sides, models), stop);
}

/** The models of others that sides of a length are compared with. The known texts of a candidate are often those of the last review. */
const readReferences = makeOnce<Cohort, ByteCache<readonly GrammarModel[]>>(
  () => new ByteCache(mostReferences, (models) => computeSum(models.map(({ bytes }) => bytes))),
);

/** Whether the texts were calibrated. Two genres, two modes and short texts were not. */
function isMeasured({
  condition: { genreRelation, modes },
  words,
}: Pick<Verification, 'condition' | 'words'>): boolean {
  return genreRelation === 'same' && (modes === 'written-written' || modes === 'spoken-spoken') && words >= leastWords;
}

/** Documents by other authors with this mode and genre. */
function listOthers(cohort: Cohort, kind: TextKind, leftOut: ReadonlySet<string>): readonly CohortDocument[] {
  const { scores, places } = cohort.selectComparable(kind, leftOut) ?? { places: [] };
  const documents = places.flatMap((place) => scores?.members[place]?.document ?? []);
  return documents.filter(({ genre }) => formatGenreKey({ ...kind, genre }) === formatGenreKey(kind));
}

/** Models of random sentences by others, each with as many tokens as a side. */
function* buildModels(others: readonly Sentence[], tokens: number): Generator<void, readonly GrammarModel[]> {
  const random = createRandom(hashWithSeed('references', tokens));
  const models: GrammarModel[] = [];
  while (models.length < references) {
    yield;
    models.push(new GrammarModel(sample(others, tokens, random)));
  }
  return models;
}

type SidesOf<Part> = Readonly<Record<'questioned' | 'known', Part>>;

function* scoreSides(
  { questioned, known }: SidesOf<readonly Sentence[]>,
  models: SidesOf<readonly GrammarModel[]>,
): Generator<void, GrammarScores> {
  function* score(
    text: readonly Sentence[],
    side: readonly Sentence[],
    others: readonly GrammarModel[],
  ): Generator<void, number> {
    const ofOthers: number[] = [];
    for (const model of others) {
      yield;
      ofOthers.push(meanLogProbability(text, model));
    }
    yield;
    const own = new GrammarModel(side);
    yield;
    return (meanLogProbability(text, own) - computeMean(ofOthers)) * Math.sqrt(countTokens(text));
  }
  return {
    fromKnown: yield* score(questioned, known, models.known),
    fromQuestioned: yield* score(known, questioned, models.questioned),
  };
}

/** The bundled ratio for such scores. */
export function rateGrammar(scores: GrammarScores): SecondOpinion {
  const { offset, fromKnown, fromQuestioned, lower, upper } = calibration;
  const logOdds = offset + fromKnown * scores.fromKnown + fromQuestioned * scores.fromQuestioned;
  return { llr: clamp(logOdds, lower, upper), bounds: [lower, upper] };
}

/**
 * The sentences of texts by the number of words that were read. Cached as long as the document is, because the same others are used in
 * every review.
 */
const sentencesBefore = new WeakMap<SourceText, Map<number, readonly Sentence[]>>();

/** The sentences of the author's own text, or of its first words. */
function readSentences(source: SourceText, most: number, stop: StopSignal): readonly Sentence[] {
  const before = sentencesBefore.get(source) ?? new Map<number, readonly Sentence[]>();
  const { own } = readSource(source, stop);
  const sentences = before.get(most) ?? readGrammar(most < Infinity ? takeFirstWords(own, most) : own, isFunctionWord);
  sentencesBefore.set(source, before.set(most, sentences));
  return sentences;
}

function countTokens(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { length }) => sum + length, 0);
}

function takeTokens(sentences: readonly Sentence[], most: number): readonly Sentence[] {
  let tokens = 0;
  return sentences.filter(({ length }) => {
    const isTaken = tokens < most;
    tokens += length;
    return isTaken;
  });
}

/** Random sentences, until they have this many tokens, or all. */
function sample(sentences: readonly Sentence[], tokens: number, random: () => number): readonly Sentence[] {
  const left = [...sentences];
  const taken: Sentence[] = [];
  for (let sum = 0; sum < tokens && left.length > 0; sum += taken.at(-1)!.length) {
    const place = Math.floor(random() * left.length);
    taken.push(left[place]!);
    left[place] = left.at(-1)!;
    left.pop();
  }
  return taken;
}
