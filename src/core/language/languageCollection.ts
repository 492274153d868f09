import { compareIds, groupBy } from '../basics/numbers';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { type FeatureRow, multiplyRows, normaliseRow } from '../classical/featureRow';
import { visitCharacterGrams, visitWordGrams } from '../classical/features';
import { hashText } from '../classical/hashing';
import { type NgramMetric, Ngrams, computeIdf, documentWordKind, firstDirection } from '../classical/ngrams';
import {
  Cohort,
  type CohortMember,
  type CohortStatistics,
  type Comparable,
  computeCohortStatistics,
  formatGenreKey,
} from '../cohort/cohort';
import { Profiler } from '../cohort/cohortCache';
import type { Evidence, KnownDocument, TextKind } from '../domain/evidence';
import { isUnspaced } from '../text/language';
import { parseMarkers } from '../markers/catalogue/catalogue';
import type { MarkerDefinition } from '../markers/findMarkers';
import type { IndexedDocument, ReviewedIndex, TextProfile } from '../ports';
import { countWords, takeFirstWords } from '../text/countWords';
import { encodedWords, readSource } from '../text/readText';
import { dropUnseen } from '../text/rewrite';
import { averageRows } from '../verification/sides';
import ofAny from './any/habits.json';
import ofGerman from './de/habits.json';

/** N-grams are counted in this many words of an author, and in this many authors. */
const countedWords = 8000;
const countedAuthors = 400;
/** Lengths in words of the pieces that known texts are measured against, and the number of rows with a piece. */
const pieceLengths = [100, 250, 1000] as const;
const longestPiece = 1000;
const piecesRows = 200;
/** A background is measured on this many texts. */
const backgroundTexts = 100;
/** The rows of at most this many documents are cached. */
const keptRows = 2000;

/** The texts of one author in one mode and genre. */
export interface AuthorRow extends TextKind {
  readonly author: string;
  readonly role: IndexedDocument['role'];
  readonly words: number;
  readonly documents: readonly IndexedDocument[];
  /** The mean of their rows. */
  readonly features: FeatureRow;
  /** Their first words. */
  readonly beginning: string;
}

/**
 * The documents of an index in one language, and the n-grams that compare them, which are counted only in these documents. Its index shows
 * no other documents, and keeps the rows of its own in memory.
 */
export class LanguageCollection {
  /** One row for each author, mode and genre, so that a long work counts as much as a short one. */
  readonly cohort: Cohort;
  readonly profiler: Profiler;
  private background: CohortStatistics | undefined;

  private constructor(
    readonly language: string,
    readonly index: LanguageIndex,
    readonly ngrams: Ngrams,
    /** Authors in the order of their documents' ids. */
    readonly rows: readonly AuthorRow[],
  ) {
    this.profiler = new Profiler(ngrams.id, ngrams, () => []);
    const toMember = ({ mode, features, documents: [document] }: AuthorRow): CohortMember => {
      return { mode, features, document: document! };
    };
    const texts = index.listRows().map(({ document, profile: { mode, features } }) => ({ mode, features, document }));
    this.cohort = new AuthorCohort(rows.map(toMember), new Cohort(texts), (words) =>
      rows
        .slice(0, piecesRows)
        .map((row) => ({ ...toMember(row), features: ngrams.computeFeatures(takeFirstWords(row.beginning, words)) })),
    );
  }

  /** The rows without some documents, such as copies of a questioned text. An author without other documents has no row. */
  listRows(without: ReadonlySet<string>): readonly AuthorRow[] {
    const isLeftOut = ({ id }: IndexedDocument): boolean => without.has(id);
    return this.rows.flatMap((row) => {
      if (!row.documents.some(isLeftOut)) return row;
      const kept = this.index
        .listRows()
        .filter(({ document }) => row.documents.includes(document) && !isLeftOut(document));
      if (kept.length === 0) return [];
      const made = kept.map(({ document: { words }, profile: { features } }) => ({ words, features }));
      const words = made.reduce((sum, each) => sum + each.words, 0);
      return {
        ...row,
        words,
        documents: kept.map(({ document }) => document),
        features: averageRows(made, (each) => each.features),
      };
    });
  }

