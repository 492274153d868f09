import type { StopSignal } from '../../core/work';
import { type Hiding, inheritHiding } from './styles';
import { MarkupReader, nothingRead } from './markup';
import type { Attributes } from './xmlNames';

/** Properties by which text is not seen: it is hidden, white without a colour behind it, or too small. */
const facets = ['hidden', 'white', 'tiny'] as const;

export interface HidingStyles {
  /** What styles say of each of these; the style '' is that of the document. */
  readonly says: Readonly<Record<(typeof facets)[number], Hiding>>;
  /** The style of paragraphs that name none. */
  readonly usual: string;
}

/** Text of this size, in half points, or smaller is not seen. */
const unseenSize = 2;

export function isTiny({ 'w:val': size }: Attributes): boolean {
  return Number(size) <= unseenSize;
}

export function isWhite({ 'w:val': color = '' }: Attributes): boolean {
  return /^f{6}$/i.test(color);
}

/** Whether a shade or a highlight is a colour other than white (ECMA-376-1, §17.3.5). */
export function isColour({
  'w:fill': fill = 'auto',
  'w:color': pattern = 'auto',
  'w:val': value,
}: Attributes): boolean {
  const colours = /^(?:clear|nil|none|white)$/.test(value ?? '')
    ? [fill]
    : [fill, pattern === 'auto' ? value : pattern];
  return colours.some((colour = 'auto') => !/^(?:auto|f{6})$/i.test(colour));
}

/** Whether a property that is on where it has no value is on (ECMA-376-1, §17.17.4). */
export function isOn(attributes: Attributes): boolean {
  return !['0', 'false', 'off'].includes(attributes['w:val'] ?? '');
}

/** The styles by which text is not seen, themselves or by one that they are based on (ECMA-376-1, §17.7). */
export function readHidingStyles(source: string, name: string, stop: StopSignal): HidingStyles {
  const own = { hidden: createHiding(), white: createHiding(), tiny: createHiding() };
  const parents = new Map<string, string>();
  let usual = '';
  let style = '';
  if (!/vanish|"f{6}"|sz\s[^>]*"[012]"/i.test(source)) return { says: own, usual };
  const setColour = (attributes: Attributes): void => {
    if (isColour(attributes)) own.white.set(style, false);
  };
  const beginStyle = (attributes: Attributes): void => {
    style = attributes['w:styleId'] ?? '';
    for (const facet of facets) own[facet].set(style, undefined);
    if (attributes['w:type'] !== 'paragraph') return;
    parents.set(style, '');
    if (isOn({ 'w:val': attributes['w:default'] ?? '0' })) usual = style;
  };
  const properties = new Map<string, (attributes: Attributes) => void>([
    ['w:vanish', (attributes) => own.hidden.set(style, isOn(attributes))],
    ['w:sz', (attributes) => own.tiny.set(style, isTiny(attributes))],
    ['w:color', (attributes) => own.white.set(style, own.white.get(style) !== false && isWhite(attributes))],
    ['w:shd', setColour],
    ['w:highlight', setColour],
  ]);
  new MarkupReader({
    ...nothingRead,
    leftOut: { 'w:tblStylePr': undefined },
    open(element, attributes, reader) {
      if (element === 'w:style') beginStyle(attributes);
      else if (element === 'w:basedOn') parents.set(style, attributes['w:val'] ?? '');
      else if (/^w:(?:style|rPrDefault)$/.test(reader.findAbove(2) ?? '')) properties.get(element)?.(attributes);
    },
  }).read(source, name, stop);
  const [hidden, white, tiny] = facets.map((facet) => inheritHiding(own[facet], parents));
  return { says: { hidden: hidden!, white: white!, tiny: tiny! }, usual };
}

function createHiding(): Map<string, boolean | undefined> {
  return new Map();
}
