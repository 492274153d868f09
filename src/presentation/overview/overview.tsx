import * as l10n from '@vscode/l10n';
import type { Evidence } from '../../core/domain/evidence';
import { toText, formatCsv } from '../words/words';
import { selectFirst } from '../findings';
import { describeOutcome } from '../triage';
import { describeNotVerified } from '../verificationView';
import { describeSilence, formatAmong, isAnswered } from '../words/question';
import { formatRatio } from '../words/ratio';
import { asNamed, formatExpected, formatFinding, findLeading, computeShade, shadeRatio } from '../words/strength';
import { renderHtmlPage, Table } from '../components';
import { beginsOf, pageStyle } from '../validation/page';

/** A questioned text of a case, with what its review found. */
export interface OverviewText {
  /** The id that opens the text. */
  readonly id: string;
  /** The path of its file, or its address. */
  readonly document?: string;
  /** Undefined if the text is not reviewed. */
  readonly evidence: Evidence | undefined;
}

/** All texts of a case together. */
export interface CaseOverview {
  readonly caseName: string;
  readonly texts: readonly OverviewText[];
}

/** Questioned texts × authors. An author has a column if any text has a ratio, or an abstention, for the author. */
export function buildMatrix({ texts }: Pick<CaseOverview, 'texts'>) {
  const verified = texts.flatMap(({ evidence }) => evidence?.candidates.filter((each) => each.verification) ?? []);
  const authors = [...new Set(verified.map(({ author }) => author))].sort((a, b) => a.localeCompare(b));
  return { authors, rows: texts.map((text) => ({ text, cells: authors.map((author) => buildCell(text, author)) })) };
}

/** What was found of one text and one author. */
export type OverviewCell = ReturnType<typeof buildCell>;

/** The answer for a text, as the side bar has it. */
function formatAnswer({ evidence }: OverviewText): string {
  return evidence ? describeOutcome(selectFirst(evidence)).text : '–';
}

/** `figure` is the content of the cell and the sentence is its accessible name. `shade` is undefined if there is no statement. */
function buildCell({ evidence }: OverviewText, author: string) {
  const candidate = evidence?.candidates.find((each) => each.author === author);
  const named = asNamed(candidate?.verification);
  const says = named ? formatFinding(named) : evidence ? describeNotVerified() : l10n.t('not reviewed');
  const { llr: open, figure = '–' } = (named && findLeading(named)) ?? {};
  const shade = named && computeShade(named);
  const answer = candidate?.verification?.first && open !== undefined ? candidate.verification.first.llr : undefined;
  const cell = { author, candidate, open, answer, figure, says, shade, isFirst: answer !== undefined };
  // an author of a question has its answer
  const { question } = evidence ?? {};
  const rated = question?.authors.find((each) => each.author === author);
  if (!question || !rated) return cell;
  const { llr } = rated;
  return {
    ...cell,
    ...{ answer: llr, figure: llr === undefined ? '–' : formatRatio(llr, question.bounds), shade: shadeRatio(llr) },
    says: formatAmong(question, rated) ?? describeSilence(question),
    isFirst: isAnswered(question) && rated === question.authors[0],
  };
}

const head = [
  ...['questioned', 'answer', 'author', 'order', 'log10 LR of the answer', 'log10 LR this author alone'],
  ...['statement', 'as close by chance'],
];

function formatLlr(llr: number | undefined): string {
  return llr?.toFixed(3) ?? '';
}

/** The matrix as a file, a line for each text and author in RFC 4180: `begins` identifies such a file, and `text` is its content. */
export const overviewCsv = {
  begins: head.join(','),
  text: (overview: CaseOverview): string => {
    const lines = buildMatrix(overview).rows.flatMap(({ text, cells }) =>
      cells.map(({ author, candidate, says, answer, open }) => [
        ...[toText(text.id), toText(formatAnswer(text)), toText(author)],
        candidate ? text.evidence!.candidates.indexOf(candidate) + 1 : '',
        ...[formatLlr(answer), formatLlr(open), toText(says)],
        candidate?.verification && open !== undefined ? formatExpected(candidate.verification) : '',
      ]),
    );
    return formatCsv([head, ...lines]);
  },
};

