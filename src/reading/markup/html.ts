import { getBOMEncoding } from '@exodus/bytes/encoding.js';
import { Parser } from 'htmlparser2';
import type { PartKind } from '../text/readableFormats';
import type { StopSignal } from '../../core/basics/work';
import type { DocumentReader, ReadContent } from '../../core/ports';
import { decodeText, decodeWith } from '../decodeText';
import { type Markup, MarkupReader, nameAll, setOf } from './markup';
import type { Attributes } from '../office/xmlNames';
import { isInvisible, type PageLook, type PageStyles, readPageLook, readPageStyles, computeStyles } from './pageStyle';
import { isUnseen } from './visibility';

const blocks =
  'address article blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure form h1 h2 h3 h4 h5 h6 hgroup hr legend li ' +
  'listing main ol optgroup p pre search section summary table tbody td tfoot th thead tr ul xmp';

/** HTML in the layout of a browser. Quotations begin with ">". @param leavesComments  whether readers' comments are left out */
function createHtmlMarkup(styles: PageStyles, leavesComments: boolean): Markup {
  const looks: PageLook[] = [];
  const computeStyle = computeStyles(styles);
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
      const style = isWhole ? new Map<string, string>() : computeStyle(element, attributes);
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