  /** Mean and deviation of n-gram scores of texts by different authors. Throws Cancelled. */
  describeBackground(stop: StopSignal): CohortStatistics {
    if (this.background) return this.background;
    const texts = this.index.listRows().slice(0, backgroundTexts);
    const scores = texts.flatMap(({ document: { author }, profile: { features } }, i) => {
      throwIfStopped(stop);
      const others = texts.slice(i + 1).filter(({ document }) => document.author !== author);
      return others.map(({ profile }) => multiplyRows(features, profile.features));
    });
    return (this.background = computeCohortStatistics(Float64Array.from(scores)));
  }

  get authors(): number {
    return new Set(this.rows.map(({ author }) => author)).size;
  }

  /** The entries for the settings in evidence. */
  get settings(): Evidence['settings'] {
    return { language: this.language, languageAuthors: this.authors };
  }

  /** Throws Cancelled. */
  static async build(
    index: ReviewedIndex,
    { language, listed }: { readonly language: string; readonly listed: readonly IndexedDocument[] },
    stop: StopSignal,
  ): Promise<LanguageCollection> {
    const byAuthor = [...groupBy(listed.toSorted(compareIds), ({ author }) => author)];
    const readOwn = async ({ id }: IndexedDocument): Promise<string> => {
      throwIfStopped(stop);
      const document = await index.readDocument(id);
      return document ? readSource(document, stop).own : '';
    };
    const counted = [];
    for (const [, documents] of byAuthor.slice(0, countedAuthors)) {
      const texts: string[] = [];
      let left = countedWords;
      for (const document of documents) {
        if (left <= 0) break;
        texts.push(takeFirstWords(await readOwn(document), left));
        left -= document.words;
      }
      counted.push(texts);
    }
    const ngrams = countCollection(counted, language, stop);
    const own = new LanguageIndex(index, listed);
    const rows: AuthorRow[] = [];
    for (const [author, documents] of byAuthor) {
      for (const alike of groupBy(documents, formatGenreKey).values()) {
        const made: { readonly words: number; readonly features: FeatureRow }[] = [];
        let beginning = '';
        for (const document of alike) {
          const text = takeFirstWords(await readOwn(document), encodedWords);
          if (countWords(beginning) < longestPiece) beginning = takeFirstWords(`${beginning}\n\n${text}`, longestPiece);
          const features = ngrams.computeFeatures(text);
          own.keep(document, { mode: document.mode, documentVector: new Float32Array(0), features });
          made.push({ words: document.words, features });
        }
        const words = alike.reduce((sum, document) => sum + document.words, 0);
        const { mode, genre, role } = alike[0]!;
        const features = averageRows(made, (each) => each.features);
        rows.push({ author, mode, genre, role, words, documents: alike, features, beginning });
      }
    }
    return new LanguageCollection(language, own, ngrams, rows);
  }
}

/** A cohort of authors. To find copies, their documents are searched one by one. */
class AuthorCohort extends Cohort {
  private readonly pieces = new Map<number, Cohort>();

  constructor(
    authors: readonly CohortMember[],
    private readonly texts: Cohort,
    private readonly cutPieces: (words: number) => readonly CohortMember[],
  ) {
    super(authors);
  }

  override selectPieces(kind: TextKind, leftOut: ReadonlySet<string>, words: number): Comparable | undefined {
    const length = pieceLengths.findLast((each) => each <= words) ?? pieceLengths[0];
    const pieces = this.pieces.get(length) ?? new Cohort(this.cutPieces(length));
    this.pieces.set(length, pieces);
    return pieces.selectComparable(kind, leftOut);
  }

  override findMostAlike(...args: Parameters<Cohort['findMostAlike']>): readonly string[] {
    return this.texts.findMostAlike(...args);
  }
}

/** An index that shows only some of its documents, with rows of its own. */
class LanguageIndex implements ReviewedIndex {
  private readonly profiles = new Map<string, TextProfile>();
  private readonly shown: ReadonlySet<string>;

  constructor(
    private readonly index: ReviewedIndex,
    private readonly listed: readonly IndexedDocument[],
  ) {
    this.shown = new Set(listed.map(({ id }) => id));
  }

  keep({ id }: IndexedDocument, profile: TextProfile): void {
    if (this.profiles.size < keptRows) this.profiles.set(id, profile);
  }

