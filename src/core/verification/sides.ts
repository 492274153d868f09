import { addRows, type FeatureRow } from '../classical/featureRow';
import { formatGenreKey } from '../cohort/cohort';
import type { KnownDocument, KnownShare, SourceText, TextKind } from '../domain';
import { compareIds, groupBy } from '../groupBy';
import { normaliseGenre } from '../text/characters';
import { countWords } from '../text/countWords';
import { relateGenres, judgedLengths, pairModes } from './condition';
import type { TextRates } from './markerScores';
import type { KnownRow, MeanRow } from './scores';

/** A known text as a comparison sees it. */
export interface KnownText extends TextKind {
  readonly document: KnownDocument;
  readonly words: number;
}

/** Known texts of one mode and genre. */
export interface KnownGroup extends TextKind {
  readonly texts: readonly KnownText[];
  readonly words: number;
  /** What it counts beside other groups; all count 1 together. */
  readonly share: number;
}

/** What is compared: the questioned text, and all known texts of one author. */
export interface Sides {
  readonly questioned: TextKind & { readonly sources: readonly SourceText[]; readonly words: number };
  /** The mode, genre and words of the known texts that count most. */
  readonly known: TextKind & { readonly words: number };
  readonly groups: readonly KnownGroup[];
}

/** What known texts count beside as many words of the questioned text's mode and genre (docs/decisions/0034-every-known-word.md). */
const countOf = { same: 1, unknown: 1, otherGenre: 0.5, otherMode: 0.2 } as const;
/** How known texts are like the questioned one: the first that has words enough is what a comparison is calibrated for. */
const relations = ['same', 'unknown', 'otherGenre', 'otherMode'] as const;
export type Relation = (typeof relations)[number];

/** Both sides whole. Words are those of the known texts that a comparison is calibrated for: others add to the score alone. */
export function buildSides(sources: readonly SourceText[], known: readonly KnownDocument[]): Sides {
  const ordered = known.toSorted(compareIds); // sums run in one order
  const texts = ordered.map((document) => ({ ...findKind([document]), document, words: countWords(document.text) }));
  const words = sources.reduce((sum, { text }) => sum + countWords(text), 0);
  return assembleSides({ ...findKind(sources), sources, words }, texts);
}

/** The same sides without one known text, which is not the only one. */
export function removeText({ questioned, groups }: Sides, document: KnownDocument): Sides {
  const texts = groups.flatMap((group) => group.texts);
  return assembleSides(
    questioned,
    texts.filter((text) => text.document !== document),
  );
}

function assembleSides(questioned: Sides['questioned'], texts: readonly KnownText[]): Sides {
  const groups = [...groupBy(texts, formatGenreKey).values()].map((own) => {
    const { mode, genre } = own[0]!;
    return { mode, genre, texts: own, words: sumWords(own), share: 0 };
  });
  const related = [...groupBy(groups, (group) => findRelation(questioned, group))];
  const weights = related.map(([relation, own]) => countOf[relation] * Math.sqrt(sumWords(own)));
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return {
    questioned,
    known: findMainKind(new Map(related)),
    groups: related.flatMap(([, own], i) => {
      const share = weights[i]! / total / (sumWords(own) || 1);
      return own.map((group) => ({ ...group, share: share * group.words }));
    }),
  };
}

/** Words of the first relation that has as many as are judged, or of the one that has most, and mode and genre of their largest group. */
function findMainKind(related: ReadonlyMap<Relation, readonly KnownGroup[]>): Sides['known'] {
  const present = relations.flatMap((relation) => {
    const groups = related.get(relation) ?? [];
    return groups.length === 0 ? [] : [{ groups, words: sumWords(groups) }];
  });
  const longest = present.reduce((a, b) => (b.words > a.words ? b : a));
  const { groups, words } = present.find((each) => each.words >= judgedLengths.known[0]) ?? longest;
  const { mode, genre } = groups.reduce((a, b) => (b.words > a.words ? b : a));
  return { mode, genre, words };
}

function findRelation(questioned: TextKind, known: TextKind): Relation {
  if (pairModes(questioned.mode, known.mode) === 'written-spoken') return 'otherMode';
  const relation = relateGenres(questioned, known);
  return relation === 'cross' ? 'otherGenre' : relation;
}

