import { LRUCache } from 'lru-cache';
import type { KnownDocument } from '../core/domain';
import type { EncodedSpan, IndexedDocument, ScoredSpan, SpanId, StoreOptions, TextProfile } from '../core/ports';
import type { Kernels } from '../core/scoring/kernels';
import { type CodedVectors, estimatedRest, rerank, screenedSpans } from '../core/scoring/rerank';
import type { StopSignal } from '../core/work';
import { sha256Of } from './sha256';
import type { Catalogue } from './sqlite/memory/catalogue';
import type { StoredDocument } from './sqlite/records/documentRows';
import type { IndexEncoder } from './sqlite/records/indexFacts';
import { type PackedProfile, unpackProfile } from './sqlite/records/profileRows';

/** Profiles that are kept, of some 35 kB each: more than a review reaches. */
const limit = 2048;

/** Which profiles are asked for, and of which state of the index. */
interface ProfileRequest {
  readonly revision: number;
  readonly profiler: string;
  readonly documents: readonly string[];
}

/** Profiles that were read before, so that a review after an edit does not read them again; the ones longest unused go first. */
export class ProfileCache {
  private readonly kept = new LRUCache<string, TextProfile>({ max: limit });

  /** The profiles asked for, in the order asked; those that are not kept are read. */
  async profiles(
    request: ProfileRequest,
    read: (documents: readonly string[]) => Promise<ReadonlyMap<string, TextProfile>>,
  ): Promise<ReadonlyMap<string, TextProfile>> {
    const kept = new Map(request.documents.map((id) => [id, this.kept.get(keyOf(request, id))]));
    const missing = request.documents.filter((id) => !kept.get(id));
    const found = missing.length > 0 ? await read(missing) : new Map<string, TextProfile>();
    this.keep(request, found);
    return new Map(
      [...kept].flatMap(([id, known]) => {
        const profile = known ?? found.get(id);
        return profile ? [[id, profile] as const] : [];
      }),
    );
  }

  keep(state: Omit<ProfileRequest, 'documents'>, profiles: ReadonlyMap<string, TextProfile>): void {
    for (const [id, profile] of profiles) this.kept.set(keyOf(state, id), profile);
  }

  forget(): void {
    this.kept.clear();
  }
}

function keyOf({ revision, profiler }: Omit<ProfileRequest, 'documents'>, id: string): string {
  return `${revision} ${profiler} ${id}`;
}

/** An index whose calls are answered one after the other; others may write in between. */
export abstract class SerialIndex {
  protected readonly profileCache = new ProfileCache();
  private last: Promise<unknown> = Promise.resolve();

  protected abstract readonly encoder: IndexEncoder & { readonly kernels: Kernels };

  /** The documents as they were when that was last brought up to date. */
  protected abstract readonly catalogue: Catalogue;

  /** Grows with every change of what is stored. */
  protected abstract readonly revision: number;

  /** Brings what is in memory up to date. */
  protected abstract refresh(): Promise<void>;

  /** Vectors of these spans as they are stored, with their codes, in the order asked. */
  protected abstract coded(ids: readonly SpanId[], stop: StopSignal): Promise<readonly CodedVectors[]>;

  /** The profiles that a profiler made of documents, as they are stored, by id. */
  protected abstract readProfiles(
    documents: readonly StoredDocument[],
    profiler: string,
  ): Promise<ReadonlyMap<string, PackedProfile>>;

  /** Stores a document, in place of a former one if that is named. */
  protected abstract store(
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    options: StoreOptions,
    former?: string,
  ): Promise<'added' | 'present'>;

  /** @throws RangeError  where the id is not `documentId(document)`, or the patches have not unit length: bugs of the caller */
  add(
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    options: StoreOptions = {},
  ): Promise<'added' | 'present'> {
    return this.store(document, spans, options);
  }

  /** @throws RangeError  as `add` does */
  replace(
    former: string,
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    options: StoreOptions = {},
  ): Promise<'added' | 'present'> {
    return this.store(document, spans, options, former);
  }

  /** @throws IndexLocked  where another program has removed one of the spans; IndexCorrupt  where one is not as stored */
  rerank(query: EncodedSpan, listed: readonly ScoredSpan[], stop: StopSignal): Promise<readonly ScoredSpan[]> {
    return this.turn(async () => {
      if (listed.length === 0) return [];
      const { kernels, coding } = this.encoder;
      const first = listed.slice(0, screenedSpans);
      const ids = first.map(({ id }) => id);
      const rows = await this.coded(ids, stop);
      const projected = kernels.project(query.patches, coding.questioned);
      const reranked = rerank(kernels.reranker(query.patches, projected), first, rows, stop);
      return [...reranked, ...estimatedRest(listed, reranked)];
    });
  }

  profiles(documents: readonly string[], profiler: string): Promise<ReadonlyMap<string, TextProfile>> {
    return this.reading(() => {
      const { catalogue, revision } = this;
      return this.profileCache.profiles({ revision, profiler, documents }, async (missing) => {
        const listed = missing.flatMap((id) => catalogue.get(id) ?? []);
        const packed = await this.readProfiles(listed, profiler);
        return new Map(Array.from(packed, ([id, each]) => [id, unpackProfile(each, catalogue.get(id)!.facts.mode)]));
      });
    });
  }

  documents(): Promise<readonly IndexedDocument[]> {
    return this.reading(() => this.catalogue.listed());
  }

  copiesOf(text: string): Promise<readonly string[]> {
    return this.reading(() => {
      const hash = sha256Of(text);
      const copies = [...this.catalogue.documents].filter(({ facts }) => facts.textSha256 === hash);
      return copies.map(({ facts }) => facts.id).sort();
    });
  }

  spansOf(document: string): Promise<readonly number[]> {
    return this.reading(() => this.catalogue.spansOf(document));
  }

  /** One call at a time, so that nothing of one falls into a transaction of another. */
  protected turn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** A turn that answers from what is stored now. */
  protected reading<T>(work: () => T | Promise<T>): Promise<T> {
    return this.turn(async () => {
      await this.refresh();
      return work();
    });
  }
}
