import type { Drawing, Shape } from '../../protocol/drawing';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML text or attribute value. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

/** A picture as SVG that can stand in an HTML page. */
export function markup({ svg }: Drawing): string {
  return elementMarkup(svg);
}

function elementMarkup({ name, attributes, children }: Shape): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(String(value))}"`);
  const inner = children.map((child) => (typeof child === 'string' ? escapeText(child) : elementMarkup(child)));
  return `<${name}${written.join('')}>${inner.join('')}</${name}>`;
}
