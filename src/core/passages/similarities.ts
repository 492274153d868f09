import { makeOnce } from '../basics/caches';
import type { ReferenceIndex, ScoredSpan } from '../ports';
import type { BestMatches, MatchKernel } from '../../lateInteraction/scoring/kernels';
import type { SearchedSpan } from '../../lateInteraction/scoring/authors';
import { type StopSignal, throwIfStopped } from '../basics/work';

/** Passages are looked for in at most this many spans of the questioned text: about 18,000 words. */
const maxSpansRead = 48;
/** At most this many spans of each author, candidate or not, are compared with one questioned span. */
const spansOfAuthor = 2;
/** At most this many authors are compared with one questioned span: the candidates, and the most similar others. */
const answeringAuthors = 20;
/** The mean of this many best other authors is what others offer. */
const bestOfOthers = 3;

/**
 * The spans in which passages are looked for, in the order of the text: all of them, or the 48 that the candidates, in turn, match best by
 * the score of their best span minus the mean of the best three other authors.
 */
export function selectSpans(searched: readonly SearchedSpan[], authors: readonly string[]): readonly SearchedSpan[] {
  if (searched.length <= maxSpansRead) return searched;
  const orders = authors.map((author) => {
    const margins = searched.flatMap(({ scored }, place) => {
      const best = new Map<string, number>();
      for (const span of scored) best.set(span.author, Math.max(best.get(span.author) ?? -Infinity, span.score));
      const own = best.get(author);
      best.delete(author);
      const others = Array.from(best.values(), (value) => [value]);
      return own === undefined ? [] : [{ place, margin: own - averageBestAt(others, 0) }];
    });
    return margins.sort((a, b) => b.margin - a.margin || a.place - b.place).map(({ place }) => place);
  });
  const chosen = new Set<number>();
  for (let rank = 0; chosen.size < maxSpansRead && rank < searched.length; rank++) {
    for (const order of orders) {
      const place = order[rank];
      if (place !== undefined && chosen.size < maxSpansRead) chosen.add(place);
    }
  }
  return searched.filter((_, i) => chosen.has(i));
}

/** How a candidate's span matches the patches of one questioned span, which begin at `firstPatch`. */
export interface SpanAnswer extends BestMatches {
  readonly firstPatch: number;
}

/** For every questioned patch the cosine of its best match in each author's spans. NaN if an author was not compared. */
export class AuthorSimilarities {
  private readonly best = new Map<string, Float32Array>();
  /** The matches by candidate and span. */
  private readonly answers = new Map<string, Map<number, SpanAnswer[]>>();

  constructor(
    private readonly patches: number,
    private readonly candidates: ReadonlySet<string>,
  ) {}

  /**
   * Compares a questioned span with spans of the candidates, and of the other authors that its search ranks first. Throws Cancelled between
   * authors.
   */
  async add(
    { patches, scored, firstPatch }: SearchedSpan & { readonly firstPatch: number },
    source: { readonly read: ReferenceIndex['read']; readonly kernel: MatchKernel; readonly stop: StopSignal },
  ): Promise<void> {
    const { read, kernel, stop } = source;
    const answering = this.selectAnsweringSpans(scored);
    const stored = new Map((await read([...answering.values()].flat())).map((known) => [known.id, known]));
    for (const [author, ids] of answering) {
      throwIfStopped(stop);
      const best = this.readBest(author);
      this.best.set(author, best);
      for (const id of ids) {
        const known = stored.get(id)!;
        const kept = readMatches(patches.values);
        const key = `${known.document} ${known.span.range.start}`;
        const matches = kept.get(key) ?? kernel.findBestMatches(patches, known.patches);
        if (kept.size >= keptMatches) kept.clear();
        kept.set(key, matches);
        const { similarities } = matches;
        for (let i = 0; i < similarities.length; i++)
          if (!(best[firstPatch + i]! >= similarities[i]!)) best[firstPatch + i] = similarities[i]!;
        if (!this.candidates.has(author)) continue;
        const spans = this.answers.get(author) ?? new Map<number, SpanAnswer[]>();
        this.answers.set(author, spans.set(id, [...(spans.get(id) ?? []), { ...matches, firstPatch }]));
      }
    }
  }

  /** Each candidate's best spans, and those of the other authors that come first. */
  private selectAnsweringSpans(scored: readonly ScoredSpan[]): ReadonlyMap<string, number[]> {
    const answering = new Map<string, number[]>();
    let others = answeringAuthors - this.candidates.size;
    for (const { author, id } of scored) {
      const spans = answering.get(author);
      if (spans) {
        if (spans.length < spansOfAuthor) spans.push(id);
      } else if (this.candidates.has(author) || others-- > 0) answering.set(author, [id]);
    }
    return answering;
  }

  /** An author's best match for each patch. */
  readBest(author: string): Float32Array {
    return this.best.get(author) ?? new Float32Array(this.patches).fill(NaN);
  }

  /** The candidate's matching spans by their ids, in the order in which they were compared. */
  readSpans(candidate: string): ReadonlyMap<number, readonly SpanAnswer[]> {
    return this.answers.get(candidate) ?? new Map<number, SpanAnswer[]>();
  }

  /** The best match of an author for each patch, minus the mean of the best three other authors. NaN if the author was not compared. */
  computeMargins(author: string): Float64Array {
    const others = [...this.best].filter(([other]) => other !== author).map(([, best]) => best);
    const margins = new Float64Array(this.readBest(author));
    for (let patch = 0; patch < margins.length; patch++) margins[patch]! -= averageBestAt(others, patch);
    return margins;
  }
}

/**
 * The mean of the best three other authors at a place, without those that were not compared. It is 0 if none was, so that the whole value
 * counts as gain. It is asked for each patch and candidate, so it makes no lists.
 */
function averageBestAt(others: readonly ArrayLike<number>[], patch: number): number {
  let [first, second, third] = [NaN, NaN, NaN];
  for (const other of others) {
    const value = other[patch]!;
    if (Number.isNaN(value)) continue;
    if (!(first >= value)) [first, second, third] = [value, first, second];
    else if (!(second >= value)) [second, third] = [value, second];
    else if (!(third >= value)) third = value;
  }
  if (Number.isNaN(first)) return 0;
  if (Number.isNaN(second)) return first;
  return Number.isNaN(third) ? (first + second) / 2 : (first + second + third) / bestOfOthers;
}

/**
 * The matches of patches with those of spans, by document and place. Cached as long as the patches are, because an edit leaves most spans
 * of a text as they are.
 */
const readMatches = makeOnce<Float32Array, Map<string, BestMatches>>(() => new Map());
/** At most this many matches of a span are kept: those with all authors of two reviews. */
const keptMatches = 80;
