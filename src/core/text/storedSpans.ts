import type { Span } from '../domain';
import type { EncodedSpan, SpanStore, StopSignal, StoredSpan } from '../ports';
import { textDocumentVector } from '../scoring/patches';
import { throwIfStopped } from '../stop';

/** Spans read at once: memory holds the exact vectors of these, however long the documents. */
const batch = 8;

/**
 * Finds spans of a document among those that a store holds, when asked for them in the order of the text. A span that covers
 * the same range with as many tokens is the same: where a text is cut off, or a part of it left out, one of the two differs.
 * Throws Cancelled.
 */
export function heldSpans(
  store: SpanStore,
  document: string,
  stop: StopSignal,
): (span: Span) => Promise<EncodedSpan | undefined> {
  const stored = storedSpans(store, document, stop);
  let next: IteratorResult<StoredSpan, void> | undefined;
  return async (span) => {
    next ??= await stored.next();
    while (!next.done && next.value.span.range.end <= span.range.start) next = await stored.next();
    if (next.done || !isSame(next.value.span, span)) return undefined;
    const { documentVector, patches } = next.value;
    return { span, documentVector, patches };
  };
}

/** The spans of a document of an index, in the order of the text. Throws Cancelled. */
export async function* storedSpans(
  store: SpanStore,
  document: string,
  stop: StopSignal,
): AsyncGenerator<StoredSpan, void> {
  const ids = await store.spansOf(document);
  for (let at = 0; at < ids.length; at += batch) {
    throwIfStopped(stop);
    yield* await store.read(ids.slice(at, at + batch));
  }
}

/** The `textDocumentVector` of documents of an index, read one after the other. Throws Cancelled. */
export async function storedDocumentVector(
  store: SpanStore,
  documents: readonly string[],
  stop: StopSignal,
): Promise<Float32Array> {
  const spans: Pick<EncodedSpan, 'span' | 'documentVector'>[] = [];
  for (const document of documents) {
    for await (const { span, documentVector } of storedSpans(store, document, stop)) {
      spans.push({ span, documentVector });
    }
  }
  return textDocumentVector(spans);
}

function isSame(a: Span, b: Span): boolean {
  return a.range.start === b.range.start && a.range.end === b.range.end && a.tokens === b.tokens;
}
