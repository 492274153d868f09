import { escapeText, markup } from '../pictures/markup';
import { ratioPictures } from '../pictures/ratioPictures';
import { heading, paragraph, tag } from '../report/html';

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
  readonly ratios?: { readonly same: readonly number[]; readonly different: readonly number[] };
}

/** A page without scripts and without anything loaded from elsewhere; all text is escaped. */
export function renderPage(title: string, sections: readonly PageSection[]): string {
  return [
    pageBegins,
    `<title>${escapeText(title)}</title><style>${style}</style></head><body>`,
    heading(1, title),
    ...sections.flatMap(({ heading: name, lines, link, ratios }) => [
      ...(name === '' ? [] : [heading(2, name)]),
      ...lines.map((line) => paragraph(line)),
      ...(link ? [`<p><a class="button" href="${link.href}">${escapeText(link.text)}</a></p>`] : []),
      ...(ratios ? ratioPictures(ratios) : []).map((drawn) => tag('div', markup(drawn), 'picture')),
    ]),
    '</body></html>\n',
  ].join('\n');
}
