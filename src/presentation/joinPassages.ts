import type { PatchPair, TextRange } from '../core/domain';

/** Characters that may lie between two pairs that are read as one: a patch of two short words and the spaces around it. */
const longestGap = 12;

/**
 * Joins pairs that follow one another closely, in the same order, in both texts: patches are a few tokens long, and a
 * reader sees one passage. A joined pair's similarity is the mean of its parts.
 *
 * @param pairs  of one candidate
 * @returns in the order of the questioned text
 */
export function joinPassages(pairs: readonly PatchPair[]): readonly PatchPair[] {
  const sorted = [...pairs].sort((a, b) => a.questioned.start - b.questioned.start);
  const runs: PatchPair[][] = [];
  for (const pair of sorted) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && follows(last, pair)) run.push(pair);
    else runs.push([pair]);
  }
  return runs.map(joined);
}

function follows(last: PatchPair, pair: PatchPair): boolean {
  return last.document === pair.document && isNext(last.questioned, pair.questioned) && isNext(last.known, pair.known);
}

function isNext(last: TextRange, range: TextRange): boolean {
  return range.start >= last.end && range.start - last.end <= longestGap;
}

function joined(run: readonly PatchPair[]): PatchPair {
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last) throw new RangeError('a run has at least one pair');
  return {
    questioned: { start: first.questioned.start, end: last.questioned.end },
    document: first.document,
    known: { start: first.known.start, end: last.known.end },
    similarity: run.reduce((sum, { similarity }) => sum + similarity, 0) / run.length,
  };
}
