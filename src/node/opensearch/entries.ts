import { computeSha256 } from '../sha256';
import { recordSha256, type StoredDocument } from '../sqlite/records/documentRows';
import { computeProfileSha256 } from '../sqlite/records/profileRows';
import type { PackedDocument } from '../sqlite/records/packedDocument';

/** One line of a bulk request and the entry that belongs to it. */
export interface Entry {
  readonly id: string;
  readonly document: string;
  readonly action: 'index';
  readonly source: Readonly<Record<string, unknown>>;
}

/** The list entry of a document: the hashes of its record and of its profile's. */
export interface ListedEntry {
  readonly document: Omit<StoredDocument, 'number'>;
  readonly patches: number;
  readonly profile?: { readonly profiler: string; readonly sha256: string };
}

const codeBytes = 8;

export function countPatches({ spans }: Pick<PackedDocument, 'spans'>): number {
  return spans.reduce((sum, { codes }) => sum + codes.length / codeBytes, 0);
}

export function formatSpanEntryId(document: string, position: number): string {
  return `${document}.${position}`;
}

/** The entries of a document's spans. Each is built on demand. */
export function* createSpanEntries({ facts, spans }: PackedDocument): Generator<Entry> {
  for (const [position, span] of spans.entries()) {
    yield {
      id: formatSpanEntryId(facts.id, position),
      document: facts.id,
      action: 'index',
      source: {
        kind: 'span',
        document: facts.id,
        role: facts.role,
        position,
        patches: span.codes.length / codeBytes,
        codes: toDecimalCodes(span.codes),
        span: {
          start: span.start,
          end: span.end,
          tokens: span.tokens,
          sha256: Buffer.from(span.sha256).toString('hex'),
        },
        signs: toBase64(span.codes),
        ranges: toBase64(span.ranges),
        vectors: toBase64(span.vectors),
        document_vector: toBase64(span.documentVector),
      },
    };
  }
}

/** The list entry of a document, with or without a profile. */
export function createListedEntry(
  { facts, codesSha256, profile }: Omit<PackedDocument, 'spans'>,
  patches: number,
): ListedEntry {
  const sha256 = recordSha256({ facts, codesSha256 });
  const listed = { document: { facts, codesSha256, sha256 }, patches };
  if (!profile) return listed;
  return { ...listed, profile: { profiler: profile.profiler, sha256: computeProfileSha256(sha256, profile) } };
}

/** The entry that makes a document exist: it is written after those of its spans, and deleted before them. */
export function createDocumentEntry(stored: Omit<PackedDocument, 'spans'>, patches: number): Entry {
  const listed = createListedEntry(stored, patches);
  const { id, role } = stored.facts;
  const [mark_high, mark_low] = computeMarks(listed);
  const [profile_vector, feature_ids, feature_weights] = (stored.profile?.blobs ?? []).map(toBase64);
  return {
    id,
    document: id,
    action: 'index',
    source: {
      ...{ kind: 'document', document: id, role, patches, mark_high, mark_low, listed },
      ...(stored.profile && { profile_vector, feature_ids, feature_weights }),
    },
  };
}

/** Bytes of a document's entries. */
export function computeSize(document: PackedDocument): number {
  let size = JSON.stringify(createDocumentEntry(document, 0)).length;
  for (const entry of createSpanEntries(document)) size += JSON.stringify(entry.source).length;
  return size;
}

/** Bits of a mark. The sum of the marks of 10⁸ documents is exact in a double. */
const markBits = 26;

/** Two numbers for the list entry of a document. Their sums over all documents distinguish the states of an index. */
export function computeMarks({ document, profile }: ListedEntry): readonly [number, number] {
  const hash = Buffer.from(computeSha256(`${document.sha256} ${profile?.sha256 ?? ''}`), 'hex');
  return [hash.readUInt32BE(0) >>> (32 - markBits), hash.readUInt32BE(4) >>> (32 - markBits)];
}

/** Stored fields in an answer. */
export type StoredFields = Readonly<Record<string, readonly string[]>>;

export function readStoredBytes(fields: StoredFields, name: string): Uint8Array {
  return new Uint8Array(Buffer.from(fields[name]?.[0] ?? '', 'base64'));
}

/** The stored fields of a profile, in the order of its blobs. */
export const profileFields = ['profile_vector', 'feature_ids', 'feature_weights'] as const;

/** Codes as signed decimal numbers, because JavaScript's own numbers would lose bits. */
export function toDecimalCodes(codes: Uint8Array): readonly string[] {
  const { buffer, byteOffset, length } = codes.byteOffset % codeBytes === 0 ? codes : new Uint8Array(codes);
  return Array.from(new BigInt64Array(buffer, byteOffset, length / codeBytes), String);
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
