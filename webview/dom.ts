/** What an element carries besides its children; text only ever goes in as text. */
export interface Attributes {
  readonly class?: string;
  readonly text?: string;
  /** Name under which focus finds the element again after its part of the page was built anew. */
  readonly focusKey?: string;
  readonly [attribute: string]: string | undefined;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | undefined)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  const { text, focusKey, ...rest } = attributes;
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) made.setAttribute(name, value);
  if (focusKey !== undefined) made.dataset['focusKey'] = focusKey;
  if (text !== undefined) made.textContent = text;
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A part of the page that is built anew only when its data changed, and keeps the focus where it was. */
export class Section<Data> {
  private shown = '';

  constructor(
    private readonly container: HTMLElement,
    private readonly build: (data: Data) => readonly (Node | undefined)[],
  ) {}

  show(data: Data): void {
    const now = JSON.stringify(data) as string | undefined;
    if (now === this.shown) return;
    this.shown = now ?? '';
    const focused = focusedKey(this.container);
    this.container.replaceChildren(...this.build(data).filter((child) => child !== undefined));
    if (focused !== undefined) focusByKey(this.container, focused);
  }
}

/** Undefined while the page itself is without the focus: taking it back would pull the reader out of the editor. */
function focusedKey(container: HTMLElement): string | undefined {
  if (!document.hasFocus()) return undefined;
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && container.contains(activeElement)
    ? activeElement.dataset['focusKey']
    : undefined;
}

/** Puts the focus on the element of that key, if the container has one. */
export function focusByKey(container: HTMLElement, key: string): void {
  const found = [...container.querySelectorAll<HTMLElement>('[data-focus-key]')];
  found.find((each) => each.dataset['focusKey'] === key)?.focus();
}
