import { type FeatureRow, Postings } from '../classical/featureRow';
import type { Mode, TextKind } from '../domain/evidence';
import type { IndexedDocument } from '../ports';
import { makeOnce } from '../basics/caches';
import { neverStops, type StopSignal } from '../basics/work';
import { firstDirection } from '../classical/ngrams';
import { normaliseGenre } from '../text/characters';
import { computeMean } from '../basics/numbers';

/** Mean and standard deviation of one text's scores with its nearest members. */
export interface CohortStatistics {
  readonly mean: number;
  readonly deviation: number;
}

/** A score is measured against at most this many documents of a mode and genre, and this many of one author among them. */
export const maxOfGenre = 100;
export const maxOfAuthor = 10;
/** A score is not measured against fewer other authors. */
export const minMeasuredAuthors = 4;

/** The number of members in a text's neighbourhood. */
const neighbours = 10;

/** The number of members of a mode, if the population has as many. */
export const membersOfMode = 200;

/** At most this many documents are compared with a text word by word. */
const maxMostAlike = 8;

const producedModes = ['written', 'spoken'] as const;

/**
 * Texts by other authors, and a text's n-gram scores with them. They normalise scores on both sides (AS-norm,
 * docs/decisions/0023-out-of-source.md), and the order of candidates subtracts the mean of a text's nearest neighbours (CSLS,
 * docs/results/constants.md). They are documents of the present collection, with the sources and genres of the texts that are compared,
 * supplemented by the reference population. A text's scores are cached as long as its row.
 */
export class Cohort {
  /** The key says what the members were selected for. */
  private readonly kept = new Map<string, MemberScores>();

  /**
   * @param population  mixes genres in its order; used only if there are too few documents
   * @param sample      the documents that neighbourhoods consist of
   */
  constructor(
    private readonly documents: readonly CohortMember[],
    private readonly population: () => readonly CohortMember[] = () => [],
    private readonly sample = documents,
  ) {}

  /**
   * The documents that a text is measured against when it is compared with a text of this kind: those of its mode and genre, or of its mode
   * if fewer than four authors are left. Undefined if these are also fewer than four.
   * @param leftOut  authors that do not count: those of the two texts that are compared
   */
  selectComparable(kind: TextKind, leftOut: ReadonlySet<string>): Comparable | undefined {
    for (const key of [formatGenreKey(kind), kind.mode]) {
      const scores = this.readOrCreate(key, () =>
        limitByAuthor(
          this.documents.filter(({ mode, document }) => {
            return document && [formatGenreKey({ mode, genre: document.genre }), mode, 'unknown'].includes(key);
          }),
          readAuthor,
          maxOfAuthor,
          maxOfGenre,
        ),
      );
      const others = selectComparableAmong(scores, leftOut);
      if (others) return others;
    }
    return undefined;
  }

  /** The same documents cut to pieces of about this many words, if there are such pieces. There are none in English. */
  selectPieces?(kind: TextKind, leftOut: ReadonlySet<string>, words: number): Comparable | undefined;

  /** Ids of the documents of a mode with the highest scores with a text, which are checked for copies. Throws Cancelled. */
  findMostAlike(features: FeatureRow, mode: Mode, stop: StopSignal = neverStops): readonly string[] {
    return this.readOrCreate(`all ${mode}`, () => selectMode(this.documents, mode))
      .scoreMembers(features, stop)
      .flatMap(({ member: { document }, score }) => (document ? [{ id: document.id, score }] : []))
      .sort((a, b) => b.score - a.score)
      .slice(0, maxMostAlike)
      .map(({ id }) => id);
  }

  /**
   * The hubness of a text: the mean of its ten highest scores with members of a mode, or 0 if there are none. If a text is similar to many
   * others, its similarity to the questioned one means less. Throws Cancelled.
   * @param mode  "unknown" for members of both modes
   */
  computeNeighbourhoodMean(
    features: FeatureRow,
    mode: Mode,
    isLeftOut: DocumentTest,
    stop: StopSignal = neverStops,
  ): number {
    const scored = this.scoreNeighbours(features, mode, isLeftOut, stop);
    return computeCohortStatistics(
      Float64Array.from(scored, ({ score }) => score),
      neighbours,
    ).mean;
  }

  /** The rows of the members of a mode that are most similar to a text, best first, at most ten. */
  findNearestRows(features: FeatureRow, mode: Mode, isLeftOut: DocumentTest): readonly FeatureRow[] {
    return this.scoreNeighbours(features, mode, isLeftOut)
      .sort((a, b) => b.score - a.score)
      .slice(0, neighbours)
      .map(({ member }) => member.features);
  }

  /** The scores with the members of the neighbourhoods of a mode that are not left out. */
  private scoreNeighbours(features: FeatureRow, mode: Mode, isLeftOut: DocumentTest, stop?: StopSignal) {
    const wanted = producedModes.filter((each) => mode === 'unknown' || mode === each);
    return wanted
      .flatMap((each) => {
        const members = this.readOrCreate(`near ${each}`, () => {
          const own = selectMode(this.sample, each);
          const room = membersOfMode - own.length;
          return room > 0 ? [...own, ...selectMode(this.population(), each).slice(0, room)] : own;
        });
        return members.scoreMembers(features, stop);
      })
      .filter(({ member: { document } }) => !document || !isLeftOut(document));
  }

