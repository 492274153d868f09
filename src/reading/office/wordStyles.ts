import type { StopSignal } from '../../core/basics/work';
import { MarkupReader, nothingRead } from '../markup/markup';
import { isTiny, isWhite, type Look, readStyleName, Styles } from '../markup/visibility';
import type { Attributes } from './xmlNames';

/** The styles of a document. '' is that of the document itself, and there is a default style of paragraphs. */
export interface WordStyles {
  readonly styles: Styles;
  readonly usual: string;
}

/** The effect of character properties on the look of text. */
export const looks: ReadonlyMap<string, (attributes: Attributes) => Look> = new Map<
  string,
  (attributes: Attributes) => Look
>([
  ['w:vanish', (attributes) => ({ hidden: isOn(attributes) })],
  ['w:sz', ({ 'w:val': size }) => ({ tiny: isTiny(Number(size)) })],
  ['w:color', ({ 'w:val': colour = '' }) => ({ colour })],
  ['w:b', (attributes) => ({ bold: isOn(attributes) })],
  ['w:i', (attributes) => ({ italic: isOn(attributes) })],
]);

/** Whether a shade or a highlight is a colour other than white (ECMA-376-1, §17.3.5). */
export function isColour({
  'w:fill': fill = 'auto',
  'w:color': pattern = 'auto',
  'w:val': value,
}: Attributes): boolean {
  const colours = /^(?:clear|nil|none|white)$/.test(value ?? '')
    ? [fill]
    : [fill, pattern === 'auto' ? value : pattern];
  return colours.some((colour = 'auto') => colour.toLowerCase() !== 'auto' && !isWhite(colour));
}

/** Whether a property is on that counts as on without a value (ECMA-376-1, §17.17.4). */
export function isOn(attributes: Attributes): boolean {
  return !['0', 'false', 'off'].includes(attributes['w:val'] ?? '');
}

/** The styles that make text invisible, or say that it is a quotation or a list of contents (ECMA-376-1, §17.7). */
export function readWordStyles(source: string, name: string, stop: StopSignal): WordStyles {
  const styles = new Styles();
  const shaded = new Set<string>();
  let usual = '';
  let style = '';
  if (!/vanish|"f{6}"|sz\s[^>]*"[012]"|name\s[^>]*"[^"]*(?:quot|toc)/i.test(source)) return { styles, usual };
  new MarkupReader({
    ...nothingRead,
    leftOut: { 'w:tblStylePr': undefined },
    open(element, attributes, reader) {
      if (element === 'w:style') {
        style = attributes['w:styleId'] ?? ' '; // nothing can name a style without an id
        if (attributes['w:type'] !== 'paragraph') return;
        styles.add(style, readStyleName(style), '');
        if (isOn({ 'w:val': attributes['w:default'] ?? '0' })) usual = style;
      } else if (element === 'w:basedOn') styles.add(style, {}, attributes['w:val'] ?? '');
      else if (element === 'w:name') styles.add(style, readStyleName(attributes['w:val'] ?? ''));
      else if (/^w:(?:style|rPrDefault)$/.test(reader.findAbove(2) ?? '')) {
        if (/^w:(?:shd|highlight)$/.test(element) && isColour(attributes)) shaded.add(style);
        styles.add(style, { ...looks.get(element)?.(attributes), ...(shaded.has(style) && { colour: '' }) });
      }
    },
  }).read(source, name, stop);
  return { styles, usual };
}
