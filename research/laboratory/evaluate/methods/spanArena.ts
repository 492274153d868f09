import { hasPatches } from '../../measures/spanScores';
import type { StopSignal } from '../../../../src/core/basics/work';
import type { EncodedSpan } from '../../../../src/core/ports';
import {
  computeCentroid,
  type ProjectedPatches,
  projectVectors,
  signCodes,
  type SignCoding,
} from '../../../../src/lateInteraction/scoring/signCodes';
import type { CodeBank, Kernels, VectorBank } from '../../../../src/lateInteraction/scoring/kernels';
import { shortlist } from '../../../../src/lateInteraction/scoring/rerank';
import type { EncodedCorpus } from '../encoding/encodedCorpus';

/** A span of a document that has patches. */
interface ArenaSpan {
  readonly place: number;
  readonly encoded: EncodedSpan;
}

/** All spans of some documents with the codes of their patches, one after the other, as an index holds them. */
export class SpanArena {
  readonly spans: readonly ArenaSpan[];
  private readonly idsOf = new Map<number, number[]>();
  private readonly starts: Uint32Array;
  private readonly counts: Uint32Array;
  private readonly bank: CodeBank;
  private readonly centroids: VectorBank;

  constructor(
    places: Iterable<number>,
    corpus: EncodedCorpus,
    private readonly coding: SignCoding,
    kernel: Pick<Kernels, 'createBank' | 'createVectorBank'>,
  ) {
    this.spans = [...places].flatMap((place) =>
      corpus
        .of([place])
        .spans.filter(hasPatches)
        .map((encoded) => ({ place, encoded })),
    );
    this.counts = Uint32Array.from(this.spans, ({ encoded }) => encoded.patches.ranges.length / 2);
    this.starts = new Uint32Array(this.spans.length);
    this.bank = kernel.createBank();
    this.centroids = kernel.createVectorBank(coding.known.bits);
    this.spans.forEach(({ place, encoded }, id) => {
      this.starts[id] = this.bank.append(signCodes(encoded.patches, coding.known).bytes);
      this.idsOf.set(place, [...(this.idsOf.get(place) ?? []), id]);
    });
    this.centroids.append(this.bank.computeCentroids(0, this.counts));
  }

  /** Ids of a document's spans, in order. */
  ofPlace(place: number): readonly number[] {
    return this.idsOf.get(place) ?? [];
  }

  /** A query's rows as the sign tier takes them. */
  projected({ patches }: EncodedSpan): ProjectedPatches {
    const { questioned } = this.coding;
    return { bits: questioned.bits, values: projectVectors(patches, questioned) };
  }

  /** Of some spans those whose centroids are nearest to the query's, at most `limit`, in the order given. */
  nearest({ patches }: EncodedSpan, ids: readonly number[], limit: number): readonly number[] {
    if (limit >= ids.length) return ids;
    const cosines = this.centroids.computeProducts(computeCentroid(signCodes(patches, this.coding.known)));
    const ofIds = ids.map((id) => cosines[id]!);
    const kept = new Set(shortlist(ofIds, limit));
    return ids.filter((_, at) => kept.has(at));
  }

  /** Sign-tier scores of spans, in the order given. Throws Cancelled. */
  scan(query: ProjectedPatches, ids: readonly number[], stop: StopSignal): Float32Array {
    const starts = Uint32Array.from(ids, (id) => this.starts[id]!);
    const counts = Uint32Array.from(ids, (id) => this.counts[id]!);
    return this.bank.scan(query, { starts, counts }, stop);
  }
}
