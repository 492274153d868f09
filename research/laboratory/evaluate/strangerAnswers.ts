import type { KnownDocument, TextRange } from '../../../src/core/domain/evidence';
import { hashWithSeed, createRandom } from '../../../src/core/evaluation/scoreGroups';
import type { EncodedSpan, SpanStore } from '../../../src/core/ports';
import type { MatchKernel } from '../../../src/lateInteraction/scoring/kernels';
import { readStoredSpans } from '../../../src/core/text/encodeText';
import { throwIfStopped } from '../../../src/core/basics/work';
import type { EvaluateIo } from './run/output';
import { randomRanges } from './passageDeletion';
import { stageProgress } from './run/progress';

/** A stretch, its rows among those of all stretches asked about, and how each author's texts answer them. */
interface Asked {
  readonly questioned: string;
  readonly author: string;
  readonly isPassage: boolean;
  readonly first: number;
  readonly count: number;
}

/** Of the first passage, and of random stretches, whether no stranger answers better. */
export interface AgainstStrangers {
  readonly ownBeatsStranger: boolean;
  readonly randomBeatsStranger: number;
}

/** Random stretches that a passage is compared with. */
const randomStretches = 3;

/** Tells of first passages whether any author's texts answer them better than their own author's, by mean best cosine. */
export class StrangerAnswers {
  private readonly asked: Asked[] = [];
  private readonly rows: Float32Array[] = [];
  private count = 0;

  constructor(
    private readonly dim: number,
    private readonly kernel: MatchKernel,
  ) {}

  /** Asks about a passage, and about random stretches of as many words. */
  ask(questioned: KnownDocument, spans: readonly EncodedSpan[], passage: TextRange, seed: number): void {
    const random = createRandom(hashWithSeed(questioned.id, seed));
    this.add(questioned, spans, passage, true);
    for (let i = 0; i < randomStretches; i++) {
      for (const range of randomRanges(questioned.text, [passage], random)) this.add(questioned, spans, range, false);
    }
  }

  private add(
    { id, author }: KnownDocument,
    spans: readonly EncodedSpan[],
    { start, end }: TextRange,
    isPassage: boolean,
  ): void {
    const first = this.count;
    for (const { patches } of spans) {
      for (let patch = 0; patch < patches.ranges.length / 2; patch++) {
        if (patches.ranges[2 * patch]! < start || patches.ranges[2 * patch + 1]! > end) continue;
        this.rows.push(patches.values.subarray(patch * this.dim, (patch + 1) * this.dim));
        this.count += 1;
      }
    }
    this.asked.push({ questioned: id, author, isPassage, first, count: this.count - first });
  }

  /** Reads all texts but the questioned ones' own once; by the id of the questioned text. */
  async answers(
    index: SpanStore,
    known: readonly KnownDocument[],
    io: EvaluateIo,
  ): Promise<ReadonlyMap<string, AgainstStrangers>> {
    const progress = stageProgress(io, 'strangers');
    const query = { dim: this.dim, values: new Float32Array(this.count * this.dim) };
    this.rows.forEach((row, i) => query.values.set(row, i * this.dim));
    const best = new Map<string, Float32Array>();
    for (const [done, { id, author }] of known.entries()) {
      throwIfStopped(io.stop);
      const held = best.get(author) ?? new Float32Array(this.count).fill(-1);
      best.set(author, held);
      for await (const { patches } of readStoredSpans(index, id, io.stop)) {
        const { similarities } = this.kernel.findBestMatches(query, patches);
        for (const { questioned, first, count } of this.asked) {
          if (questioned === id) continue;
          for (let i = first; i < first + count; i++) held[i] = Math.max(held[i]!, similarities[i]!);
        }
      }
      progress(done + 1, known.length);
    }
    return this.compared(best);
  }

  private compared(best: ReadonlyMap<string, Float32Array>): ReadonlyMap<string, AgainstStrangers> {
    const found = new Map<string, AgainstStrangers>();
    for (const asked of this.asked) {
      const { questioned, author, isPassage, first, count } = asked;
      const mean = (rows: Float32Array): number =>
        rows.subarray(first, first + count).reduce((sum, value) => sum + value, 0);
      const own = mean(best.get(author)!);
      const isOwn = [...best].every(([other, rows]) => other === author || mean(rows) <= own);
      const before = found.get(questioned) ?? { ownBeatsStranger: false, randomBeatsStranger: 0 };
      const randomBeatsStranger = before.randomBeatsStranger + Number(!isPassage && isOwn) / randomStretches;
      found.set(questioned, { ownBeatsStranger: before.ownBeatsStranger || (isPassage && isOwn), randomBeatsStranger });
    }
    return found;
  }
}
