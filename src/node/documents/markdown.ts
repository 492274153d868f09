import type { DocumentReader } from '../../core/ports';
import { readMarkdown } from '../../core/text/markdown';
import { refuseMany } from './collections';
import { decodeText } from './decodeText';

/** Markdown with its places as they are in the file, without what its author did not write as prose. */
export const markdownReader: DocumentReader = {
  read: async (bytes, name, stop) => {
    refuseMany('markdown', bytes, name, stop);
    return Promise.resolve(readMarkdown(decodeText(bytes, name), stop));
  },
};
