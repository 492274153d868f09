import { hashWithSeed } from '../../../src/core/evaluation/scoreGroups';
import type { LabelledDocument } from './documents';
import { countWords } from '../../../src/core/text/countWords';
import { relateGenres, pairModes, type TrialKind } from '../../../src/core/verification/condition';
import type { JoinedText } from './tripletTasks';

/** A questioned text, and texts of authors none of whom wrote it. */
export interface ChanceSearch {
  readonly author: string;
  readonly questioned: JoinedText;
  readonly known: readonly { readonly author: string; readonly documents: JoinedText }[];
}

/** What searches are dealt by. */
export interface ChanceDeal {
  /** Authors searched. */
  readonly authors: number;
  /** That either side has at least. */
  readonly words: number;
  /** The most searches that are dealt. */
  readonly searches: number;
  readonly seed: number;
}

/** Known texts of an author in a search, at most. */
const mostKnown = 5;

/** An author's documents of one mode and genre, in the order of a hash. */
interface Unit {
  readonly author: string;
  readonly first: LabelledDocument;
  readonly documents: JoinedText;
}

/**
 * Searches of one condition: one questioned text an author, each searched among as many other authors whose texts stand in the
 * condition to it, drawn for each text anew. Fewer, where fewer authors have enough words; none, where there are too few authors.
 */
export function dealSearches(
  documents: readonly LabelledDocument[],
  kind: TrialKind,
  { authors, words, searches, seed }: ChanceDeal,
): readonly ChanceSearch[] {
  const units = unitsOf(documents, seed).filter(
    (unit) => wordsOf(unit.documents.slice(0, mostKnown), documents) >= words,
  );
  const dealt: ChanceSearch[] = [];
  for (const asked of onePerAuthor(units, seed)) {
    const others = units.filter((unit) => unit.author !== asked.author && stands(kind, asked.first, unit.first));
    const drawn = onePerAuthor(others, hashWithSeed(asked.author, seed)).slice(0, authors);
    if (drawn.length < authors) continue;
    const known = drawn.map(({ author, documents: held }) => ({ author, documents: held.slice(0, mostKnown) }));
    dealt.push({ author: asked.author, questioned: asked.documents.slice(0, mostKnown), known });
    if (dealt.length === searches) break;
  }
  return dealt;
}

function unitsOf(documents: readonly LabelledDocument[], seed: number): readonly Unit[] {
  const groups = new Map<string, number[]>();
  documents.forEach(({ author, mode, genre }, i) => {
    const key = JSON.stringify([author, mode, genre]);
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
  });
  return [...groups.values()].map((places) => {
    const ordered = places.sort((a, b) => hashWithSeed(documents[a]!.id, seed) - hashWithSeed(documents[b]!.id, seed));
    const first = documents[ordered[0]!]!;
    return { author: first.author, first, documents: ordered };
  });
}

/** One unit of each author, authors and units in the order of a hash. */
function onePerAuthor(units: readonly Unit[], seed: number): readonly Unit[] {
  const order = (unit: Unit): number => hashWithSeed(unit.first.id, seed);
  const sorted = units.map((unit) => ({ unit, at: order(unit) })).sort((a, b) => a.at - b.at);
  return [...new Map(sorted.map(({ unit }) => [unit.author, unit])).values()];
}

function stands(kind: TrialKind, a: LabelledDocument, b: LabelledDocument): boolean {
  return pairModes(a.mode, b.mode) === kind.modes && relateGenres(a, b) === kind.genreRelation;
}

function wordsOf(places: JoinedText, documents: readonly LabelledDocument[]): number {
  return places.reduce((sum, i) => sum + countWords(documents[i]!.text), 0);
}
