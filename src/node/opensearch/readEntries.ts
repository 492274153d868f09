import { indexLocked, serverPartial } from '../../core/errors';
import type { StopSignal } from '../../core/ports';
import type { StoredFields } from './entries';
import type { Server } from './server';

/** An entry to read: its id, and the document that it is routed by. */
export interface EntryPlace {
  readonly id: string;
  readonly document: string;
}

/** What of each entry is read: fields beside the source, and paths in it. */
export interface EntryParts {
  readonly stored: readonly string[];
  readonly source: false | readonly string[];
}

interface ReadEntry<Source> {
  readonly _id: string;
  readonly _source?: Source;
  readonly fields?: StoredFields;
}

interface Answer<Source> {
  readonly docs: readonly (ReadEntry<Source> & {
    readonly found?: boolean;
    readonly error?: { readonly reason?: string };
  })[];
}

/** Reads entries by their ids, in the order asked. @throws IndexLocked (one is gone), ServerPartial, and what the server throws */
export async function readEntries<Source = never>(
  server: Server,
  places: readonly EntryPlace[],
  { stored, source }: EntryParts,
  stop?: StopSignal,
): Promise<readonly ReadEntry<Source>[]> {
  const docs = places.map(({ id, document }) => ({
    ...{ _id: id, routing: document, _source: source },
    stored_fields: stored,
  }));
  const answer = await server.ask<Answer<Source>>({ method: 'POST', path: '_mget', body: { docs } }, stop);
  for (const { found, error } of answer.docs) {
    if (error) throw serverPartial(server.name, `an entry cannot be read (${error.reason ?? 'no reason is given'})`);
    if (!found) throw indexLocked(server.name);
  }
  return answer.docs;
}