/** How the kind of those texts that are nearest to the questioned text's kind relates to it; undefined: there are none. */
export function findNearestRelation(questioned: TextKind, texts: readonly TextKind[]): Relation | undefined {
  const found = new Set(texts.map((text) => findRelation(questioned, text)));
  return relations.find((relation) => found.has(relation));
}

/** What a known text weighs among others by its author, in an order. */
export function computeWeight(questioned: TextKind, known: TextKind & { readonly words: number }): number {
  return countOf[findRelation(questioned, known)] * Math.sqrt(known.words);
}

/** The mean of the rows of texts, each counted by the root of its words. */
export function averageRows<Text extends { readonly words: number }>(
  texts: readonly Text[],
  rowOf: (text: Text) => FeatureRow,
): FeatureRow {
  const total = texts.reduce((sum, { words }) => sum + Math.sqrt(words), 0);
  return addRows(texts.map((text) => ({ row: rowOf(text), weight: Math.sqrt(text.words) / total })));
}

/** The rows of texts by what each counts in their mean. Of more than are left out in turn the mean is made: its score with itself would take the square of their number. */
export function weighRows<Text extends { readonly words: number }>(
  texts: readonly Text[],
  rowOf: (text: Text) => FeatureRow,
): MeanRow {
  if (texts.length > leftOutTexts.most) return { parts: [{ row: averageRows(texts, rowOf), weight: 1 }] };
  const total = texts.reduce((sum, { words }) => sum + Math.sqrt(words), 0);
  return { parts: texts.map((text) => ({ row: rowOf(text), weight: Math.sqrt(text.words) / total })) };
}

/**
 * Gives groups of known texts as scores see them, each once: all of what is left of a questioned text is compared with the same.
 *
 * @param rows   of the texts by their ids
 * @param rates  the habits of these; undefined: the calibration does not weigh them
 */
export function prepareGroups(
  rows: ReadonlyMap<string, FeatureRow>,
  rates: ReadonlyMap<string, TextRates> | undefined,
): (group: KnownGroup) => KnownRow {
  const made = new Map<KnownGroup, KnownRow>();
  const make = ({ mode, genre, texts }: KnownGroup): KnownRow => ({
    ...{ mode, genre, features: weighRows(texts, ({ document }) => rows.get(document.id)!) },
    ...(rates && { rates: texts.map(({ document }) => rates.get(document.id)!) }),
  });
  return (group) => {
    const known = made.get(group) ?? make(group);
    made.set(group, known);
    return known;
  };
}

/** What each known text counts, the one that counts most first. */
export function listShares({ groups }: Sides): readonly { readonly text: KnownText; readonly share: number }[] {
  const shares = groups.flatMap(({ texts, share }) => {
    const total = texts.reduce((sum, { words }) => sum + Math.sqrt(words), 0) || 1;
    return texts.map((text) => ({ text, share: (share * Math.sqrt(text.words)) / total }));
  });
  return shares.sort((a, b) => b.share - a.share);
}

/** Mode and genre that all texts share, else unknown. */
function findKind(sources: readonly SourceText[]): TextKind {
  const modes = new Set(sources.map(({ mode }) => mode));
  const genres = new Set(sources.map(({ genre }) => normaliseGenre(genre)));
  return {
    mode: modes.size === 1 ? sources[0]!.mode : 'unknown',
    genre: genres.size === 1 ? sources[0]!.genre : 'unknown',
  };
}

function sumWords(texts: readonly { readonly words: number }[]): number {
  return texts.reduce((sum, { words }) => sum + words, 0);
}

/** Fewer texts cannot be left out, and among more no single one decides. */
const leftOutTexts = { least: 3, most: 20 };

/** What the ratio would be without each of the known texts. */
export function leaveOutEach(
  sides: Sides,
  shares: readonly KnownShare[],
  ratioOf: (rest: Sides) => number,
): readonly KnownShare[] {
  if (shares.length < leftOutTexts.least || shares.length > leftOutTexts.most) return shares;
  return listShares(sides).map(({ text }, i) => ({
    ...shares[i]!,
    llrWithout: ratioOf(removeText(sides, text.document)),
  }));
}
