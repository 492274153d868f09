import * as v from 'valibot';
import { type Basis, type Caveat, type Evidence, genreRelations, type ModelFiles, modePairs } from '../domain/evidence';
import type { OtherKnownText, OtherPart } from '../domain/basis';
import type { CandidateOrigin, IndexedDocument } from '../ports';
import { count, fieldsOnly, list, oneOf, record, type Shape, sha256, text, whole } from '../basics/shape';
import { calibrationShape } from '../verification/calibration';
import { minAuthors, scaleName } from '../verification/chooseCalibration';
import { groupBy } from '../basics/numbers';

const condition = fieldsOnly({
  modes: oneOf(modePairs),
  genreRelation: oneOf(genreRelations),
  words: count,
  knownWords: count,
});

/** A lock as the case file stores it. An unknown field is an error. */
export const lockInFile = fieldsOnly({
  hash: sha256,
  /** The settings of ratios: model kind → SHA-256, `scale`, `verifier`, `quotes`; also `index` if its own figures apply. */
  settings: record(text),
  /**
   * The figures that were validated on the case's own index. Empty if the bundled figures apply. An entry in an earlier form becomes empty,
   * so that the hash differs and the lock counts as broken.
   */
  own: v.fallback(list(fieldsOnly({ condition, calibration: calibrationShape })), []),
  /**
   * The known texts of the index at the time of the lock, and those of the population. An id is a hash of everything in a text. Absent in
   * locks of earlier versions.
   */
  known: v.exactOptional(
    list(fieldsOnly({ id: text, author: text, title: text, role: v.exactOptional(v.literal('population')) })),
  ),
  /** How the question of the case fared with its own known texts. Absent if it was not asked about them. */
  trials: v.exactOptional(
    fieldsOnly({ words: count, authors: list(text), texts: count, first: whole, strong: whole, wrong: whole }),
  ),
  /** A code of each user who validated this lock from the texts, under the key of that user. Absent in locks of earlier versions. */
  codes: v.exactOptional(list(sha256)),
});
export type LockInFile = Shape<typeof lockInFile>;

/** The settings of a case, locked after they were validated. Without a lock, or after one of them changes, the case states no ratio. */
export type CaseLock = Omit<LockInFile, 'hash' | 'codes'>;

/** A lock with the hash of its present contents, and whether one of its codes is that of this user for these contents. */
export type StoredLock = LockInFile & { readonly found: string; readonly isOwn: boolean };

/** The lock of a case. Undefined outside a case. */
export type CaseValidation = StoredLock | 'none' | undefined;

/** The choices of a review that affect its ratios or the words for them. */
export interface RatioChoices {
  readonly verifier?: string | undefined;
  readonly excludeQuotes: boolean;
}

/** The same choices in the words of evidence and reports. */
export function describeRatioChoices({ excludeQuotes, verifier = 'by mode' }: RatioChoices): Evidence['settings'] {
  return { scale: scaleName, excludeQuotes: String(excludeQuotes), verifier };
}

/** The settings of ratios. The index is among them only if it is given. */
export function listRatioSettings(models: ModelFiles, choices: RatioChoices, index?: string): CaseLock['settings'] {
  const { verifier = 'by mode', excludeQuotes } = choices;
  const quotes = excludeQuotes ? 'left out' : 'compared';
  return { ...models, scale: scaleName, verifier, quotes, ...(index !== undefined && { index }) };
}

