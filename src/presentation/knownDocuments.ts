import type { KnownDocument, Passage } from '../core/domain';

/** Gets a known document of an index by its id; undefined: it is no longer there. */
export type GetKnown = (id: string) => Promise<KnownDocument | undefined>;

/** The known documents that passages lead to, by id, each asked for once; those that are gone are left out. */
export async function knownDocuments(
  passages: readonly Pick<Passage, 'document'>[],
  get: GetKnown,
): Promise<ReadonlyMap<string, KnownDocument>> {
  const known = new Map<string, KnownDocument>();
  for (const id of new Set(passages.map(({ document }) => document))) {
    const document = await get(id);
    if (document) known.set(id, document);
  }
  return known;
}
