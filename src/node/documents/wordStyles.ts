import type { StopSignal } from '../../core/work';
import { type Hiding, inheritHiding } from './styles';
import { MarkupReader, nothingRead } from './markup';
import type { Attributes } from './xmlNames';

/** Which styles hide the text that has them. */
export interface HidingStyles {
  readonly hiding: Hiding;
  /** The style of paragraphs that name none. */
  readonly usual: string;
}

/** Whether a property that is on where it has no value is on (ECMA-376-1, §17.17.4). */
export function isOn(attributes: Attributes): boolean {
  return !['0', 'false', 'off'].includes(attributes['w:val'] ?? '');
}

/** The styles that hide text, themselves or by one that they are based on (ECMA-376-1, §17.7). */
export function readHidingStyles(source: string, name: string, stop: StopSignal): HidingStyles {
  const own = new Map<string, boolean | undefined>();
  const parents = new Map<string, string>();
  let usual = '';
  let style = '';
  if (!source.includes('vanish')) return { hiding: own, usual };
  new MarkupReader({
    ...nothingRead,
    leftOut: { 'w:tblStylePr': undefined, 'w:pPr': undefined },
    open(element, attributes, reader) {
      if (element === 'w:style') {
        own.set((style = attributes['w:styleId'] ?? ''), undefined);
        if (attributes['w:type'] === 'paragraph' && isOn({ 'w:val': attributes['w:default'] ?? '0' })) usual = style;
      } else if (element === 'w:basedOn') parents.set(style, attributes['w:val'] ?? '');
      else if (element === 'w:vanish' && reader.findAbove(2) === 'w:style') own.set(style, isOn(attributes));
    },
  }).read(source, name, stop);
  return { hiding: inheritHiding(own, parents), usual };
}
