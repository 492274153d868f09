import { isOfLanguage } from '../../core/verification/languageLimits';
import type { ValidationFigures } from '../../core/verification/fitting/judge';
import * as l10n from '@vscode/l10n';
import type { Intervals } from '../../core/evaluation/bootstrap';
import type { IndexValidation, ValidatedCondition, ValidationProblem } from '../../core/validation/validateIndex';
import { renderHtmlPage, Lines } from '../components';
import { type KnownRatios, RatioPlots } from '../pictures/ratioPlots';
import { describeKind, describeLimits } from '../words/strength';
import { describeProduction, formatAllThousands } from '../words/words';

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
  '.caveat{border-left:3px solid currentColor;padding-left:.8em}@media print{.picture{break-inside:avoid}}',
].join('');

/** A section of a page: sentences, and pictures of ratios with known answers. */
export interface PageSection {
  readonly heading: string;
  readonly lines: readonly string[];
  /** An action, as the address of a command. */
  readonly link?: { readonly text: string; readonly href: string };
  readonly ratios?: KnownRatios;
}

/** Validations as a page without scripts. */
export function renderPage(title: string, sections: readonly PageSection[]): string {
  const body = (
    <>
      <h1>{title}</h1>
      {sections.map(({ heading, lines, link, ratios }) => (
        <>
          {heading !== '' && <h2>{heading}</h2>}
          <Lines lines={lines} />
          {link && (
            <p>
              <a class="button" href={link.href}>
                {link.text}
              </a>
            </p>
          )}
          {ratios && <RatioPlots {...ratios} />}
        </>
      ))}
    </>
  );
  return renderHtmlPage({ begins: pageBegins, title, style: pageStyle, body });
}

/** The same section. The names of kinds of text, which are in small letters elsewhere, begin some of its sentences. */
function capitalize({ heading, lines, ...section }: PageSection): PageSection {
  const begin = (line: string): string => line.charAt(0).toLocaleUpperCase() + line.slice(1);
  return { ...section, heading: begin(heading), lines: lines.map(begin) };
}

/**
 * What an index says about its own error, for each questioned text.
 * @param lock  address of the command that locks the settings; undefined if there is no case to lock
 */
export function renderValidationPage(validations: readonly IndexValidation[], lock?: string): string {
  const sections = validations.flatMap((each): readonly PageSection[] => [
    { heading: '', lines: [describeValidated(each), ...(each.problem ? [describeProblem(each.problem)] : [])] },
    ...each.conditions.map(describeCondition),
  ]);
  const all = [
    ...sections,
    { heading: '', lines: [describeSource(), ...describeSeries(validations)] },
    ...(lock === undefined ? [] : [lockSection(lock)]),
  ];
  return renderPage(l10n.t('Error rates on this index’s own texts'), all.map(capitalize));
}

function lockSection(href: string): PageSection {
  return {
    heading: l10n.t('Lock'),
    lines: [
      l10n.t(
        'Nothing is locked yet. After locking, the case states ratios. If a setting changes, it hides them until you validate again.',
      ),
    ],
    link: { text: l10n.t('Lock These Settings'), href },
  };
}

/** What was validated, in one line. */
export function describeValidated({ kind, words, authors, pairs, unscored }: IndexValidation): string {
  const made = l10n.t(
    '{produced}: {pairs} pairs of texts of this index by {authors} authors, with {words} questioned words and all other words known.',
    { produced: describeProduction(kind), ...formatAllThousands({ words, authors, pairs }) },
  );
  return unscored === 0
    ? made
    : `${made} ${l10n.t('{unscored} of them have no ratio at this length.', formatAllThousands({ unscored }))}`;
}

