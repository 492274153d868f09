import * as l10n from '@vscode/l10n';
import type { NamedVerification, TextRange } from '../core/domain/evidence';
import type { ActionView } from '../protocol/panel';
import { Table } from './components';
import { buildCardView, type CardView } from './cardView';
import type { ReviewTarget } from '../core/casework/keptRecords';
import type { CountedTexts } from './markers';
import { listAllPassages, type PassageText, type PassagesView, buildPassagesView, type ReadAuthor } from './passages';
import type { RatioListView } from './telling';
import { type VerificationView, buildVerificationView } from './verificationView';
import { nameLanguage } from '../core/text/language';
import { cutBeginning, scoreWords, formatAllThousands } from './words/words';
import type { TextComparison, TextSection } from '../core/comparison/compareLevels';

/** The questioned text of a comparison. */
type ComparedText = Pick<ReviewTarget, 'id' | 'text' | 'reading'>;

/** What is shown of one author, or of one other text: the candidate that is read, or the other side of a comparison. */
export type FindingsView = PassagesView & {
  readonly title: string;
  readonly verification: VerificationView | undefined;
  /** The answer in few words, and its details. */
  readonly card: CardView;
  /** The reviews of the parts into which the review divides the text, as sentences. */
  readonly parts?: readonly string[];
  /** Why there is no verification yet. */
  readonly verificationPending?: string | undefined;
  /** Why the lists of passages are still empty. Undefined once passages were looked for. */
  readonly passagesPending?: string | undefined;
  /** Says that the lock of the case withholds every ratio, unless the statement already says all of it. */
  readonly withheld?: string;
  /** What moved the ratio. Undefined if there is no ratio. */
  readonly ratioList?: RatioListView | undefined;
  /** What the user can do to get a ratio, the most useful first. */
  readonly ways?: readonly ActionView[];
};

/** Two documents compared, at three levels; or a document and a named author, by passages. */
export type ComparisonView = FindingsView & {
  /** The author, or the title of the other text. */
  readonly other: string;
  readonly score: string;
  readonly levels?: LevelsView;
};

/** The panel's picture of two documents compared. */
export function buildComparisonView(
  mapped: MappedComparison & { readonly first: ComparedText; readonly second: { readonly id: string } },
  verification: NamedVerification | undefined,
): ComparisonView {
  const { first, second, comparison } = mapped;
  const request = { author: second.id, passages: comparison.passages, known: new Map([[second.id, second]]) };
  const author = l10n.t('the author of {title}', { title: second.title });
  const view = verification && buildVerificationView(verification, first.id, author);
  return {
    ...describeAlike(first, request, view),
    card: {
      ...buildCardView({ author, ...(verification && { verification }) }, first.id, view),
      heading: second.title,
    },
    other: second.title,
    title: l10n.t('{first} compared with {second}', { first: first.id, second: second.title }),
    score: describeWholeScore(comparison),
    levels: buildLevelsView(mapped),
  };
}

/** The author who was asked about, with the texts that the passages lead to. */
type NamedQuestion = ReadAuthor & {
  readonly known: ReadonlyMap<string, PassageText>;
  /** The texts that the markers were counted in. */
  readonly counted?: CountedTexts;
  /** The number of authors in an earlier search of the same text. Undefined if there was none. */
  readonly searched?: number;
};

/** The panel's picture of a document compared with all known texts of an author whom the reviewer names. */
export function buildAuthorComparisonView(
  questioned: ComparedText,
  request: NamedQuestion,
  verification: NamedVerification,
): ComparisonView {
  const { author, searched } = request;
  const view = buildVerificationView(verification, questioned.id, author);
  return {
    ...describeAlike(questioned, request, view),
    card: buildCardView({ ...request, verification }, questioned.id, view),
    other: author,
    title: l10n.t('{first} compared with {second}', { first: questioned.id, second: author }),
    score:
      searched === undefined
        ? l10n.t('This is valid only if no search brought the author up.')
        : l10n.t(
            'This question came after a search of {authors} authors. If the search brought up {author}, the ratio may be too high, because a search finds authors who are close by chance.',
            { author, ...formatAllThousands({ authors: searched }) },
          ),
  };
}

