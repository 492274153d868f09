import { hashWithSeed } from '../../../src/core/evaluation/scoreGroups';

/**
 * A seeded sample of `limit` items, in their given order. Which ones are taken depends on their keys and the seed alone,
 * so that the order of a file changes nothing and lists of one query with other negatives keep the same queries.
 */
export function sampleByKey<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  limit: number,
  seed: number,
): readonly Item[] {
  if (items.length <= limit) return items;
  const places = items.map((item, i) => ({ place: i, key: keyOf(item), hash: hashWithSeed(keyOf(item), seed) }));
  places.sort((a, b) => a.hash - b.hash || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.place - b.place));
  return places
    .slice(0, limit)
    .map(({ place }) => place)
    .sort((a, b) => a - b)
    .map((place) => items[place]!);
}
