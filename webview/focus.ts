/** The key of what has the focus; undefined while the page is without it: taking it back would pull the reader out of the editor. */
export function focusedKey(container: HTMLElement): string | undefined {
  const { activeElement } = document;
  const isHere = document.hasFocus() && activeElement instanceof HTMLElement && container.contains(activeElement);
  return isHere ? activeElement.dataset['focusKey'] : undefined;
}

/** Puts the focus on the element of that key, if the container has one. */
export function focusByKey(container: HTMLElement, key: string): void {
  const found = [...container.querySelectorAll<HTMLElement>('[data-focus-key]')];
  found.find((each) => each.dataset['focusKey'] === key)?.focus();
}
