import { hashWithSeed } from '../evaluation/scoreGroups';
import { formatGenreKey } from '../cohort/cohort';
import { compareIds, groupBy } from '../basics/numbers';
import { normaliseGenre } from '../text/characters';
import type { IndexedDocument } from '../ports';
import { isSameWork, mayBeOneWork, worksOf } from '../copies/copies';
import { findJudgedLength, judgedLengths, type QuestionedKind } from '../verification/condition';

/** The two sides of one comparison, as documents of the index. */
export interface IndexPair {
  readonly authors: readonly [questioned: string, known: string];
  /** Documents of one mode and genre, cut to the length of the pairs. */
  readonly questioned: readonly IndexedDocument[];
  readonly known: readonly IndexedDocument[];
}

/** With this many authors no shorter length is needed. */
const enoughAuthors = 20;
/** At most this many sides of an author, authors, and different-author pairs, because the user waits for a validation. */
const maxSides = 3;
const maxAuthors = 150;
const maxDifferent = 450;

/**
 * Same-author and different-author pairs of an index: a side like the questioned text in length and mode, and in genre if the author wrote
 * in it, with all other texts of one author, as a review compares them. The length is the questioned text's judged length; if fewer than 20
 * authors have enough text for it, it is the longest shorter one for which 20 have, or the one for which most have. Equal indexes give
 * equal pairs.
 * @param kind  the questioned text that an index is validated for
 * @returns words of the questioned side, and authors with two sides of that length
 */
export function buildPairs(documents: readonly IndexedDocument[], kind: QuestionedKind) {
  const ordered = documents.toSorted(compareIds);
  const byAuthor = groupBy(ordered, ({ author }) => author);
  const workOf = worksOf(ordered);
  const longest = findJudgedLength('questioned', kind.words);
  const tried = judgedLengths.questioned
    .filter((length) => length <= longest)
    .toReversed()
    .map((words) => ({
      words,
      sides: [...byAuthor.values()].flatMap((own) => listSides(own, { kind, words, workOf })),
    }))
    .map((each) => ({ ...each, authors: new Set(each.sides.map(({ authors: [author] }) => author)).size }));
  const max = Math.max(0, ...tried.map(({ authors }) => authors));
  const best = tried.find(({ authors }) => authors >= Math.min(enoughAuthors, max));
  if (!best || max === 0) return { words: longest, authors: 0, pairs: [] };
  // All sides of the authors with the lowest hashes.
  const writers = new Set(best.sides.map(({ authors: [author] }) => author));
  const sampled = new Set(sortByHash([...writers], '').slice(0, maxAuthors));
  const same = best.sides.filter(({ authors: [author] }) => sampled.has(author));
  // Each of these sides with the texts of some other authors, chosen by hash, with equal numbers for all sides.
  const others = [...byAuthor].filter(([, own]) => sumWords(own) >= minKnown).map(([author]) => author);
  const ofEach = Math.max(2, Math.floor(maxDifferent / Math.max(1, same.length)));
  const different = same.flatMap(({ authors: [author], questioned }) => {
    const isApart = (document: IndexedDocument): boolean => !questioned.some((each) => isSameWork(each, document));
    return sortByHash(others, questioned[0]!.id)
      .filter((other) => other !== author)
      .slice(0, ofEach)
      .map((other) => ({ authors: [author, other] as const, questioned, known: byAuthor.get(other)!.filter(isApart) }))
      .filter(({ known }) => sumWords(known) >= minKnown);
  });
  return { words: best.words, authors: best.authors, pairs: [...same, ...different] };
}

/** An author with texts that may be parts of one work, and two of their titles. */
export interface PossibleSeries {
  readonly author: string;
  readonly titles: readonly [string, string];
}

/** Authors with same-author pairs of texts that may be parts of one work, each once. */
export function findPossibleSeries(pairs: readonly IndexPair[]): readonly PossibleSeries[] {
  const results = new Map<string, PossibleSeries>();
  for (const { authors, questioned, known } of pairs) {
    const [author, other] = authors;
    if (author !== other || results.has(author)) continue;
    const parts = questioned.flatMap((text) => {
      const next = known.find((each) => mayBeOneWork(text, each));
      return next ? [{ author, titles: [text.title || text.id, next.title || next.id] as const }] : [];
    });
    if (parts[0]) results.set(author, parts[0]);
  }
  return [...results.values()];
}

/** Known texts with fewer words are never judged. */
const minKnown = judgedLengths.known[0];

/** An author's sides with this many words, each with all other texts of that author. */
export function listSides(
  own: readonly IndexedDocument[],
  {
    kind,
    words,
    workOf,
  }: {
    readonly kind: QuestionedKind;
    readonly words: number;
    readonly workOf: (document: IndexedDocument) => string;
  },
  most = maxSides,
): readonly IndexPair[] {
  const { author } = own[0]!;
  const alike = own.filter(({ mode }) => kind.mode === 'unknown' || mode === kind.mode);
  const genres = groupBy(alike, formatGenreKey);
  const ordered = [...genres.values()].sort((a, b) => rank(b[0]!, kind) - rank(a[0]!, kind));
  // Texts of one genre in order, in runs of at least this many words. The rest is left out.
  const runs = ordered.flatMap((group) => {
    const filled: IndexedDocument[][] = [];
    let run: IndexedDocument[] = [];
    for (const document of group) {
      run.push(document);
      if (sumWords(run) < words) continue;
      filled.push(run);
      run = [];
    }
    return filled;
  });
  return runs
    .flatMap((questioned) => {
      const works = new Set(questioned.map(workOf));
      const known = own.filter((document) => !works.has(workOf(document)));
      return sumWords(known) < minKnown ? [] : [{ authors: [author, author] as const, questioned, known }];
    })
    .slice(0, most);
}

export function sortByHash(authors: readonly string[], salt: string): readonly string[] {
  const hashed = authors.map((author) => ({ author, hash: hashWithSeed(`${salt} ${author}`, 1) }));
  return hashed.sort((a, b) => a.hash - b.hash || (a.author < b.author ? -1 : 1)).map(({ author }) => author);
}

function rank({ genre }: IndexedDocument, kind: QuestionedKind): number {
  return Number(normaliseGenre(genre) === normaliseGenre(kind.genre));
}

function sumWords(documents: readonly IndexedDocument[]): number {
  return documents.reduce((sum, { words }) => sum + words, 0);
}

/** Each mode, genre and length class once. Questioned texts of one kind are validated together. */
export function mergeKinds(kinds: readonly QuestionedKind[]): readonly QuestionedKind[] {
  const alike = groupBy(kinds, (kind) => `${findJudgedLength('questioned', kind.words)} ${formatGenreKey(kind)}`);
  return [...alike.values()].map(([kind]) => kind!);
}