  /** Selected on first use. The same documents are scored once. */
  private readOrCreate(key: string, select: () => readonly CohortMember[]): MemberScores {
    const before = this.kept.get(key);
    if (before) return before;
    const members = select();
    const same = [...this.kept.values()].find(
      (each) =>
        each.members.length === members.length &&
        each.members.every(({ document }, i) => document && document === members[i]!.document),
    );
    const scores = new MemberScores(members, same?.scoreAll);
    this.kept.set(key, scores);
    return scores;
  }
}

/** Documents by other authors, and which of them count. */
export interface Comparable {
  readonly scores: MemberScores;
  readonly places: readonly number[];
  readonly authors: number;
}

/**
 * Those of some documents that are not by these authors. Undefined if they have fewer than four authors. Equal arguments usually return the
 * same object, so that values computed from it can be cached with it.
 */
export function selectComparableAmong(scores: MemberScores, leftOut: ReadonlySet<string>): Comparable | undefined {
  const without = [...leftOut].filter((author) => scores.authors.has(author)).sort();
  const key = JSON.stringify(without);
  if (!scores.selections.has(key)) {
    if (scores.selections.size >= keptSelections) scores.selections.clear();
    const places = scores.members.flatMap((member, i) => (leftOut.has(readAuthor(member)) ? [] : [i]));
    const authors = new Set(places.map((i) => readAuthor(scores.members[i]!))).size;
    scores.selections.set(key, authors < minMeasuredAuthors ? undefined : { scores, places, authors });
  }
  return scores.selections.get(key);
}

/** At most this many selections of one list of documents are cached, which is more than a review has leading authors and candidates. */
const keptSelections = 128;

function readAuthor({ document }: CohortMember): string {
  return document!.author;
}

/** Documents in their order, with at most `ofAuthor` by one author and `ofAll` in total. */
export function limitByAuthor<Item>(
  documents: readonly Item[],
  authorOf: (document: Item) => string,
  ofAuthor: number,
  ofAll: number,
): readonly Item[] {
  const counts = new Map<string, number>();
  const few = documents.filter((document) => {
    const author = authorOf(document);
    const count = counts.get(author) ?? 0;
    counts.set(author, count + 1);
    return count < ofAuthor;
  });
  return few.slice(0, ofAll);
}

/** Texts of one genre and mode have one key. */
export function formatGenreKey({ mode, genre }: TextKind): string {
  return `${mode} ${normaliseGenre(genre)}`;
}

/** How far a score is above others, in standard deviations. */
export function computeZScore(score: number, { mean, deviation }: CohortStatistics): number {
  return (score - mean) / deviation;
}

/** Smaller deviations, as a share of the largest value, are rounding errors of equal values. */
const rounding = 1e-9;

/**
 * Mean and deviation (divisor n) of the `max` highest scores. The deviation of equal values is returned as 1, because it is a divisor, so
 * that rounding errors stay small.
 */
export function computeCohortStatistics(scores: Float64Array, max = scores.length): CohortStatistics {
  if (scores.length === 0) return { mean: 0, deviation: 1 };
  const nearest = scores.toSorted().slice(-max);
  const mean = computeMean(nearest);
  const variance = nearest.reduce((sum, score) => sum + (score - mean) ** 2, 0) / nearest.length;
  const deviation = Math.sqrt(variance);
  const largest = nearest.reduce((most, score) => Math.max(most, Math.abs(score)), 0);
  return { mean, deviation: deviation > rounding * largest ? deviation : 1 };
}

/** All members if the mode is unknown. */
function selectMode(members: readonly CohortMember[], wanted: Mode): readonly CohortMember[] {
  return wanted === 'unknown' ? members : members.filter(({ mode }) => mode === wanted);
}

/** A text by another author: a document of a collection, or a member of the reference population. */
export interface CohortMember {
  readonly mode: Mode;
  /** Its row under the learned metric of n-grams. */
  readonly features: FeatureRow;
  /** The document. Undefined for a member of the population. */
  readonly document?: CohortDocument;
}

/** A document of a collection and its author. Texts with one title are parts of one work. */
export type CohortDocument = Pick<IndexedDocument, 'id' | 'author' | 'genre' | 'title' | 'words' | 'works'>;

/** What a document must be like, or what documents do not count, such as copies of a text and those by its author. */
type DocumentTest = (document: CohortDocument) => boolean;

/** A text's scores with some members, which become postings when they are first needed. */
export class MemberScores {
  private postings: Postings | undefined;
  /** Who wrote those members that are documents of a collection. */
  readonly authors: ReadonlySet<string>;
  /** What `selectComparableAmong` selected, by the authors without whom. */
  readonly selections = new Map<string, Comparable | undefined>();

  /** @param scoreAll  a text's scores with all members, in their order: those of an object with the same members. It throws Cancelled */
  constructor(
    readonly members: readonly CohortMember[],
    readonly scoreAll = makeOnce((row: FeatureRow, stop: StopSignal): Float64Array => {
      this.postings ??= new Postings(
        members.map(({ features }) => features),
        stop,
      );
      return this.postings.computeScores(row, firstDirection);
    }),
  ) {
    this.authors = new Set(members.flatMap(({ document }) => document?.author ?? []));
  }

  /** A text's scores with all members, each with its member. */
  scoreMembers(
    features: FeatureRow,
    stop: StopSignal = neverStops,
  ): { readonly member: CohortMember; readonly score: number }[] {
    const scores = this.scoreAll(features, stop);
    return this.members.map((member, i) => ({ member, score: scores[i]! }));
  }
}
