import { hashWithSeed, createRandom } from '../../../src/core/evaluation/scoreGroups';
import type { TextKind } from '../../../src/core/domain/evidence';
import { formatGenreKey } from '../../../src/core/cohort/cohort';
import { groupBy } from '../../../src/core/basics/numbers';
import { countWords } from '../../../src/core/text/countWords';
import type { KnownAuthor, LabelledDocument } from './documents';

/** Authors of one source, or of texts in two genres, and questioned texts of which only some are by one of them. */
export interface SearchCase {
  /** The source of both sides; of two genres the kinds of both sides. */
  readonly from: string;
  readonly known: readonly KnownAuthor[];
  /** Places of the questioned texts. */
  readonly questioned: readonly number[];
}

/** What cases are dealt by. */
export interface SearchDeal {
  /** Authors of a case. */
  readonly authors: number;
  /** Words of a questioned text. */
  readonly words: number;
  /** Known words of each author, at most but for the last text. */
  readonly knownWords: number;
  /** Share of the questioned texts that are by nobody in the case. */
  readonly outsiders: number;
  /** Cases of each source, or of each pair of genres. */
  readonly cases: number;
  readonly seed: number;
}

/** Questioned texts of one case, at most: where authors are many, opening a case costs most. */
const mostAsked = (authors: number): number => Math.min(24, Math.max(8, authors));
/** Fewer known words show nothing of an author. */
const leastKnownWords = 500;

/** An author's questioned text, and the known ones, of other works. */
interface Writer extends KnownAuthor {
  readonly questioned: number;
}

/**
 * Cases of each source, whose questioned and known texts are of one genre, and of each pair of kinds that one author has texts of. Known texts
 * are of other works than the questioned one. Sources with too few authors give none.
 */
export function dealCases(documents: readonly LabelledDocument[], deal: SearchDeal): readonly SearchCase[] {
  const words = documents.map(({ text }) => countWords(text));
  return [...cells(documents)].flatMap(([from, { questioned, known }]) => {
    const writers = writersOf(documents, words, { questioned, known, deal });
    if (writers.length <= deal.authors) return [];
    const random = createRandom(hashWithSeed(from, deal.seed));
    return Array.from({ length: deal.cases }, () => oneCase(from, shuffled(writers, random), deal));
  });
}

/** In a case are the first authors; the others are nobody in it. */
function oneCase(from: string, writers: readonly Writer[], { authors, outsiders }: SearchDeal): SearchCase {
  const inside = writers.slice(0, authors);
  const asked = Math.min(mostAsked(authors), writers.length);
  const outside = writers.slice(authors, authors + Math.max(1, Math.round(outsiders * asked)));
  const insiders = Math.round((outside.length * (1 - outsiders)) / outsiders);
  const questioned = [...inside.slice(0, Math.max(1, insiders)), ...outside].map((each) => each.questioned);
  return { from, known: inside.map(({ author, documents }) => ({ author, documents })), questioned };
}

interface Cell {
  readonly questioned: readonly number[];
  readonly known: readonly number[];
}

/** Places of the texts that either side is drawn from. */
function cells(documents: readonly LabelledDocument[]): ReadonlyMap<string, Cell> {
  const places = documents.map((_, place) => place);
  const found = new Map<string, Cell>();
  const sources = groupBy(places, (place) => `${documents[place]!.source ?? ''} ${formatGenreKey(documents[place]!)}`);
  for (const [name, own] of sources) found.set(name, { questioned: own, known: own });
  const byKind = groupBy(places, (place) => formatGenreKey(documents[place]!));
  for (const [a, questioned] of byKind)
    for (const [b, known] of byKind) if (a !== b) found.set(`${a} → ${b}`, { questioned, known });
  return found;
}

function writersOf(
  documents: readonly LabelledDocument[],
  words: readonly number[],
  { questioned, known, deal }: Cell & { readonly deal: SearchDeal },
): readonly Writer[] {
  const order = (place: number): number => hashWithSeed(documents[place]!.id, deal.seed);
  const inOrder = (places: readonly number[]): readonly number[] => places.toSorted((a, b) => order(a) - order(b));
  const known_ = groupBy(known, (place) => documents[place]!.author);
  return [...groupBy(questioned, (place) => documents[place]!.author)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([author, own]) => {
      const asked = inOrder(own).find((place) => words[place]! >= deal.words);
      if (asked === undefined) return [];
      const others = inOrder(known_.get(author) ?? []).filter(
        (place) => documents[place]!.title !== documents[asked]!.title,
      );
      const kept = upTo(others, (place) => words[place]!, deal.knownWords);
      const total = kept.reduce((sum, place) => sum + words[place]!, 0);
      return kept.length < 2 || total < leastKnownWords ? [] : [{ author, questioned: asked, documents: kept }];
    });
}

/** The first items, until they have so many words. */
function upTo(places: readonly number[], wordsOf: (place: number) => number, most: number): readonly number[] {
  let total = 0;
  return places.filter((place) => {
    const isNeeded = total < most;
    total += isNeeded ? wordsOf(place) : 0;
    return isNeeded;
  });
}

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** How questioned and known texts of a case were produced. */
export function kindsOf(
  documents: readonly LabelledDocument[],
  { questioned, known }: SearchCase,
): { readonly questioned: TextKind; readonly known: TextKind } {
  return { questioned: documents[questioned[0]!]!, known: documents[known[0]!.documents[0]!]! };
}

/** Whether both sides of a case are of one mode and genre. */
export function isOfOneKind(documents: readonly LabelledDocument[], one: SearchCase): boolean {
  const { questioned, known } = kindsOf(documents, one);
  return formatGenreKey(questioned) === formatGenreKey(known);
}
