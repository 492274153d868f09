import { LRUCache } from 'lru-cache';
import type { CaseFit, KnownTexts } from './fitDiscriminant';

/** At most this many bytes of fits are cached. The fit of 64 authors has about 27 million. */
const mostBytes = 48e6;
/**
 * At most this many bytes of authors' pieces are cached. A character of a text takes `perCharacter` bytes with the n-grams of its pieces.
 */
const mostOfAuthors = 64e6;
const perCharacter = 16;

/** Caches the latest fits of sets of texts, because a fit takes as long as encoding thousands of words. The last one has any size. */
export class CaseFits<Fit extends Pick<CaseFit, 'bytes'> = CaseFit> {
  /** The key identifies the texts and the length of the pieces. */
  readonly fits = new LRUCache<string, Fit>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => Math.min(mostBytes, bytes + 1),
  });
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
