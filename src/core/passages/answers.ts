import type { EncodedSpan, ReferenceIndex, ScoredSpan, StopSignal } from '../ports';
import type { BestMatches, MatchKernel } from '../scoring/kernels';
import { throwIfStopped } from '../stop';

/** Spans of an author that answer one questioned span: as many for a candidate as for anybody else. */
const spansOfAuthor = 2;
/** Authors that answer one questioned span: the candidates, and the others most like it. */
const answeringAuthors = 20;
/** Authors whose answers are what others offer. */
const bestOfOthers = 3;

/** A questioned span with what a search found for it, and where its patches stand among those of all spans that are read. */
export interface AskedSpan {
  readonly span: EncodedSpan;
  readonly scored: readonly ScoredSpan[];
  readonly firstPatch: number;
}

/** Where the answers come from. */
export interface AnswerSource {
  readonly read: ReferenceIndex['read'];
  readonly kernel: MatchKernel;
  readonly stop: StopSignal;
}

/** How a candidate's span answers the patches of one questioned span, which begin at `firstPatch`. */
export interface SpanAnswer extends BestMatches {
  readonly firstPatch: number;
}

/** For every questioned patch the cosine of its best match with each author's spans; NaN where an author was not asked. */
export class Answers {
  private readonly best = new Map<string, Float32Array>();
  /** By candidate and span. */
  private readonly asked = new Map<string, Map<number, SpanAnswer[]>>();

  constructor(private readonly patches: number) {}

  /** Asks the candidates, and the other authors that a span's search puts first. Throws Cancelled between authors. */
  async add(
    { span, scored, firstPatch }: AskedSpan,
    candidates: ReadonlySet<string>,
    source: AnswerSource,
  ): Promise<void> {
    const answering = answeringSpans(scored, candidates);
    const stored = new Map((await source.read([...answering.values()].flat())).map((known) => [known.id, known]));
    for (const [author, ids] of answering) {
      throwIfStopped(source.stop);
      const best = this.best.get(author) ?? new Float32Array(this.patches).fill(NaN);
      this.best.set(author, best);
      for (const id of ids) {
        const matches = source.kernel.bestMatches(span.patches, stored.get(id)!.patches);
        raise(best, firstPatch, matches.similarities);
        if (candidates.has(author)) this.keep(author, id, { ...matches, firstPatch });
      }
    }
  }

  private keep(author: string, id: number, answer: SpanAnswer): void {
    const spans = this.asked.get(author) ?? new Map<number, SpanAnswer[]>();
    this.asked.set(author, spans.set(id, [...(spans.get(id) ?? []), answer]));
  }

  /** An author's best match for each patch. */
  of(author: string): Float32Array {
    return this.best.get(author) ?? new Float32Array(this.patches).fill(NaN);
  }

  /** The candidate's spans that answered by their ids, in the order in which they were asked. */
  spansOf(candidate: string): ReadonlyMap<number, readonly SpanAnswer[]> {
    return this.asked.get(candidate) ?? new Map<number, SpanAnswer[]>();
  }

  /** What an author's texts offer for each patch less the mean of the best three other authors; NaN where the author was not asked. */
  gains(author: string): Float64Array {
    const own = this.of(author);
    const others = [...this.best].filter(([other]) => other !== author).map(([, best]) => best);
    return Float64Array.from(own, (similarity, patch) => similarity - meanOfBest(others, patch));
  }

  /** Of the other authors asked about all of some patches, how many answer as well on average. */
  othersAsGood(author: string, patches: readonly number[]): { readonly of: number; readonly asGood: number } {
    const own = meanOf(this.of(author), patches);
    const others = [...this.best].filter(([other]) => other !== author).map(([, best]) => meanOf(best, patches));
    const asked = others.filter((mean) => !Number.isNaN(mean));
    return { of: asked.length, asGood: asked.filter((mean) => mean >= own).length };
  }
}

/** The mean of an author's answers to some patches; NaN where one was not asked. */
export function meanOf(best: Float32Array, patches: readonly number[]): number {
  return patches.reduce((sum, patch) => sum + best[patch]!, 0) / patches.length;
}

/** Each candidate's best spans, and those of the other authors that come first. */
function answeringSpans(scored: readonly ScoredSpan[], candidates: ReadonlySet<string>): ReadonlyMap<string, number[]> {
  const answering = new Map<string, number[]>();
  let others = answeringAuthors - candidates.size;
  for (const { author, id } of scored) {
    const spans = answering.get(author);
    if (spans) {
      if (spans.length < spansOfAuthor) spans.push(id);
    } else if (candidates.has(author) || others-- > 0) answering.set(author, [id]);
  }
  return answering;
}

function raise(best: Float32Array, first: number, similarities: Float32Array): void {
  for (let i = 0; i < similarities.length; i++) {
    if (!(best[first + i]! >= similarities[i]!)) best[first + i] = similarities[i]!;
  }
}

/** 0 where nobody else was asked: all that the author offers is gain. */
function meanOfBest(others: readonly Float32Array[], patch: number): number {
  const best = [-Infinity, -Infinity, -Infinity];
  let count = 0;
  for (const other of others) {
    const similarity = other[patch]!;
    if (Number.isNaN(similarity)) continue;
    count += 1;
    insert(best, similarity);
  }
  const used = Math.min(count, bestOfOthers);
  return used === 0 ? 0 : best.slice(0, used).reduce((sum, value) => sum + value, 0) / used;
}

/** Into the three largest, which descend. */
function insert(best: number[], value: number): void {
  if (value <= best[2]!) return;
  best[2] = value;
  if (best[2] > best[1]!) [best[1], best[2]] = [best[2], best[1]!];
  if (best[1]! > best[0]!) [best[0], best[1]] = [best[1]!, best[0]!];
}
