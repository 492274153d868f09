import { LRUCache } from 'lru-cache';
import type { RankedAuthor } from '../../lateInteraction/scoring/authors';
import { compareIds, computeSum, groupBy } from '../basics/numbers';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { type FeatureRow, multiplyRows } from '../classical/featureRow';
import { type Comparable, computeCohortStatistics, computeZScore } from '../cohort/cohort';
import { worksOf } from '../copies/copies';
import type { SourceText } from '../domain/evidence';
import { anyLanguage, english, isInLanguage } from '../text/language';
import type { DetectedLanguage, IndexedDocument, LanguageDetector, ReviewedIndex } from '../ports';
import { leadingAuthors } from '../ranking/rankCombined';
import { keepOwn } from '../text/readText';
import { type ComparedRow, computeStatistics, findMeasurement } from '../verification/scores';
import { computeWeight } from '../verification/sides';
import { type AuthorRow, LanguageCollection } from './languageCollection';

/** At most this many collections are cached. Each has the rows of its documents. */
const mostKept = 2;
/** A collection needs this many authors of a language. Fewer are compared with all others, whatever language these write. */
const leastAuthors = 2;

/** The language of an index is detected from this many documents. */
const sampledDocuments = 60;

/** The language of most documents of an index, the number of its authors, and of those with two works. */
export interface IndexLanguage {
  readonly language: string;
  readonly authors: number;
  readonly several: number;
}

/** The collections of an index by language. One is built when a text in its language is examined, and cached until the index changes. */
export class LanguageCollections {
  private readonly results = new Map<string, DetectedLanguage>();
  private readonly kept = new LRUCache<string, LanguageCollection>({ max: mostKept });

  constructor(private readonly detector: LanguageDetector) {}

  /** The collection that a text is compared by. Undefined for English, which has a trained model. Throws Cancelled. */
  async findFor(index: ReviewedIndex, source: SourceText, stop: StopSignal): Promise<LanguageCollection | undefined> {
    const { language } = this.detector.detect(keepOwn(source, stop).text);
    return language === english ? undefined : this.read(index, language, stop);
  }

  /** The collection of the language of most documents of an index. Undefined if that is English. Throws Cancelled. */
  async findMain(index: ReviewedIndex, stop: StopSignal): Promise<LanguageCollection | undefined> {
    const main = await this.findMainLanguage(index, stop);
    return main === english ? undefined : this.read(index, main, stop);
  }

  /** What an index needs for a ratio in the language of most of its documents. Undefined if that is English. Throws Cancelled. */
  async describe(index: ReviewedIndex, stop: StopSignal): Promise<IndexLanguage | undefined> {
    const language = await this.findMainLanguage(index, stop);
    if (language === english) return undefined;
    const own = (await this.tell(index, await index.listDocuments(), stop)).filter(({ found }) =>
      isInLanguage(found, language),
    );
    const byAuthor = [...groupBy(own, ({ listed }) => listed.author).values()];
    const workOf = worksOf(own.map(({ listed }) => listed));
    const countWorks = (texts: (typeof byAuthor)[number]): number =>
      new Set(texts.map(({ listed }) => workOf(listed))).size;
    return { language, authors: byAuthor.length, several: byAuthor.filter((texts) => countWorks(texts) > 1).length };
  }

  /** The language of most of the documents with the lowest ids. These are a random sample, because ids are digests. */
  private async findMainLanguage(index: ReviewedIndex, stop: StopSignal): Promise<string> {
    const sample = (await index.listDocuments()).toSorted(compareIds).slice(0, sampledDocuments);
    const byLanguage = [...groupBy(await this.tell(index, sample, stop), ({ found }) => found.language)];
    return byLanguage.sort(([, x], [, y]) => y.length - x.length)[0]?.[0] ?? english;
  }

