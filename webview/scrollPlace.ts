let restored = false;

/** Goes back to the place of the page's last life, once, when there is something to scroll. */
export function restoreScroll(place: number | undefined): void {
  if (restored || place === undefined || document.documentElement.scrollHeight <= innerHeight) return;
  restored = true;
  scrollTo(0, place);
}

/** Goes to the top, where a document that comes newly starts. */
export function startAtTop(): void {
  restored = true;
  scrollTo(0, 0);
}

/** Reports the scroll place when it comes to rest. */
export function saveScroll(save: (place: number) => void): void {
  addEventListener('scrollend', () => save(scrollY));
}
