import PostalMime from 'postal-mime';
import type { ReadContent } from '../../core/ports';
import type { StopSignal } from '../../core/work';
import { decodeText } from './decodeText';
import { readHtml, htmlReader } from './html';
import { richTextReader } from './rtf';

/**
 * A document of another kind within a Word document (ECMA-376-1, §17.17.2), by how it begins: rich text, a Word document, a web archive, a
 * page or plain text. Undefined: it is another kind.
 */
export async function readChunk(
  bytes: Uint8Array,
  name: string,
  stop: StopSignal,
  readWord: (document: Uint8Array) => Promise<ReadContent>,
): Promise<ReadContent | undefined> {
  const begins = Buffer.from(bytes.subarray(0, 4096))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf|^\xff\xfe|^\xfe\xff|\0/g, '')
    .trimStart();
  if (begins.startsWith('{\\rtf')) return richTextReader.read(bytes, name, stop);
  if (begins.startsWith('PK')) return readWord(bytes);
  if (isArchive(begins)) {
    const { html, text = '' } = await PostalMime.parse(bytes);
    return html ? readHtml(html, name, stop) : { text };
  }
  if (begins.startsWith('<?xml') && !/<html/i.test(begins)) return undefined;
  if (begins.startsWith('<')) return htmlReader.read(bytes, name, stop);
  return { text: decodeText(bytes, name).replace(/\r\n?/g, '\n').trim() };
}

/** A web archive (MHTML) begins with the heads of a mail. */
function isArchive(begins: string): boolean {
  const [head = ''] = begins.split(/\r?\n\r?\n/, 1);
  return /^[\w-]+: /.test(head) && /^content-type:/im.test(head);
}
