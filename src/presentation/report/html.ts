import { escapeText } from '../pictures/markup';

/** A paragraph of plain text. */
export function paragraph(text: string, kind?: string): string {
  return tag('p', escapeText(text), kind);
}

/** A heading of the given level. */
export function heading(level: 1 | 2 | 3, text: string): string {
  return tag(`h${level}`, escapeText(text));
}

/** An element around markup. */
export function tag(name: string, inner: string, kind?: string): string {
  return `<${name}${kind === undefined ? '' : ` class="${kind}"`}>${inner}</${name}>`;
}

/** Names and what they hold, one below the other. */
export function facts(rows: readonly (readonly [name: string, value: string])[]): string {
  const written = rows.map(([name, value]) => `<dt>${escapeText(name)}</dt><dd>${escapeText(value)}</dd>`);
  return tag('dl', written.join('\n'));
}

/** A table of plain texts, which keys can scroll where the screen is narrow; `label` names it to those who listen. */
export function table(label: string, names: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], name: string): string =>
    tag('tr', cells.map((cell) => tag(name, escapeText(cell))).join(''));
  const inner = [row(names, 'th'), ...rows.map((cells) => row(cells, 'td'))].join('\n');
  return `<div class="wide" role="region" tabindex="0" aria-label="${escapeText(label)}">${tag('table', inner)}</div>`;
}

/** A numbered list of plain texts. */
export function numbered(texts: readonly string[]): string {
  return tag('ol', texts.map((text) => tag('li', escapeText(text))).join('\n'));
}
