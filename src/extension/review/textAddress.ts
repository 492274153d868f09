import * as v from 'valibot';
import { fields, type Shape, text } from '../../core/shape';

const address = fields({ index: text, id: text });

/** Where the text of an `idiograph-text:` document comes from: an index file, and the id of a known document in it. */
export type TextAddress = Shape<typeof address>;

/** The query of an address. */
export function queryOf({ index, id }: TextAddress): string {
  return JSON.stringify({ index, id });
}

/** Reads a query, which anyone may have written; undefined: it is none of ours. */
export function parseQuery(query: string): TextAddress | undefined {
  const read = v.safeParse(address, parsed(query));
  return read.success ? read.output : undefined;
}

function parsed(query: string): unknown {
  try {
    return JSON.parse(query);
  } catch {
    return undefined;
  }
}
