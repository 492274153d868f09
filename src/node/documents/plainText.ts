import type { DocumentReader } from '../../core/ports';
import { decodeText } from './decodeText';

/** Text as it stands, so that ranges of it are those of the file in an editor. */
export const plainTextReader: DocumentReader = {
  read: async (bytes, name) => Promise.resolve(decodeText(bytes, name)),
};
