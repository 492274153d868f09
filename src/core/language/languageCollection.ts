import { type FeatureRow, multiplyRows } from '../classical/featureRow';
import type { Ngrams } from '../classical/ngrams';
import {
  Cohort,
  type CohortMember,
  type CohortStatistics,
  type Comparable,
  computeCohortStatistics,
  formatGenreKey,
} from '../cohort/cohort';
import { profiledWords, Profiler } from '../cohort/profiles';
import type { Evidence, KnownDocument, TextKind } from '../domain/evidence';
import { compareIds, groupBy } from '../basics/groupBy';
import type { IndexedDocument, ReviewedIndex, TextProfile } from '../ports';
import { countWords, takeFirstWords } from '../text/countWords';
import { readSource } from '../text/readText';
import { averageRows } from '../verification/sides';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { countCollection } from './collectionNgrams';

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
    this.background ??= this.measureBackground(stop);
    return this.background;
  }

  private measureBackground(stop: StopSignal): CohortStatistics {
    const texts = this.index.listRows().slice(0, backgroundTexts);
    const scores = texts.flatMap(({ document: { author }, profile: { features } }, i) => {
      throwIfStopped(stop);
      const others = texts.slice(i + 1).filter(({ document }) => document.author !== author);
      return others.map(({ profile }) => multiplyRows(features, profile.features));
    });
    return computeCohortStatistics(Float64Array.from(scores));
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
    for (const [author, documents] of byAuthor.slice(0, countedAuthors))
      counted.push({ author, texts: await readFirst(documents, readOwn) });
    const ngrams = countCollection(counted, language, stop);
    const own = new LanguageIndex(index, listed);
    const rows: AuthorRow[] = [];
    for (const [author, documents] of byAuthor) {
      for (const alike of groupBy(documents, formatGenreKey).values()) {
        const made: { readonly words: number; readonly features: FeatureRow }[] = [];
        let beginning = '';
        for (const document of alike) {
          const text = takeFirstWords(await readOwn(document), profiledWords);
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

/** The first words of an author's documents. */
async function readFirst(
  documents: readonly IndexedDocument[],
  readOwn: (document: IndexedDocument) => Promise<string>,
): Promise<readonly string[]> {
  const texts: string[] = [];
  let left = countedWords;
  for (const document of documents) {
    if (left <= 0) break;
    texts.push(takeFirstWords(await readOwn(document), left));
    left -= document.words;
  }
  return texts;
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
