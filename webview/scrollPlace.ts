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
  after(shown: string | undefined, before: string | undefined, place: number | undefined): void {
    if (isAnother(shown, before)) {
      this.restored = true;
      scrollTo(0, 0);
    } else if (!this.restored && place !== undefined && document.documentElement.scrollHeight > innerHeight) {
      this.restored = true;
      scrollTo(0, place);
    }
  }
}
