/** The distinct runs of five words of a text, as 32-bit hashes. */
export type WordRuns = ReadonlySet<number>;

/** Words in a run. */
const length = 5;

/** The runs of five words of a text. Linear in the text. */
export function wordRuns(words: Int32Array): WordRuns {
  const runs = new Set<number>();
  for (let end = length; end <= words.length; end++) {
    let run = 0;
    for (let i = end - length; i < end; i++) {
      run = Math.imul(run ^ words[i]!, 0x85ebca6b);
      run ^= run >>> 13;
    }
    runs.add(run);
  }
  return runs;
}

/** The runs that two texts have in common, as a share of the text with fewer of them, in [0, 1]; 0 for texts without runs. */
export function sharedRuns(a: WordRuns, b: WordRuns): number {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const run of fewer) if (more.has(run)) shared += 1;
  return fewer.size === 0 ? 0 : shared / fewer.size;
}
