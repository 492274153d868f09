import type { Ngrams } from '../../../src/core/classical/ngrams';
import { compareLevels, type ComparedSpan, splitSections } from '../../../src/core/comparison/compareLevels';
import type { SourceText, TextRange } from '../../../src/core/domain/evidence';
import {
  bootstrapIntervals,
  createRandom,
  groupScores,
  hashWithSeed,
  weighGroups,
} from '../../../src/core/evaluation/scoreGroups';
import type { EncodedSpan } from '../../../src/core/ports';
import { scoreWholeTexts } from '../../../src/core/ranking/combinedScore';
import type { OptionTable } from '../../../src/cli/options';
import { requireWritable } from '../../../src/node/outputFile';
import { multiplyDense, averageTextVector } from '../../../src/lateInteraction/scoring/patches';
import { type StopSignal, throwIfStopped } from '../../../src/core/basics/work';
import { subtractRanges } from '../../../src/reading/text/exclusions';
import { auc } from '../measures/verification/auc';
import { readLines } from '../tasks/lines';
import { parseVerificationTrials } from '../tasks/verificationTrials';
import { CachingEncoder } from './encoding/cachingEncoder';
import { encodeWith, type EncodeText, spansOf } from './encoding/encodeWith';
import { TrialScorer } from './methods/trialScorer';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import type { EvaluateDependencies } from './run/dependencies';
import { readDocuments } from './run/documentsFile';
import { figure, headOf, table, toJson, type EvaluateIo, writeOutput } from './run/output';
import { stageProgress } from './run/progress';
import { asKnown, trialText } from './trialText';
import { sampledTrials, trialLine } from './verification';

export const comparisonOptions = {
  trials: { kind: 'text', value: 'V.jsonl', help: `lines of ${trialLine}` },
  words: { kind: positive, value: 'W', help: 'trials of this length (2000)' },
  scores: { kind: 'text', value: 'OUT.jsonl', help: 'writes the scores of each pair' },
  force: { kind: 'flag', help: 'writes it in place of an earlier one of that name' },
  ...corpusOptions,
} as const satisfies OptionTable;

/** Pairs of chunks that are deleted, and how often random ones are. */
const deleted = 3;
const draws = 10;

/** What one pair of texts came to. */
interface Compared {
  readonly same: boolean;
  /** Ids of the documents of either side. */
  readonly ids: Pair<string>;
  readonly authors: Pair<string>;
  /** Of the whole texts, and with the sections of either in another order. */
  readonly document: number;
  readonly shuffled: number;
  readonly meanVectors: number;
  readonly ngrams: number;
  readonly fused: number;
  /** How far the score falls without the pairs of chunks most alike, and without random ones; undefined: too few. */
  readonly falls: { readonly top: number; readonly random: number } | undefined;
}

