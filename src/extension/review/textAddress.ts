/** Where the text of an `idiograph-text:` document comes from: an index file, and the id of a known document in it. */
export interface TextAddress {
  readonly index: string;
  readonly id: string;
}

/** The query of an address. */
export function queryOf({ index, id }: TextAddress): string {
  return JSON.stringify({ index, id });
}

/** Reads a query, which anyone may have written; undefined: it is none of ours. */
export function parseQuery(query: string): TextAddress | undefined {
  const value = parsed(query);
  if (typeof value !== 'object' || value === null || !('index' in value && 'id' in value)) return undefined;
  const { index, id } = value;
  return typeof index === 'string' && typeof id === 'string' ? { index, id } : undefined;
}

function parsed(query: string): unknown {
  try {
    return JSON.parse(query);
  } catch {
    return undefined;
  }
}
