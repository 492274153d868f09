import { LRUCache } from 'lru-cache';
import type { CaseFit, KnownTexts } from './fitDiscriminant';

/** At most this many fits are cached. One of 100 authors has about 40 million bytes, and serves all texts of a class of lengths. */
const mostFits = 2;
/**
 * At most this many bytes of authors' pieces are cached. A character of a text takes `perCharacter` bytes with the n-grams of its pieces.
 */
const mostOfAuthors = 64e6;
const perCharacter = 16;

/** Caches the latest fits of sets of texts, because a fit takes as long as encoding thousands of words. */
export class CaseFits {
  /** The key identifies the texts and the length of the pieces. */
  readonly fits = new LRUCache<string, CaseFit>({ max: mostFits });
  /** The texts of authors. Their pieces and n-grams are cached with them. The key identifies the texts. */
  readonly texts = new LRUCache<string, KnownTexts>({
    maxSize: mostOfAuthors,
    sizeCalculation: ({ texts }) =>
      Math.min(
        mostOfAuthors,
        texts.reduce((sum, { length }) => sum + perCharacter * length, 1),
      ),
  });
}
