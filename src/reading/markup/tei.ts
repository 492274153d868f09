import { unreadableDocument } from '../../core/errors';
import type { DocumentReader } from '../../core/ports';
import { decodeText } from '../decodeText';
import { type Markup, MarkupReader, nameAll, setOf } from './markup';

/** Text of the Text Encoding Initiative, by its elements without a prefix. Notes, what an editor added, and apparatus are left out. */
const markup: Markup = {
  isXml: false,
  collapses: true,
  paragraphs: setOf(
    'text body front back div p l lg head ab opener closer salute signed dateline sp stage list item quote postscript',
  ),
  row: 'row',
  cells: new Set(['cell']),
  signs: { lb: () => ' ', gap: () => ' ' },
  leftOut: {
    ...nameAll('teiheader facsimile standoff', undefined),
    ...nameAll('note', 'notes'),
    ...nameAll('del surplus', 'deletions'),
    ...nameAll('fw head stage', 'headers'),
    ...nameAll('speaker', 'cells'), // they are put back where they head turns
    ...nameAll('sic orig abbr', 'alternative'),
    ...nameAll('quote cit', 'quoted'),
  },
};

/** Reads TEI-XML. */
export const teiReader: DocumentReader = {
  library: 'htmlparser2 12.0.0',
  read: async (bytes, name, stop) => {
    const source = decodeText(bytes, name);
    if (!/<(?:\w+:)?TEI\b|<TEI\.2\b/.test(source.slice(0, 10_000)))
      throw unreadableDocument(name, 'it is neither TEI-XML nor a backup of messages');
    const reader = new MarkupReader(markup);
    const plain = source.replace(/<(\/?)\w+:/g, '<$1').replace(/<(\w+)([^<>]*)\/>/g, '<$1$2></$1>');
    reader.read(plain, name, stop);
    return Promise.resolve(reader.prose.content);
  },
};
