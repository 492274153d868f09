import { LRUCache } from 'lru-cache';
import type { EncodedSpan, ScoredSpan, ShortlistOptions } from '../../../core/ports';

/** Answers that are kept: those of a document of some 150,000 words. */
const limit = 512;

interface Answer {
  /** Of the query's rows. */
  readonly digest: string;
  readonly listed: readonly ScoredSpan[];
  reranked?: readonly ScoredSpan[];
}

/**
 * Answers for spans that were searched before, so that after an edit only the spans it touched are searched. All are
 * forgotten when the index has another revision; the ones longest unused go first.
 */
export class SearchMemo {
  private readonly answers = new LRUCache<string, Answer>({ max: limit });
  private ofList = new WeakMap<readonly ScoredSpan[], Answer>();
  private revision = NaN;

  /** What `search` lists, unless it was listed before for the same rows and options. */
  listed(
    revision: number,
    { patches }: EncodedSpan,
    options: ShortlistOptions,
    search: () => readonly ScoredSpan[],
  ): readonly ScoredSpan[] {
    this.forgetOthers(revision);
    const digest = digestOf(patches.values);
    const scope = [options.scope.role, ...(options.scope.exclude ?? [])];
    const key = [digest, options.limit, options.scanned, ...scope].join('\0');
    const answer: Answer = this.answers.get(key) ?? { digest, listed: search() };
    this.answers.set(key, answer);
    this.ofList.set(answer.listed, answer);
    return answer.listed;
  }

  /** What `rerank` makes of a list, unless this very list was reranked for the same rows before. */
  async reranked(
    revision: number,
    { patches }: EncodedSpan,
    listed: readonly ScoredSpan[],
    rerank: () => Promise<readonly ScoredSpan[]>,
  ): Promise<readonly ScoredSpan[]> {
    this.forgetOthers(revision);
    const answer = this.ofList.get(listed);
    if (answer?.digest !== digestOf(patches.values)) return rerank();
    answer.reranked ??= await rerank();
    return answer.reranked;
  }

  private forgetOthers(revision: number): void {
    if (revision === this.revision) return;
    this.revision = revision;
    this.answers.clear();
    this.ofList = new WeakMap();
  }
}

/** Multipliers of the two halves of a digest (Knuth's, and the one of MurmurHash3's first constant). */
const multipliers = [2654435761, 3432918353] as const;

/** 64 bits that depend on every bit of the rows. */
function digestOf(values: Float32Array): string {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  let low = words.length;
  let high = ~words.length;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    low = Math.imul(low ^ word, multipliers[0]);
    low ^= low >>> 15;
    high = Math.imul(high ^ word, multipliers[1]);
    high ^= high >>> 13;
  }
  return `${low >>> 0} ${high >>> 0} ${values.length}`;
}