/** `evaluate comparison`: whether the score of whole texts tells one author's works from others', and what it rests on. */
export async function evaluateComparison(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const { set, file } = readDocuments(args);
  const trialsFile = readLines(args.required('trials'));
  const words = args.count('words', 2000);
  const { documents } = set;
  const listed = parseVerificationTrials(trialsFile, set).filter((trial) => trial.words === words);
  const trials = sampledTrials(listed, args, documents);
  const verifier = await deps.verifier(args.models);
  const encoder = new CachingEncoder(await deps.encoder(args.models, args.threads), args.text('cache'));
  const scorer = new TrialScorer(verifier, io.stop);
  const comparer = new Comparer(verifier.ngrams, encodeWith(encoder), io.stop);
  const progress = stageProgress(io, 'comparing');
  const scores = args.text('scores');
  const output = {
    guarded: { files: [file.name, trialsFile.name], folders: [args.models] },
    ...{ force: args.flag('force'), begins: '{"a":' },
  };
  if (scores !== undefined) requireWritable(scores, output);
  const compared: Compared[] = [];
  for (const { a, b, same } of trials) {
    const authors = [documents[a[0]!]!.author, documents[b[0]!]!.author] as const;
    const [first, second] = [trialText(documents, a, words), trialText(documents, b, words)];
    const { score: fused } = await scorer.fused({ questioned: first, known: [asKnown(second, authors[1])] });
    const found = await comparer.compare([first, second], { same, seed: args.seed });
    compared.push({ same, authors, fused, ids: [first.id, second.id], ...found });
    progress(compared.length, trials.length);
  }
  encoder.close();
  if (scores !== undefined) writeOutput(scores, `${compared.map(scoresLine).join('\n')}\n`, output);
  const head = headOf(
    'comparison',
    args,
    { encoder: encoder.modelId, ngrams: verifier.ngrams.id },
    {
      documents: file,
      trials: trialsFile,
    },
  );
  const result = { ...head, words, pairs: compared.length, ...figuresOf(compared) };
  if (args.json) io.stdout(toJson(result));
  else
    io.stdout(
      ...table(
        ['figure', `${compared.length} pairs of ${words} words`],
        Object.entries(result.figures).map(([name, value]) => [name, figure(value, result.interval[name])]),
      ),
    );
}

function scoresLine({ ids: [a, b], same, document, ngrams, meanVectors, fused }: Compared): string {
  return toJson({ a, b, same, document, ngrams, meanVectors, fused });
}

/** Compares texts by what ships. */
class Comparer {
  constructor(
    private readonly method: Pick<Ngrams, 'computeFeatures'>,
    private readonly encode: EncodeText,
    private readonly stop: StopSignal,
  ) {}

  async compare(
    texts: Pair<SourceText>,
    { same, seed }: { readonly same: boolean; readonly seed: number },
  ): Promise<Omit<Compared, 'same' | 'ids' | 'authors' | 'fused'>> {
    throwIfStopped(this.stop);
    const random = createRandom(hashWithSeed(texts.map(({ id }) => id).join(' '), seed));
    const spans = await this.spansOf(texts);
    const mixed = both(texts, (text) => shuffled(text, random));
    return {
      document: this.score(texts, spans),
      shuffled: this.score(mixed, await this.spansOf(mixed)),
      meanVectors: multiplyDense(averageTextVector(spans[0]), averageTextVector(spans[1])),
      ngrams: this.score(texts, [[], []]),
      falls: same ? this.fallsOf(texts, spans, random) : undefined,
    };
  }

  /** How far the score falls without three chunks of either text and what they gave to its vector. */
  private fallsOf(texts: Pair<SourceText>, spans: Pair<Spans>, random: () => number): Compared['falls'] {
    if (spans.some((list) => list.length < 2 * deleted)) return undefined;
    const whole = this.score(texts, spans);
    const fall = (gone: Pair<readonly TextRange[]>): number => {
      const left = both(spans, (list, side) => list.filter(({ span }) => !gone[side].includes(span.range)));
      return (
        whole -
        this.score(
          both(texts, (text, side) => textWithout(text, gone[side])),
          left,
        )
      );
    };
    const drawn = Array.from({ length: draws }, () => fall(both(spans, (list) => drawnFrom(list, random))));
    return { top: fall(this.mostAlike(texts, spans)), random: drawn.reduce((sum, each) => sum + each, 0) / draws };
  }

  /** The chunks of the three pairs that are listed first and share none. */
  private mostAlike(texts: Pair<SourceText>, spans: Pair<Spans>): Pair<readonly TextRange[]> {
    const sides = both(texts, (source, side) => ({
      ...{ source, sections: splitSections(source.text), spans: spans[side] },
    }));
    const chosen: [TextRange[], TextRange[]] = [[], []];
    for (const { first, second } of compareLevels(sides, { method: this.method, stop: this.stop }).chunks) {
      if (chosen[0].length === deleted || chosen[0].includes(first) || chosen[1].includes(second)) continue;
      chosen[0].push(first);
      chosen[1].push(second);
    }
    return chosen;
  }

