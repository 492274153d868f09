import { createRandom, hashWithSeed } from '../../../src/core/evaluation/scoreGroups';
import { formatGenreKey } from '../../../src/core/cohort/cohort';
import { groupBy } from '../../../src/core/basics/numbers';
import { countWords } from '../../../src/core/text/countWords';
import type { KnownAuthor, LabelledDocument } from './documents';

/** What questions are dealt by. */
export interface QuestionDeal {
  /** Authors of a case. */
  readonly authors: number;
  readonly knownWords: number;
  /** Cases of each source and kind, and of each pair of kinds of an owner. */
  readonly cases: number;
  /** Authors of a case with a questioned text, at most. */
  readonly asked: number;
  readonly seed: number;
}

/** A questioned text, of one work, and the known texts, of other works. */
interface Writer extends KnownAuthor {
  /** Places of the parts of the questioned text, in the order of the file. */
  readonly questioned: readonly number[];
}

/** The authors of a case, and the writers of its questioned texts: some of them, and nobody of the case. */
export interface QuestionCase {
  readonly from: string;
  readonly owner: string;
  readonly inside: readonly Writer[];
  readonly asked: readonly Writer[];
}

/** A questioned text has at most so many words. */
export const mostQuestioned = 2000;
const leastQuestioned = 100;
/** An author has at least this share of the known words that are asked for. */
const leastShare = 0.7;
/** The questioned work is the longest of so many. */
const worksTried = 3;
const outsiders = 2;

/** Cases of one source and kind, and of two kinds by the same owners, with questioned and known texts of different works. */
export function dealQuestions(documents: readonly LabelledDocument[], deal: QuestionDeal): readonly QuestionCase[] {
  const words = documents.map(({ text }) => countWords(text));
  return [...cells(documents)].flatMap(([from, cell]) => {
    const writers = writersOf(documents, words, cell, deal);
    if (writers.length < deal.authors) return [];
    const random = createRandom(hashWithSeed(from, deal.seed + deal.authors * 7 + deal.knownWords));
    const most = Math.min(deal.cases, Math.max(1, Math.floor((2 * writers.length) / deal.authors)));
    return Array.from({ length: most }, () => {
      const order = writers.map((item) => ({ item, at: random() })).sort((a, b) => a.at - b.at);
      const shuffled = order.map(({ item }) => item);
      const inside = shuffled.slice(0, deal.authors);
      const outside = shuffled.slice(deal.authors, deal.authors + outsiders);
      return { from, owner: cell.owner, inside, asked: [...inside.slice(0, deal.asked), ...outside] };
    });
  });
}

interface Cell {
  readonly owner: string;
  readonly questioned: readonly number[];
  readonly known: readonly number[];
}

/** Who published a source: its texts are alike. */
export function ownerOf({ source = '' }: Pick<LabelledDocument, 'source'>): string {
  return source.split('/')[0]!;
}

function cells(documents: readonly LabelledDocument[]): ReadonlyMap<string, Cell> {
  const places = documents.map((_, place) => place);
  const found = new Map<string, Cell>();
  const ofOne = groupBy(places, (place) => `${documents[place]!.source ?? ''} ${formatGenreKey(documents[place]!)}`);
  for (const [name, own] of ofOne)
    found.set(name, { owner: ownerOf(documents[own[0]!]!), questioned: own, known: own });
  const byOwner = groupBy(places, (place) => `${ownerOf(documents[place]!)} ${formatGenreKey(documents[place]!)}`);
  for (const [a, questioned] of byOwner)
    for (const [b, known] of byOwner)
      if (formatGenreKey(documents[questioned[0]!]!) !== formatGenreKey(documents[known[0]!]!))
        found.set(`${a} → ${b}`, { owner: ownerOf(documents[questioned[0]!]!), questioned, known });
  return found;
}

function writersOf(
  documents: readonly LabelledDocument[],
  words: readonly number[],
  { questioned, known }: Cell,
  deal: QuestionDeal,
): readonly Writer[] {
  const order = (key: string): number => hashWithSeed(key, deal.seed);
  const upTo = (places: readonly number[], most: number): readonly number[] => {
    let total = 0;
    return places.filter((place) => {
      const isNeeded = total < most;
      total += isNeeded ? words[place]! : 0;
      return isNeeded;
    });
  };
  const sum = (places: readonly number[]): number => places.reduce((all, place) => all + words[place]!, 0);
  const theirs = groupBy(known, (place) => documents[place]!.author);
  return [...groupBy(questioned, (place) => documents[place]!.author)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([author, own]) => {
      const works = [...groupBy(own, (place) => documents[place]!.title)].sort(([a], [b]) => order(a) - order(b));
      const [work] = works.slice(0, worksTried).sort(([, a], [, b]) => sum(b) - sum(a));
      if (!work || sum(work[1]) < leastQuestioned) return [];
      const others = (theirs.get(author) ?? [])
        .filter((place) => documents[place]!.title !== work[0])
        .toSorted((a, b) => order(documents[a]!.id) - order(documents[b]!.id));
      const kept = upTo(others, deal.knownWords);
      if (kept.length < 2 || sum(kept) < leastShare * deal.knownWords) return [];
      return [{ author, questioned: upTo(work[1], mostQuestioned), documents: kept }];
    });
}
