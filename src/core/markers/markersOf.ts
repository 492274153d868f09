import { type QuestionedWords, selectTextsForRatio } from '../copies/copies';
import type { AuthorMarkers, QuestionedDocument } from '../domain/evidence';
import { LRUCache } from 'lru-cache';
import { compareIds, groupBy } from '../basics/numbers';
import type { IndexedDocument, ReferenceIndex } from '../ports';
import { normaliseGenre } from '../text/characters';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { findAuthorMarkers, type MarkerMeans } from './authorMarkers';
import { AuthorTexts, MarkerQuestion, type TextMarkersCache } from './textMarkers';
import type { MarkerDefinition } from './findMarkers';
import type { OwnMarker } from './ownMarkers';
import { readDocuments } from '../text/readText';

/** What is needed to find the markers of an index. */
export interface MarkerDependencies extends Omit<MarkerMeans, 'habits'> {
  readonly cache: TextMarkersCache;
  /** The user's own markers. */
  readonly own?: readonly OwnMarker[] | undefined;
  readonly index: Pick<ReferenceIndex, 'listDocuments' | 'readDocument'>;
}

/** The text that is compared with authors. */
export interface MarkerQuestioned {
  readonly questioned: QuestionedDocument;
  /** Ids of its copies. */
  readonly copies: readonly string[];
  /** Finds the texts of the author that a ratio leaves out: those that share a part with the text, and repetitions. */
  readonly words?: QuestionedWords | undefined;
  /** The authors of the question, who alone are compared with each other. Undefined for all. */
  readonly among?: ReadonlySet<string> | undefined;
}

/**
 * The markers of at most this many other authors are counted, and, if they have more texts than `mostOfOthers`, in this many texts of each.
 */
const mostOthers = 20;
const mostOfOther = 8;
const mostOfOthers = 400;

/**
 * The markers of one author of an index. The others are a sample of its authors, those with texts of the questioned genre first, so that
 * the time is bounded. Undefined if the author has no text there. Throws Cancelled.
 */
export async function findMarkers(
  deps: MarkerDependencies,
  { questioned, copies, words, among }: MarkerQuestioned,
  author: string,
  stop: StopSignal,
): Promise<AuthorMarkers | undefined> {
  const read = await AuthorReader.open(deps, { copies, stop });
  const own = await read.readCompared(author, words);
  if (own.texts.length === 0) return undefined;
  const names = read.listAuthors(questioned.genre).filter((name) => name !== author && (among?.has(name) ?? true));
  const counted = names.slice(0, mostOthers);
  const most = Math.max(mostOfOther, Math.floor(mostOfOthers / Math.max(1, counted.length)));
  const others: AuthorTexts[] = [];
  for (const other of counted) others.push(await read.readTexts(other, most));
  const isSample =
    names.length > counted.length || counted.some((name) => read.known.byAuthor.get(name)!.length > most);
  const markers = deps.cache.readOrCount(questioned);
  // the question is one object for all candidates of a review
  if (read.known.question?.markers !== markers) read.known.question = new MarkerQuestion(questioned, markers);
  throwIfStopped(stop);
  const found = findAuthorMarkers({ ...deps, habits: read.habits }, read.known.question, own, others);
  return isSample ? { ...found, sample: { authors: counted.length, texts: most } } : found;
}

/** A case needs at least this many texts to decide whether a word belongs to its subject. */
const leastTexts = 8;
/**
 * At least this share of the texts, and of their authors, have a word of the subject, and it is at least this multiple of the share in all
 * texts.
 */
const subjectShare = 0.3;
const authorsShare = 0.5;
const subjectExcess = 3;

/**
 * Finds the words of the subject of a case: at least half of its authors use them, and far more of its texts than of texts of all kinds.
 * Undefined if there are too few texts. Throws Cancelled.
 */
export async function findSubjectWords(
  deps: MarkerDependencies,
  { questioned, copies }: MarkerQuestioned,
  stop: StopSignal,
): Promise<((word: string) => boolean) | undefined> {
  const read = await AuthorReader.open(deps, { copies, stop });
  const { having, texts, authors } = await read.countSubjectWords(questioned.genre);
  if (texts < leastTexts) return undefined;
  return (word) => {
    const count = having.get(word) ?? { texts: 0, authors: 0 };
    const share = count.texts / texts;
    const isSpread = share >= subjectShare && count.authors >= authorsShare * authors;
    return isSpread && share >= subjectExcess * deps.share(word);
  };
}

