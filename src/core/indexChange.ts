import type { Caveat } from './domain';
import type { IndexedDocument } from './ports';

/**
 * The caveat of findings whose index was listed before and after: where another window or program added or removed documents
 * meanwhile, their parts rest on two states of it.
 */
export function changeCaveats(
  before: readonly IndexedDocument[],
  after: readonly IndexedDocument[],
): readonly Caveat[] {
  const same = before.length === after.length && before.every(({ id }, i) => id === after[i]!.id);
  return same ? [] : ['indexChanged'];
}
