/** `PRAGMA application_id` of a bundled population, "IDPO". */
export const populationApplicationId = 0x4944504f;

/** `PRAGMA user_version`: the format of models/population.sqlite. */
export const populationFormat = 2;

/** Numbers about authors of the reference population: no text, no names, no titles. Blobs are little-endian. */
export const populationSchema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE members (
  id INTEGER PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('written', 'spoken')),
  genre TEXT NOT NULL,
  decade INTEGER,
  open BLOB NOT NULL,
  feature_ids BLOB NOT NULL,
  feature_weights BLOB NOT NULL
) STRICT;`;

/**
 * Keys of `meta`. `id` names the population; `encoder` is the model that `open` comes from; `statistics` is the hash of the
 * training texts that feature ids refer to.
 */
export const populationKeys = ['id', 'encoder', 'statistics'] as const;
export type PopulationMeta = Readonly<Record<(typeof populationKeys)[number], string>>;

/** A row of non-negative or signed weights as bytes, with the weight of 127 or of 255 before them. */
export function packRow(weights: Float32Array, signed: boolean): Uint8Array {
  const top = signed ? 127 : 255;
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const bytes = new Uint8Array(4 + weights.length);
  new DataView(bytes.buffer).setFloat32(0, largest, true);
  weights.forEach((weight, i) => {
    bytes[4 + i] = largest === 0 ? 0 : Math.round((weight / largest) * top) & 0xff;
  });
  return bytes;
}

/** The row behind `packRow`, scaled to unit length. */
export function unpackUnitRow(bytes: Uint8Array, signed: boolean): Float32Array {
  const row = Float32Array.from(bytes.subarray(4), (byte) => (signed && byte > 127 ? byte - 256 : byte));
  const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
  return length > 0 ? row.map((value) => value / length) : row;
}

/** Ascending ids as the differences between them, seven bits to a byte, the lowest first, the high bit set on all but the last. */
export function packIds(ids: Uint32Array): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const id of ids) {
    let difference = id - before;
    before = id;
    while (difference > 127) {
      bytes.push((difference & 127) | 128);
      difference >>>= 7;
    }
    bytes.push(difference);
  }
  return Uint8Array.from(bytes);
}

/** The ids behind `packIds`. */
export function unpackIds(bytes: Uint8Array): Uint32Array {
  const ids: number[] = [];
  let id = 0;
  let shift = 0;
  for (const byte of bytes) {
    id += (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    ids.push(id);
    shift = 0;
  }
  return Uint32Array.from(ids);
}
