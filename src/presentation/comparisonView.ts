import * as l10n from '@vscode/l10n';
import type { PlacedCell, SectionComparison } from '../core/comparison/compareSections';
import type { AuthorMarkers, CandidatePassages, NamedVerification, TextRange } from '../core/domain';
import { groupBy } from '../core/groupBy';
import type { SentenceValues } from '../core/errors';
import type { ComparisonView, SectionMapView } from '../protocol/panel';
import type { ReviewTarget } from './findings';
import type { CountedTexts } from './markers';
import { allPassages, noPassages, passagesView } from './passages';
import { verificationView } from './verificationView';
import { formatThousands, scoreWords } from './words/words';

/** A text of a comparison. */
type ComparedText = Pick<ReviewTarget, 'title' | 'text' | 'reading'>;

/** Shades of the map but for the lightest. */
const shades = 4;
/** Characters by which a section is told from others. */
const maxBeginning = 40;

/** The panel's picture of two documents compared; of long ones the map of sections alone. */
export function comparisonView(
  {
    first,
    second,
  }: {
    readonly first: ComparedText;
    readonly second: ComparedText & { readonly id: string };
  },
  comparison: SectionComparison,
  verification: NamedVerification,
): ComparisonView {
  const passages = comparison.passages ?? noPassages;
  const asked = { author: second.id, passages, known: new Map([[second.id, second]]), counted: new Map() };
  return {
    ...whatIsAlike(first, asked, verification),
    other: second.title,
    title: l10n.t('{first} compared with {second}', { first: first.title, second: second.title }),
    score: l10n.t('Score of the whole texts {score}: it orders comparisons only.', {
      score: scoreWords(comparison.score),
    }),
    sections: sectionMap({ first, second }, comparison),
    passagesPending: comparison.passages
      ? undefined
      : l10n.t('These texts are too long together to look for passages in them.'),
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
  verification: NamedVerification,
): Omit<ComparisonView, 'title' | 'score' | 'other'> {
  return {
    verification: verificationView(verification, questioned),
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

/** The sections of both texts, cell by cell; their numbers go on after those of the passages. */
function sectionMap(
  { first, second }: { readonly first: ComparedText; readonly second: ComparedText },
  comparison: SectionComparison,
): SectionMapView {
  const { sections } = comparison;
  const scores = sections.map(({ score }) => score);
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const before = allPassages(comparison).length;
  const told = (cell: PlacedCell): SentenceValues => ({
    first: cell.first + 1,
    second: cell.second + 1,
    here: beginningOf(first.text, cell.firstRange),
    there: beginningOf(second.text, cell.secondRange),
    score: scoreWords(cell.score),
  });
  const rows = [...groupBy([...sections.entries()], ([, { first }]) => String(first)).values()].map((row) =>
    row.map(([i, cell]) => ({
      number: before + i + 1,
      score: scoreWords(cell.score),
      level: most > least ? Math.round((shades * (cell.score - least)) / (most - least)) : shades,
      says: l10n.t('Section {first}, “{here}”, with section {second}, “{there}”: {score}', told(cell)),
    })),
  );
  const best = sections.find(({ score }) => score === most);
  const about = { a: first.title, b: second.title };
  const says = l10n.t('Sections of {a} down, of {b} across; the stronger the colour, the more alike.', about);
  const bestSays = best && l10n.t('Most alike are section {first} and section {second} ({score}).', told(best));
  return { says: bestSays ? `${says} ${bestSays}` : says, rows };
}

function beginningOf(text: string, { start, end }: TextRange): string {
  const line = text.slice(start, end).replace(/\s+/g, ' ');
  return line.length <= maxBeginning ? line : `${line.slice(0, maxBeginning).replace(/\s\S*$/, '')}…`;
}
