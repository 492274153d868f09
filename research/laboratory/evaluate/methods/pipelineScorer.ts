import { hasPatches } from '../../measures/spanScores';
import type { JoinedText } from '../../tasks/tripletTasks';
import type { LabelledDocument } from '../../tasks/documents';
import type { Tier } from '../../../../src/core/domain/evidence';
import type { StopSignal } from '../../../../src/core/basics/work';
import type { EncodedSpan, ScoredSpan } from '../../../../src/core/ports';
import {
  leadingAuthors,
  listReachedDocuments,
  rankByAll,
  rankCombined,
} from '../../../../src/core/ranking/rankCombined';
import { orderByCase, relateAuthors } from '../../../../src/core/review/candidates';
import { rankAuthors, type SpanScores } from '../../../../src/lateInteraction/scoring/authors';
import type { Kernels } from '../../../../src/lateInteraction/scoring/kernels';
import { meanMaxSim } from '../../measures/meanMaxSim';
import {
  estimateRest,
  listedSpans,
  countScannedSpans,
  screenedSpans,
  shortlist,
} from '../../../../src/lateInteraction/scoring/rerank';
import { multiplyDense } from '../../../../src/lateInteraction/scoring/patches';
import { CorpusProfiles, type ProfiledCorpus } from './corpusProfiles';
import { joinTexts } from './classicalScorer';
import type { DocumentScorer } from './documentScorer';
import { fitAuthors } from './discriminantScorer';
import { compareIds, groupBy } from '../../../../src/core/basics/numbers';
import type { AuthorsDocument } from '../../../../src/core/ranking/combinedScore';
import type { SpanArena } from './spanArena';

/** Documents of an author whose n-grams are read, as in a review. */
const mostOfAuthor = 32;

type TierScores = Readonly<Record<'vector' | 'sign' | 'fp32', SpanScores>>;

/** What the pipeline runs over. */
export interface PipelineDependencies extends ProfiledCorpus {
  readonly arena: SpanArena;
  readonly kernels: Kernels;
  /** Whether authors are ranked, as in a review; else each document for itself. */
  readonly authors: boolean;
}

/**
 * `pipeline`: what a review does before it verifies candidates (centroids, sign tier, exact rerank of 100, combined order, what tells the
 * authors from each other), of authors or with documents in their place. What the list did not reach follows by its codes, and what was not scanned by its document vector; scores are minus
 * the rank.
 */
export class PipelineScorer implements DocumentScorer {
  private readonly places: ReadonlyMap<string, number>;
  private readonly profiles: CorpusProfiles;

  constructor(private readonly deps: PipelineDependencies) {
    this.profiles = new CorpusProfiles(deps);
    this.places = new Map(deps.documents.map(({ id }, i) => [id, i]));
  }

  score(query: JoinedText, candidates: readonly JoinedText[], stop: StopSignal): Float64Array {
    const allowed = new Set(candidates.map((candidate) => candidate[0]!));
    const { corpus, documents } = this.deps;
    const searched = corpus
      .of(query)
      .spans.filter(hasPatches)
      .map((span) => this.search(span, allowed, stop));
    const inTier = (tier: keyof TierScores): SpanScores[] => searched.map((scores) => scores[tier]);
    const order = new Map<string, number>();
    for (const ranked of [
      this.combined(query, inTier('fp32'), allowed, stop),
      rankAuthors(inTier('sign')),
      rankAuthors(inTier('vector')),
    ]) {
      for (const { author } of ranked) if (!order.has(author)) order.set(author, order.size + 1);
    }
    return Float64Array.from(candidates, ([place]) => -(order.get(this.ranked(documents[place!]!)) ?? Infinity));
  }

