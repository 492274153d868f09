import type { KnownDocument, SourceText } from '../domain/evidence';
import { compareIds, groupBy } from '../basics/groupBy';
import type { DetectedLanguage, IndexedDocument, LanguageDetector, ReviewedIndex } from '../ports';
import { english, isInLanguage } from '../text/language';
import { keepOwn } from '../text/readText';
import { worksOf } from '../copies/works';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { anyLanguage } from '../domain/languages';
import { LanguageCollection } from './languageCollection';

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
  private readonly kept = new Map<string, LanguageCollection>();

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
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
    return made;
  }

  /** The available ones of these documents, with their languages. */
  private async tell(index: ReviewedIndex, documents: readonly IndexedDocument[], stop: StopSignal) {
    const detected: { readonly listed: IndexedDocument; readonly found: DetectedLanguage }[] = [];
    for (const listed of documents) {
      throwIfStopped(stop);
      const found = this.results.get(listed.id) ?? this.detect(await index.readDocument(listed.id), stop);
      if (!found) continue;
      this.results.set(listed.id, found);
      detected.push({ listed, found });
    }
    return detected;
  }

  private detect(document: KnownDocument | undefined, stop: StopSignal): DetectedLanguage | undefined {
    return document && this.detector.detect(keepOwn(document, stop).text, true);
  }
}
