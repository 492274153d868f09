/** What can make text invisible, what the name of its style says, and by what speakers may differ. An absent property is not stated. */
export interface Look {
  readonly hidden?: boolean;
  readonly tiny?: boolean;
  readonly quoted?: boolean;
  readonly contents?: boolean;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly right?: boolean;
  readonly indented?: boolean;
  /** A name, or hexadecimal. Empty for the usual one. */
  readonly colour?: string;
  /** The name of its style, if that is not the usual one. */
  readonly style?: string;
}

/** The properties that text shows, such as "bold right". Empty for usual text. @param looks  the nearest first */
export function describeLook(looks: readonly Look[]): string {
  const shown = (['bold', 'italic', 'right', 'indented'] as const).filter((facet) => readFacet(looks, facet));
  const { style = '', colour = '' } = { style: readFacet(looks, 'style'), colour: readFacet(looks, 'colour') };
  const isUsual = /^#?0*$|^auto$|^black$/i.test(colour);
  return [style, ...shown, isUsual ? '' : `colour ${colour.replace('#', '')}`].filter((word) => word !== '').join(' ');
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

/** Whether text of a colour is white, or has none. */
export function isWhite(colour = ''): boolean {
  return /^#?f{6}$|^transparent$/i.test(colour);
}

/** Whether text is hidden, tiny, or white without a colour behind it, which is only asked for white text. @param looks  the nearest first */
export function isUnseen(looks: readonly Look[], isOnColour: () => boolean): boolean {
  return readFacet(looks, 'tiny') === true || (isWhite(readFacet(looks, 'colour')) && !isOnColour()) || isHidden(looks);
}

/** Whether some text is hidden: only then does a paragraph go on over its end, too. */
export function isHidden(looks: readonly Look[]): boolean {
  return readFacet(looks, 'hidden') === true;
}

function readFacet<Facet extends keyof Look>(looks: readonly Look[], facet: Facet): Look[Facet] | undefined {
  return looks.find((look) => look[facet] !== undefined)?.[facet];
}

/** The styles of a document by their names, with their base styles. */
export class Styles {
  private readonly own = new Map<string, Look>();
  private readonly parents = new Map<string, string>();
  private readonly whole = new Map<string, Look>();

  add(style: string, look: Look, parent?: string): void {
    this.own.set(style, { ...this.own.get(style), ...look });
    if (parent !== undefined) this.parents.set(style, parent);
    this.whole.clear();
  }

  /** The properties of a style, its own or those of a base style. Each style is visited once, and a cycle ends. */
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
