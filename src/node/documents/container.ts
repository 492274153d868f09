import { unzipSync } from 'fflate';
import { unreadableDocument } from '../../core/errors';

/** Most bytes that the parts of a document may hold once they are expanded. */
const mostExpanded = 200_000_000;

/**
 * The parts of a zipped document whose names are wanted, as text. What a part says of its own size bounds what is made of it.
 *
 * @throws UnreadableDocument  where it is no such container, is damaged, or would grow beyond 200 MB
 */
export function unzipped(bytes: Uint8Array, name: string, wanted: RegExp): ReadonlyMap<string, string> {
  const begins = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (begins === '\xd0\xcf\x11\xe0')
    throw unreadableDocument(name, 'it is protected by a password, or of the kind of Word 97 to 2003 (.doc)');
  if (!begins.startsWith('PK')) throw unreadableDocument(name, 'it is of another kind than its name says');
  let expanded = 0;
  const parts = zipParts(bytes, name, ({ name: part, originalSize }) => {
    if (!wanted.test(part)) return false;
    expanded += originalSize;
    if (expanded > mostExpanded)
      throw unreadableDocument(name, 'it would grow to more than 200 MB when it is expanded');
    return true;
  });
  return new Map(Object.entries(parts).map(([part, content]) => [part, new TextDecoder().decode(content)]));
}

type Filter = Exclude<NonNullable<Parameters<typeof unzipSync>[1]>['filter'], undefined>;

function zipParts(bytes: Uint8Array, name: string, filter: Filter): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'number')
      throw unreadableDocument(name, 'it is damaged or cut off');
    throw error;
  }
}
