import * as l10n from '@vscode/l10n';
import { minMeasuredAuthors } from '../../core/cohort/cohort';
import { countOwn, type OwnQuestion } from '../../core/validation/ownQuestion';
import type { IndexValidation, ValidatedCondition } from '../../core/validation/validateIndex';
import { renderHtmlPage, Lines, Table } from '../components';
import { type KnownRatios, TippettPlot } from '../pictures/picture';
import { describeOwnCounts } from '../words/question';
import { describeKind } from '../words/strength';
import { formatThousands, listSaid } from '../words/words';

/** The first lines of a page, which identify its kind. */
export function beginsOf(kind: string): string {
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<meta name="generator" content="Idiograph: ${kind}">`,
  ].join('\n');
}

export const pageBegins = beginsOf('validation');

/** The page uses the colours of the theme if there is one, and those of paper otherwise. */
export const pageStyle = [
  'body{font:14px/1.5 var(--vscode-font-family,sans-serif);color:var(--vscode-foreground,#111);max-width:48em;margin:1.5em auto;padding:0 1em}',
  'h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em}.picture{font-size:11px;margin:1em 0}.picture svg{display:block;overflow:visible}',
  '.button{display:inline-block;padding:.4em 1em;text-decoration:none;color:var(--vscode-button-foreground);background:var(--vscode-button-background);border:1px solid var(--vscode-contrastBorder,transparent)}',
  'table{border-collapse:collapse;margin:1em 0;min-width:min(100%,34em)}caption{text-align:left;font-weight:bold}th,td{text-align:left;padding:.2em .6em .2em 0;border-bottom:1px solid var(--vscode-widget-border,#999)}.wide{overflow:auto}',
  '@media print{.picture{break-inside:avoid}}',
].join('');

/** A section of a page: sentences, and a picture of ratios with known answers. */
export interface PageSection {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly ratios?: KnownRatios;
}

/** Sections as a page without scripts. */
export function renderPage(title: string, sections: readonly PageSection[]): string {
  const body = (
    <>
      <h1>{title}</h1>
      {sections.map(({ heading, lines, ratios }) => (
        <>
          {heading !== '' && <h2>{heading}</h2>}
          <Lines lines={lines} />
          {ratios && <TippettPlot {...ratios} />}
        </>
      ))}
    </>
  );
  return renderHtmlPage({ begins: pageBegins, title, style: pageStyle, body });
}

/** What a validation found, as page and terminal show it. */
interface Validation {
  readonly validations: readonly IndexValidation[];
  /** Undefined if there are fewer than two authors. */
  readonly question?: OwnQuestion | undefined;
}

/**
 * How often ratios of this case would mislead: its question about its own known texts, one table, and one picture.
 * @param lock  address of the command that locks the settings; undefined if there is no case to lock
 */
export function renderValidationPage({ validations, question }: Validation, lock?: string): string {
  const title = l10n.t('How often this case would mislead');
  const rows = listAllRows(validations);
  const { authors = [], trials = [] } = question ?? {};
  // which author each known text was taken for: the writer's row, and a column for each author who came first
  const asked = authors.filter((author) => trials.some((trial) => trial.author === author));
  const taken = authors.filter((author) => trials.some(({ first }) => first === author));
  const takenFor = asked.map((writer) => [
    writer,
    ...taken.map((author) => {
      const count = trials.filter((trial) => trial.author === writer && trial.first === author).length;
      return count === 0 ? '' : writer === author ? String(count) : <strong>{count}</strong>;
    }),
  ]);
  // the ratios of the question about the known texts if there are enough, otherwise those of the pairs
  const rated = trials.filter(({ ratios }) => ratios.length > 0);
  const select = (isWriter: boolean): readonly number[] =>
    rated
      .flatMap(({ author, ratios }) => ratios.filter((each) => (each.author === author) === isWriter))
      .map(({ llr }) => llr);
  const [best] = validations.flatMap(({ conditions }) => conditions).filter(hasRates);
  const ratios = rated.length >= enoughTexts ? { same: select(true), different: select(false) } : best?.shipped;
  const body = (
    <>
      <h1>{title}</h1>
      {lock !== undefined && (
        <p>
          <a class="button" href={lock}>
            {l10n.t('Lock and Review')}
          </a>{' '}
          {l10n.t('The case then states ratios until a setting changes.')}
        </p>
      )}
      <Lines lines={question ? describeOwn(question) : []} />
      {trials.length > 0 && (
        <Table
          name={l10n.t('Who was taken for whom in the tests (a row for each true writer)')}
          isCaptioned
          heads={[l10n.t('Writer'), ...taken]}
          rows={takenFor}
        />
      )}
      {rows.length > 0 && <Table name={l10n.t('Pairs of known texts')} isCaptioned heads={listHeads()} rows={rows} />}
      {ratios && <TippettPlot {...ratios} />}
      <Lines lines={describePairs(validations)} />
    </>
  );
  return renderHtmlPage({ begins: pageBegins, title, style: pageStyle, body });
}

/** The same as lines for people. */
export function formatValidation({ validations, question }: Validation): readonly string[] {
  return [
    ...(question ? describeOwn(question) : []),
    ...listAllRows(validations).map(
      (row) =>
        `  ${listHeads()
          .map((head, i) => `${head}: ${row[i]!}`)
          .join(' · ')}`,
    ),
    ...describePairs(validations),
  ];
}

/** With this many texts the ratios of a question fill a plot. */
const enoughTexts = 20;
/** With this many authors pairs have rates: each pair leaves two out of those that its score is measured against. */
const enoughAuthors = minMeasuredAuthors + 2;

/** How the question of a case fared with its own known texts, and which authors have too few. */
export function describeOwn(question: OwnQuestion): readonly string[] {
  const { words, trials, missing } = question;
  return listSaid([
    trials.length > 0 && describeOwnCounts(countOwn(question)),
    missing.length > 0 &&
      l10n.t(
        '{authors}: too few texts to test. Each author needs two works of at least {words} words in the mode and genre of the questioned text.',
        {
          authors: missing.join(', '),
          words: formatThousands(words),
        },
      ),
  ]);
}

function listHeads(): readonly string[] {
  return [
    ...[l10n.t('Texts'), l10n.t('Questioned words'), l10n.t('Known words'), l10n.t('Pairs')],
    ...[l10n.t('With a ratio'), l10n.t('Misleading ratios')],
  ];
}

function hasRates({ sameAuthors }: ValidatedCondition): boolean {
  return sameAuthors >= enoughAuthors;
}

/** A row for each condition with enough authors. Texts of one kind and length have the same. */
function listAllRows(validations: readonly IndexValidation[]): readonly (readonly string[])[] {
  const conditions = validations.flatMap((each) => each.conditions).filter(hasRates);
  const rows = conditions.map(({ condition, own, shipped }) => {
    const { answeredShare, errorRate, interval } = own?.figures ?? shipped;
    return [
      ...[describeKind(condition), formatThousands(condition.words), formatThousands(condition.knownWords)],
      formatThousands(shipped.same.length + shipped.different.length),
      formatOfHundred(answeredShare ?? 0, interval['answeredShare']),
      errorRate === null ? '–' : formatOfHundred(errorRate, interval['errorRate']),
    ];
  });
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
}

/** What is missing, where the error rates of the case come from, and what limits them. */
function describePairs(validations: readonly IndexValidation[]): readonly string[] {
  const conditions = validations.flatMap((each) => each.conditions);
  const problems = validations.flatMap(({ problem }) => problem ?? []);
  const few = conditions.filter((each) => !hasRates(each)).sort((a, b) => a.sameAuthors - b.sameAuthors);
  const most = new Map(few.map(({ condition, sameAuthors }) => [describeKind(condition), sameAuthors]));
  return [
    ...listSaid([
      few.length > 0 &&
        l10n.t(
          'Too few authors have two comparable texts for error rates ({kinds}). {enough} are needed: each test leaves two authors out and compares them with the others.',
          { kinds: Array.from(most, (each) => each.join(': ')).join('; '), enough: enoughAuthors },
        ),
      conditions.length > 0 &&
        (conditions.some(({ own }) => own)
          ? l10n.t('The error rates of this case come from these pairs, so its own authors limit its ratios.')
          : l10n.t(
              'The error rates of this case come from the tests that come with Idiograph. Rates of its own need 20 authors with two texts each.',
            )),
      conditions.some(hasRates) &&
        l10n.t('If all texts come from one source, such as one mailing list, the figures apply only to that source.'),
    ]),
    ...[...new Set(problems)].map(describeProblem),
    ...describeSeries(validations),
  ];
}

/** Why an index says nothing about its own error, or less than it might. */
export function describeProblem(problem: NonNullable<IndexValidation['problem']>): string {
  return problem === 'tooShort'
    ? l10n.t('A questioned text of fewer than 50 words has no ratio, so its settings cannot be validated.')
    : l10n.t(
        'Pairs of known texts give no error rates. Two authors need a text of 50 words and others of 250 words, in one mode and in the language of the index.',
      );
}

/** A line names at most this many authors. */
const namedAuthors = 3;

/** Says that texts which count as several works may be parts of one, and how to correct this. Empty if there are none. */
export function describeSeries(validations: readonly Pick<IndexValidation, 'series'>[]): readonly string[] {
  const results = [...new Map(validations.flatMap(({ series }) => series).map((each) => [each.author, each])).values()];
  if (results.length === 0) return [];
  const examples = results.slice(0, namedAuthors).map(({ author, titles }) => `${author} (${titles.join(', ')})`);
  const authors = results.length > namedAuthors ? `${examples.join('; ')}; …` : examples.join('; ');
  return [
    l10n.t('Each text counts as a work of its own, but some titles of one author differ in numbers alone: {authors}.', {
      authors,
    }),
    l10n.t(
      'If they are parts of one work, these figures are too good. Then add "work": "NAME" to the entry of each part in the case file, and validate again.',
    ),
  ];
}

/** A share of 100, with its interval. */
function formatOfHundred(value: number, interval: readonly [number, number] | undefined): string {
  const write = (share: number): string => String(Math.round(share * 100));
  const share = l10n.t('{share} of 100', { share: write(value) });
  return interval ? `${share} [${write(interval[0])}, ${write(interval[1])}]` : share;
}
