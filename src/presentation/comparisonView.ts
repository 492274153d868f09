import * as l10n from '@vscode/l10n';
import type { AuthorMarkers, CandidatePassages, NamedVerification } from '../core/domain';
import type { ComparisonView } from '../protocol/panel';
import type { ReviewTarget } from './findings';
import type { CountedTexts } from './markers';
import { noPassages, passagesView } from './passages';
import { type MappedComparison, sectionMapView, wholeScoreWords } from './sectionMap';
import { verificationView } from './verificationView';
import { formatThousands } from './words/words';

/** A text of a comparison. */
type ComparedText = Pick<ReviewTarget, 'title' | 'text' | 'reading'>;

/** The panel's picture of two documents compared; before the ratio and the passages are there, the map alone. */
export function comparisonView(
  mapped: MappedComparison & { readonly first: ComparedText; readonly second: ComparedText & { readonly id: string } },
  verification: NamedVerification | undefined,
): ComparisonView {
  const { first, second, comparison } = mapped;
  const passages = comparison.passages ?? noPassages;
  const asked = { author: second.id, passages, known: new Map([[second.id, second]]), counted: new Map() };
  return {
    ...whatIsAlike(first, asked, verification),
    other: second.title,
    title: l10n.t('{first} compared with {second}', { first: first.title, second: second.title }),
    score: wholeScoreWords(comparison),
    sections: sectionMapView(mapped),
    passagesPending: comparison.passages ? undefined : l10n.t('The texts are still being read.'),
  };
}

/** Who is asked about, in which order, and the passages with the texts that they lead to. */
export interface NamedQuestion {
  readonly author: string;
  readonly passages: CandidatePassages;
  readonly markers?: AuthorMarkers | undefined;
  readonly known: ReadonlyMap<string, ComparedText>;
  /** Texts that markers were counted in. */
  readonly counted: CountedTexts;
  /** Authors of a search of the same text that was made before; undefined: none was. */
  readonly searched?: number;
}

/** The panel's picture of a document compared with all known texts of an author whom the reviewer names. */
export function authorComparisonView(
  questioned: ComparedText,
  asked: NamedQuestion,
  verification: NamedVerification,
): ComparisonView {
  const { author, searched } = asked;
  return {
    ...whatIsAlike(questioned, asked, verification),
    other: author,
    title: l10n.t('{title} compared with the known texts of {author}', { title: questioned.title, author }),
    score:
      searched === undefined
        ? l10n.t('Taken as a named author: this holds only if a search did not bring the author up.')
        : l10n.t(
            'Asked after a search of {authors} authors: if it brought the author up, read this with the number of authors that a search brings up by chance.',
            { authors: formatThousands(searched) },
          ),
  };
}

/** What the findings say, and the passages in which a text is answered. */
function whatIsAlike(
  questioned: ComparedText,
  { author, passages, markers, known, counted }: NamedQuestion,
  verification: NamedVerification | undefined,
): Omit<ComparisonView, 'title' | 'score' | 'other'> {
  return {
    verification: verification && verificationView(verification, questioned),
    verificationPending: undefined,
    withheld: '',
    ways: [],
    sections: undefined,
    passagesPending: undefined,
    ...passagesView({ author, passages, ...(markers && { markers }) }, questioned, {
      counted,
      text: (document) => ({
        title: known.get(document)?.title ?? l10n.t('a known document'),
        text: known.get(document)?.text,
      }),
    }),
  };
}
