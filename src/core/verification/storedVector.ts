import type { EncodedSpan, SpanStore, StopSignal } from '../ports';
import { documentVector } from './describe';
import { storedSpans } from './storedSpans';

/** The `documentVector` of documents of an index, read one after the other. Throws Cancelled. */
export async function storedVector(
  store: SpanStore,
  documents: readonly string[],
  stop: StopSignal,
): Promise<Float32Array> {
  const found: Pick<EncodedSpan, 'span' | 'open'>[] = [];
  for (const document of documents) {
    for await (const { span, open } of storedSpans(store, document, stop)) found.push({ span, open });
  }
  return documentVector(found);
}
