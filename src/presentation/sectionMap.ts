import * as l10n from '@vscode/l10n';
import type { TextComparison } from '../core/comparison/compareLevels';
import type { TextSection } from '../core/comparison/sections';
import type { TextRange } from '../core/domain';
import type { SectionMapView } from '../protocol/panel';
import { asText, csvLines } from './csv';
import type { ReviewTarget } from './findings';
import { allPassages } from './passages';
import { formatThousands, scoreWords } from './words/words';

/** Two texts compared, with all that a picture or a table of it needs. */
export interface MappedComparison {
  readonly first: Pick<ReviewTarget, 'title' | 'text'>;
  readonly second: Pick<ReviewTarget, 'title' | 'text'>;
  readonly comparison: TextComparison;
}

/** Shades of the map but for the lightest. */
const shades = 4;
/** Characters by which a section or a chunk is told from others. */
const maxBeginning = 40;

/** The sections of both texts, cell by cell, and pairs of chunks; their numbers go on after those of the passages. */
export function sectionMapView({ first, second, comparison }: MappedComparison): SectionMapView {
  const { rows, columns, cells, chunks } = comparison;
  const scores = cells.flat();
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const before = allPassages(comparison).length + 1;
  const numberOf = (row: number, column: number): number => before + row * columns.length + column;
  const [down, across] = [namesOf(first.text, rows), namesOf(second.text, columns)];
  const told = (row: number, column: number) => ({
    ...{ first: row + 1, second: column + 1, here: down[row]!, there: across[column]! },
    score: scoreWords(cells[row]![column]!),
  });
  const best = scores.indexOf(most);
  const about = { a: first.title, b: second.title };
  return {
    says: [
      l10n.t('Sections of {a} down, of {b} across; the stronger the colour, the more alike.', about),
      l10n.t(
        'Most alike are section {first} and section {second} ({score}).',
        told(Math.floor(best / columns.length), best % columns.length),
      ),
      ...(comparison.passages ? [] : [l10n.t('So far by n-grams alone.')]),
    ].join(' '),
    columns: across,
    rows: cells.map((row, y) => ({
      name: down[y]!,
      cells: row.map((score, x) => ({
        number: numberOf(y, x),
        score: scoreWords(score),
        level: most > least ? Math.round((shades * (score - least)) / (most - least)) : shades,
        says: l10n.t('Section {first}, “{here}”, with section {second}, “{there}”: {score}', told(y, x)),
      })),
    })),
    chunks: chunks.map(({ row, column, score, ...pair }, i) => ({
      number: before + scores.length + i,
      cell: numberOf(row, column),
      score: scoreWords(score),
      here: beginningOf(first.text, pair.first),
      there: beginningOf(second.text, pair.second),
    })),
  };
}

/** All cells and pairs of chunks in the order of their numbers. */
export function mappedPlaces({ rows, columns, cells, chunks }: TextComparison) {
  const sections = cells.flatMap((row, y) => row.map((_, x) => ({ first: rows[y]!, second: columns[x]! })));
  return [...sections, ...chunks.map(({ first, second }) => ({ first, second }))];
}

const head = ['level', 'first', 'from', 'to', 'second', 'from', 'to', 'score'];
/** How such a table begins, by which one is known again. */
export const comparisonCsvBegins = head.join(',');

/** All three levels, a line for each pair, with its places in characters of either text; RFC 4180. */
export function comparisonCsv({ first, second, comparison }: MappedComparison): string {
  const { score, cells, chunks } = comparison;
  const whole = ({ text }: typeof first): TextRange => ({ start: 0, end: text.length });
  const line = (level: string, a: TextRange, b: TextRange, value: number) =>
    [level, [first, a] as const, [second, b] as const, value.toFixed(4)].flatMap((each) =>
      typeof each === 'string'
        ? [each]
        : [asText(beginningOf(each[0].text, each[1])), String(each[1].start), String(each[1].end)],
    );
  const scores = [...cells.flat(), ...chunks.map((chunk) => chunk.score)];
  const lines = mappedPlaces(comparison).map((pair, i) =>
    line(i < scores.length - chunks.length ? 'section' : 'chunk', pair.first, pair.second, scores[i]!),
  );
  return csvLines([head, line('document', whole(first), whole(second), score), ...lines]);
}

/** Headings of sections, or how they begin. */
function namesOf(text: string, sections: readonly TextSection[]): readonly string[] {
  return sections.map((section) => section.heading ?? beginningOf(text, section));
}

function beginningOf(text: string, { start, end }: TextRange): string {
  const line = text
    .slice(start, Math.min(end, start + 4 * maxBeginning))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= maxBeginning ? line : `${line.slice(0, maxBeginning).replace(/\s\S*$/, '')}…`;
}

/** How alike the whole texts are. */
export function wholeScoreWords({ score, rows, columns }: TextComparison): string {
  return l10n.t('Score of the whole texts {score}, by {first} × {second} sections: it orders comparisons only.', {
    ...{ score: scoreWords(score), first: formatThousands(rows.length), second: formatThousands(columns.length) },
  });
}
