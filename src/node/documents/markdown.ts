import type { DocumentReader } from '../../core/ports';
import { readMarkdown } from '../../core/text/markdown';
import { decodeText } from './decodeText';

/** Markdown with its places as they are in the file, without what its author did not write as prose. */
export const markdownReader: DocumentReader = {
  read: async (bytes, name, stop) => Promise.resolve(readMarkdown(decodeText(bytes, name), stop)),
};
