/** A group of editors: the documents of its tabs, and whether the review panel is one of them. */
export interface EditorGroup {
  readonly documents: readonly string[];
  readonly holdsPanel: boolean;
}

/** The group to read a document in: the one that has it, else one that the panel is not in; undefined: there is none. */
export function groupOf<G extends EditorGroup>(groups: readonly G[], document: string): G | undefined {
  return groups.find(({ documents }) => documents.includes(document)) ?? groups.find(({ holdsPanel }) => !holdsPanel);
}

/**
 * The group to read a known text in: one that has it, else one in which known texts are read, never over the panel or the
 * questioned document; undefined: it needs one of its own.
 */
export function findKnownGroup<G extends EditorGroup>(
  groups: readonly G[],
  questioned: G | undefined,
  known: string,
): G | undefined {
  const free = groups.filter((group) => group !== questioned && !group.holdsPanel);
  const has = free.find(({ documents }) => documents.includes(known));
  return has ?? free.find(({ documents }) => documents.some((each) => each.startsWith('idiograph-text:')));
}

/** A part of the window that a reviewer reads in. */
export type ReadingPart = 'document' | 'panel' | 'known';

/** The part after the one that has the focus; a known text is passed over where none is shown. */
export function findPartAfter(now: ReadingPart, knownIsShown: boolean): ReadingPart {
  if (now === 'document') return 'panel';
  return now === 'panel' && knownIsShown ? 'known' : 'document';
}
