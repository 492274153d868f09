import type { TextRange } from '../domain';
import type { StoredSpan } from '../ports';
import type { UnreadPlace } from '../server';
import type { PassageContext } from './candidatePassages';
import { overlap } from './readText';

/** Places that are listed. */
const maxPlaces = 8;

/** A span of a text that is not at hand. */
export interface UnreadSpan extends StoredSpan {
  readonly title: string;
}

/**
 * Where texts that cannot be read answer the questioned one: patches that the author's spans answer better than others do, the widest margin
 * first, none overlapping another.
 */
export function unreadPlaces(
  { similarities, text }: Pick<PassageContext, 'similarities' | 'text'>,
  author: string,
  spans: readonly UnreadSpan[],
): readonly UnreadPlace[] {
  const margins = similarities.margins(author);
  const places = spans.flatMap(({ id, title, patches: { ranges } }) =>
    (similarities.spansOf(author).get(id) ?? []).flatMap(({ firstPatch, rows, similarities: scores }) =>
      Array.from(scores, (score, i) => ({
        margin: margins[firstPatch + i]!,
        place: {
          questioned: rangeOf(text.patchRanges, firstPatch + i),
          title,
          known: rangeOf(ranges, rows[i]!),
          score,
        },
      })),
    ),
  );
  places.sort((a, b) => b.margin - a.margin || a.place.questioned.start - b.place.questioned.start);
  const kept: UnreadPlace[] = [];
  for (const { place, margin } of places) {
    if (kept.length === maxPlaces || !(margin > 0)) break;
    if (!kept.some(({ questioned }) => overlap(questioned, place.questioned))) kept.push(place);
  }
  return kept;
}

function rangeOf(ranges: Uint32Array, patch: number): TextRange {
  return { start: ranges[2 * patch]!, end: ranges[2 * patch + 1]! };
}
