import * as v from 'valibot';
import { fields, text } from '../../core/shape';

/** Where the text of an `idiograph-text:` document comes from: an index file, and the id of a known document in it. */
export interface TextAddress {
  readonly index: string;
  readonly id: string;
}

const address = fields({ index: text, id: text });

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
