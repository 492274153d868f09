import type { Segment } from '../records/segment';
import type { ArenaSegment } from './codeArena';

/** What an arena takes, which numbers the documents from 0 on. */
export function arenaSegment({ documents, counts, codes }: Segment): ArenaSegment {
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