  /** The documents with cached rows. */
  listRows(): readonly { readonly document: IndexedDocument; readonly profile: TextProfile }[] {
    return this.listed.flatMap((document) => {
      const profile = this.profiles.get(document.id);
      return profile ? [{ document, profile }] : [];
    });
  }

  readInfo() {
    return this.index.readInfo();
  }

  listDocuments(): Promise<readonly IndexedDocument[]> {
    return Promise.resolve(this.listed);
  }

  readDocument(id: string): Promise<KnownDocument | undefined> {
    return this.index.readDocument(id);
  }

  async findCopies(text: string): Promise<readonly string[]> {
    return (await this.index.findCopies(text)).filter((id) => this.shown.has(id));
  }

  async shortlist(...[query, options, stop]: Parameters<ReviewedIndex['shortlist']>) {
    const others = (await this.index.listDocuments()).flatMap(({ id }) => (this.shown.has(id) ? [] : [id]));
    const exclude = [...(options.scope.exclude ?? []), ...others];
    return this.index.shortlist(query, { ...options, scope: { ...options.scope, exclude } }, stop);
  }

  rerank(...args: Parameters<ReviewedIndex['rerank']>) {
    return this.index.rerank(...args);
  }

  read(...args: Parameters<ReviewedIndex['read']>) {
    return this.index.read(...args);
  }

  listSpans(document: string) {
    return this.index.listSpans(document);
  }

  readProfiles(documents: readonly string[]): Promise<ReadonlyMap<string, TextProfile>> {
    const kept = documents.flatMap((id) => {
      const profile = this.profiles.get(id);
      return profile ? [[id, profile] as const] : [];
    });
    return Promise.resolve(new Map(kept));
  }

  storeProfiles(made: ReadonlyMap<string, TextProfile>): Promise<void> {
    for (const [id, profile] of made) this.profiles.set(id, profile);
    return Promise.resolve();
  }
}

/** The markers of a language, in addition to those of marks, blanks, capitals and numbers that all languages share. */
const habitsOf: Readonly<Record<string, Parameters<typeof parseMarkers>[0]>> = { de: ofGerman };

/** All markers that are counted in texts of a language other than English, those of the language first. */
export function readCatalogueOf(language: string): readonly MarkerDefinition[] {
  const lists = Object.hasOwn(habitsOf, language) ? habitsOf[language] : undefined;
  const widened = Object.entries(lists?.patterns ?? {}).map(([family, lines]) => {
    return [family, lines.map((line) => line.replaceAll(String.raw`\b`, bound))] as const;
  });
  const own = lists ? parseMarkers({ ...lists, patterns: Object.fromEntries(widened) }) : [];
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...parseMarkers(ofAny).filter(({ name }) => !names.has(name))];
}

const inWord = String.raw`[\p{L}\p{M}\p{N}_]`;
/** The beginning or end of a word in any alphabet. `\b` of a pattern knows only the letters from a to z. */
const bound = `(?:(?<=${inWord})(?!${inWord})|(?<!${inWord})(?=${inWord}))`;

/** At most this many features are kept, those of the most authors first: characters 2 to 4, and words 1 to 2. */
const mostFeatures = { characters: 40_000, words: 20_000 } as const;
/** An n-gram of fewer authors shows their subjects. If there are few authors, a third of them is enough. */
const leastAuthors = 3;
/** Buckets of words, by the upper bits of their hashes. */
const wordBits = 16;

/**
 * N-grams without a trained model: their weights are counted in the present collection. A weight is ln((1 + N) / (1 + df)) + 1, with N
 * authors, df of which have the n-gram. Words have the same total weight as characters if they are separated by spaces. There are no
 * directions. Throws Cancelled.
 * @param authors   the counted part of each author's texts
 * @param language  also the beginning of ids
 */
