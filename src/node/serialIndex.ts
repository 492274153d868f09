import { LRUCache } from 'lru-cache';
import type { KnownDocument } from '../core/domain';
import type { EncodedSpan, IndexedDocument, StoreOptions, TextProfile } from '../core/ports';
import { sha256Of } from './sha256';
import type { StoredDocument } from './sqlite/records/documentRows';

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

/** What an index lists, as it was when that was last brought up to date. */
interface Listing {
  readonly documents: Iterable<StoredDocument>;
  listed(): readonly IndexedDocument[];
  spansOf(document: string): readonly number[];
}

/** An index whose calls are answered one after the other; others may write in between. */
export abstract class SerialIndex {
  protected readonly profileCache = new ProfileCache();
  private last: Promise<unknown> = Promise.resolve();

  protected abstract readonly listing: Listing;

  /** Brings what is in memory up to date. */
  protected abstract refresh(): Promise<void>;

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

  documents(): Promise<readonly IndexedDocument[]> {
    return this.reading(() => this.listing.listed());
  }

  copiesOf(text: string): Promise<readonly string[]> {
    return this.reading(() => {
      const hash = sha256Of(text);
      const copies = [...this.listing.documents].filter(({ facts }) => facts.textSha256 === hash);
      return copies.map(({ facts }) => facts.id).sort();
    });
  }

  spansOf(document: string): Promise<readonly number[]> {
    return this.reading(() => this.listing.spansOf(document));
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
