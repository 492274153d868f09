import type { TextProfile } from '../../core/ports';
import { damagedDocument } from '../sqlite/records/documentRows';
import type { PackedProfile } from '../sqlite/records/packedDocument';
import { profileSha256 } from '../sqlite/records/profileRows';
import { profileBlobs, profileOf } from './entries';
import { readEntries } from './readEntries';
import type { Server } from './server';
import type { ServerCatalogue } from './serverCatalogue';

/** Profiles that are read by one request, of some 35 kB each. */
const readAtOnce = 64;

/** What of a document is read. */
const parts = { source: false, stored: ['profile_vector', 'feature_ids', 'feature_weights'] } as const;

/** The profiles of listed documents that have one. @throws IndexCorrupt, and what the server throws */
export async function profilesOf(
  server: Server,
  catalogue: ServerCatalogue,
  documents: readonly string[],
): Promise<ReadonlyMap<string, TextProfile>> {
  const packed = await packedProfiles(server, catalogue, documents);
  return new Map(Array.from(packed, ([id, { blobs }]) => [id, profileOf(blobs, catalogue.get(id)!.facts.mode)]));
}

/** The same as they are stored. */
export async function packedProfiles(
  server: Server,
  catalogue: ServerCatalogue,
  documents: readonly string[],
): Promise<ReadonlyMap<string, PackedProfile>> {
  const found = new Map<string, PackedProfile>();
  for (let at = 0; at < documents.length; at += readAtOnce) {
    const places = documents.slice(at, at + readAtOnce).map((id) => ({ id, document: id }));
    for (const { _id, fields } of await readEntries(server, places, parts)) {
      const { document, profile } = catalogue.entry(_id)!;
      const { profiler, sha256 } = profile!;
      const blobs = profileBlobs(fields ?? {});
      if (profileSha256(document.sha256, profiler, blobs) !== sha256)
        throw damagedDocument(server.name, catalogue.get(_id)!, 'has a damaged profile');
      found.set(_id, { profiler, blobs });
    }
  }
  return found;
}
