import type { Drawing, Shape } from '../../src/protocol/drawing';
import { element } from '../dom';

const namespace = 'http://www.w3.org/2000/svg';

/** A picture under a class of its own. */
export function picture(drawing: Drawing, kind: string): HTMLElement {
  const frame = element('div', { class: `picture ${kind}` });
  frame.append(svgElement(drawing.svg));
  return frame;
}

/** A picture of a text whose parts lead to their places. */
export function placePicture(drawing: Drawing, kind: string, reveal: (offset: number) => void): HTMLElement {
  const frame = picture(drawing, kind);
  frame.addEventListener('click', ({ target }) => {
    const offset = target instanceof SVGElement ? target.dataset['offset'] : undefined;
    if (offset !== undefined) reveal(Number(offset));
  });
  return frame;
}

function svgElement({ name, attributes, children }: Shape): SVGElement {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children.map((child) => (typeof child === 'string' ? child : svgElement(child))));
  return made;
}
