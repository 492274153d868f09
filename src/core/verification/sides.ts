import { makeOnce } from '../basics/caches';
import { addRows, type FeatureRow } from '../classical/featureRow';
import { formatGenreKey } from '../cohort/cohort';
import type { KnownDocument, Relation, SourceText, TextKind } from '../domain/evidence';
import { compareIds, groupBy } from '../basics/numbers';
import { normaliseGenre } from '../text/characters';
import { countWords } from '../text/countWords';
import { readSource } from '../text/readText';
import { relateGenres, judgedLengths, pairModes } from './condition';
import type { MeanRow } from './scores';

/** A known text in the form that a comparison uses. */
export interface KnownText extends TextKind {
  readonly document: KnownDocument;
  readonly words: number;
}

/** Known texts of one mode and genre. */
export interface KnownGroup extends TextKind {
  readonly texts: readonly KnownText[];
  readonly words: number;
  /** Its weight among the groups. All weights sum to 1. */
  readonly share: number;
}

/** The two sides of a comparison: the questioned text, and all known texts of one author. */
export interface Sides {
  readonly questioned: TextKind & { readonly sources: readonly SourceText[]; readonly words: number };
  /** The mode, genre and words of the known texts with the largest weight. */
  readonly known: TextKind & { readonly words: number };
  readonly groups: readonly KnownGroup[];
}

/**
 * The weight of known texts, compared with equally many words of the questioned text's mode and genre
 * (docs/decisions/0034-every-known-word.md).
 */
const countOf = { same: 1, unknown: 1, otherGenre: 0.5, otherMode: 0.2 } as const;
/** The relations of known texts to the questioned one. The first relation with enough words decides the condition of a comparison. */
const relations = ['same', 'unknown', 'otherGenre', 'otherMode'] as const satisfies readonly Relation[];

/** Both sides, complete. `words` counts the known texts that decide the condition. The others only add to the score. */
export function buildSides(sources: readonly SourceText[], known: readonly KnownDocument[]): Sides {
  const ordered = known.toSorted(compareIds); // sums run in one order
  const texts = ordered.map((document) => ({ ...findKind([document]), document, words: readSource(document).words }));
  const words = sources.reduce((sum, { text }) => sum + countWords(text), 0);
  return assembleSides({ ...findKind(sources), sources, words }, texts);
}

/** The same sides without one known text, if it is not the only one. */
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
  // The words of the first relation with a judged length, or of the one with most words, and the mode and genre of its largest group.
  const byRelation = new Map(related);
  const present = relations.flatMap((relation) => {
    const own = byRelation.get(relation);
    return own ? [{ own, words: sumWords(own) }] : [];
  });
  const longest = present.reduce((a, b) => (b.words > a.words ? b : a));
  const main = present.find((each) => each.words >= judgedLengths.known[0]) ?? longest;
  const { mode, genre } = main.own.reduce((a, b) => (b.words > a.words ? b : a));
  return {
    questioned,
    known: { mode, genre, words: main.words },
    groups: related.flatMap(([, own], i) => {
      const share = weights[i]! / total / (sumWords(own) || 1);
      return own.map((group) => ({ ...group, share: share * group.words }));
    }),
  };
}

function findRelation(questioned: TextKind, known: TextKind): Relation {
  if (pairModes(questioned.mode, known.mode) === 'written-spoken') return 'otherMode';
  const relation = relateGenres(questioned, known);
  return relation === 'cross' ? 'otherGenre' : relation;
}

/** The relation of those texts that are closest in kind to the questioned text. Undefined if there are no texts. */
export function findNearestRelation(questioned: TextKind, texts: readonly TextKind[]): Relation | undefined {
  const found = new Set(texts.map((text) => findRelation(questioned, text)));
  return relations.find((relation) => found.has(relation));
}

/** The weight of a known text among others by its author, in an order. */
export function computeWeight(questioned: TextKind, known: TextKind & { readonly words: number }): number {
  return countOf[findRelation(questioned, known)] * Math.sqrt(known.words);
}

/** The mean of the rows of texts, each weighted by the root of its words. */
export function averageRows<Text extends { readonly words: number }>(
  texts: readonly Text[],
  rowOf: (text: Text) => FeatureRow,
): FeatureRow {
  return addRows(weighEach(texts, rowOf));
}

function weighEach<Text extends { readonly words: number }>(texts: readonly Text[], rowOf: (text: Text) => FeatureRow) {
  const total = texts.reduce((sum, { words }) => sum + Math.sqrt(words), 0);
  return texts.map((text) => ({ row: rowOf(text), weight: Math.sqrt(text.words) / total }));
}

/**
 * The rows of texts with their weights in the mean. If there are more than can be left out in turn, the mean itself is computed, because
 * its score with itself would take the square of their number.
 */
export function weighRows<Text extends { readonly words: number }>(
  texts: readonly Text[],
  rowOf: (text: Text) => FeatureRow,
): MeanRow {
  const parts = weighEach(texts, rowOf);
  if (texts.length > leftOutTexts.most) return { parts: [{ row: addRows(parts), weight: 1 }] };
  const means = meansFrom(parts[0]!.row);
  const isSame = ({ row, weight }: (typeof parts)[number], i: number) =>
    row === parts[i]?.row && weight === parts[i].weight;
  const before = means.find((mean) => mean.parts.length === parts.length && mean.parts.every(isSame));
  if (!before) means.push({ parts });
  return before ?? means.at(-1)!;
}

/** The means of rows by the first of them. Equal ones are one object, so that its scores with other documents are kept for the next review. */
const meansFrom = makeOnce<FeatureRow, MeanRow[]>(() => []);

/** The weight of each known text, the largest first. */
export function listShares({ groups }: Sides): readonly { readonly text: KnownText; readonly share: number }[] {
  const shares = groups.flatMap(({ texts, share }) => {
    const total = texts.reduce((sum, { words }) => sum + Math.sqrt(words), 0) || 1;
    return texts.map((text) => ({ text, share: (share * Math.sqrt(text.words)) / total }));
  });
  return shares.sort((a, b) => b.share - a.share);
}

/** The mode and genre that all texts share, otherwise unknown. */
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

/** With fewer texts none can be left out, and with more no single one decides. */
export const leftOutTexts = { least: 3, most: 20 };
