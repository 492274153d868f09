import type { ModelFiles, Provenance, SourceText } from '../domain';
import type { ReviewOptions } from '../engine';
import { scaleName } from '../verification/verbalScale';

/**
 * What a result rests on, part by part: the text, how it is labelled and which of its ranges were set by hand; the contents of the index;
 * the model files, the user's choices, the markers of the user's own, and what the case file pins and locks.
 */
export const basisParts = [
  ...(['text', 'facts', 'ranges', 'index', 'models', 'choices', 'markers', 'pinned', 'lock'] as const),
] as const;
export type BasisPart = (typeof basisParts)[number];

/** A key: what each part is, or a hash of it. A part that is absent is not known yet. */
export type BasisKey = { readonly [Part in BasisPart]?: string | undefined };

/**
 * The parts that differ between what a result was made from and what the case holds now. A part that either side does not know says
 * nothing, so that nothing is called outdated before it can be compared.
 */
export function findChangedParts(made: BasisKey, now: BasisKey): readonly BasisPart[] {
  return basisParts.filter((part) => {
    const [before, after] = [made[part], now[part]];
    return before !== undefined && after !== undefined && before !== after;
  });
}

/** Whether a result is outdated: markers of the user's own are counted beside it, and no other value of it depends on them. */
export function isOutdated(changed: readonly BasisPart[]): boolean {
  return changed.some((part) => part !== 'markers');
}

/** Raised when results hold other facts, or habits are counted otherwise: results of another form are outdated by their choices. */
const form = 3;

/** The parts of a key that are neither the text nor the index. @param hash  gives hex digits */
export function createSettingsKey(
  { mode, genre, language, byHand = [], works }: Provenance & Pick<SourceText, 'byHand' | 'works'>,
  { candidates, verifier, excludeQuotes, pinned, validation, markers = [], server }: ReviewOptions,
  models: ModelFiles,
  hash: (text: string) => string,
): BasisKey {
  const hashOf = (value: unknown): string => hash(JSON.stringify(value)).slice(0, 12);
  const lock = typeof validation === 'object' ? [validation.hash, validation.found] : (validation ?? 'no case');
  const ranges = byHand.map(({ start, end, isAuthors, sha256 }) => [start, end, isAuthors, sha256]);
  return {
    facts: hashOf([mode, genre, language, ...(works ?? [])]),
    ranges: hashOf(ranges),
    models: hashOf(Object.entries(models).sort(([a], [b]) => (a < b ? -1 : 1))),
    choices: hashOf([form, candidates, verifier ?? 'by mode', scaleName, excludeQuotes, server?.url]),
    markers: hashOf(markers),
    pinned: hashOf(pinned ?? null),
    lock: hashOf(lock),
  };
}

/** Settings as a result keeps them: one text, equal for equal parts. */
export function formatSettings(key: BasisKey): string {
  return JSON.stringify(
    Object.fromEntries(basisParts.flatMap((part) => (key[part] === undefined ? [] : [[part, key[part]]]))),
  );
}

/** The parts of such a text. One that an earlier version wrote is of other choices. */
export function readSettings(text: string): BasisKey {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null) return { choices: text };
    return Object.fromEntries(
      Object.entries(read).filter(([part]) => (basisParts as readonly string[]).includes(part)),
    );
  } catch {
    return { choices: text };
  }
}
