import type { Look } from './visibility';
import type { Attributes } from '../office/xmlNames';

type Style = ReadonlyMap<string, string>;

/** Styles by selectors with one name: of elements, classes ("p.note", ".note") and ids ("#note"). */
export type PageStyles = ReadonlyMap<string, Style>;

const selector = /^(?:[a-z][\w-]*)?(?:[.#][\w-]+)?$/i;

/** The style sheets in a page. Rules for some media only, and selectors of several parts, are ignored. */
export function readPageStyles(source: string): PageStyles {
  const styles = new Map<string, Map<string, string>>();
  const sheets: string[] = [];
  let begin: number | undefined;
  for (const { 0: tag, 1: attributes, index } of source.matchAll(/<style\b([^<>]*)>|<\/style/gi)) {
    if (attributes === undefined && begin !== undefined) {
      const [first = '', ...others] = source
        .slice(begin, index)
        .replace(/<!--|-->/g, '')
        .split('/*'); // comments are no rules
      sheets.push(first + others.map((other) => /\*\/([^]*)/.exec(other)?.[1] ?? '').join(''));
    }
    const isOfScreen = attributes !== undefined && !/media\s*=\s*["']?print/i.test(attributes);
    begin = isOfScreen ? index + tag.length : undefined;
  }
  for (const sheet of sheets) {
    let [depth, start, selectors] = [0, 0, ''];
    for (const { 0: brace, index } of sheet.matchAll(/[{}]/g)) {
      const text = sheet.slice(start, index);
      start = index + 1;
      if (brace === '{' && depth === 0) selectors = text.slice(text.lastIndexOf(';') + 1);
      const names = brace === '}' && depth === 1 ? selectors.split(',').map((part) => part.trim()) : [];
      const style = names.length > 0 ? parseStyle(text) : [];
      for (const each of names)
        if (selector.test(each)) styles.set(each, new Map([...(styles.get(each) ?? []), ...style]));
      depth = Math.max(0, depth + (brace === '{' ? 1 : -1));
    }
  }
  return styles;
}

/** Properties with a length that decide whether text is visible. */
const sizes = ['height', 'max-height', 'width', 'max-width'];
const known = new Set([
  ...sizes,
  ...['display', 'mso-hide', 'opacity', 'text-indent', 'overflow', 'position', 'left', 'top', 'clip'],
  ...['visibility', 'font-size', 'color', 'white-space', 'transform', '-webkit-transform', 'transition'],
  ...['font-weight', 'font-style', 'text-align'],
]);

function parseStyle(declarations: string): Style {
  const pairs = declarations.split(';').map((each): [string, string] => {
    const colon = each.indexOf(':');
    const value = each.slice(colon + 1).replace(/!\s*important/i, '');
    return [each.slice(0, Math.max(0, colon)).trim().toLowerCase(), value.trim().toLowerCase()];
  });
  return new Map(pairs.filter(([property]) => known.has(property)));
}

const noStyle: Style = new Map();

/** The style of an element: that of its name, its classes, its id and its own, each over those before. Some are kept. */
export function computeStyles(styles: PageStyles): (element: string, attributes: Attributes) => Style {
  const kept = new Map<string, Style>();
  return (element, { class: classes = '', id = '', style = '' }) => {
    if (styles.size === 0 && style === '') return noStyle;
    const key = [element, classes, id, style].join(' ');
    const before = kept.get(key);
    if (before) return before;
    const names = classes.split(/\s+/).flatMap((name) => [`.${name}`, `${element}.${name}`]);
    const rules = [element, ...names, `#${id}`, `${element}#${id}`].flatMap((name) => styles.get(name) ?? []);
    const computed = new Map([...rules, parseStyle(style)].flatMap((each) => [...each]));
    if (kept.size < mostKept) kept.set(key, computed);
    return computed;
  };
}

const mostKept = 10_000;

/** Whether an element is invisible, whatever its parts are. */
export function isInvisible(style: Style): boolean {
  const begins = (property: string, ...values: readonly string[]): boolean =>
    values.some((value) => style.get(property)?.startsWith(value));
  const isFar = (property: string): boolean => parseSize(style.get(property)) < -500;
  const isMoved =
    begins('position', 'absolute', 'fixed') && (isFar('left') || isFar('top') || begins('clip', 'rect(0', 'rect(1px'));
  const isClipped = begins('overflow', 'hidden', 'clip') && sizes.some((size) => isTiny(style.get(size)));
  // a script is to reveal what is transparent and has a movement
  const isMoving = ['transform', '-webkit-transform', 'transition'].some((property) => style.has(property));
  const isTransparent = parseSize(style.get('opacity')) === 0 && !isMoving;
  const isUnseen = begins('display', 'none') || begins('mso-hide', 'all') || isTransparent;
  return isUnseen || isMoved || isClipped || isFar('text-indent');
}

/** NaN if the value is no length. */
function parseSize(value = ''): number {
  return Number(/^(-?[\d.]+)(?:px|pt|r?em|%)?$/.exec(value)?.[1] ?? NaN);
}

/** A pixel or less. */
function isTiny(value = ''): boolean {
  return parseSize(value) === 0 || (/p[xt]$/.test(value) && Math.abs(parseSize(value)) <= 1);
}

/** The properties that elements inherit unless they have their own: the look of text, and whether blanks are kept. */
export type PageLook = Look & { readonly keepsBlanks?: boolean };

/** The properties of a style that elements inherit. White text may be on a picture, and is seen. */
export function readPageLook(style: Style): PageLook {
  const properties = ['white-space', 'visibility', 'color', 'font-size', 'font-weight', 'font-style', 'text-align'];
  const [blanks, visibility, colour, size, weight, slant, side] = properties.map((property) => style.get(property));
  return {
    ...(blanks !== undefined && { keepsBlanks: /^(pre|break-spaces)/.test(blanks) }),
    ...(visibility !== undefined && { hidden: /^(hidden|collapse)/.test(visibility) }),
    ...(colour !== undefined && { colour: colour.replace(/^#f{6}$/, 'white') }),
    ...(size !== undefined && { tiny: isTiny(size) }),
    ...(weight !== undefined && { bold: /^(?:bold|[6-9]00)/.test(weight) }),
    ...(slant !== undefined && { italic: /^(?:italic|oblique)/.test(slant) }),
    ...(side !== undefined && { right: /^(?:right|end)/.test(side) }),
  };
}
