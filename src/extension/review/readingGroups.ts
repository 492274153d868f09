/** A group of editors: the documents of its tabs, and whether the review panel is one of them. */
export interface EditorGroup {
  readonly documents: readonly string[];
  readonly holdsPanel: boolean;
}

/** The editor group in which to read a document: the one that has it, otherwise one without the panel. Undefined if there is none. */
export function groupOf<G extends EditorGroup>(groups: readonly G[], document: string): G | undefined {
  return groups.find(({ documents }) => documents.includes(document)) ?? groups.find(({ holdsPanel }) => !holdsPanel);
}

/**
 * The editor group in which to read a known text: the one that has it, otherwise one with known texts. It is never the group of the panel
 * or of the questioned document. Undefined if a new group is needed.
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

/** A part of the window in which a user reads. */
export type ReadingPart = 'document' | 'panel' | 'known';

/** The part after the focused one. The known text is skipped if none is shown. */
export function findPartAfter(now: ReadingPart, knownIsShown: boolean): ReadingPart {
  if (now === 'document') return 'panel';
  return now === 'panel' && knownIsShown ? 'known' : 'document';
}
