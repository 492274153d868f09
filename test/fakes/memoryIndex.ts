import type { KnownDocument } from '../../src/core/domain/evidence';
import type {
  EncodedSpan,
  IndexedDocument,
  IndexInfo,
  IndexRepair,
  ReferenceIndex,
  ScoredSpan,
  ShortlistOptions,
  StoredSpan,
  StoreOptions,
  TextProfile,
} from '../../src/core/ports';
import { meanMaxSim } from '../../research/laboratory/measures/meanMaxSim';
import { compareScores } from '../../src/lateInteraction/scoring/rerank';
import { type StopSignal, throwIfStopped } from '../../src/core/basics/work';
import { readSource } from '../../src/core/text/readText';
import { computeSha256 } from '../../src/node/sha256';
import { plainKernels } from '../reference/plainKernels';

/** A reference index in memory that scores exactly in every tier. */
export class MemoryIndex implements ReferenceIndex {
  private readonly texts = new Map<string, KnownDocument>();
  private readonly spans = new Map<number, StoredSpan>();
  private readonly kept = new Map<string, { readonly profiler: string; readonly profile: TextProfile }>();
  private nextId = 1;
  private exactReads = 0;

  readInfo(): IndexInfo {
    const spans = [...this.spans.values()];
    return {
      contentHash: [...this.texts.keys()].sort().join(),
      indexFormat: 99, // no file's
      n: 2,
      bits: 64,
      documents: this.texts.size,
      spans: spans.length,
      exactReads: this.exactReads,
      patches: spans.reduce((sum, { patches }) => sum + patches.ranges.length / 2, 0),
    };
  }

  listDocuments(): Promise<readonly IndexedDocument[]> {
    const rows = [...this.texts.values()].map(({ text, ...facts }) => ({
      ...facts,
      words: readSource({ ...facts, text }).words,
      textSha256: computeSha256(text),
      spans: this.spansIn(facts.id).length,
    }));
    const key = (row: IndexedDocument): string => [row.author, row.title, row.id].join('\0');
    return Promise.resolve(rows.sort((a, b) => (key(a) < key(b) ? -1 : 1)));
  }

  readDocument(id: string): Promise<KnownDocument | undefined> {
    return Promise.resolve(this.texts.get(id));
  }

  findCopies(wanted: string): Promise<readonly string[]> {
    const copies = [...this.texts.values()].filter(({ text }) => text === wanted);
    return Promise.resolve(copies.map(({ id }) => id).sort());
  }

  async shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]> {
    await Promise.resolve();
    throwIfStopped(stop);
    const excluded = new Set(options.scope.exclude);
    const spans = [...this.spans.values()].filter(
      ({ document }) => this.texts.get(document)?.role === options.scope.role && !excluded.has(document),
    );
    const scored = (score: (span: StoredSpan) => number, among: readonly StoredSpan[]): ScoredSpan[] =>
      among
        .map((span) => ({
          id: span.id,
          document: span.document,
          author: span.author,
          score: score(span),
          tier: 'fp32' as const,
        }))
        .sort(compareScores);
    const near = scored((span) => cosine(meanRow(query), meanRow(span)), spans).slice(0, options.scanned);
    const kept = new Set(near.map(({ id }) => id));
    return scored(
      (span) => meanMaxSim(query.patches, span.patches, plainKernels),
      spans.filter(({ id }) => kept.has(id)),
    ).slice(0, options.limit);
  }

  async rerank(query: EncodedSpan, listed: readonly ScoredSpan[], stop: StopSignal): Promise<readonly ScoredSpan[]> {
    const stored = await this.read(listed.map(({ id }) => id));
    throwIfStopped(stop);
    const scored = stored.map(({ id, document, author, patches }): ScoredSpan => ({
      ...{ id, document, author, tier: 'fp32' },
      score: meanMaxSim(query.patches, patches, plainKernels),
    }));
    return scored.sort(compareScores);
  }

  async read(ids: readonly number[]): Promise<readonly StoredSpan[]> {
    await Promise.resolve();
    this.exactReads += ids.length;
    return ids.map((id) => {
      const span = this.spans.get(id);
      if (!span) throw new Error(`Span ${id} is gone.`);
      return span;
    });
  }

  listSpans(document: string): Promise<readonly number[]> {
    return Promise.resolve(this.spansIn(document));
  }

  async add(
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    { former, made }: StoreOptions = {},
  ): Promise<'added' | 'present'> {
    if (former !== undefined) await this.remove([former]);
    if (this.texts.has(document.id)) return 'present';
    this.texts.set(document.id, document);
    for (const span of spans) {
      const id = this.nextId++;
      this.spans.set(id, {
        ...span,
        span: { ...span.span, windows: [] },
        id,
        document: document.id,
        author: document.author,
      });
    }
    if (made) this.kept.set(document.id, made);
    return 'added';
  }

  remove(documents: readonly string[]): Promise<number> {
    let removed = 0;
    for (const document of documents) {
      for (const id of this.spansIn(document)) this.spans.delete(id);
      this.kept.delete(document);
      if (this.texts.delete(document)) removed += 1;
    }
    return Promise.resolve(removed);
  }

  readProfiles(documents: readonly string[], profiler: string): Promise<ReadonlyMap<string, TextProfile>> {
    const held = documents.map((id) => [id, this.kept.get(id)] as const);
    return Promise.resolve(
      new Map(held.flatMap(([id, kept]) => (kept?.profiler === profiler ? [[id, kept.profile]] : []))),
    );
  }

  storeProfiles(profiles: ReadonlyMap<string, TextProfile>, profiler: string): Promise<void> {
    for (const [id, profile] of profiles) if (this.texts.has(id)) this.kept.set(id, { profiler, profile });
    return Promise.resolve();
  }

  check(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  /** Nothing in memory is ever damaged. */
  repair(): Promise<IndexRepair> {
    return Promise.resolve({ repaired: [], unsound: [], documents: this.texts.size, lostLog: false });
  }

  compact(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private spansIn(document: string): readonly number[] {
    return [...this.spans.values()].filter((span) => span.document === document).map(({ id }) => id);
  }
}

/** The mean of a span's patches. */
function meanRow({ patches }: EncodedSpan): Float32Array {
  const mean = new Float32Array(patches.dim);
  const count = patches.values.length / patches.dim;
  patches.values.forEach((value, at) => (mean[at % patches.dim]! += value / count));
  return mean;
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0) / (Math.hypot(...a) * Math.hypot(...b));
}
