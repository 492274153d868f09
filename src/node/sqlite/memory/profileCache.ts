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
