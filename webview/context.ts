import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReviewView } from '../src/presentation/reviewView';
import type { PanelHost } from '../src/protocol/panel';

/** What every part of a page reads: the view, and the extension that it reports to. */
interface Shown {
  readonly view: ReviewView;
  readonly host: PanelHost;
}

export const ShownContext = createContext<Shown | undefined>(undefined);

export function useShown(): Shown {
  const shown = useContext(ShownContext);
  if (!shown) throw new Error('a part of the page is shown outside it');
  return shown;
}

/** The key of the focused element. Undefined while the page has no focus: taking it back would take it from the editor. */
export function findFocusedKey(container: HTMLElement): string | undefined {
  const { activeElement } = document;
  const isHere = document.hasFocus() && activeElement instanceof HTMLElement && container.contains(activeElement);
  return isHere ? activeElement.dataset['focusKey'] : undefined;
}

/** Focuses the element with this key, if the container has one. */
export function focusByKey(container: HTMLElement, key: string): void {
  const found = [...container.querySelectorAll<HTMLElement>('[data-focus-key]')];
  found.find((each) => each.dataset['focusKey'] === key)?.focus();
}

/** Whether a view is of another document than the one before, so that the old scroll place does not apply. */
export function isAnother(document: string | undefined, before: string | undefined): boolean {
  return document !== undefined && document !== before;
}

/** The scroll place of the page. It is reported when scrolling ends, and restored when the page is loaded again. */
export class ScrollPlace {
  private restored = false;

  constructor(save: (place: number) => void) {
    addEventListener('scrollend', () => save(scrollY));
  }

  /** Another document starts at the top. Otherwise the page returns to its place once, as soon as it can scroll. */
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

/** The row that a key leads to from a row. Undefined if the key does nothing here. */
export function findNextRow(key: string, row: number, rows: number): number | undefined {
  const [up, down] = [Math.max(row - 1, 0), Math.min(row + 1, rows - 1)];
  const byKey: Readonly<Record<string, number>> = { ArrowUp: up, ArrowDown: down, Home: 0, End: rows - 1 };
  return byKey[key];
}
