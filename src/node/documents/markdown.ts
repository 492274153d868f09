import type { DocumentReader } from '../../core/ports';
import { readMarkdown } from '../../core/text/markdown';
import { decodeOneText } from './collections';

/** Markdown with its places as they are in the file, without what its author did not write as prose. */
export const markdownReader: DocumentReader = {
  read: async (bytes, name, stop) => Promise.resolve(readMarkdown(decodeOneText(bytes, name, stop), stop)),
};
