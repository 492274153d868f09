import * as l10n from '@vscode/l10n';
import type { IndexValidation } from '../../core/validation/validateIndex';
import { htmlPage } from '../components';
import { RatioPlots, type KnownRatios } from '../pictures/ratioPlots';
import { conditionWords, problemWords, sourceCaveat, validatedWords } from './validationWords';

/** The first lines of every page, by which one is known again. */
export const pageBegins = [
  '<!doctype html>',
  `<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
  '<meta name="generator" content="Idiograph: validation">',
].join('\n');

/** In the theme's colours where there is one, else as on paper. */
const style = [
  'body{font:14px/1.5 var(--vscode-font-family,sans-serif);color:var(--vscode-foreground,#111);max-width:48em;margin:1.5em auto;padding:0 1em}',
  'h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em}.picture{font-size:11px;margin:1em 0}.picture svg{display:block;overflow:visible}',
  '.button{display:inline-block;padding:.4em 1em;text-decoration:none;color:var(--vscode-button-foreground);background:var(--vscode-button-background);border:1px solid var(--vscode-contrastBorder,transparent)}',
  '.caveat{border-left:3px solid currentColor;padding-left:.8em}@media print{.picture{break-inside:avoid}}',
].join('');

/** A section of a page: sentences, and pictures of ratios whose answer is known. */
export interface PageSection {
  readonly heading: string;
  readonly lines: readonly string[];
  /** Something to do, by the address of a command. */
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
          {lines.map((line) => (
            <p>{line}</p>
          ))}
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
  return htmlPage({ begins: pageBegins, title, style, body });
}

/**
 * What an index says of its own error, for each questioned text.
 *
 * @param lock  address of the command that locks the settings; undefined: there is no case to lock
 */
export function validationPage(validations: readonly IndexValidation[], lock?: string): string {
  const sections = validations.flatMap((each): readonly PageSection[] => [
    { heading: '', lines: [validatedWords(each), ...(each.problem ? [problemWords(each.problem)] : [])] },
    ...each.conditions.map((condition) => {
      const { heading, lines, figures } = conditionWords(condition);
      return { heading, lines, ratios: figures };
    }),
  ]);
  return renderPage(l10n.t('What this index says of its own errors'), [
    ...sections,
    { heading: '', lines: [sourceCaveat()] },
    ...(lock === undefined ? [] : [lockSection(lock)]),
  ]);
}

function lockSection(href: string): PageSection {
  return {
    heading: l10n.t('Lock'),
    lines: [
      l10n.t('Nothing is locked yet. From the lock on the case states ratios, until one of its settings changes.'),
    ],
    link: { text: l10n.t('Lock These Settings'), href },
  };
}
