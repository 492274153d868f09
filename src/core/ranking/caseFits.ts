import { ByteCache } from '../caches';
import type { CaseFit, KnownTexts } from './fitDiscriminant';

/** Fits that are kept, in bytes: that of 64 authors has some 17 million. */
const mostBytes = 48e6;
/** Authors whose pieces are kept, in bytes, and what a character of theirs takes with the n-grams of its pieces. */
const mostOfAuthors = 64e6;
const perCharacter = 8;

/** What tells authors from each other, of the sets of texts that came last: a fit takes as long as the encoding of thousands of words. */
export class CaseFits<Fit extends Pick<CaseFit, 'bytes'> = CaseFit> {
  /** The key names the texts, and the length of the pieces. */
  readonly fits = new ByteCache<Fit>(mostBytes, ({ bytes }) => bytes);
  /** The texts of authors, whose pieces and n-grams are kept with them. The key names the texts. */
  readonly texts = new ByteCache<KnownTexts>(
    mostOfAuthors,
    ({ texts }) => perCharacter * texts.reduce((sum, { length }) => sum + length, 0),
  );
}