/** Authors that were read. Cached as long as the list of documents, the copies and the markers of the user are the same. */
interface ReadAuthors {
  readonly all: readonly IndexedDocument[];
  readonly key: string;
  /** The known documents of each author that are no copies, in the order of their ids. */
  readonly byAuthor: ReadonlyMap<string, readonly IndexedDocument[]>;
  readonly texts: LRUCache<string, AuthorTexts>;
  /** The key is the genre of the questioned text. */
  readonly words: Map<string, SubjectWords>;
  /** The last question about these authors. */
  question?: MarkerQuestion;
}

/** The numbers of texts and of authors of a case with each word, and of all. */
interface SubjectWords {
  readonly having: ReadonlyMap<string, { readonly texts: number; readonly authors: number }>;
  readonly texts: number;
  readonly authors: number;
}

/** The authors of the last review, because the others are compared with each of its candidates. */
const lastRead = new WeakMap<TextMarkersCache, ReadAuthors>();
/** At most this many authors are cached: the others of a review, and its candidates. */
const mostRead = 64;

/** Reads the known texts of an index by author, and counts their markers. */
class AuthorReader {
  private constructor(
    private readonly source: Pick<MarkerDependencies, 'cache' | 'index'>,
    private readonly stop: StopSignal,
    readonly known: ReadAuthors,
    readonly habits: readonly MarkerDefinition[],
  ) {}

  static async open(
    source: Pick<MarkerDependencies, 'cache' | 'index' | 'own'>,
    { copies, stop }: Omit<MarkerQuestioned, 'questioned'> & { readonly stop: StopSignal },
  ): Promise<AuthorReader> {
    const all = await source.index.listDocuments();
    const habits = source.cache.useMarkers(source.own);
    const key = JSON.stringify([copies, source.own]);
    let read = lastRead.get(source.cache);
    if (read?.all !== all || read.key !== key) {
      const listed = all.filter(({ role, id }) => role === 'known' && !copies.includes(id));
      const byAuthor = groupBy(listed.sort(compareIds), (row) => row.author);
      read = { all, key, byAuthor, texts: new LRUCache({ max: mostRead }), words: new Map() };
      lastRead.set(source.cache, read);
    }
    return new AuthorReader(source, stop, read, habits);
  }

  /** Throws Cancelled. */
  async readTexts(author: string, most = Infinity): Promise<AuthorTexts> {
    throwIfStopped(this.stop);
    const { index, cache } = this.source;
    const rows = (this.known.byAuthor.get(author) ?? []).slice(0, most);
    const key = `${rows.length} ${author}`;
    const before = this.known.texts.get(key);
    if (before) return before;
    const texts = (await readDocuments(index, rows)).map((document) => cache.readOrCount(document));
    const result = new AuthorTexts(author, texts);
    this.known.texts.set(key, result);
    return result;
  }

  /** An author's texts without those that a ratio leaves out. Throws Cancelled. */
  async readCompared(author: string, words: QuestionedWords | undefined): Promise<AuthorTexts> {
    const all = await this.readTexts(author);
    if (!words) return all;
    const known = await readDocuments(this.source.index, this.known.byAuthor.get(author) ?? []);
    const { kept } = selectTextsForRatio(words, known, this.stop); // if none is left, a refused ratio has all of them
    if (kept.length === 0 || kept.length === known.length) return all;
    const ids = kept.map(({ id }) => id);
    const texts = all.texts.filter(({ id }) => ids.includes(id));
    return new AuthorTexts(author, texts);
  }

  /** Counts the words of a sample of authors. Throws Cancelled. */
  async countSubjectWords(genre: string): Promise<SubjectWords> {
    const before = this.known.words.get(genre);
    if (before) return before;
    const having = new Map<string, { texts: number; authors: number }>();
    let texts = 0;
    const authors = this.listAuthors(genre).slice(0, mostOthers);
    for (const author of authors) {
      const seen = new Set<string>();
      for (const { words } of (await this.readTexts(author, mostOfOther)).texts) {
        texts += 1;
        for (const word of new Set(words.toLowerCase().split(' '))) {
          const count = having.get(word) ?? { texts: 0, authors: 0 };
          having.set(word, { texts: count.texts + 1, authors: count.authors + Number(!seen.has(word)) });
          seen.add(word);
        }
      }
    }
    const counted = { having, texts, authors: authors.length };
    this.known.words.set(genre, counted);
    return counted;
  }

  /** Authors with texts of the genre first, then in ascending order of their lowest ids, which is random because ids are digests. */
  listAuthors(genre: string): readonly string[] {
    const order = [...this.known.byAuthor].map(([author, rows]) => ({
      ...{ author, first: rows[0]!.id },
      isOther: Number(!rows.some((row) => normaliseGenre(row.genre) === normaliseGenre(genre))),
    }));
    return order.sort((a, b) => a.isOther - b.isOther || (a.first < b.first ? -1 : 1)).map(({ author }) => author);
  }
}
