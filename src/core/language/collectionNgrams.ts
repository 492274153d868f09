import { type FeatureRow, normaliseRow } from '../classical/featureRow';
import { computeIdf, documentWordKind, firstDirection, type NgramMetric, Ngrams } from '../classical/ngrams';
import { visitCharacterGrams, visitWordGrams } from '../classical/features';
import { hashText } from '../classical/hashing';
import { dropUnseen } from '../text/rewrite';
import { isUnspaced } from '../domain/languages';
import { type StopSignal, throwIfStopped } from '../basics/work';

/** At most this many features are kept, those of the most authors first: characters 2 to 4, and words 1 to 2. */
const mostFeatures = { characters: 40_000, words: 20_000 } as const;
/** An n-gram of fewer authors shows their subjects. If there are few authors, a third of them is enough. */
const leastAuthors = 3;
/** Buckets of words, by the upper bits of their hashes. */
const wordBits = 16;

/** The counted part of one author's texts. */
interface CountedAuthor {
  readonly author: string;
  readonly texts: readonly string[];
}

/**
 * N-grams without a trained model: their weights are counted in the present collection. A weight is ln((1 + N) / (1 + df)) + 1, with N
 * authors, df of which have the n-gram. Words have the same total weight as characters if they are separated by spaces. There are no
 * directions. Throws Cancelled.
 * @param language  also the beginning of ids
 */
export function countCollection(authors: readonly CountedAuthor[], language: string, stop: StopSignal): Ngrams {
  const least = Math.max(1, Math.min(leastAuthors, Math.floor(authors.length / 3)));
  const words = { bits: wordBits, documents: new Uint16Array(2 ** wordBits) };
  const addWords = (own: ReadonlySet<string>): void => {
    const buckets = new Set([...own].map((word) => hashText(word, documentWordKind) >>> (32 - wordBits)));
    for (const bucket of buckets) words.documents[bucket]! += 1;
  };
  const characters = selectFeatures(countAuthors(authors, visitCharacterGrams, stop), least, mostFeatures.characters);
  const ofWords = selectFeatures(countAuthors(authors, visitWordGrams, stop), least, mostFeatures.words);
  for (const { texts } of authors)
    addWords(new Set(texts.flatMap((text) => text.toLowerCase().match(wordPattern) ?? [])));
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
function countAuthors(authors: readonly CountedAuthor[], visit: typeof visitWordGrams, stop: StopSignal): AuthorCounts {
  const counts = new AuthorCounts();
  for (const { texts } of authors) {
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

  /** The n-grams of at least this many authors, with the number of authors. */
  select(least: number): (readonly [hash: number, authors: number])[] {
    const selected: (readonly [number, number])[] = [];
    this.authors.forEach((count, slot) => {
      if (count >= least) selected.push([this.hashes[slot]!, count]);
    });
    return selected;
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

function selectFeatures(counts: AuthorCounts, least: number, most: number) {
  return counts
    .select(least)
    .sort(([hash, count], [other, more]) => more - count || hash - other)
    .slice(0, most);
}
