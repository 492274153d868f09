import { createHash } from 'node:crypto';

/** The default index's name for a workspace folder: its own name, and enough of its address to tell two folders apart. */
export function indexName(folder: string, uri: string): string {
  const readable =
    folder
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'case';
  return `${readable}-${createHash('sha256').update(uri).digest('hex').slice(0, 8)}`;
}
