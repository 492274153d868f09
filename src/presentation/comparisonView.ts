import type { Translate } from './words/translate';
import { scoreWords } from './words/words';
import type { NamedVerification } from '../core/domain';
import { countWords } from '../core/text/countWords';
import type { ChunkCell, SectionComparison } from '../core/comparison/compareSections';
import type { ComparisonView } from '../protocol/panel';
import { excerpt } from './excerpts';
import { densitiesOf } from './reviewPictures';
import { verificationView } from './verificationView';
import { formatThousands } from './words/formatThousands';

/** A text of a comparison. */
export interface ComparedText {
  readonly title: string;
  readonly text: string;
}

/** Parts shown side by side, most alike first. */
const shownParts = 8;
/** Characters of a part that stand in the panel; the rest is in its document. */
const shownLength = 280;

/** The parts most alike, best first. */
export function partsAlike({ chunks }: SectionComparison): readonly ChunkCell[] {
  return chunks.slice(0, shownParts);
}

/** The panel's picture of two documents compared. */
export function comparisonView(
  { first, second }: { readonly first: ComparedText; readonly second: ComparedText },
  comparison: SectionComparison,
  verification: NamedVerification,
  translate: Translate,
): ComparisonView {
  const questioned = { title: first.title, words: countWords(first.text) };
  const beginning = ({ title, text }: ComparedText, { start, end }: { start: number; end: number }) =>
    excerpt(title, text, { start, end: wordEnd(text, start, end) });
  return {
    heading: translate('{first} compared with {second}', { first: first.title, second: second.title }),
    score: translate('Score of the whole texts {score}: it orders comparisons only.', {
      score: scoreWords(comparison.score),
    }),
    verification: verificationView(verification, questioned, translate),
    densities: densitiesOf({ verification }, translate),
    sections: rows(comparison),
    passages: partsAlike(comparison).map(({ score, firstRange, secondRange }, i) => ({
      number: i + 1,
      why: translate('Score {score} · orders passages only', { score: scoreWords(score) }),
      questioned: beginning(first, firstRange),
      known: beginning(second, secondRange),
    })),
  };
}

/** Who is asked about, and in which order. */
export interface NamedQuestion {
  readonly author: string;
  /** Authors of a search of the same text that was made before; undefined: none was. */
  readonly searched?: number;
}

/** The panel's picture of a document compared with all known texts of an author whom the reviewer names. */
export function authorComparisonView(
  questioned: { readonly title: string; readonly words: number },
  { author, searched }: NamedQuestion,
  verification: NamedVerification,
  translate: Translate,
): ComparisonView {
  return {
    heading: translate('{title} compared with the known texts of {author}', { title: questioned.title, author }),
    score:
      searched === undefined
        ? translate('Taken as a named author: this holds only if a search did not bring the author up.')
        : translate(
            'Asked after a search of {authors} authors: if it brought the author up, read this with the number of authors that a search brings up by chance.',
            { authors: formatThousands(searched) },
          ),
    verification: verificationView(verification, questioned, translate),
    densities: densitiesOf({ verification }, translate),
    sections: [],
    passages: [],
  };
}

/** Where to cut a part that is long: at the last word that fits. */
function wordEnd(text: string, start: number, end: number): number {
  if (end - start <= shownLength) return end;
  const space = text.lastIndexOf(' ', start + shownLength);
  return space > start ? space : start + shownLength;
}

function rows({ sections }: SectionComparison): readonly (readonly string[])[] {
  const table: string[][] = [];
  for (const { first, score } of sections) (table[first] ??= []).push(scoreWords(score));
  return table;
}