/** What an overview found, as data. */
export function listOverviewFacts(overview: CaseOverview): object {
  const rows = buildMatrix(overview).rows.map(({ text, cells }) => ({
    questioned: text.id,
    reviewed: text.evidence !== undefined,
    answer: formatAnswer(text),
    authors: cells.map(({ author, answer = null, open = null, says }) => ({ author, answer, llr: open, says })),
  }));
  return { rows };
}

/** The addresses of the links in an overview. */
export interface OverviewLinks {
  /** Opens the review of a text with this candidate, or a comparison with the author. */
  readonly cell: (text: OverviewText, cell: OverviewCell) => string;
  /** Saves the matrix as a file. */
  readonly save: string;
}

/** How a page of an overview begins. */
export const overviewBegins = beginsOf('overview');

/** Blue means one author and orange another author. People with colour blindness can distinguish the two, and words say the same. */
export const overviewStyle = [
  '.overview{border-collapse:collapse}.overview th,.overview td{border:1px solid var(--vscode-widget-border,#999);padding:.3em .6em;text-align:left;vertical-align:top}',
  '.overview .figure{text-align:right;white-space:nowrap}.overview .first{outline:2px solid currentColor;outline-offset:-3px}',
  '.overview a{color:inherit}.wide{overflow:auto}',
  ...[1, 2, 3].map(
    (shade) =>
      `.one-${shade}{background:color-mix(in srgb,#2f7fd0 ${18 * shade}%,transparent)}.another-${shade}{background:color-mix(in srgb,#d9822b ${18 * shade}%,transparent)}`,
  ),
].join('');

/** All texts of a case together, as a page without scripts. */
export function renderOverviewPage(overview: CaseOverview, links?: OverviewLinks): string {
  const title = `${l10n.t('Case Overview')}: ${overview.caseName}`;
  const body = (
    <>
      <h1>{title}</h1>
      <Overview overview={overview} links={links} />
    </>
  );
  const style = `${pageStyle}body{max-width:none}a{color:var(--vscode-textLink-foreground,#06c)}${overviewStyle}`;
  return renderHtmlPage({ begins: overviewBegins, title, style, body });
}

/** The matrix. */
export function Overview({
  overview,
  links,
}: {
  readonly overview: CaseOverview;
  readonly links?: OverviewLinks | undefined;
}) {
  const { authors, rows } = buildMatrix(overview);
  return (
    <>
      <p>
        {l10n.t(
          'The second column has the answer for each text. The other cells show the ratio of one text and one author: among the authors of the question, or that of the author alone. {support} supports an author, {against} supports another author, and – is no ratio. A frame marks the first author of an answer. Rest the pointer on a cell to read its statement. Do not add or multiply ratios of several comparisons.',
          { support: formatRatio(1.63), against: formatRatio(-0.49) },
        )}
      </p>
      <Table
        name={l10n.t('Case Overview')}
        look="overview"
        heads={[l10n.t('Questioned'), l10n.t('Answer'), ...authors]}
        rows={rows.map(({ text, cells }) => [
          text.evidence ? text.id : `${text.id} (${l10n.t('not reviewed')})`,
          formatAnswer(text),
          ...cells.map((cell) => {
            const { shade = 0, isFirst, says, figure } = cell;
            const colour = shade === 0 ? '' : ` ${shade > 0 ? 'one' : 'another'}-${Math.abs(shade)}`;
            return (
              <td class={`figure${colour}${isFirst ? ' first' : ''}`} title={says}>
                {links ? (
                  <a href={links.cell(text, cell)} aria-label={says}>
                    {figure}
                  </a>
                ) : (
                  figure
                )}
              </td>
            );
          }),
        ])}
      />
      {links && (
        <p>
          <a href={links.save}>{l10n.t('Save as CSV…')}</a>
        </p>
      )}
    </>
  );
}
