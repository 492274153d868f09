import type { Marker, Role } from '../../core/domain';
import type { IndexedDocument } from '../../core/ports';
import type { CaseEntry } from './caseFolder';

/** A line of the tree, also as it is handed to commands. */
export type CaseNode =
  | { readonly kind: 'group'; readonly group: 'questioned' | Role }
  | { readonly kind: 'questioned'; readonly entry: CaseEntry }
  /** A selection of a questioned document that has a result, by its place. */
  | { readonly kind: 'selection'; readonly entry: CaseEntry; readonly place: string }
  /** A marker that leads, of the first candidate of a questioned document's result. */
  | { readonly kind: 'marker'; readonly entry: CaseEntry; readonly author: string; readonly marker: Marker }
  | AuthorNode
  | { readonly kind: 'indexed'; readonly document: IndexedDocument };

export interface AuthorNode {
  readonly kind: 'author';
  readonly author: string;
  readonly role: Role;
  readonly documents: readonly IndexedDocument[];
}

/** The tree's line that a command was called on; undefined when it was called on anything else. */
export function caseNode(argument: unknown): CaseNode | undefined {
  if (typeof argument !== 'object' || argument === null || !('kind' in argument)) return undefined;
  const { kind } = argument;
  const kinds: readonly unknown[] = ['group', 'questioned', 'selection', 'marker', 'author', 'indexed'];
  return kinds.includes(kind) ? (argument as CaseNode) : undefined;
}
