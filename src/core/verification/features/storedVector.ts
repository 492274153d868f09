import type { EncodedSpan, SpanStore, StopSignal } from '../../ports';
import { textDocumentVector } from './textFeatures';
import { storedSpans } from './storedSpans';

/** The `documentVector` of documents of an index, read one after the other. Throws Cancelled. */
export async function storedVector(
  store: SpanStore,
  documents: readonly string[],
  stop: StopSignal,
): Promise<Float32Array> {
  const found: Pick<EncodedSpan, 'span' | 'documentVector'>[] = [];
  for (const document of documents) {
    for await (const { span, documentVector } of storedSpans(store, document, stop))
      found.push({ span, documentVector });
  }
  return textDocumentVector(found);
}
