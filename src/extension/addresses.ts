import * as v from 'valibot';
import { fields, type Shape, text } from '../core/shape';
import { createHash } from 'node:crypto';

/** The address of a command in Markdown. Round brackets are escaped too: one in an author's name would end the link there. */
export function formatCommandLink(command: string, args: readonly unknown[]): string {
  const query = encodeURIComponent(JSON.stringify(args));
  return `command:${command}?${query.replace(/\(/g, '%28').replace(/\)/g, '%29')}`;
}

const address = fields({ id: text });

/** Where the text of an `idiograph-text:` document comes from: a known document of the window's index. */
export type TextAddress = Shape<typeof address>;

export function formatQuery({ id }: TextAddress): string {
  return JSON.stringify({ id });
}

/** Reads a query, which anyone may have written; undefined: it is none of ours. */
export function parseQuery(query: string): TextAddress | undefined {
  const read = v.safeParse(address, tryParse(query));
  return read.success ? read.output : undefined;
}

/** The query of the address of several texts as one: their own addresses. */
export function formatTogetherQuery(uris: readonly string[]): string {
  return JSON.stringify(uris);
}

/** Reads such a query, which anyone may have written; empty: it is none. */
export function readTogetherQuery(query: string): readonly string[] {
  const read = v.safeParse(v.array(v.pipe(v.string(), v.url())), tryParse(query));
  return read.success ? read.output : [];
}

function tryParse(query: string): unknown {
  try {
    return JSON.parse(query);
  } catch {
    return undefined;
  }
}

/** The default index's name for a workspace folder: its own name, and enough of its address to tell two folders apart. */
export function formatIndexName(folder: string, uri: string): string {
  const readable =
    folder
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'case';
  return `${readable}-${createHash('sha256').update(uri).digest('hex').slice(0, 8)}`;
}
