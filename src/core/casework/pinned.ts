import type { Basis, Caveat, OtherPart } from '../domain';
import type { PinnedParts } from './caseFile';

/**
 * The parts that are not the ones that are pinned, the index first. A model is pinned by the SHA-256 of its file or by its
 * id, such as "encoder@a2eaa7eb8852"; a pinned kind that nothing was loaded for differs too. An index differs only where
 * one was asked.
 */
export function otherThanPinned(
  pinned: PinnedParts | undefined,
  { index, models }: Pick<Basis, 'index' | 'models'>,
): readonly OtherPart[] {
  if (!pinned) return [];
  const found = Object.entries(pinned.models)
    .map(([part, value]): OtherPart => ({
      part,
      pinned: value,
      used: Object.hasOwn(models, part) ? models[part] : undefined,
    }))
    .filter(({ part, pinned: value, used }) => used === undefined || (value !== used && value !== idOf(part, used)));
  const sameIndex = pinned.index === undefined || index === undefined || pinned.index === index;
  return sameIndex ? found : [{ part: 'index', pinned: pinned.index, used: index }, ...found];
}

/** The caveat of findings that rest on something else than what is pinned. */
export function pinCaveats(otherParts: readonly OtherPart[]): readonly Caveat[] {
  return otherParts.length > 0 ? ['otherThanPinned'] : [];
}

function idOf(kind: string, sha256: string): string {
  return `${kind}@${sha256.slice(0, 12)}`;
}