/** A validated condition, and which calibration applies in it. */
export function describeCondition(result: ValidatedCondition): PageSection {
  const { condition, own, sameAuthors, differentAuthors, shipped, limits, problem } = result;
  const figures = own?.figures ?? shipped;
  return {
    heading: l10n.t('{kind}, {words} questioned and {known} known words', {
      kind: describeKind(condition),
      ...formatAllThousands({ words: condition.words, known: condition.knownWords }),
    }),
    ratios: shipped,
    lines: [
      l10n.t('Same-author pairs by {same} authors, different-author pairs by {different}.', {
        same: sameAuthors,
        different: differentAuthors,
      }),
      ...formatFigures(shipped, l10n.t('The bundled calibration')),
      ...(own ? formatFigures(figures, l10n.t('Recalibrated on this index, each pair without its own authors')) : []),
      problem === undefined
        ? l10n.t('Error rates come from this index: its own authors limit which ratios it may state.')
        : `${describeProblem(problem)} ${describeFallback(result)}`,
      describeLimits(limits, condition),
      ...(own ? [l10n.t('Refitted to this index: {limits}', { limits: describeLimits(own.limits, condition) })] : []),
    ],
  };
}

/** Which calibration applies if the index says too little about its own error. */
function describeFallback({ calibrationId }: ValidatedCondition): string {
  return isOfLanguage({ id: calibrationId }, undefined)
    ? l10n.t('Error rates come from the bundled validation, because this index has too few authors.')
    : l10n.t('In this language only the index itself can validate a ratio, so the review states none here.');
}

/** Why an index says nothing about its own error, or less than it might. */
export function describeProblem(problem: ValidationProblem): string {
  const words: Readonly<Record<ValidationProblem, string>> = {
    tooShort: l10n.t('A questioned text of fewer than 50 words has no ratio, so its settings cannot be validated.'),
    noTexts: l10n.t(
      'No author of this index has one text with 50 words and other texts with 250 words in this mode. The index cannot show its error rates.',
    ),
    oneAuthor: l10n.t(
      'All comparable texts are by one author. Without other authors, the validation cannot show how often one is taken for another.',
    ),
    oneClass: l10n.t('Cllr cannot be computed without same-author and different-author pairs.'),
    tooFewAuthors: l10n.t(
      'Fewer than 20 authors have two texts in this condition. That is too few for error rates of this index.',
    ),
    unscored: l10n.t(
      'No pair has a ratio, because no calibration fits their modes and length or they are not in the language of the index.',
    ),
  };
  return words[problem];
}

/** What is true of every validation on one's own texts. */
export function describeSource(): string {
  return l10n.t(
    'The pairs are texts of this index. If all of them come from one source, such as one mailing list or newspaper, these figures apply only to that source.',
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

function formatFigures(figures: ValidationFigures, name: string): readonly string[] {
  const { cllr, cllrMin, answeredShare, errorRate, interval } = figures;
  if (cllr === null || cllrMin === null) return [];
  return [
    l10n.t('{name}: Cllr {cllr}, lowest possible {least} (bits; a ratio that is always 1 costs 1 bit).', {
      name,
      cllr: formatFigure(cllr, interval, 'cllr'),
      least: formatFigure(cllrMin, interval, 'cllrMin'),
    }),
    errorRate === null
      ? l10n.t('No pair has a ratio, because this condition was not validated.')
      : l10n.t('{answered} of 100 test pairs gave a ratio; {wrong} of 100 ratios favoured the wrong hypothesis.', {
          answered: formatOfHundred(answeredShare ?? 0, interval, 'answeredShare'),
          wrong: formatOfHundred(errorRate, interval, 'errorRate'),
        }),
  ];
}

function formatFigure(value: number, interval: Intervals, name: string): string {
  return formatBetween(value, interval[name], (each) => each.toFixed(2));
}

function formatOfHundred(value: number, interval: Intervals, name: string): string {
  return formatBetween(value, interval[name], (each) => String(Math.round(each * 100)));
}

function formatBetween(
  value: number,
  interval: readonly [number, number] | undefined,
  write: (value: number) => string,
): string {
  return interval ? `${write(value)} [${write(interval[0])}, ${write(interval[1])}]` : write(value);
}
