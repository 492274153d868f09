import { hasPatches } from '../../core/evaluation/spanScores';
import type { LabelledDocument } from '../../core/evaluation/tasks/documents';
import type { JoinedText } from '../../core/evaluation/tasks/tripletTasks';
import type { Tier } from '../../core/domain';
import type { EncodedSpan, ScoredSpan, StopSignal } from '../../core/ports';
import { rankAuthors, type SpanScores } from '../../core/scoring/authors';
import { lookupTables, scanSpans } from '../../core/scoring/lookupTables';
import { meanMaxSim } from '../../core/scoring/meanMaxSim';
import { randomRotation, type Rotation } from '../../core/scoring/rotation';
import { shortlist } from '../../core/scoring/shortlist';
import { signCodes } from '../../core/scoring/signCodes';
import { dotDense } from '../../core/verification/cohort';
import type { EncodedCorpus } from './encodedCorpus';
import type { DocumentScorer } from './documentScorer';
import { codeBits } from './encodedScorers';

/** Spans that the open tier lets through, and that the sign tier hands to the exact rerank: as in a review. */
const openSpans = 4096;
const rerankedSpans = 100;

interface IndexedSpan {
  readonly place: number;
  readonly encoded: EncodedSpan;
  /** First patch and number of patches in the codes. */
  readonly start: number;
  readonly count: number;
}

type TierScores = Readonly<Record<'open' | 'sign' | 'fp32', SpanScores>>;

/**
 * `pipeline`: what a review does (open tier, sign tier, exact rerank of 100), with documents in the place of authors. The
 * order is that of the last tier that reached a document; scores are minus the rank.
 */
export class PipelineScorer implements DocumentScorer {
  private readonly spans: readonly IndexedSpan[];
  private readonly codes: Uint8Array;
  private readonly rotation: Rotation;

  constructor(
    private readonly documents: readonly LabelledDocument[],
    private readonly corpus: EncodedCorpus,
    private readonly mean: Float32Array,
  ) {
    this.rotation = randomRotation(codeBits, mean.length);
    this.spans = indexedSpans(documents, corpus);
    const patches = this.spans.reduce((sum, { count }) => sum + count, 0);
    this.codes = new Uint8Array((patches * codeBits) / 8);
    for (const { encoded, start } of this.spans) {
      this.codes.set(signCodes(encoded.patches, this.rotation, mean).bytes, (start * codeBits) / 8);
    }
  }

  score(query: JoinedText, candidates: readonly JoinedText[], stop: StopSignal): Float64Array {
    const allowed = new Set(candidates.map((candidate) => candidate[0]!));
    const searched = this.corpus
      .of(query)
      .spans.filter(hasPatches)
      .map((span) => this.search(span, allowed, stop));
    const order = new Map<string, number>();
    for (const tier of ['fp32', 'sign', 'open'] as const) {
      for (const { author } of rankAuthors(searched.map((scores) => scores[tier]))) {
        if (!order.has(author)) order.set(author, order.size + 1);
      }
    }
    return Float64Array.from(candidates, ([place]) => -(order.get(this.documents[place!]!.id) ?? Infinity));
  }

  private search(query: EncodedSpan, allowed: ReadonlySet<number>, stop: StopSignal): TierScores {
    const open = Float64Array.from(this.spans, ({ place, encoded }) =>
      allowed.has(place) ? dotDense(query.open, encoded.open) : NaN,
    );
    const near = shortlist(open, openSpans);
    const tables = lookupTables(query.patches, this.rotation, this.mean);
    const starts = Uint32Array.from(near, (id) => this.spans[id]!.start);
    const counts = Uint32Array.from(near, (id) => this.spans[id]!.count);
    const sign = scanSpans(tables, this.codes, { starts, counts }, stop);
    const best = shortlist(sign, rerankedSpans);
    const everySpan = shortlist(open, Infinity);
    return {
      open: this.scored(query, 'open', everySpan, (at) => open[everySpan[at]!]!),
      sign: this.scored(query, 'sign', near, (at) => sign[at]!),
      fp32: this.scored(
        query,
        'fp32',
        best.map((at) => near[at]!),
        (at) => meanMaxSim(query.patches, this.spans[near[best[at]!]!]!.encoded.patches),
      ),
    };
  }

  private scored(query: EncodedSpan, tier: Tier, ids: readonly number[], score: (at: number) => number): SpanScores {
    const scored = ids.map((id, at): ScoredSpan => {
      const document = this.documents[this.spans[id]!.place]!.id;
      return { id, document, author: document, score: score(at), tier };
    });
    return { span: query.span, scored };
  }
}

function indexedSpans(documents: readonly LabelledDocument[], corpus: EncodedCorpus): readonly IndexedSpan[] {
  let start = 0;
  return documents.flatMap((_, place) =>
    corpus
      .of([place])
      .spans.filter(hasPatches)
      .map((encoded) => {
        const count = encoded.patches.values.length / encoded.patches.dim;
        start += count;
        return { place, encoded, start: start - count, count };
      }),
  );
}
