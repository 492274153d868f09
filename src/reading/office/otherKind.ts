import { unreadableDocument } from '../../core/errors';
import type { ReadContent } from '../../core/ports';
import type { StopSignal } from '../../core/basics/work';
import { decodeText } from '../decodeText';
import { readHtml, htmlReader } from '../markup/html';
import { mailReader } from '../mail/mail';
import { decodePart, listParts, parseMail } from '../mail/parseMail';
import { richTextReader } from './rtf';

/** A document of another kind within a Word document, or with its name, by its beginning. Throws UnreadableDocument. @param where  begins its message */
export async function readOtherKind(
  bytes: Uint8Array,
  { name, where }: { readonly name: string; readonly where: string },
  stop: StopSignal,
  readWord: (document: Uint8Array) => Promise<ReadContent>,
): Promise<ReadContent> {
  const begins = Buffer.from(bytes.subarray(0, 4096))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf|^\xff\xfe|^\xfe\xff|\0/g, '')
    .trimStart();
  if (begins.startsWith('{\\rtf')) return richTextReader.read(bytes, name, stop);
  if (begins.startsWith('PK\x03\x04')) return readWord(bytes);
  const [head = ''] = begins.split(/\r?\n\r?\n/, 1);
  if (/^[\w-]+: /.test(head) && /^content-type:/im.test(head)) return readArchive(bytes, name, stop);
  if (begins.startsWith('<?xml') && !/<html/i.test(begins))
    throw unreadableDocument(name, `${where} is of an unknown kind. Open it in Word and save it as .docx`);
  if (/^<(?:!doctype|\w|\?xml|!--)/i.test(begins)) return htmlReader.read(bytes, name, stop);
  return { text: decodeText(bytes, name).replace(/\r\n?/g, '\n').trim() };
}

/** The page of a web archive, which is the first of its parts (RFC 2557, §3). An archive with a recipient is a mail. */
export async function readArchive(bytes: Uint8Array, name: string, stop: StopSignal): Promise<ReadContent> {
  const root = await parseMail(bytes, name);
  const isMail = root.headers.some(({ key }) => key === 'to');
  const page = listParts(root).find(({ contentType }) => contentType.parsed.value === 'text/html');
  return page && !isMail ? readHtml(decodePart(page, name), name, stop) : mailReader.read(bytes, name, stop);
}
