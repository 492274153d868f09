import type { EncodedSpan, ReferenceIndex, StopSignal } from '../ports';
import { throwIfStopped } from '../stop';
import { documentVector } from './describe';

/** Spans read at once: memory holds the exact rows of these, however long the documents. */
const batch = 32;

/** The `documentVector` of documents of an index, read one after the other. Throws Cancelled. */
export async function storedVector(
  index: ReferenceIndex,
  documents: readonly string[],
  stop: StopSignal,
): Promise<Float32Array> {
  const found: Pick<EncodedSpan, 'span' | 'open'>[] = [];
  for (const document of documents) {
    const ids = await index.spansOf(document);
    for (let at = 0; at < ids.length; at += batch) {
      throwIfStopped(stop);
      for (const { span, open } of await index.read(ids.slice(at, at + batch))) found.push({ span, open });
    }
  }
  return documentVector(found);
}
