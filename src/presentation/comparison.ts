import * as l10n from '@vscode/l10n';
import type { NamedVerification, TextRange } from '../core/domain';
import type { ActionView } from '../protocol/panel';
import { buildCardView, type CardView } from './cardView';
import type { ReviewTarget } from '../core/casework/keptRecords';
import type { CountedTexts } from './markers';
import { listAllPassages, type PassageText, type PassagesView, buildPassagesView, type ReadAuthor } from './passages';
import type { RatioListView } from './telling';
import { type VerificationView, buildVerificationView } from './verificationView';
import { cutBeginning, scoreWords, describeLanguageOfPair, formatAllThousands } from './words/words';
import type { TextComparison, TextSection } from '../core/comparison/compareLevels';

/** The questioned text of a comparison. */
type ComparedText = Pick<ReviewTarget, 'id' | 'text' | 'reading'>;

/** What is shown of one author, or of one other text: the candidate that is read, or the other side of a comparison. */
export type FindingsView = PassagesView & {
  readonly title: string;
  readonly verification: VerificationView | undefined;
  /** The ratio as a number, how certain it is, and what weighs against it. */
  readonly card?: CardView;
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

/** Two documents compared, by a map of their sections and the parts most alike; or a document and a named author, by passages. */
export type ComparisonView = FindingsView & {
  /** The author, or the title of the other text. */
  readonly other: string;
  readonly score: string;
  readonly sections?: SectionMapView;
};

/** The panel's picture of two documents compared. */
export function buildComparisonView(
  mapped: MappedComparison & { readonly first: ComparedText; readonly second: { readonly id: string } },
  verification: NamedVerification | undefined,
): ComparisonView {
  const { first, second, comparison } = mapped;
  const request = { author: second.id, passages: comparison.passages, known: new Map([[second.id, second]]) };
  return {
    ...describeAlike(first, request, verification && buildVerificationView(verification, first.id)),
    other: second.title,
    title: l10n.t('{first} compared with {second}', { first: first.id, second: second.title }),
    score: describeWholeScore(comparison),
    sections: buildSectionMapView(mapped),
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
  return {
    ...describeAlike(questioned, request, buildVerificationView(verification, questioned.id, author)),
    card: buildCardView({ ...request, verification }, []),
    other: author,
    title: l10n.t('{title} compared with the known texts of {author}', { title: questioned.id, author }),
    score:
      searched === undefined
        ? l10n.t('This treats the author as named in advance. It applies only if no search brought the author up.')
        : l10n.t(
            'You asked this after a search of {authors} authors. If the search brought up this author, read this with the number of authors that a search brings up by chance.',
            formatAllThousands({ authors: searched }),
          ),
  };
}

/** Says what the findings show, and which passages of a text have a counterpart. */
function describeAlike(
  questioned: ComparedText,
  { known, counted = new Map(), ...author }: NamedQuestion,
  verification: VerificationView | undefined,
) {
  const findText = (id: string) => known.get(id) ?? { title: l10n.t('a known document'), text: undefined };
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

/** Shades of the map without the lightest. */
const shades = 4;
/** A section or a chunk is shown with at most this many characters of its beginning. */
const maxBeginning = 40;

/** Sections of one text against those of another, and the chunks in them that are most alike. */
export type SectionMapView = ReturnType<typeof buildSectionMapView>;

/** The sections of both texts, cell by cell, and pairs of chunks. Their numbers continue those of the passages. */
export function buildSectionMapView({ first, second, comparison }: MappedComparison) {
  const { rows, columns, cells, chunks } = comparison;
  const scores = cells.flat();
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const before = listAllPassages(comparison).length + 1;
  const toNumber = (row: number, column: number): number => before + row * columns.length + column;
  const [down, across] = [nameSections(first.text, rows), nameSections(second.text, columns)];
  const describeCell = (row: number, column: number) => ({
    ...{ first: row + 1, second: column + 1, here: down[row]!, there: across[column]! },
    score: scoreWords(cells[row]![column]!),
  });
  const best = scores.indexOf(most);
  const about = { a: first.id, b: second.title };
  return {
    /** The map in words. */
    says: [
      l10n.t(
        'The rows are sections of {a}, and the columns are sections of {b}. A stronger colour means more similar.',
        about,
      ),
      l10n.t(
        'Sections {first} and {second} are the most similar ({score}).',
        describeCell(Math.floor(best / columns.length), best % columns.length),
      ),
    ].join(' '),
    /** Headings of the second text's sections, or how they begin. */
    columns: across,
    /** One for each section of the first text, with one cell for each of the second. */
    rows: cells.map((row, y) => ({
      name: down[y]!,
      cells: row.map((score, x) => ({
        /** The number that opens both places. */
        number: toNumber(y, x),
        score: scoreWords(score),
        /** The similarity, from 0 to 4 within this map. */
        level: most > least ? Math.round((shades * (score - least)) / (most - least)) : shades,
        says: l10n.t('Section {first}, “{here}”, with section {second}, “{there}”: {score}', describeCell(y, x)),
      })),
    })),
    /** The most similar pairs first: how each chunk begins, and the number of its cell. */
    chunks: chunks.map(({ row, column, score, ...pair }, i) => ({
      number: before + scores.length + i,
      cell: toNumber(row, column),
      score: scoreWords(score),
      here: formatBeginning(first.text, pair.first),
      there: formatBeginning(second.text, pair.second),
    })),
  };
}

/** All cells and pairs of chunks in the order of their numbers. */
export function listMappedPlaces({ rows, columns, cells, chunks }: TextComparison) {
  const sections = cells.flatMap((row, y) => row.map((_, x) => ({ first: rows[y]!, second: columns[x]! })));
  return [...sections, ...chunks.map(({ first, second }) => ({ first, second }))];
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
    'Score of the whole texts {score}, by {first} × {second} sections. It only orders comparisons.',
    values,
  );
  return language === undefined ? whole : `${whole} ${describeLanguageOfPair(language)}`;
}
