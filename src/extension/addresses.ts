import * as v from 'valibot';
import { fields, type Shape, text } from '../core/basics/shape';
import { createHash } from 'node:crypto';

/** The address of a command in Markdown. Parentheses are escaped too, because one in an author's name would end the link. */
export function formatCommandLink(command: string, args: readonly unknown[]): string {
  const query = encodeURIComponent(JSON.stringify(args));
  return `command:${command}?${query.replace(/\(/g, '%28').replace(/\)/g, '%29')}`;
}

const address = fields({ id: text });

/** The source of the text of an `idiograph-text:` document: a known document of the window's index. */
export type TextAddress = Shape<typeof address>;

export function formatQuery({ id }: TextAddress): string {
  return JSON.stringify({ id });
}

/** Reads a query that anyone may have written. Undefined if it is not one of ours. */
export function parseQuery(query: string): TextAddress | undefined {
  const read = v.safeParse(address, tryParse(query));
  return read.success ? read.output : undefined;
}

function tryParse(query: string): unknown {
  try {
    return JSON.parse(query);
  } catch {
    return undefined;
  }
}

/** The former name of the index of a workspace folder in the storage of the extension. */
export function formatFormerIndex(folder: string, uri: string): string {
  const readable =
    folder
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'case';
  return `${readable}-${createHash('sha256').update(uri).digest('hex').slice(0, 8)}`;
}
