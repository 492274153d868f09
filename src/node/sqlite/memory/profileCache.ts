import { LRUCache } from 'lru-cache';
import type { TextProfile } from '../../../core/ports';

/** Profiles that are kept, of some 35 kB each: more than a review reaches. */
const limit = 2048;

/** Which profiles are asked for, and of which state of the index. */
export interface ProfileRequest {
  readonly revision: number;
  readonly profiler: string;
  readonly documents: readonly string[];
}

/**
 * Profiles that were read before, so that a review after an edit does not read them again. All are forgotten when the index has
 * another revision or another profiler asks; the ones longest unused go first.
 */
export class ProfileCache {
  private readonly kept = new LRUCache<string, TextProfile>({ max: limit });
  private state = '';

  /** The profiles asked for, in any order; those that are not kept are read. */
  async profiles(
    { revision, profiler, documents }: ProfileRequest,
    read: (documents: readonly string[]) => Promise<ReadonlyMap<string, TextProfile>>,
  ): Promise<ReadonlyMap<string, TextProfile>> {
    this.follow({ revision, profiler });
    const missing = documents.filter((id) => !this.kept.get(id));
    const found = missing.length > 0 ? await read(missing) : new Map<string, TextProfile>();
    const asked = documents.flatMap((id) => {
      const profile = this.kept.get(id) ?? found.get(id);
      return profile ? [[id, profile] as const] : [];
    });
    for (const [id, profile] of found) this.kept.set(id, profile);
    return new Map(asked);
  }

  /** Keeps profiles that no file will hold. */
  keep(state: Omit<ProfileRequest, 'documents'>, profiles: ReadonlyMap<string, TextProfile>): void {
    this.follow(state);
    for (const [id, profile] of profiles) this.kept.set(id, profile);
  }

  forget(): void {
    this.kept.clear();
  }

  private follow({ revision, profiler }: Omit<ProfileRequest, 'documents'>): void {
    const state = `${revision} ${profiler}`;
    if (state !== this.state) this.forget();
    this.state = state;
  }
}
