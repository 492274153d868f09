import type { Mode } from '../../../../src/core/domain/evidence';
import { hashWithSeed } from '../../../../src/core/evaluation/scoreGroups';
import { groupBy } from '../../../../src/core/basics/numbers';
import { countWords } from '../../../../src/core/text/countWords';
import { relateGenres, judgedLengths, pairModes, type TrialKind } from '../../../../src/core/verification/condition';
import { publisherOf } from '../../sources/sourceFolds';
import type { LabelledDocument } from '../../tasks/documents';

/** All texts of an author in one mode and genre, in the order in which known texts are taken: that of a hash, work by work. */
export interface Cell {
  readonly author: string;
  readonly mode: Mode;
  readonly genre: string;
  /** The publisher of a book that is a source by itself. */
  readonly source: string;
  readonly documents: readonly LabelledDocument[];
  readonly words: number;
}

/** A questioned work, to be cut. */
export interface QuestionedWork {
  readonly key: string;
  readonly cell: Cell;
  readonly text: string;
  readonly words: number;
}

/** A known text, or its beginning. */
export interface KnownPart {
  readonly document: LabelledDocument;
  readonly words: number;
}

/** Known texts of an author that hold so many words together. */
export interface KnownSide {
  readonly key: string;
  readonly cell: Cell;
  readonly words: number;
  readonly parts: readonly KnownPart[];
}

/** One work against the other texts of an author. */
export interface UnequalTrial extends TrialKind {
  readonly questioned: QuestionedWork;
  readonly known: KnownSide;
  readonly same: boolean;
}

/** Authors of a source, mode and genre: so many by their hash, of those with much text, and of those who write in several kinds. */
const maxOfSource = 20;
const muchText = 9000;
const minText = 400;
/** Questioned works of an author in a mode and genre. */
const maxWorks = 2;
/** A work of fewer words is taken where there is no longer one. */
const usualWork = 1000;
/** Fewer words of a text are left. */
const minPart = 30;
/** Other authors in the place of the one who wrote it: half of them of the questioned work's source, where it has any. */
const othersPerTrial = 4;

/** The trials of one fold: each work beside other texts of its author of the same genre, another genre and the other mode, and beside others' texts. */
export function drawTrials(documents: readonly LabelledDocument[], seed: number): readonly UnequalTrial[] {
  const cells = sampledCells(listCells(documents, seed), seed);
  const byAuthor = groupBy(cells, ({ author }) => author);
  const byKind = groupBy(cells, kindKey);
  const sides = new KnownSides();
  return cells
    .flatMap((cell) => listWorks(cell, seed))
    .flatMap((questioned) => {
      const own = byAuthor.get(questioned.cell.author)!;
      const related = groupBy(own, (cell) => relationOf(questioned.cell, cell));
      return [...related.values()].flatMap((alike) => {
        const longest = alike.reduce((a, b) => (b.words > a.words ? b : a));
        const known = alike.includes(questioned.cell) ? questioned.cell : longest;
        const others = byKind.get(kindKey(known))!;
        return judgedLengths.known.flatMap((words) => trialsAt(questioned, { known, others }, { words, sides, seed }));
      });
    });
}

function trialsAt(
  questioned: QuestionedWork,
  { known, others }: { readonly known: Cell; readonly others: readonly Cell[] },
  { words, sides, seed }: { readonly words: number; readonly sides: KnownSides; readonly seed: number },
): readonly UnequalTrial[] {
  const own = sides.of(known, words, known === questioned.cell ? titleOf(questioned) : undefined);
  if (!own) return [];
  const { cell } = questioned;
  const kind = { modes: pairModes(cell.mode, known.mode), genreRelation: relateGenres(cell, known) };
  const chosen = otherAuthors(questioned, others, { words, sides, seed });
  return [own, ...chosen].map((side) => ({ ...kind, questioned, known: side, same: side === own }));
}

/** Sides by other authors, near ones first. */
function otherAuthors(
  { key, cell }: QuestionedWork,
  others: readonly Cell[],
  { words, sides, seed }: { readonly words: number; readonly sides: KnownSides; readonly seed: number },
): readonly KnownSide[] {
  const ordered = orderByHash(
    others.filter(({ author }) => author !== cell.author),
    (other) => `${key} ${other.author}`,
    seed,
  ).flatMap((other) => sides.of(other, words) ?? []);
  const near = ordered.filter((side) => side.cell.source === cell.source).slice(0, othersPerTrial / 2);
  const far = ordered.filter((side) => !near.includes(side)).slice(0, othersPerTrial - near.length);
  return [...near, ...far];
}

