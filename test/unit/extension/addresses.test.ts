import { describe, expect, it } from 'vitest';
import { formatCommandLink, parseQuery, formatQuery } from '../../../src/extension/shownFiles';

describe('the link of a hover', () => {
  it.each(['Author A', 'Smith (the younger)', ':-)', 'A](command:other) [B', '"quoted", [listed]'])(
    'holds the whole of an author’s name: %s',
    (author) => {
      const link = formatCommandLink('idiograph.openBoth', [3, author]);
      expect(link).not.toMatch(/[()\s<>[\]]/);
      const [, query = ''] = link.split('?');
      expect(JSON.parse(decodeURIComponent(query))).toEqual([3, author]);
    },
  );
});

describe('the query of a known text', () => {
  it('comes back as it was', () => {
    const address = { id: 'abc' };
    expect(parseQuery(formatQuery(address))).toEqual(address);
  });

  it.each(['', 'no JSON', 'null', '[]', '7', '{}', '{"index":"/a"}', '{"id":1}', '{"id":{}}'])(
    'is refused where it is no address: %s',
    (query) => {
      expect(parseQuery(query)).toBeUndefined();
    },
  );
});
