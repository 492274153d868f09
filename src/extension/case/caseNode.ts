import type { Role } from '../../core/domain';
import type { IndexedDocument } from '../../core/ports';
import type { CaseEntry } from './caseFolder';

/** A line of the tree, also as it is handed to commands. */
export type CaseNode =
  | { readonly kind: 'group'; readonly group: 'questioned' | Role }
  | { readonly kind: 'questioned'; readonly entry: CaseEntry }
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
  const isNode = kind === 'group' || kind === 'questioned' || kind === 'author' || kind === 'indexed';
  return isNode ? (argument as CaseNode) : undefined;
}
