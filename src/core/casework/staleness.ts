import type { ModelFiles, Provenance, SourceText } from '../domain/evidence';
import type { ReviewOptions } from './reviewOptions';
import { formatQuestion } from '../domain/search';
import { scaleName } from '../verification/verbalScale';

/**
 * The parts that a result rests on: the text, its labels and its ranges set by hand; the contents of the index; the model files, the user's
 * choices and own markers, and what the case file pins and locks.
 */
const basisParts = [
  ...(['text', 'facts', 'ranges', 'index', 'models', 'choices', 'markers', 'pinned', 'lock'] as const),
] as const;
export type BasisPart = (typeof basisParts)[number];

/** A key: the value of each part, or a hash of it. An absent part is not known yet. */
export type BasisKey = { readonly [Part in BasisPart]?: string | undefined };

/**
 * The parts that differ between what a result was made from and the present state of the case. A part that is unknown on either side does
 * not count, so that no result is called outdated before it can be compared.
 */
export function findChangedParts(made: BasisKey, now: BasisKey): readonly BasisPart[] {
  return basisParts.filter((part) => {
    const [before, after] = [made[part], now[part]];
    return before !== undefined && after !== undefined && before !== after;
  });
}

/** Whether a result is outdated. The user's own markers do not make it so: no other value of the result depends on them. */
export function isOutdated(changed: readonly BasisPart[]): boolean {
  return changed.some((part) => part !== 'markers');
}

/**
 * Increase this number when results store other facts, or when markers are counted differently. Results of another form differ in their
 * choices.
 */
const form = 3;

/** The parts of a key without text and index. @param hash  returns hex digits */
export function createSettingsKey(
  { mode, genre, language, byHand = [], works }: Provenance & Pick<SourceText, 'byHand' | 'works'>,
  { candidates, verifier, excludeQuotes, pinned, validation, markers = [], server, question }: ReviewOptions,
  models: ModelFiles,
  hash: (text: string) => string,
): BasisKey {
  const hashOf = (value: unknown): string => hash(JSON.stringify(value)).slice(0, 12);
  const lock =
    typeof validation === 'object' ? [validation.hash, validation.found, validation.isOwn] : (validation ?? 'no case');
  const ranges = byHand
    .filter(({ speakers }) => !speakers)
    .map(({ start, end, isAuthors, sha256 }) => [start, end, isAuthors, sha256]);
  const speakers = [...new Set(byHand.flatMap((range) => range.speakers ?? []))].sort();
  return {
    facts: hashOf([mode, genre, language, ...(works ?? [])]),
    ranges: hashOf(speakers.length === 0 ? ranges : [...ranges, speakers]),
    models: hashOf(Object.entries(models).sort(([a], [b]) => (a < b ? -1 : 1))),
    choices: hashOf([
      form,
      candidates,
      verifier ?? 'by mode',
      scaleName,
      excludeQuotes,
      server?.url,
      formatQuestion(question),
    ]),
    markers: hashOf(markers),
    pinned: hashOf(pinned ?? null),
    lock: hashOf(lock),
  };
}

/** The settings of a result as one text. Equal parts give equal texts. */
export function formatSettings(key: BasisKey): string {
  return JSON.stringify(
    Object.fromEntries(basisParts.flatMap((part) => (key[part] === undefined ? [] : [[part, key[part]]]))),
  );
}

/** The parts of such a text. A text of an earlier version differs in its choices. */
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
