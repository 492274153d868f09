import type { TextRange } from '../domain';
import type { Reasons } from './reasons';

/** A passage to be put in order. */
interface Carried {
  readonly range: TextRange;
  readonly gain: number;
  readonly reasons: Pick<Reasons, 'wordings' | 'weight'>;
}

/** Share of what carries a passage that those before it must not have shown. */
const leastNew = 0.1;

/**
 * The best first. What a passage shares with the known place and those before it share, too, gains nothing: a phrase that a writer, or
 * a whole trade, uses at every turn is shown once before what else there is, and a passage that has nothing else is left out.
 */
export function eachWordingOnce<P extends Carried>(passages: readonly P[]): readonly P[] {
  const said = new Set<string>();
  const ordered: P[] = [];
  let left = passages.map((passage) => ({ passage, share: newShare(passage, said) }));
  while (left.length > 0) {
    left.sort((a, b) => gainOf(b) - gainOf(a) || a.passage.range.start - b.passage.range.start);
    const next = left.shift()!;
    ordered.push({ ...next.passage, gain: gainOf(next) });
    for (const { pairs } of next.passage.reasons.wordings) for (const pair of pairs) said.add(pair);
    left = left
      .map(({ passage }) => ({ passage, share: newShare(passage, said) }))
      .filter(({ share }) => share > leastNew);
  }
  return ordered;
}

function gainOf({ passage, share }: { readonly passage: Carried; readonly share: number }): number {
  return passage.gain * share;
}

/** The share of what carries a passage that was not said yet. */
function newShare({ reasons: { wordings, weight } }: Carried, said: ReadonlySet<string>): number {
  if (weight <= 0) return 1;
  const shares = wordings.map(
    (wording) => (wording.weight * wording.pairs.filter((pair) => !said.has(pair)).length) / wording.pairs.length,
  );
  return shares.reduce((sum, share) => sum + share, 0) / weight;
}