/** The text that is hashed for a lock. */
export function lockText({ settings, own, known, trials }: CaseLock): string {
  return JSON.stringify({ settings, own, known, trials }, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The caveats with which a case states no ratio: its settings are not locked, were locked elsewhere, or changed after the lock. */
export const withholdingCaveats: readonly Caveat[] = ['notValidated', 'notValidatedHere', 'lockBroken'];

/**
 * Whether ratios may be stated. Outside a case they are exploratory. In a case they are withheld until its settings are locked, and after a
 * setting changes. A lock that another user made counts only if validation gives the same one here.
 * @param used  an undefined `index` means that no index was used, so its own figures do not apply; `listed` are its documents, which are
 * compared with the locked ones
 */
export function lockEffect(
  validation: CaseValidation,
  choices: RatioChoices,
  used: {
    readonly models: ModelFiles;
    readonly index: string | undefined;
    readonly listed: readonly IndexedDocument[] | undefined;
  },
): Pick<Basis, 'lock'> & {
  readonly caveats: readonly Caveat[];
  readonly origin: Pick<CandidateOrigin, 'withheld' | 'own'>;
} {
  if (validation === undefined) return { caveats: ['exploratory'], origin: {} };
  if (validation === 'none') return { caveats: ['notValidated'], origin: { withheld: 'notValidated' } };
  const { hash, found, settings, own, known: locked = [], isOwn, trials } = validation;
  const now = listRatioSettings(used.models, choices, used.index);
  const altered = Object.entries(settings)
    .filter(([part, value]) => now[part] !== value && !(part === 'index' && now['index'] === undefined))
    .map(([part, value]): OtherPart => ({ part, pinned: value, used: now[part] }));
  // a part that the lock lacks; the texts of the index say what its population is
  const added = Object.entries(now)
    .filter(([part]) => settings[part] === undefined && part !== 'index' && part !== 'indexPopulation')
    .map(([part, value]): OtherPart => ({ part, pinned: '', used: value }));
  const broken = hash === found ? [] : [{ part: 'validation', pinned: hash, used: found }];
  const changed = [...broken, ...altered, ...added];
  if (changed.length > 0)
    return { caveats: ['lockBroken'], lock: { hash, changed }, origin: { withheld: 'lockBroken' } };
  const known = findOtherKnownTexts(validation, used.listed);
  // Without figures of its own a lock consists of settings and known texts. Validation gives the same one for the same texts, if too few
  // authors have the two texts that such figures need. A lock with none of the known texts belongs to another case.
  const ids = new Set(used.listed?.filter(({ role }) => role === 'known').map(({ id }) => id));
  const kept = locked.filter(({ id }) => ids.has(id));
  const several = [...groupBy(kept, ({ author }) => author).values()].filter((texts) => texts.length > 1);
  const isOfOtherCase = kept.length === 0 && locked.length > 0;
  const isGivenHere = own.length + known.length === 0 && kept.length > 0 && several.length < minAuthors;
  if (isOwn ? used.listed && isOfOtherCase : !isGivenHere)
    return { caveats: ['notValidatedHere'], lock: { hash, changed }, origin: { withheld: 'notValidatedHere' } };
  return {
    caveats: [
      ...(isOwn ? [] : (['validatedAgain'] as const)),
      ...(known.length > 0 ? (['otherKnownTexts'] as const) : []),
    ],
    lock: { hash, changed, ...(known.length > 0 && { known }), ...(isOwn && trials && { trials }) },
    origin: used.index === undefined ? {} : { own },
  };
}

/** The texts of an index file, as a lock lists them: the known ones and those of the population, which also move ratios. */
export function listLockedTexts(listed: readonly IndexedDocument[]): NonNullable<CaseLock['known']> {
  const files = listed.filter(({ onServer }) => !onServer);
  return files.map(({ id, author, title, role }) => ({ id, author, title, ...(role === 'population' && { role }) }));
}

/** The texts that were added, removed or changed after the lock, by author and title. Another role is a change. */
function findOtherKnownTexts(
  { known }: CaseLock,
  listed: readonly IndexedDocument[] | undefined,
): readonly OtherKnownText[] {
  if (!known || !listed) return [];
  const now = listLockedTexts(listed);
  const keyFrom = ({ author, title }: (typeof now)[number]): string => JSON.stringify([author, title]);
  const exclude = (texts: typeof now, others: typeof now): typeof now => {
    const keys = new Set(others.map(({ id, role }) => `${id} ${role}`));
    return texts.filter(({ id, role }) => !keys.has(`${id} ${role}`));
  };
  const [came, gone] = [exclude(now, known), exclude(known, now)];
  const [names, former] = [new Set(came.map(keyFrom)), new Set(gone.map(keyFrom))];
  return [
    ...came.map((each) => ({ ...each, change: former.has(keyFrom(each)) ? 'changed' : 'added' }) as const),
    ...gone.filter((each) => !names.has(keyFrom(each))).map((each) => ({ ...each, change: 'removed' }) as const),
  ];
}

/** The recorded parts that a case is examined with. A review with other parts says so. A pin that cannot be read is an error. */
export const pinnedParts = fieldsOnly({
  /** The content hash of the reference index. */
  index: v.exactOptional(sha256),
  /** Model kind → model id, such as "encoder@a2eaa7eb8852", or the SHA-256 of its file. */
  models: v.optional(record(text), {}),
});
export type PinnedParts = Shape<typeof pinnedParts>;

/**
 * The parts that differ from the pinned ones, the index first. A model is pinned by the SHA-256 of its file or by its id, such as
 * "encoder@a2eaa7eb8852". A pinned kind without a loaded model also differs. The index is compared only if one was used.
 */
export function findOtherThanPinned(
  pinned: PinnedParts | undefined,
  { index, models }: Pick<Basis, 'index' | 'models'>,
): readonly OtherPart[] {
  if (!pinned) return [];
  const results = Object.entries(pinned.models)
    .map(([part, value]): OtherPart => ({
      part,
      pinned: value,
      used: Object.hasOwn(models, part) ? models[part] : undefined,
    }))
    .filter(
      ({ part, pinned: value, used }) =>
        used === undefined || (value !== used && value !== `${part}@${used.slice(0, 12)}`),
    );
  const sameIndex = pinned.index === undefined || index === undefined || pinned.index === index;
  return sameIndex ? results : [{ part: 'index', pinned: pinned.index, used: index }, ...results];
}

/** The caveat of findings that rest on other parts than the pinned ones. */
export function findPinCaveats(otherParts: readonly OtherPart[]): readonly Caveat[] {
  return otherParts.length > 0 ? ['otherThanPinned'] : [];
}
