import type { Segment } from '../records/segment';
import type { CodeSegment } from './inMemoryCodes';

/** A segment as `InMemoryCodes` takes it, which numbers the documents from 0 on. */
export function codeSegment({ documents, counts, codes }: Segment): CodeSegment {
  const ids = new Float64Array(counts.length);
  const owners = new Uint32Array(counts.length);
  let span = 0;
  documents.forEach(({ firstSpan, spans }, owner) => {
    for (let i = 0; i < spans; i++) {
      ids[span] = firstSpan + i;
      owners[span++] = owner;
    }
  });
  return { ids, owners, counts, codes };
}