  private combined(
    query: JoinedText,
    spans: readonly SpanScores[],
    allowed: ReadonlySet<number>,
    stop: StopSignal,
  ): readonly { readonly author: string }[] {
    const reached = listReachedDocuments(spans);
    const profiles = new Map(reached.map((id) => [id, this.profiles.of([this.places.get(id)!])]));
    const copies = new Set(this.deps.documents.filter((_, i) => !allowed.has(i)).map(({ id }) => id));
    const cohort = this.profiles.cohort((document) => this.ranked(document));
    const questioned = this.profiles.of(query);
    const first = rankCombined(spans, { questioned, copies, profiles, cohort });
    if (!this.deps.authors) return first;
    const documents = this.readLeading(first, allowed);
    const kind = this.deps.documents[query[0]!]!;
    const leftOut = this.deps.documents.flatMap(({ author }, i) => (allowed.has(i) ? [] : [author]));
    const alone = rankByAll(first, documents, { questioned, kind, cohort, leftOut }, stop);
    const discriminants = this.tellApart(query, first, allowed, stop);
    return orderByCase(
      alone.map((each) => ({ ...each, tier: 'combined' })),
      discriminants,
      relateAuthors(kind, documents),
    );
  }

  /** The documents of the leading authors, as many of each as a review reads. */
  private readLeading(
    first: readonly { readonly author: string }[],
    allowed: ReadonlySet<number>,
  ): readonly AuthorsDocument[] {
    const leading = new Set(first.slice(0, leadingAuthors).map(({ author }) => author));
    const known = [...allowed]
      .map((place) => ({ place, document: this.deps.documents[place]! }))
      .filter(({ document }) => leading.has(document.author))
      .sort((a, b) => compareIds(a.document, b.document));
    return [...groupBy(known, ({ document }) => document.author).values()].flatMap((own) =>
      own.slice(0, mostOfAuthor).map(({ place }) => this.profiles.describe(place)),
    );
  }

  /** What tells the leading authors from each other, as a review reads it. */
  private tellApart(
    query: JoinedText,
    first: readonly { readonly author: string }[],
    allowed: ReadonlySet<number>,
    stop: StopSignal,
  ): ReadonlyMap<string, number> | undefined {
    const leading = new Set(first.slice(0, leadingAuthors).map(({ author }) => author));
    const places = [...allowed].filter((place) => leading.has(this.deps.documents[place]!.author));
    const text = joinTexts(this.deps.documents, query);
    return fitAuthors(this.deps.documents, places, { text, stop });
  }

  private search(query: EncodedSpan, allowed: ReadonlySet<number>, stop: StopSignal): TierScores {
    const { arena, kernels } = this.deps;
    const vector = Float64Array.from(arena.spans, ({ place, encoded }) =>
      allowed.has(place) ? multiplyDense(query.documentVector, encoded.documentVector) : NaN,
    );
    const everySpan = shortlist(vector, Infinity);
    const near = arena.nearest(query, everySpan, countScannedSpans(everySpan.length));
    const sign = arena.scan(arena.projected(query), near, stop);
    const order = shortlist(sign, listedSpans);
    const ids = order.map((at) => near[at]!);
    const listed = this.scored('sign', ids, (_, at) => sign[order[at]!]!);
    const exact = (id: number): number => meanMaxSim(query.patches, arena.spans[id]!.encoded.patches, kernels);
    const fp32 = this.scored('fp32', ids.slice(0, screenedSpans), exact);
    return {
      vector: this.scored('fp32', everySpan, (id) => vector[id]!),
      sign: this.scored('sign', near, (_, at) => sign[at]!),
      fp32: { scored: [...fp32.scored, ...estimateRest(listed.scored, fp32.scored)] },
    };
  }

  private scored(tier: Tier, ids: readonly number[], score: (id: number, at: number) => number): SpanScores {
    const scored = ids.map((id, at): ScoredSpan => {
      const document = this.deps.documents[this.deps.arena.spans[id]!.place]!;
      return { id, document: document.id, author: this.ranked(document), score: score(id, at), tier };
    });
    return { scored };
  }

  /** What is ranked of a document. */
  private ranked(document: LabelledDocument): string {
    return this.deps.authors ? document.author : document.id;
  }
}
