import * as l10n from '@vscode/l10n';
import type { CaseLikeness, MappedText } from '../../core/comparison/likeness';
import type { Candidate, Evidence } from '../../core/domain';
import { asText, csvLines } from '../csv';
import { notVerifiedWords } from '../verificationView';
import { expectedWords, findingWords, shadeOf } from '../words/strength';

/** A questioned text of a case, with what its review found. */
export interface OverviewText {
  /** By which it is opened. */
  readonly id: string;
  /** Undefined: it is not reviewed. */
  readonly evidence: Evidence | undefined;
}

/** All of a case at once. */
export interface CaseOverview {
  readonly caseName: string;
  readonly texts: readonly OverviewText[];
  readonly likeness: CaseLikeness;
}

/** What was found of one text and one author. */
export interface OverviewCell {
  readonly author: string;
  readonly candidate: Candidate | undefined;
  readonly says: string;
  /** As `shadeOf` says; undefined: there is no statement. */
  readonly shade: number | undefined;
}

interface OverviewRow {
  readonly text: OverviewText;
  readonly cells: readonly OverviewCell[];
}

/** Questioned texts × authors: those for whom there is a ratio, or the lack of one, of any of the texts. */
export function overviewMatrix({ texts }: Pick<CaseOverview, 'texts'>): {
  readonly authors: readonly string[];
  readonly rows: readonly OverviewRow[];
} {
  const verified = texts.flatMap(({ evidence }) => evidence?.candidates.filter((each) => each.verification) ?? []);
  const authors = [...new Set(verified.map(({ author }) => author))].sort((a, b) => a.localeCompare(b));
  return { authors, rows: texts.map((text) => ({ text, cells: authors.map((author) => cellOf(text, author)) })) };
}

function cellOf({ evidence }: OverviewText, author: string): OverviewCell {
  const candidate = evidence?.candidates.find((each) => each.author === author);
  const { verification } = candidate ?? {};
  const missing = candidate ? notVerifiedWords() : l10n.t('not among the candidates');
  const says = verification ? findingWords(verification) : evidence ? missing : l10n.t('not reviewed');
  return { author, candidate, says, shade: verification && shadeOf(verification) };
}

/** How a map calls a text. */
export function mappedTitle({ title, author }: MappedText): string {
  return author === undefined ? l10n.t('{title} (questioned)', { title }) : `${author}: ${title}`;
}

/** What the distance of the pictures is, and what it is not; and what has no place in them. */
export function distanceWords({ texts, tooShort, leftOut }: CaseLikeness, shown: number): readonly string[] {
  const values = { texts: texts.length, share: Math.round(shown * 100) };
  return [
    l10n.t(
      'Distances come from n-grams and from vectors of whole texts, as the order of candidates does. Two texts of one subject or genre are drawn together, too. A distance is no evidence, and no ratio is made of it.',
    ),
    l10n.t(
      '{texts} texts. The plane shows {share} of 100 parts of how far they are spread; the tree has the rest.',
      values,
    ),
    ...(tooShort.length > 0 ? [l10n.t('Too short for a place: {titles}.', { titles: tooShort.join(', ') })] : []),
    ...(leftOut > 0
      ? [l10n.t('{count} known texts have no place, since there are too many.', { count: leftOut })]
      : []),
  ];
}

/** Each text of a map with the one that is most like it. */
export function nearestTexts({ texts, distances }: CaseLikeness) {
  return texts.flatMap((text, i) => {
    const row = distances[i]!;
    const others = row.map((distance, j) => ({ distance, j })).filter(({ j }) => j !== i);
    const [first] = others.sort((a, b) => a.distance - b.distance);
    return first ? [{ text, nearest: texts[first.j]!, distance: first.distance }] : [];
  });
}

const head = ['questioned', 'author', 'order', 'log10 LR', 'statement', 'as close by chance'];

/** How such a table begins, by which one is known again. */
export const csvBegins = head.join(',');

/** The matrix, a line for each text and author; RFC 4180. */
export function overviewCsv(overview: CaseOverview): string {
  const lines = overviewMatrix(overview).rows.flatMap(({ text, cells }) =>
    cells.map(({ author, candidate, says }) => {
      const { verification } = candidate ?? {};
      const order = candidate && text.evidence ? text.evidence.candidates.indexOf(candidate) + 1 : '';
      const llr = verification?.llr === undefined ? '' : verification.llr.toFixed(3);
      const chance = verification ? expectedWords(verification) : '';
      return [asText(text.id), asText(author), order, llr, asText(says), chance];
    }),
  );
  return csvLines([head, ...lines]);
}

/** What an overview found, as data. */
export function overviewFacts(overview: CaseOverview): object {
  const rows = overviewMatrix(overview).rows.map(({ text, cells }) => ({
    questioned: text.id,
    reviewed: text.evidence !== undefined,
    authors: cells.map(({ author, candidate, says }) => ({
      author,
      llr: candidate?.verification?.llr ?? null,
      says,
    })),
  }));
  return { rows, likeness: overview.likeness };
}
