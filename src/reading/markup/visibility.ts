/**
 * The properties by which text can be invisible: hidden, white, or tiny; and what the name of a style says of its paragraphs. An absent
 * property is not stated.
 */
export interface Look {
  readonly hidden?: boolean;
  readonly white?: boolean;
  readonly tiny?: boolean;
  readonly quoted?: boolean;
  readonly contents?: boolean;
}

const quotations = /^(?:intense)?quot(?:e|ations?)$|^blockquot(?:e|ations?)$/;
const contents = /^(?:toc|contents)(?:\d{1,2}|heading)$/;

/** What the name of a style of paragraphs says, if it is one of Word's or OpenDocument's own names, which no translation changes. */
export function readStyleName(name: string): Look {
  const plain = name.replace(/_20_|[\s;]/g, '').toLowerCase();
  return { ...(quotations.test(plain) && { quoted: true }), ...(contents.test(plain) && { contents: true }) };
}

/** Text of fewer half points is invisible. */
const leastSize = 2.2;

export function isTiny(halfPoints: number): boolean {
  return halfPoints < leastSize;
}

/** Whether a colour is white, in hexadecimal. */
export function isWhite(colour: string): boolean {
  return /^#?f{6}$/i.test(colour);
}

/**
 * Whether text is invisible: it is hidden, tiny, or white without a colour behind it.
 * @param looks      its properties, the nearest first
 * @param isOnColour whether there may be a colour behind it; only called for white text
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

/** The styles of a document by their names, with their base styles. */
export class Styles {
  private readonly own = new Map<string, Look>();
  private readonly parents = new Map<string, string>();
  private readonly whole = new Map<string, Look>();

  /** Adds properties to a style. */
  add(style: string, look: Look, parent?: string): void {
    this.own.set(style, { ...this.own.get(style), ...look });
    if (parent !== undefined) this.parents.set(style, parent);
    this.whole.clear();
  }

  /**
   * The properties of a style, its own or those of a base style. Each style is visited once, so that all of them are linear, and a cycle
   * ends.
   */
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
