import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReviewView } from '../src/presentation/reviewView';
import type { PanelHost } from '../src/protocol/panel';

/** How lists of passages are put in order; the page's own business, and their numbers stay. */
export type PassageOrder = 'strength' | 'place';

/** What every part of a page reads: what is shown, the extension that it reports to, and what the reader chose for this page. */
interface Shown {
  readonly view: ReviewView;
  readonly host: PanelHost;
  readonly order: PassageOrder;
  readonly sort: (order: PassageOrder) => void;
}

export const ShownContext = createContext<Shown | undefined>(undefined);

export function useShown(): Shown {
  const shown = useContext(ShownContext);
  if (!shown) throw new Error('a part of the page is shown outside it');
  return shown;
}

/** The key of what has the focus; undefined while the page is without it: taking it back would pull the reader out of the editor. */
export function findFocusedKey(container: HTMLElement): string | undefined {
  const { activeElement } = document;
  const isHere = document.hasFocus() && activeElement instanceof HTMLElement && container.contains(activeElement);
  return isHere ? activeElement.dataset['focusKey'] : undefined;
}

/** Puts the focus on the element of that key, if the container has one. */
export function focusByKey(container: HTMLElement, key: string): void {
  const found = [...container.querySelectorAll<HTMLElement>('[data-focus-key]')];
  found.find((each) => each.dataset['focusKey'] === key)?.focus();
}

/** Whether a view is of another document than the one before, whose place says nothing of it. */
export function isAnother(document: string | undefined, before: string | undefined): boolean {
  return document !== undefined && document !== before;
}

/** Where the page is scrolled to: reported when it comes to rest, and found again in the page's next life. */
export class ScrollPlace {
  private restored = false;

  constructor(save: (place: number) => void) {
    addEventListener('scrollend', () => save(scrollY));
  }

  /** Another document starts at the top; else the page goes back to its place, once, when there is something to scroll. */
  restoreAfter(shown: string | undefined, before: string | undefined, place: number | undefined): void {
    if (isAnother(shown, before)) {
      this.restored = true;
      scrollTo(0, 0);
    } else if (!this.restored && place !== undefined && document.documentElement.scrollHeight > innerHeight) {
      this.restored = true;
      scrollTo(0, place);
    }
  }
}

/** The row to go to from a row by a key; undefined: the key means nothing here. */
export function findNextRow(key: string, row: number, rows: number): number | undefined {
  const [up, down] = [Math.max(row - 1, 0), Math.min(row + 1, rows - 1)];
  const byKey: Readonly<Record<string, number>> = { ArrowUp: up, ArrowDown: down, Home: 0, End: rows - 1 };
  return byKey[key];
}
