/** What is said of text by which nobody may see it: it is hidden, white, or tiny. What is absent is not said. */
export interface Look {
  readonly hidden?: boolean;
  readonly white?: boolean;
  readonly tiny?: boolean;
}

/** Text of less than this many half points is not seen. */
const leastSize = 2.2;

export function isTiny(halfPoints: number): boolean {
  return halfPoints < leastSize;
}

/** Whether a colour is white, in hexadecimal. */
export function isWhite(colour: string): boolean {
  return /^#?f{6}$/i.test(colour);
}

/**
 * Whether nobody sees some text: it is hidden, tiny, or white without a colour behind it.
 *
 * @param looks      what is said of it, the nearest first
 * @param isOnColour whether there may be a colour behind it; asked of white text only
 */
export function isUnseen(looks: readonly Look[], isOnColour: () => boolean): boolean {
  return readFacet(looks, 'tiny') || (readFacet(looks, 'white') && !isOnColour()) || isHidden(looks);
}

/** Whether some text is hidden: only then does a paragraph go on over its end, too. */
export function isHidden(looks: readonly Look[]): boolean {
  return readFacet(looks, 'hidden');
}

function readFacet(looks: readonly Look[], facet: keyof Look): boolean {
  return looks.find((look) => look[facet] !== undefined)?.[facet] ?? false;
}

/** The styles of a document by their names, with those that they are based on. */
export class Styles {
  private readonly own = new Map<string, Look>();
  private readonly parents = new Map<string, string>();
  private readonly whole = new Map<string, Look>();

  /** Says more of a style. */
  add(style: string, look: Look, parent?: string): void {
    this.own.set(style, { ...this.own.get(style), ...look });
    if (parent !== undefined) this.parents.set(style, parent);
    this.whole.clear();
  }

  /** What a style says, itself or by one that it is based on. Each is looked at once, so that all of them are linear, and a circle ends. */
  find(style = ''): Look {
    const way: string[] = [];
    let at: string | undefined = style;
    for (; at !== undefined && !this.whole.has(at); at = this.parents.get(at)) {
      this.whole.set(at, {});
      way.push(at);
    }
    let look = at === undefined ? {} : this.whole.get(at)!;
    for (const each of way.reverse()) {
      look = { ...look, ...this.own.get(each) };
      this.whole.set(each, look);
    }
    return look;
  }
}