  private async read(
    index: ReviewedIndex,
    language: string,
    stop: StopSignal,
  ): Promise<LanguageCollection | undefined> {
    const { contentHash } = index.readInfo();
    const key = `${contentHash} ${language}`;
    const before = this.kept.get(key);
    if (before) return before;
    const documents = await this.tell(index, await index.listDocuments(), stop);
    const own = documents.filter(({ found }) => isInLanguage(found, language)).map(({ listed }) => listed);
    const isCollection = new Set(own.map(({ author }) => author)).size >= leastAuthors;
    if (!isCollection && 2 * documents.filter(({ found }) => found.language === english).length >= documents.length)
      return undefined;
    const chosen = isCollection
      ? { language, listed: own }
      : { language: anyLanguage, listed: documents.map(({ listed }) => listed) };
    const made = await LanguageCollection.build(index, chosen, stop);
    this.kept.set(key, made);
    return made;
  }

  /** The available ones of these documents, with their languages. */
  private async tell(index: ReviewedIndex, documents: readonly IndexedDocument[], stop: StopSignal) {
    const detected: { readonly listed: IndexedDocument; readonly found: DetectedLanguage }[] = [];
    for (const listed of documents) {
      throwIfStopped(stop);
      const before = this.results.get(listed.id);
      const document = before ? undefined : await index.readDocument(listed.id);
      const found = before ?? (document && this.detector.detect(keepOwn(document, stop).text, true));
      if (!found) continue;
      this.results.set(listed.id, found);
      detected.push({ listed, found });
    }
    return detected;
  }
}

/** The questioned text, with its words. */
type RankedText = ComparedRow & { readonly words: number };

/**
 * Ranks the known authors of a collection by its own n-grams: first by their cosine, then the leading ones by how far they are above other
 * authors on both sides, in deviations over the authors. All authors of the language are ranked, even if the encoder does not know their
 * script. Throws Cancelled.
 * @param copies  ids of documents that take no part
 */
export function rankByCollection(
  collection: LanguageCollection,
  questioned: RankedText,
  copies: ReadonlySet<string>,
  stop: StopSignal,
): readonly RankedAuthor[] {
  const known = collection.listRows(copies).filter(({ role }) => role === 'known');
  const multiply = ({ features }: AuthorRow): number => multiplyRows(questioned.features, features);
  const products = new Map(known.map((row) => [row, multiply(row)]));
  const compare = (row: AuthorRow): number => products.get(row)!;
  const alone = [...groupBy(known, ({ author }) => author)]
    .map(([author, rows]) => ({ author, rows, score: weigh(rows, questioned, compare) }))
    .sort((a, b) => b.score - a.score || (a.author < b.author ? -1 : 1));
  const leading = alone.slice(0, leadingAuthors);
  // how far an author is above other authors; undefined if there are too few
  const measured = leading.map(({ author, rows }) => {
    const scores = rows.map((row): number | undefined => {
      throwIfStopped(stop);
      const pair = { questioned, known: row };
      const measurement = findMeasurement(collection.cohort, pair, new Set([author]), questioned.words);
      if (!measurement) return undefined;
      const { ofKnown, ofQuestioned, pieces = ofQuestioned } = measurement;
      const above = (of: FeatureRow, others: Comparable): number =>
        computeZScore(compare(row), computeStatistics(others)(of, stop));
      return above(questioned.features, ofKnown) + above(row.features, pieces);
    });
    return scores.every((score) => score !== undefined) ? weigh(rows, questioned, (_, i) => scores[i]!) : undefined;
  });
  const values = measured.every((each) => each !== undefined) ? measured : leading.map(({ score }) => score);
  const statistics = computeCohortStatistics(Float64Array.from(values));
  const sums = values.map((value) => computeZScore(value, statistics));
  const first = leading.map(({ author }, i) => ({ author, score: sums[i]! }));
  const lowest = Math.min(0, ...sums);
  return [
    ...first.sort((a, b) => b.score - a.score),
    ...alone.slice(leadingAuthors).map(({ author, score }) => ({ author, score: lowest - 2 + score })),
  ];
}

/** The mean of a score over an author's rows, each weighted by its kind, compared with the questioned text's, and its words. */
function weigh(rows: readonly AuthorRow[], kind: ComparedRow, score: (row: AuthorRow, i: number) => number): number {
  const weights = rows.map((row) => computeWeight(kind, row));
  const total = computeSum(weights) || 1;
  return rows.reduce((sum, row, i) => sum + (weights[i]! / total) * score(row, i), 0);
}
