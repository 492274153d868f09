import type { Attachment, Email } from 'postal-mime';
import type { PartKind, ReadPart } from '../../core/readableFormats';
import { unreadableDocument } from '../../core/errors';
import type { StopSignal } from '../../core/work';
import type { DocumentReader, ReadContent } from '../../core/ports';
import { countWords } from '../../core/text/countWords';
import { exclusions } from '../../core/text/exclusions';
import { htmlContent } from './html';
import { parseMail } from './parseMail';

/** One of them at least is in every mail. */
const headers: ReadonlySet<string> = new Set(['from', 'date', 'subject', 'message-id', 'to', 'received']);

const encrypted = /^application\/(pgp-encrypted|(x-)?pkcs7-mime)$/;
/** What programs write above a mail that they forward, or answer from above without marks. */
const forwarding = new RegExp(
  [
    String.raw`^-{3,} ?(?:Forwarded message|Original Message|Forwarded by .{1,100}?) ?-{3,}$`,
    String.raw`^Begin forwarded message:$`,
    String.raw`^_{20,}\s*\nFrom: .*\n(?:Sent|Date): `,
    String.raw`^\*?From:\*? .*\n\*?(?:Sent|Date):\*? .*\n(?:.*\n){0,3}\*?Subject:`,
  ].join('|'),
  'im',
);

/** Reads .eml: the plain text of a mail, or else its HTML. Quoted lines stay, with their ">". */
export const mailReader: DocumentReader = {
  library: 'postal-mime 4.0.0, htmlparser2 12.0.0',
  read: async (bytes, name, stop) => {
    const mail = await parseMail(bytes, name);
    if (!mail.headers.some(({ key }) => headers.has(key))) throw unreadableDocument(name, 'it is not an e-mail');
    if (mail.attachments.some(({ mimeType }) => encrypted.test(mimeType)))
      throw unreadableDocument(name, 'it is encrypted');
    const { text: whole, parts = [] } = bodyOf(mail, name, stop);
    const attached = await Promise.all(mail.attachments.map((each) => attachedPart(each, name, stop)));
    const end = forwarding.exec(whole)?.index ?? whole.length;
    const text = whole.slice(0, end).trim();
    if (text === '' && end < whole.length)
      throw unreadableDocument(name, 'it holds nothing but a mail that it forwards');
    const marked = exclusions(text, stop).map(({ start, end: last }) => part('quoted', text.slice(start, last)));
    return { text, parts: summed([...parts, ...marked, part('forwarded', whole.slice(end)), ...attached.flat()]) };
  },
};

function part(kind: PartKind, text: string): ReadPart {
  return { kind, words: countWords(text) };
}

/** The plain text where it is there, since it is what was typed or made from that. */
function bodyOf({ text, html }: Email, name: string, stop: StopSignal): ReadContent {
  if (text?.trim()) return { text: text.replace(/\r\n/g, '\n').trim() };
  return htmlContent(html ?? '', name, stop);
}

/** The words of a forwarded mail or of an attached text, which are left out. */
async function attachedPart(attachment: Attachment, name: string, stop: StopSignal): Promise<readonly ReadPart[]> {
  const { mimeType, content } = attachment;
  if (typeof content === 'string') return [];
  if (mimeType === 'message/rfc822') {
    const { text } = bodyOf(await parseMail(new Uint8Array(content), name), name, stop);
    return [part('forwarded', text)];
  }
  if (!mimeType.startsWith('text/')) return [];
  return [part('attachments', new TextDecoder().decode(content))];
}

function summed(parts: readonly ReadPart[]): readonly ReadPart[] {
  const words = (kind: PartKind): number => parts.reduce((sum, each) => sum + (each.kind === kind ? each.words : 0), 0);
  const kinds = [...new Set(parts.map(({ kind }) => kind))];
  return kinds.map((kind) => ({ kind, words: words(kind) })).filter(({ words: count }) => count > 0);
}
