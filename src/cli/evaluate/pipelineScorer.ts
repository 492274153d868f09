import { hasPatches } from '../../core/evaluation/spanScores';
import type { LabelledDocument } from '../../core/evaluation/tasks/documents';
import type { JoinedText } from '../../core/evaluation/tasks/tripletTasks';
import type { Tier } from '../../core/domain';
import type { EncodedSpan, ScoredSpan, StopSignal } from '../../core/ports';
import { rankAuthors, type SpanScores } from '../../core/scoring/authors';
import type { Kernels } from '../../core/scoring/kernels';
import { meanMaxSim } from '../../core/scoring/meanMaxSim';
import { openSpans, shortlistSpans } from '../../core/scoring/pruning';
import { shortlist } from '../../core/scoring/shortlist';
import { dotDense } from '../../core/verification/cohort';
import type { EncodedCorpus } from './encodedCorpus';
import type { DocumentScorer } from './documentScorer';
import type { SpanArena } from './spanArena';

type TierScores = Readonly<Record<'open' | 'sign' | 'fp32', SpanScores>>;

/**
 * `pipeline`: what a review does (open tier, sign tier, exact rerank of 100), with documents in the place of authors. The
 * order is that of the last tier that reached a document; scores are minus the rank.
 */
export class PipelineScorer implements DocumentScorer {
  constructor(
    private readonly documents: readonly LabelledDocument[],
    private readonly corpus: EncodedCorpus,
    private readonly arena: SpanArena,
    private readonly kernels: Kernels,
  ) {}

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
    const { arena, kernels } = this;
    const open = Float64Array.from(arena.spans, ({ place, encoded }) =>
      allowed.has(place) ? dotDense(query.open, encoded.open) : NaN,
    );
    const everySpan = shortlist(open, Infinity);
    const near = everySpan.slice(0, openSpans(everySpan.length));
    const sign = arena.scan(arena.rotated(query), near, stop);
    const reranked = shortlist(sign, shortlistSpans).map((at) => near[at]!);
    const exact = (id: number): number => meanMaxSim(query.patches, arena.spans[id]!.encoded.patches, kernels);
    return {
      open: this.scored(query, 'open', everySpan, (id) => open[id]!),
      sign: this.scored(query, 'sign', near, (_, at) => sign[at]!),
      fp32: this.scored(query, 'fp32', reranked, exact),
    };
  }

  private scored(
    query: EncodedSpan,
    tier: Tier,
    ids: readonly number[],
    score: (id: number, at: number) => number,
  ): SpanScores {
    const scored = ids.map((id, at): ScoredSpan => {
      const document = this.documents[this.arena.spans[id]!.place]!.id;
      return { id, document, author: document, score: score(id, at), tier };
    });
    return { span: query.span, scored };
  }
}
