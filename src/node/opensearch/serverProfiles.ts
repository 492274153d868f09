import { indexLocked } from '../../core/errors';
import type { StopSignal } from '../../core/work';
import { codesBlob, damagedDocument } from '../sqlite/records/documentRows';
import type { PackedDocument } from '../sqlite/records/packedDocument';
import { type PackedProfile, profileSha256 } from '../sqlite/records/profileRows';
import { profileFields, storedBytes } from './entries';
import { sha256Of } from '../sha256';
import { readEntries, type RowReader } from './rowReader';
import type { ServerCatalogue } from './serverCatalogue';

/** Profiles that are read by one request, of some 35 kB each. */
const readAtOnce = 64;

/** The profiles of listed documents that have one, as they are stored. @throws IndexCorrupt, and what the server throws */
export async function packedProfiles(
  catalogue: ServerCatalogue,
  documents: readonly string[],
): Promise<ReadonlyMap<string, PackedProfile>> {
  const found = new Map<string, PackedProfile>();
  for (let at = 0; at < documents.length; at += readAtOnce) {
    const places = documents.slice(at, at + readAtOnce).map((id) => ({ id, document: id }));
    for (const { _id, fields } of await readEntries(catalogue.server, places, {
      source: false,
      stored: profileFields,
    })) {
      const { document, profile } = catalogue.entry(_id)!;
      const { profiler, sha256 } = profile!;
      const packed = { profiler, blobs: profileFields.map((name) => storedBytes(fields ?? {}, name)) };
      if (profileSha256(document.sha256, packed) !== sha256)
        throw damagedDocument(catalogue.server.name, catalogue.get(_id)!, 'has a damaged profile');
      found.set(_id, packed);
    }
  }
  return found;
}

/** Listed documents with all rows, each compared with its hashes. @throws IndexLocked (one is gone), IndexCorrupt, and what the server throws */
export async function packedDocuments(
  catalogue: ServerCatalogue,
  rows: RowReader,
  ids: readonly string[],
  stop: StopSignal,
): Promise<readonly PackedDocument[]> {
  const listed = ids.map((id) => {
    const document = catalogue.get(id);
    if (!document) throw indexLocked(catalogue.server.name);
    return document;
  });
  const places = listed.flatMap(({ facts: { id, spans } }) =>
    Array.from({ length: spans }, (_, position) => ({ document: id, position })),
  );
  const read = await rows.rows(places, stop);
  const withProfile = ids.filter((id) => catalogue.entry(id)!.profile);
  const profiles = await packedProfiles(catalogue, withProfile);
  let at = 0;
  return listed.map((document) => {
    const { facts, codesSha256 } = document;
    const spans = read.slice(at, (at += facts.spans));
    if (sha256Of(codesBlob(spans)) !== codesSha256)
      throw damagedDocument(catalogue.server.name, document, 'has damaged codes');
    const profile = profiles.get(facts.id);
    return { facts, codesSha256, spans, ...(profile && { profile }) };
  });
}