/** Sides that were made, each once. */
class KnownSides {
  private readonly made = new Map<string, KnownSide | undefined>();

  /** @param without  the title of a work that takes no part */
  of(cell: Cell, words: number, without?: string): KnownSide | undefined {
    const key = JSON.stringify([cell.author, kindKey(cell), words, without]);
    if (!this.made.has(key)) this.made.set(key, sideOf(key, cell, words, without));
    return this.made.get(key);
  }
}

function sideOf(key: string, cell: Cell, words: number, without: string | undefined): KnownSide | undefined {
  const parts: KnownPart[] = [];
  let left = words;
  for (const document of cell.documents) {
    const own = Math.min(left, countWords(document.text));
    if (document.title === without || own < minPart) continue;
    parts.push({ document, words: own });
    left -= own;
    if (left < minPart) return { key, cell, words, parts };
  }
  return undefined;
}

/** The cells of documents that are in any order. */
export function listCells(documents: readonly LabelledDocument[], seed: number): readonly Cell[] {
  const groups = groupBy(documents, ({ author, mode, genre }) => JSON.stringify([author, mode, genre]));
  return [...groups.values()].map((own) => {
    const { author, mode, genre, source = '' } = own[0]!;
    const ordered = orderByHash(own, ({ title, author, id }) => `${title} ${author} ${id}`, seed);
    const works = [...groupBy(ordered, ({ title }) => title).values()].flat();
    return { author, mode, genre, source: publisherOf(source), documents: works, words: wordsOf(works) };
  });
}

/** Of each source, mode and genre some authors; with them all their cells. */
function sampledCells(cells: readonly Cell[], seed: number): readonly Cell[] {
  const kinds = groupBy(cells, ({ author }) => author);
  const usable = cells.filter(
    (cell) => kinds.get(cell.author)!.length > 1 || (titles(cell) > 1 && cell.words >= minText),
  );
  const groups = groupBy(usable, (cell) => `${cell.source} ${kindKey(cell)}`);
  const taken = [...groups.values()].flatMap((group) => {
    const ordered = orderByHash(group, ({ author }) => author, seed);
    const much = ordered.filter(({ words }) => words >= muchText);
    const several = ordered.filter(({ author }) => kinds.get(author)!.length > 1);
    return [ordered, much, several].flatMap((some) => some.slice(0, maxOfSource));
  });
  const authors = new Set(taken.map(({ author }) => author));
  return cells.filter(({ author }) => authors.has(author));
}

/** Up to two works of a cell, long ones first. */
export function listWorks(cell: Cell, seed: number): readonly QuestionedWork[] {
  const works = [...groupBy(cell.documents, ({ title }) => title).values()].map((documents) => ({
    documents,
    words: wordsOf(documents),
  }));
  const long = orderByHash(
    works.filter(({ words }) => words >= usualWork),
    ({ documents }) => documents[0]!.id,
    seed,
  );
  const short = works.filter(({ words }) => words < usualWork).sort((a, b) => b.words - a.words);
  return [...long, ...short].slice(0, maxWorks).map(({ documents, words }) => ({
    key: documents[0]!.id,
    cell,
    text: documents.map(({ text }) => text).join('\n\n'),
    words,
  }));
}

function titleOf({ key, cell }: QuestionedWork): string {
  return cell.documents.find(({ id }) => id === key)!.title;
}

function relationOf(questioned: Cell, known: Cell): string {
  return questioned.mode === known.mode ? relateGenres(questioned, known) : 'mode';
}

function kindKey({ mode, genre }: Pick<Cell, 'mode' | 'genre'>): string {
  return `${mode} ${genre}`;
}

function titles({ documents }: Cell): number {
  return new Set(documents.map(({ title }) => title)).size;
}

function wordsOf(documents: readonly LabelledDocument[]): number {
  return documents.reduce((sum, { text }) => sum + countWords(text), 0);
}

/** Items in the order of their keys' hashes. */
export function orderByHash<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  seed: number,
): readonly Item[] {
  const hashed = items.map((item) => ({ item, key: keyOf(item), hash: hashWithSeed(keyOf(item), seed) }));
  return hashed.sort((a, b) => a.hash - b.hash || (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
