import { getBOMEncoding } from '@exodus/bytes/encoding.js';
import { Parser } from 'htmlparser2';
import type { PartKind } from '../text/readableFormats';
import type { StopSignal } from '../../core/basics/work';
import type { DocumentReader, ReadContent } from '../../core/ports';
import { decodeText, decodeWith } from '../decodeText';
import { type Markup, MarkupReader, nameAll, setOf } from './markup';
import type { Attributes } from '../office/xmlNames';
import { isUnseen, type Look } from './visibility';

const blocks =
  'address article blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure form h1 h2 h3 h4 h5 h6 hgroup hr legend li ' +
  'listing main ol optgroup p pre search section summary table tbody td tfoot th thead tr ul xmp';

type Style = ReadonlyMap<string, string>;

/** Styles by selectors with one name: of elements, classes ("p.note", ".note") and ids ("#note"). */
type PageStyles = ReadonlyMap<string, Style>;

const selector = /^(?:[a-z][\w-]*)?(?:[.#][\w-]+)?$/i;

/** The style sheets in a page. Rules for some media only, and selectors of several parts, are ignored. */
function readPageStyles(source: string): PageStyles {
  const styles = new Map<string, Map<string, string>>();
  const sheets: string[] = [];
  let begin: number | undefined;
  for (const { 0: tag, 1: attributes, index } of source.matchAll(/<style\b([^<>]*)>|<\/style/gi)) {
    if (attributes === undefined && begin !== undefined) {
      const [first = '', ...others] = source
        .slice(begin, index)
        .replace(/<!--|-->/g, '')
        .split('/*'); // comments are no rules
      sheets.push(first + others.map((other) => /\*\/([^]*)/.exec(other)?.[1] ?? '').join(''));
    }
    const isOfScreen = attributes !== undefined && !/media\s*=\s*["']?print/i.test(attributes);
    begin = isOfScreen ? index + tag.length : undefined;
  }
  for (const sheet of sheets) {
    let [depth, start, selectors] = [0, 0, ''];
    for (const { 0: brace, index } of sheet.matchAll(/[{}]/g)) {
      const text = sheet.slice(start, index);
      start = index + 1;
      if (brace === '{' && depth === 0) selectors = text.slice(text.lastIndexOf(';') + 1);
      const names = brace === '}' && depth === 1 ? selectors.split(',').map((part) => part.trim()) : [];
      const style = names.length > 0 ? parseStyle(text) : [];
      for (const each of names)
        if (selector.test(each)) styles.set(each, new Map([...(styles.get(each) ?? []), ...style]));
      depth = Math.max(0, depth + (brace === '{' ? 1 : -1));
    }
  }
  return styles;
}

/** Properties with a length that decide whether text is visible. */
const sizes = ['height', 'max-height', 'width', 'max-width'];
const known = new Set([
  ...sizes,
  ...['display', 'mso-hide', 'opacity', 'text-indent', 'overflow', 'position', 'left', 'top', 'clip'],
  ...['visibility', 'font-size', 'color', 'white-space', 'transform', '-webkit-transform', 'transition'],
  ...['font-weight', 'font-style', 'text-align'],
]);

function parseStyle(declarations: string): Style {
  const pairs = declarations.split(';').map((each): [string, string] => {
    const colon = each.indexOf(':');
    const value = each.slice(colon + 1).replace(/!\s*important/i, '');
    return [each.slice(0, Math.max(0, colon)).trim().toLowerCase(), value.trim().toLowerCase()];
  });
  return new Map(pairs.filter(([property]) => known.has(property)));
}

/** The styles of at most this many elements are kept. */
const mostKept = 10_000;

/** Whether an element is invisible, whatever its parts are. */
function isInvisible(style: Style): boolean {
  const begins = (property: string, ...values: readonly string[]): boolean =>
    values.some((value) => style.get(property)?.startsWith(value));
  const isFar = (property: string): boolean => parseSize(style.get(property)) < -500;
  const isMoved =
    begins('position', 'absolute', 'fixed') && (isFar('left') || isFar('top') || begins('clip', 'rect(0', 'rect(1px'));
  const isClipped = begins('overflow', 'hidden', 'clip') && sizes.some((size) => isTiny(style.get(size)));
  // a script is to reveal what is transparent and has a movement
  const isMoving = ['transform', '-webkit-transform', 'transition'].some((property) => style.has(property));
  const isTransparent = parseSize(style.get('opacity')) === 0 && !isMoving;
  const isOff = begins('display', 'none') || begins('mso-hide', 'all') || isTransparent;
  return isOff || isMoved || isClipped || isFar('text-indent');
}

/** NaN if the value is no length. */
function parseSize(value = ''): number {
  return Number(/^(-?[\d.]+)(?:px|pt|r?em|%)?$/.exec(value)?.[1] ?? NaN);
}

/** A pixel or less. */
function isTiny(value = ''): boolean {
  return parseSize(value) === 0 || (/p[xt]$/.test(value) && Math.abs(parseSize(value)) <= 1);
}

/** The properties that elements inherit unless they have their own: the look of text, and whether blanks are kept. */
type PageLook = Look & { readonly keepsBlanks?: boolean };

/** The properties of a style that elements inherit. White text may be on a picture, and is seen. */
function readPageLook(style: Style): PageLook {
  const properties = ['white-space', 'visibility', 'color', 'font-size', 'font-weight', 'font-style', 'text-align'];
  const [blanks, visibility, colour, size, weight, slant, side] = properties.map((property) => style.get(property));
  return {
    ...(blanks !== undefined && { keepsBlanks: /^(pre|break-spaces)/.test(blanks) }),
    ...(visibility !== undefined && { hidden: /^(hidden|collapse)/.test(visibility) }),
    ...(colour !== undefined && { colour: colour.replace(/^#f{6}$/, 'white') }),
    ...(size !== undefined && { tiny: isTiny(size) }),
    ...(weight !== undefined && { bold: /^(?:bold|[6-9]00)/.test(weight) }),
    ...(slant !== undefined && { italic: /^(?:italic|oblique)/.test(slant) }),
    ...(side !== undefined && { right: /^(?:right|end)/.test(side) }),
  };
}

const noStyle: Style = new Map();

/** HTML in the layout of a browser. Quotations begin with ">". @param leavesComments  whether readers' comments are left out */
function createHtmlMarkup(styles: PageStyles, leavesComments: boolean): Markup {
  const looks: PageLook[] = [];
  const kept = new Map<string, Style>();
  // The style of an element: that of its name, its classes, its id and its own, each over those before. Some are kept.
  const computeStyle = (element: string, { class: classes = '', id = '', style = '' }: Attributes): Style => {
    if (styles.size === 0 && style === '') return noStyle;
    const key = [element, classes, id, style].join(' ');
    const before = kept.get(key);
    if (before) return before;
    const names = classes.split(/\s+/).flatMap((name) => [`.${name}`, `${element}.${name}`]);
    const rules = [element, ...names, `#${id}`, `${element}#${id}`].flatMap((name) => styles.get(name) ?? []);
    const computed = new Map([...rules, parseStyle(style)].flatMap((each) => [...each]));
    if (kept.size < mostKept) kept.set(key, computed);
    return computed;
  };
  /** For each open element, whether it is an earlier mail. */
  const earlier: boolean[] = [];
  let isEarlierToEnd = false;
  return {
    isXml: false,
    collapses: true,
    paragraphs: setOf(blocks),
    row: 'tr',
    cells: setOf('td th'),
    signs: { br: () => '\n', q: () => '“' },
    leftOut,
    open(element, attributes, reader) {
      const isWhole = wholes.has(element); // programs hide a whole page until its scripts have run
      const style = isWhole ? noStyle : computeStyle(element, attributes);
      const isClosed = element === 'dialog' && !Object.hasOwn(attributes, 'open');
      const isHidden = isClosed || Object.hasOwn(attributes, 'hidden') || isInvisible(style);
      const kind = isHidden ? 'hidden' : findKindLeftOut(element, attributes, reader);
      if (kind && (leavesComments || kind !== 'comments')) reader.leaveOut(kind, 0);
      // a reader's comment at the end of a document of Google begins with a link to its place
      if (element === 'a' && /^cmnt\d+$/.test(attributes['id'] ?? ''))
        reader.leaveOut('comments', 1 + Number(reader.findAbove(2) === 'div'));
      // the role in a mail: an earlier mail, which may extend to the end, or a signature
      const classes = classesOfQuoted.get(element);
      const isEarlier = element === 'blockquote' || (classes !== undefined && isNamed(classes, attributes));
      const begins = !isEarlierToEnd && isNamed(beginsEarlierMail, attributes);
      isEarlierToEnd ||= begins;
      earlier.push(isEarlier);
      reader.prose.quotations += Number(begins) + Number(isEarlier);
      if (element === 'div' && isNamed(signatures, attributes)) reader.prose.sign('-- \n');
      const initial = preformatted.has(element) && { keepsBlanks: true };
      looks.push({ ...looks.at(-1), ...initial, ...weights[element], ...(style.size > 0 && readPageLook(style)) });
      show(reader);
    },
    close(element, reader) {
      if (element === 'q' && !reader.region) reader.prose.sign('”');
      if (earlier.pop()) reader.prose.quotations -= 1;
      looks.pop();
      show(reader);
    },
  };

  function show(reader: MarkupReader): void {
    const look = looks.at(-1) ?? {};
    reader.prose.keepsBlanks = look.keepsBlanks ?? false;
    reader.prose.looks = [look];
    reader.region = isUnseen([look], () => false) ? 'hidden' : undefined;
  }
}

/** Classes and ids of earlier mails and quoted posts, of what an earlier mail is below, and of signatures. */
const quotedText =
  /^(?:x_)*(?:yahoo_quoted.*|ydp\w*yahoo_quoted|protonmail_quote|tutanota_quote|mail_android_quote|OLK_SRC_BODY_SECTION|quote|(?:bbc?ode|bbc|ips)_?quote|quote[-_]?(?:container|content|box)|bbCodeQuote)$/i;
/** The same classes by their elements. Word gives paragraphs the names of its styles for quotations. */
const classesOfQuoted: ReadonlyMap<string, RegExp> = new Map([
  ['div', quotedText],
  ['p', /^Mso(?:Intense)?Quote(?:CxSp(?:First|Middle|Last))?$/],
]);
const beginsEarlierMail =
  /^(?:x_)*(?:appendonsend|divRplyFwdMsg|OutlookMessageHeader|stopSpelling|reply-intro|mail-editor-reference-message-container)$/;
const signatures =
  /^(?:x_)*(?:gmail_signature|moz-signature|protonmail_signature_block-user|Signature|AppleMailSignature|ms-outlook-mobile-signature)$/;

function isNamed(names: RegExp, { id = '', class: classes = '' }: Attributes): boolean {
  return id + classes !== '' && [id, ...classes.split(/\s+/)].some((name) => names.test(name));
}

const weights: Readonly<Record<string, PageLook>> = {
  ...nameAll('b strong', { bold: true }),
  ...nameAll('i em', { italic: true }),
};
const wholes = setOf('html body');
const preformatted = setOf('pre listing xmp');
const leftOut = {
  ...nameAll('nav aside footer header menu button select', 'navigation'),
  ...nameAll('noscript noframes rp iframe object audio video canvas', 'hidden'),
  ...nameAll('script style template head title svg math textarea', undefined),
  ...nameAll('del s strike', 'deletions'),
} as const satisfies Markup['leftOut'];

/** A class, id or role of footnotes or endnotes, or of their marks, with "-" between its words. */
const ofNotes =
  /^(?:[a-z]+-)*?(?:(?:foot|end)-?notes?|note-?refs?|sd(?:foot|end)note\w*|ftn(?:ref)?|edn(?:ref)?|fn(?:ref)?|cite-(?:note|ref))(?:-(?:ref|refs|reference|references|text|mark|marker|number|list|item|body|content|container|section|area|wrapper|block|anchor|link|back|backref|backlink|title|heading|characters|\w*\d))*$/;
const mayBeNotes = /note|ftn|edn|fn|cite/i;
/** A name with one of these words before it says that a page has such notes, not that the element is one. */
const ofPages = /(?:^|-)(?:has|with|without|no|show|hide|enable|use)-/;

function findKindLeftOut(element: string, attributes: Attributes, reader: MarkupReader): PartKind | undefined {
  if (shownAlways.has(element)) return undefined;
  const isMark = element === 'a' && reader.isWithin('sup') && attributes['href']?.startsWith('#');
  const isOfCard = element === 'span' && attributes['class'] === 'fn'; // a name in a vCard
  const names = namesOfNotes.flatMap((name) =>
    mayBeNotes.test(attributes[name] ?? '') ? attributes[name]!.split(/\s+/) : [],
  );
  const isOfNotes =
    isMark === true ||
    names.some((name) => {
      const words = name.replace(/([a-z])([A-Z0-9])/g, '$1-$2').replace(/[_:.-]+/g, '-');
      const plain = words.replace(/^-|-$/g, '').toLowerCase();
      return name.length <= 100 && ofNotes.test(plain) && !ofPages.test(plain);
    });
  if (isOfNotes && !isOfCard) return 'notes';
  if (element === 'div' && /^(header|footer)$/.test(attributes['title'] ?? '')) return 'headers';
  return ofPage.find(([names]) => isNamed(names, attributes))?.[1];
}

/** Classes and ids of what readers wrote below a page, and of what a page shows around its text. */
const ofPage = [
  [
    /^(?:comments|comments?-?(?:list|area|section|thread)|disqus_thread|msocomtxt|msocomanch(?:or)?\d*|cmnt_ref\d+)$/i,
    'comments',
  ],
  [
    /^(?:cookie-?(?:banner|consent|notice|bar|law-info-bar)|cookieconsent|sharedaddy|(?:social-)?share-?(?:buttons|links)|social-share|addtoany_\w+|breadcrumbs?|related-?posts|skip-link)$/i,
    'navigation',
  ],
] as const;

const shownAlways = setOf('html body main article');
const namesOfNotes = ['id', 'class', 'role', 'epub:type'] as const;

/** The running text of HTML. */
export function readHtml(source: string, name: string, stop: StopSignal): ReadContent {
  const styles = readPageStyles(source);
  const readWith = (leavesComments: boolean): ReadContent => {
    const reader = new MarkupReader(createHtmlMarkup(styles, leavesComments));
    reader.read(source, name, stop);
    return reader.prose.content;
  };
  const read = readWith(true);
  const hasOnlyComments = read.text.trim() === '' && read.parts?.some(({ kind }) => kind === 'comments');
  return hasOnlyComments ? readWith(false) : read;
}

/** A page declares its encoding above its body, within this many bytes. Browsers look for it in pieces, as is done here. */
const [mostDeclaring, piece] = [1 << 20, 1 << 14];

/** The encoding in the first <meta> of a page that declares one, or in its XML declaration. A page that is searched is not UTF-16. */
export function findDeclaredEncoding(bytes: Uint8Array): string | undefined {
  const labels: string[] = [];
  const take = (text = '', pattern = /^([^;]+)/): void => {
    const label = pattern.exec(text.trim())?.[1];
    if (label) labels.push(label);
  };
  const inside = /charset\s*=\s*["']?([\w:.-]+)/i;
  let isInBody = false;
  const parser = new Parser({
    onopentag: (element, { charset, content, 'http-equiv': header }) => {
      isInBody ||= element === 'body';
      if (element !== 'meta') return;
      take(charset);
      if (/^content-type$/i.test(header ?? '')) take(content, inside);
    },
    oncomment: (text) => {
      take(text, /^\?xml\b.*?encoding\s*=\s*["']([\w:.-]+)/);
    },
  });
  const above = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, mostDeclaring));
  const isDone = (): boolean => isInBody || labels.length > 0;
  for (let at = 0; at < above.length && !isDone(); at += piece) parser.write(above.toString('latin1', at, at + piece));
  return labels[0] && /^(utf-?16|unicode|ucs-?2|csunicode|iso-10646)/i.test(labels[0]) ? 'utf-8' : labels[0];
}

/** Reads .html and .htm in the encoding that the page declares. */
export const htmlReader: DocumentReader = {
  library: 'htmlparser2 12.0.0',
  read: async (bytes, name, stop) => {
    const declared = getBOMEncoding(bytes) ? undefined : findDeclaredEncoding(bytes);
    const source = declared ? decodeWith(declared, bytes, name) : decodeText(bytes, name);
    return Promise.resolve(readHtml(source, name, stop));
  },
};
