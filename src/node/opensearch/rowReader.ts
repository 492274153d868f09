import { LRUCache } from 'lru-cache';
import { indexCorrupt, indexLocked, serverPartial } from '../../core/errors';
import type { StopSignal } from '../../core/work';
import { sha256Of } from '../sha256';
import { codesBlob, damagedDocument } from '../sqlite/records/documentRows';
import type { PackedDocument } from '../sqlite/records/packedDocument';
import { type PackedProfile, profileSha256 } from '../sqlite/records/profileRows';
import { type PackedSpan, spanSha256 } from '../sqlite/records/spanRows';
import { profileFields, spanEntryId, type SpanSource, storedBytes, type StoredFields } from './entries';
import type { Server } from './server';
import type { ServerCatalogue } from './serverCatalogue';

/** A span of a document by its place in it. */
export interface SpanPlace {
  readonly document: string;
  readonly position: number;
}

/** Bytes of rows that are kept: those of some 700 spans. */
const keptBytes = 16_000_000;
/** Spans or profiles that are read by one request: some megabytes. */
const readAtOnce = 64;

/** What of a span is read. */
const parts = { source: ['span'], stored: ['signs', 'ranges', 'vectors', 'document_vector'] };

/** Reads exact rows of the spans asked for; every span is compared with its hash. */
export class RowReader {
  /** Spans read since the index was opened. */
  exactReads = 0;
  private readonly kept = new LRUCache<string, PackedSpan>({
    maxSize: keptBytes,
    sizeCalculation: ({ vectors, ranges, documentVector, codes }) =>
      vectors.length + ranges.length + documentVector.length + codes.length,
  });

  constructor(private readonly server: Server) {}

  /** Rows in the order asked. @throws IndexLocked (one is gone), IndexCorrupt, and what the server throws */
  async rows(places: readonly SpanPlace[], stop?: StopSignal): Promise<readonly PackedSpan[]> {
    const missing = new Map<string, SpanPlace>();
    const found = new Map<string, PackedSpan>();
    for (const place of places) {
      const id = spanEntryId(place.document, place.position);
      const kept = this.kept.get(id);
      if (kept) found.set(id, kept);
      else missing.set(id, place);
    }
    const wanted = [...missing];
    for (let at = 0; at < wanted.length; at += readAtOnce) {
      for (const [id, span] of await this.read(new Map(wanted.slice(at, at + readAtOnce)), stop)) {
        this.kept.set(id, span);
        found.set(id, span);
      }
    }
    return places.map(({ document, position }) => found.get(spanEntryId(document, position))!);
  }

  /** Forgets what it has read: rows of one document may have been stored anew. */
  forget(): void {
    this.kept.clear();
  }

  private async read(
    places: ReadonlyMap<string, SpanPlace>,
    stop?: StopSignal,
  ): Promise<ReadonlyMap<string, PackedSpan>> {
    const asked = Array.from(places, ([id, { document }]) => ({ id, document }));
    const answers = await readEntries(this.server, asked, parts, stop);
    const rows = answers.map(({ _id, _source, fields = {} }): readonly [string, PackedSpan] => {
      if (!_source) throw indexCorrupt(this.server.name, `span ${_id} has no source`);
      return [_id, this.checked(places.get(_id)!, _source.span, fields)];
    });
    this.exactReads += rows.length;
    return new Map(rows);
  }

  private checked({ document, position }: SpanPlace, source: SpanSource, stored: StoredFields): PackedSpan {
    const { start, end, tokens } = source;
    const row = {
      ...{ start, end, tokens },
      documentVector: storedBytes(stored, 'document_vector'),
      ranges: storedBytes(stored, 'ranges'),
      vectors: storedBytes(stored, 'vectors'),
    };
    const sha256 = spanSha256(position, row);
    if (Buffer.from(sha256).toString('hex') !== source.sha256)
      throw indexCorrupt(this.server.name, `document ${document.slice(0, 12)} has damaged exact vectors`);
    return { ...row, sha256, codes: storedBytes(stored, 'signs') };
  }
}

/** An entry that was read: its id, what of its source was asked for, and fields that are stored beside it. */
interface ReadEntry {
  readonly _id: string;
  readonly _source?: { readonly span: SpanSource };
  readonly fields?: StoredFields;
  readonly found?: boolean;
  readonly error?: { readonly reason?: string };
}

/** Reads fields beside the source, and paths in it, of entries by their ids and the documents that they are routed by, in the order asked. @throws IndexLocked (one is gone), ServerPartial, and what the server throws */
async function readEntries(
  server: Server,
  places: readonly { readonly id: string; readonly document: string }[],
  { stored, source }: { readonly stored: readonly string[]; readonly source: false | readonly string[] },
  stop?: StopSignal,
): Promise<readonly ReadEntry[]> {
  const docs = places.map(({ id, document }) => ({
    ...{ _id: id, routing: document, _source: source },
    stored_fields: stored,
  }));
  type Answer = { readonly docs: readonly ReadEntry[] };
  const answer = await server.ask<Answer>({ method: 'POST', path: '_mget', body: { docs } }, stop);
  for (const { found, error } of answer.docs) {
    if (error) throw serverPartial(server.name, `an entry cannot be read (${error.reason ?? 'no reason is given'})`);
    if (!found) throw indexLocked(server.name);
  }
  return answer.docs;
}

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
