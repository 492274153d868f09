import { indexCorrupt, indexTooNew, indexTooOld, serverRefused } from '../../core/errors';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import { type IndexEncoder, listIndexFacts, requireEncoder } from '../sqlite/records/indexFacts';
import { type Server, anyAnswer, mappingAnswer, resolvedAnswer, scoredHit, scriptAnswer } from './server';
import type { EncodedSpan, ShortlistOptions } from '../../core/ports';
import type { Kernels } from '../../lateInteraction/scoring/kernels';
import { codeBits, toSigns } from '../../lateInteraction/scoring/signCodes';
import { toDecimalCodes } from './entries';

/** The format of an index on a server (docs/server.md). */
export const serverFormat = 1;

const storedOnly = { type: 'binary', store: true } as const;

/** Each document has one entry with its facts and one for each span. */
const properties = {
  kind: { type: 'keyword' },
  document: { type: 'keyword' },
  role: { type: 'keyword' },
  position: { type: 'integer' },
  patches: { type: 'integer' },
  codes: { type: 'long', index: false },
  span: { type: 'object', enabled: false },
  listed: { type: 'object', enabled: false },
  mark_high: { type: 'integer', index: false },
  mark_low: { type: 'integer', index: false },
  signs: storedOnly,
  ranges: storedOnly,
  vectors: storedOnly,
  document_vector: storedOnly,
  profile_vector: storedOnly,
  feature_ids: storedOnly,
  feature_weights: storedOnly,
} as const;

/** Fields that are stored beside the source, and read only on request. */
const besideSource = Object.entries(properties).flatMap(([name, field]) =>
  field === storedOnly || name === 'codes' ? [name] : [],
);

/** The script that scores codes. Another source must have another name. */
const agreementScript = 'idiograph-sign-agreement-1';

/**
 * Sums over the query's codes the bits in which the nearest code of the span agrees. Loops are in separate functions, because the number of
 * statements in a script's body is limited.
 */
const agreementSource = `
int farthest(long code, long[] codes) {
  int least = 64;
  for (int i = 0; i < codes.length; ++i) { int bits = Long.bitCount(code ^ codes[i]); if (bits < least) { least = bits; } }
  return least;
}
int agreement(List query, def stored) {
  int count = stored.size();
  long[] codes = new long[count];
  for (int i = 0; i < count; ++i) { codes[i] = (long) stored.get(i); }
  int sum = 0;
  for (def code : query) { sum += 64 - farthest(((Number) code).longValue(), codes); }
  return sum;
}
return agreement(params.codes, doc['codes']);`;

/** Creates the index and its script, unless there is one with that name. */
export async function createIndex(server: Server, encoder: IndexEncoder, shards: number): Promise<void> {
  const script = { lang: 'painless', source: agreementSource };
  await server.ask({ method: 'PUT', path: `/_scripts/${agreementScript}`, body: { script } }, anyAnswer);
  const mappings = {
    dynamic: 'strict',
    _source: { excludes: besideSource },
    _routing: { required: true },
    _meta: { format: serverFormat, ...Object.fromEntries(listIndexFacts(encoder)) },
    properties,
  };
  const settings = { number_of_shards: shards, auto_expand_replicas: '0-1' };
  await server.ask({ method: 'PUT', path: '', body: { settings, mappings } }, anyAnswer);
}

export async function isThere(server: Server): Promise<boolean> {
  const path = `/_resolve/index/${server.index}`;
  const { indices = [] } = await server.ask({ method: 'GET', path, mayBeAbsent: true }, resolvedAnswer);
  return indices.length > 0;
}

/**
 * Checks that an index was made by Idiograph for this encoder, and was not changed since.
 * @throws IndexEmpty (there is none), ServerRefused (another program's), IndexTooNew, IndexTooOld, ModelMismatch, IndexCorrupt
 */
export async function requireIndex(server: Server, encoder: IndexEncoder): Promise<void> {
  const answer = await server.ask({ method: 'GET', path: '_mapping' }, mappingAnswer);
  const [{ mappings } = { mappings: {} }] = Object.values(answer);
  const { format, ...facts } = mappings._meta ?? {};
  if (typeof format !== 'number')
    throw serverRefused(server.name, 'that index was not made by Idiograph; name another one');
  if (format > serverFormat) throw indexTooNew(server.name, format);
  if (format < serverFormat) throw indexTooOld(server.name, format);
  requireEncoder(new Map(Object.entries(facts).map(([key, value]) => [key, String(value)])), encoder);
  if (mappings.dynamic !== 'strict' || !(toCanonical(mappings.properties) === toCanonical(properties)))
    throw indexCorrupt(server.name, 'its mapping was changed');
  const path = `/_scripts/${agreementScript}`;
  const { script } = await server.ask({ method: 'GET', path, mayBeAbsent: true }, scriptAnswer);
  if (script?.source !== agreementSource)
    throw indexCorrupt(server.name, 'the script that scores codes is missing or was changed');
}

function toCanonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${key}:${toCanonical(each)}`).join()}}`;
}

/**
 * The spans with the codes that agree best with those of the query, best first. For each query code the score counts the bits in which the
 * nearest code of the span agrees, minus those in which it does not, as a mean in [-1, 1]. Only the codes of the query are sent. Throws
 * Cancelled.
 */
export async function listSpans(
  server: Server,
  { coding, kernels }: IndexEncoder & { readonly kernels: Pick<Kernels, 'project'> },
  { query, options }: { readonly query: EncodedSpan; readonly options: ShortlistOptions },
  stop: StopSignal,
) {
  throwIfStopped(stop);
  const codes = toDecimalCodes(toSigns(kernels.project(query.patches, coding.questioned).values));
  const size = Math.min(options.limit, options.scanned);
  if (size === 0 || codes.length === 0) return [];
  // A text, because JavaScript's JSON would round the codes, which are numbers of 64 bits.
  const { role, exclude = [] } = options.scope;
  const filter = [{ term: { kind: 'span' } }, { term: { role } }, { range: { patches: { gte: 1 } } }];
  const bool = { filter, ...(exclude.length > 0 && { must_not: [{ terms: { document: exclude } }] }) };
  const script = { id: agreementScript, params: { codes: [] } };
  const body = {
    ...{ size, _source: false, track_total_hits: false },
    sort: [{ _score: 'desc' }, { document: 'asc' }, { position: 'asc' }],
    query: { script_score: { query: { bool }, script } },
  };
  const { hits } = await server.search(
    JSON.stringify(body).replace('"codes":[]', `"codes":[${codes.join()}]`),
    scoredHit,
    stop,
  );
  return hits.hits.map(({ sort: [bits, document, position] }) => ({
    document,
    position,
    score: (2 * bits) / (codeBits * codes.length) - 1,
  }));
}