function countCollection(authors: readonly (readonly string[])[], language: string, stop: StopSignal): Ngrams {
  const least = Math.max(1, Math.min(leastAuthors, Math.floor(authors.length / 3)));
  const words = { bits: wordBits, documents: new Uint16Array(2 ** wordBits) };
  const characters = countAuthors(authors, visitCharacterGrams, stop).select(least, mostFeatures.characters);
  const ofWords = countAuthors(authors, visitWordGrams, stop).select(least, mostFeatures.words);
  for (const texts of authors) {
    const own = new Set(texts.flatMap((text) => text.toLowerCase().match(wordPattern) ?? []));
    const buckets = new Set([...own].map((word) => hashText(word, documentWordKind) >>> (32 - wordBits)));
    for (const bucket of buckets) words.documents[bucket]! += 1;
  }
  const features = [...new Map([...characters, ...ofWords])].sort(([a], [b]) => a - b).slice(0, firstDirection);
  const statistics = {
    trainedOn: language,
    documents: authors.length,
    words,
    features: {
      hashes: Uint32Array.from(features, ([hash]) => hash),
      documents: Uint16Array.from(features, ([, count]) => count),
    },
  };
  const id = `${language} ${hashText(features.join(), 0)}`;
  const metric = { id, weights: computeIdf(statistics), directions: new Int8Array(0), scales: new Float32Array(0) };
  if (isUnspaced(language)) return new Ngrams(statistics, metric);
  const hashes = new Set(ofWords.map(([hash]) => hash));
  return new BalancedNgrams(
    statistics,
    metric,
    Uint8Array.from(features, ([hash]) => Number(hashes.has(hash))),
  );
}

/** Rows in which words weigh as much as runs of characters, although a text has nine times as many of these. */
class BalancedNgrams extends Ngrams {
  constructor(
    statistics: ConstructorParameters<typeof Ngrams>[0],
    metric: NgramMetric,
    /** 1 for a feature of words. */
    private readonly isWord: Uint8Array,
  ) {
    super(statistics, metric);
  }

  override computeFeatures(text: string): FeatureRow {
    const { ids, weights } = super.computeFeatures(text);
    const squares = [0, 0];
    ids.forEach((id, i) => (squares[this.isWord[id]!]! += weights[i]! ** 2));
    const scales = squares.map((sum) => 1 / Math.sqrt(2 * sum || 1));
    return normaliseRow({ ids, weights: weights.map((weight, i) => weight * scales[this.isWord[ids[i]!]!]!) });
  }
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;

/** The number of authors with each n-gram, by its hash. Throws Cancelled. */
function countAuthors(
  authors: readonly (readonly string[])[],
  visit: typeof visitWordGrams,
  stop: StopSignal,
): AuthorCounts {
  const counts = new AuthorCounts();
  for (const texts of authors) {
    counts.author += 1;
    for (const text of texts) {
      throwIfStopped(stop);
      visit(dropUnseen(text), (hash) => counts.add(hash));
    }
  }
  return counts;
}

/** Counts of authors by 32-bit hashes, in an open-addressing table. Maps of millions of n-grams would take five times as long. */
class AuthorCounts {
  /** The number of the current author, from 1 on. */
  author = 0;
  private size = 0;
  private hashes = new Uint32Array(2 ** 16);
  private authors = new Uint16Array(2 ** 16);
  /** The last author with the n-gram. 0 for a free slot. */
  private last = new Uint16Array(2 ** 16);

  add(hash: number): void {
    const slot = this.find(hash);
    if (this.last[slot] === this.author) return;
    if (this.last[slot] === 0) this.size += 1;
    this.hashes[slot] = hash;
    this.authors[slot]! += 1;
    this.last[slot] = this.author;
    if (2 * this.size > this.hashes.length) this.grow();
  }

  /** At most this many n-grams of at least some authors, with the number of authors, those of most authors first. */
  select(least: number, most: number): readonly (readonly [hash: number, authors: number])[] {
    const selected: (readonly [number, number])[] = [];
    this.authors.forEach((count, slot) => {
      if (count >= least) selected.push([this.hashes[slot]!, count]);
    });
    return selected.sort(([hash, count], [other, more]) => more - count || hash - other).slice(0, most);
  }

  private find(hash: number): number {
    const mask = this.hashes.length - 1;
    let slot = hash & mask;
    while (this.last[slot] !== 0 && this.hashes[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { hashes, authors, last } = this;
    this.hashes = new Uint32Array(2 * hashes.length);
    this.authors = new Uint16Array(this.hashes.length);
    this.last = new Uint16Array(this.hashes.length);
    last.forEach((author, i) => {
      if (author === 0) return;
      const slot = this.find(hashes[i]!);
      [this.hashes[slot], this.authors[slot], this.last[slot]] = [hashes[i]!, authors[i]!, author];
    });
  }
}
