import PostalMime, { type PostalMimeOptions } from 'postal-mime';
import { unreadableDocument } from '../../core/errors';
import { decodeText, decodeWith } from '../decodeText';
import { findDeclaredEncoding } from '../markup/html';

/** Mails that are nested deeper are made to break programs. */
const limits = { maxNestingDepth: 50, maxHeadersSize: 1_000_000, forceRfc822Attachments: true };

interface Declared {
  readonly value: string;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** A part of a mail, in the form of the library. */
export interface MailPart {
  /** The bytes without their transfer encoding. Null if it has other parts. */
  readonly content: ArrayBuffer | null;
  readonly contentType: { readonly parsed: Declared; readonly multipart: string | false };
  readonly contentDisposition: { readonly parsed: Declared };
  readonly contentId?: string;
  readonly headers: readonly { readonly key: string }[];
  readonly childNodes: readonly MailPart[];
}

interface PartLines {
  readonly chunks: (Uint8Array | string)[];
}

/** The library's class with the tree of parts and the way of its lines. Its types leave both out. */
const Library = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & {
  readonly root: MailPart;
  readonly currentNode: { readonly contentDecoder: PartLines | null };
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
};

const [joinedLines, lineEnd] = [4096, Buffer.from('\n')];

/** The library without the text that it makes, which differs. It keeps each line of a part, so that they are joined as they come. */
class MailParser extends Library {
  private lines: PartLines | null = null;
  private joined = 0;

  constructor() {
    super(limits);
  }

  isInlineTextNode(): boolean {
    return false;
  }

  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    await super.processLine(line, isFinal);
    const lines = this.currentNode.contentDecoder;
    if (lines !== this.lines) this.joined = 0;
    this.lines = lines;
    if (!lines || lines.chunks.length < this.joined + joinedLines) return;
    const last = lines.chunks.splice(this.joined);
    this.joined = lines.chunks.push(Buffer.concat(last.map((each) => (typeof each === 'string' ? lineEnd : each))));
  }
}

/** The parts of a mail as a tree. Throws UnreadableDocument, also if the end of a part is missing. */
export async function parseMail(bytes: Uint8Array, name: string): Promise<MailPart> {
  const parser = new MailParser();
  try {
    await parser.parse(bytes);
  } catch {
    throw unreadableDocument(name, 'it is no e-mail, or its parts are nested too deeply');
  }
  if (parser.root.contentType.multipart === false) return parser.root;
  const written = Buffer.from(bytes).toString('latin1');
  const ends = new Set(written.match(/^--.*--(?=[ \t]*\r?$)/gm));
  const isCutOff = ({ contentType }: MailPart): boolean => {
    const boundary = contentType.multipart === false ? undefined : contentType.parsed.params['boundary'];
    return boundary !== undefined && !ends.has(`--${Buffer.from(boundary).toString('latin1')}--`);
  };
  if (listParts(parser.root).some(isCutOff))
    throw unreadableDocument(name, 'it is cut off: the end of one of its parts is missing');
  return parser.root;
}

/** A part and all parts inside it, in order. */
export function listParts(part: MailPart): readonly MailPart[] {
  return [part, ...part.childNodes.flatMap(listParts)];
}

const ownMark = '    ';

/**
 * The text of a part, in its own or its page's encoding, otherwise UTF-8. Lines of format=flowed (RFC 3676) become paragraphs: a line that
 * ends with a blank continues in the next one, unless that is empty or has another number of ">". A line "-- " is complete. The blank before
 * a ">" of the writer's own becomes four, which is more than before any mark of a quoted line. Throws UnreadableDocument, WrongEncoding.
 */
export function decodePart({ content, contentType: { parsed } }: MailPart, name: string): string {
  const { format = '', delsp = '' } = parsed.params;
  const bytes = new Uint8Array(content ?? new ArrayBuffer(0));
  const charset = parsed.params['charset'] ?? (parsed.value === 'text/html' ? findDeclaredEncoding(bytes) : undefined);
  const text = charset ? decodeWith(charset, bytes, name) : decodeText(bytes, name);
  if (!/^flowed$/i.test(format)) return text;
  const isBlankLost = /^yes$/i.test(delsp); // it is not part of the text
  const shown: string[] = [];
  let open: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, marks, said] = /^(>*) ?(.*)$/s.exec(line) as unknown as [string, string, string];
    const words = marks === '' && said.startsWith('>') ? ownMark + said : said;
    const isWhole = words === '-- ' || words === '';
    const goesOn = !isWhole && words.endsWith(' ');
    if (open !== marks || isWhole) shown.push(marks === '' ? '\n' : `\n${marks} `);
    shown.push(goesOn && isBlankLost ? words.slice(0, -1) : words);
    open = goesOn ? marks : undefined;
  }
  return shown.join('').slice(1);
}