  /** The score of the whole texts, as `compareLevels` has it. */
  private score(texts: Pair<SourceText>, spans: Pair<readonly ComparedSpan[]>): number {
    const [first, second] = both(texts, ({ text, mode }, side) => ({
      ...{ mode, documentVector: averageTextVector(spans[side]), features: this.method.computeFeatures(text) },
    }));
    return scoreWholeTexts(first, second);
  }

  private async spansOf([first, second]: Pair<SourceText>): Promise<Pair<Spans>> {
    return [await spansOf(first, this.encode, this.stop), await spansOf(second, this.encode, this.stop)];
  }
}

type Pair<Item> = readonly [Item, Item];
type Spans = readonly EncodedSpan[];

function both<Item, Made>([first, second]: Pair<Item>, make: (item: Item, side: 0 | 1) => Made): [Made, Made] {
  return [make(first, 0), make(second, 1)];
}

function drawnFrom(spans: Spans, random: () => number): readonly TextRange[] {
  const left = [...spans];
  return Array.from({ length: deleted }, () => left.splice(Math.floor(random() * left.length), 1)[0]!.span.range);
}

/** The text with its sections in a drawn order. */
function shuffled(text: SourceText, random: () => number): SourceText {
  const sections = splitSections(text.text).map(({ start, end }) => ({
    part: text.text.slice(start, end),
    at: random(),
  }));
  const parts = sections.sort((a, b) => a.at - b.at).map(({ part }) => part.trim());
  return { ...text, text: parts.join('\n\n') };
}

function textWithout(source: SourceText, ranges: readonly TextRange[]): SourceText {
  const kept = subtractRanges({ start: 0, end: source.text.length }, ranges);
  return { ...source, text: kept.map(({ start, end }) => source.text.slice(start, end)).join(' ') };
}

/** Areas under the curve, shares of pairs on their side of the best threshold, and the share of same-author pairs that rest on their chunks. */
function figuresOf(compared: readonly Compared[]) {
  const order = (name: keyof Compared) =>
    groupScores(
      compared.map((each) => each[name] as number),
      compared.map(({ same }) => same),
    );
  const orders = {
    ...{ document: order('document'), ngrams: order('ngrams'), meanVectors: order('meanVectors') },
    ...{ fused: order('fused'), shuffled: order('shuffled') },
  };
  const threshold = bestThreshold(compared);
  const measure = (weights: Float64Array = new Float64Array(compared.length).fill(1)) => {
    const areas = Object.entries(orders).map(([name, each]) => [name, auc(weighGroups(each, weights))] as const);
    const share = (right: (each: Compared) => boolean | undefined): number => {
      const counted = compared.map((each, i) => [right(each), weights[i]!] as const).filter(([is]) => is !== undefined);
      const all = counted.reduce((sum, [, weight]) => sum + weight, 0);
      return counted.reduce((sum, [is, weight]) => sum + Number(is) * weight, 0) / all;
    };
    return {
      ...Object.fromEntries(areas),
      accuracy: share(({ document, same }) => document >= threshold === same),
      shuffledAccuracy: share((each) => each.shuffled >= threshold === each.same),
      restsOnChunks: share(({ falls }) => falls && falls.top > falls.random),
    };
  };
  const interval = bootstrapIntervals(
    compared.map(({ authors }) => authors),
    measure,
  );
  return { figures: measure(), judgedByDeletion: compared.filter(({ falls }) => falls).length, interval };
}

/** The score from which on a pair is best taken for one author's, on these pairs. */
function bestThreshold(compared: readonly Compared[]): number {
  const right = (threshold: number): number =>
    compared.filter(({ document, same }) => document >= threshold === same).length;
  const scores = compared.map(({ document }) => document);
  return scores.reduce((best, score) => (right(score) > right(best) ? score : best), Infinity);
}