/** Says what the findings show, and which passages of a text have a counterpart. */
function describeAlike(
  questioned: ComparedText,
  { known, counted = new Map(), ...author }: NamedQuestion,
  verification: VerificationView | undefined,
) {
  const findText = (id: string) => known.get(id) ?? { title: l10n.t('Known text'), text: undefined };
  return {
    verification,
    ...buildPassagesView(author, questioned, { counted, text: findText }),
  };
}

/** A comparison of two texts, with what a map of it needs. */
export interface MappedComparison {
  readonly first: Pick<ReviewTarget, 'id' | 'text'>;
  readonly second: { readonly title: string; readonly text: string };
  readonly comparison: TextComparison;
}

/** The table has at most this many pairs of each level. */
const shownPairs = 5;
/** A section or a chunk is shown with at most this many characters of its beginning. */
const maxBeginning = 40;

/** The most similar pairs of sections, and then of chunks. */
export type LevelsView = ReturnType<typeof buildLevelsView>;

/** The scores of two texts at three levels: the whole texts, their sections and their chunks. */
export function buildLevelsView(mapped: MappedComparison) {
  const { first, second, comparison } = mapped;
  const { rows, columns } = comparison;
  const before = listAllPassages(comparison).length + 1;
  const [down, across] = [nameSections(first.text, rows), nameSections(second.text, columns)];
  const pairs = listComparedPlaces(comparison).map(({ row, column, ...pair }, i) => ({
    /** The number that opens both places. It continues those of the passages. */
    number: before + i,
    level: row === undefined ? l10n.t('short part') : l10n.t('section'),
    here: row === undefined ? formatBeginning(first.text, pair.first) : `${row + 1} ${down[row]!}`,
    there: column === undefined ? formatBeginning(second.text, pair.second) : `${column + 1} ${across[column]!}`,
    score: scoreWords(pair.score),
  }));
  return { first: first.id, second: second.title, pairs };
}

/** The pairs of the table in the order of their numbers. Pairs of chunks have no row and no column. */
export function listComparedPlaces({ rows, columns, cells, chunks }: TextComparison) {
  const sections = cells.flatMap((row, y) =>
    row.map((score, x) => ({ row: y, column: x, first: rows[y]!, second: columns[x]!, score })),
  );
  const best = sections.sort((a, b) => b.score - a.score).slice(0, shownPairs);
  const most = chunks.slice(0, shownPairs).map(({ first, second, score }) => ({ first, second, score }));
  return [...best, ...most.map((pair) => ({ ...pair, row: undefined, column: undefined }))];
}

/** The three levels as one table. Each pair opens both places if the texts can be shown. */
export function LevelsTable({
  levels,
  open,
}: {
  readonly levels: LevelsView;
  readonly open?: (number: number) => void;
}) {
  const { first, second, pairs } = levels;
  return (
    <Table
      name={l10n.t('Most similar parts')}
      isCaptioned
      heads={[l10n.t('Part'), first, second, l10n.t('Score')]}
      rows={pairs.map(({ number, level, here, there, score: ofPair }) => [
        level,
        open ? (
          <button type="button" class="plain link" data-focus-key={`pair-${number}`} onClick={() => open(number)}>
            {here}
          </button>
        ) : (
          here
        ),
        there,
        ofPair,
      ])}
    />
  );
}

function nameSections(text: string, sections: readonly TextSection[]): readonly string[] {
  return sections.map((section) => section.heading ?? formatBeginning(text, section));
}

function formatBeginning(text: string, { start, end }: TextRange): string {
  return cutBeginning(text.slice(start, Math.min(end, start + 4 * maxBeginning)), maxBeginning);
}

/** How alike the whole texts are, and what compares them in another language than English. */
export function describeWholeScore({ score, rows, columns, language }: TextComparison): string {
  const values = { score: scoreWords(score), ...formatAllThousands({ first: rows.length, second: columns.length }) };
  const whole = l10n.t(
    'Score of the whole texts {score}, by {first} and {second} sections. It only orders comparisons.',
    values,
  );
  if (language === undefined) return whole;
  const pair = l10n.t(
    'Language: {language}. The n-grams of your collection compare the texts. Two texts alone get no ratio in this language. To get one, compare the text with an author of the index.',
    { language: nameLanguage(language) },
  );
  return `${whole} ${pair}`;
}
