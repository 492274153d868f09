import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';
import { IdiographError, unreadableDocument } from '../../core/errors';
import { decodeWith } from './decodeText';
import { declaredEncoding } from './html';

/** Deeper mails within mails are made to break programs. */
const limits = { maxNestingDepth: 50, maxHeadersSize: 1_000_000, forceRfc822Attachments: true };

/** What the library knows of a part when it asks what kind of part it is. */
interface MailPart {
  content: ArrayBuffer | null;
  readonly contentType: {
    readonly parsed: { readonly value: string; readonly params: Record<string, string | undefined> };
  };
}

/** The class of the library with the method that it calls once for each part; its types leave this out. */
const Library = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & {
  isInlineTextNode(part: MailPart): boolean;
};

/**
 * The library, but for the decoding of bodies: its own decoder reads several encodings otherwise on another host. Each body is UTF-8 before
 * the library decodes it.
 */
class MailParser extends Library {
  constructor(private readonly name: string) {
    super(limits);
  }

  override isInlineTextNode(part: MailPart): boolean {
    const isText = super.isInlineTextNode(part);
    const { value, params } = part.contentType.parsed;
    if (isText && part.content) {
      const bytes = new Uint8Array(part.content);
      const declared = params['charset'] ?? (value === 'text/html' ? declaredEncoding(bytes) : undefined);
      const text = decodeWith(declared ?? 'utf-8', bytes, this.name);
      part.content = new TextEncoder().encode(text).buffer;
      params['charset'] = 'utf-8';
    }
    return isText;
  }
}

/** The parts of a mail. Throws UnreadableDocument, WrongEncoding. */
export async function parseMail(bytes: Uint8Array, name: string): Promise<Email> {
  try {
    return await new MailParser(name).parse(bytes);
  } catch (error) {
    if (error instanceof IdiographError) throw error;
    throw unreadableDocument(name, 'it is no e-mail, or its parts are nested too deeply');
  }
}
