import type { EncodedSpan, ShortlistOptions } from '../../core/ports';
import type { ProjectionKernel } from '../../core/scoring/kernels';
import { codeBits, signsOf } from '../../core/scoring/signCodes';
import { type StopSignal, throwIfStopped } from '../../core/work';
import type { IndexEncoder } from '../sqlite/records/indexFacts';
import { decimalCodes } from './entries';
import { agreementScript } from './indexDefinition';
import type { Server } from './server';

/** A span that the server lists, best first; `score` in [-1, 1]. */
export interface ListedSpan {
  readonly document: string;
  readonly position: number;
  readonly score: number;
}

/** What is asked of a search. */
interface Asked {
  readonly query: EncodedSpan;
  readonly options: ShortlistOptions;
}

/**
 * The spans whose codes agree best with those of the query: for each query code the bits in which the nearest code of the span
 * agrees with it, less those in which it does not, as a mean. Nothing of the query but its codes is sent. Throws Cancelled.
 */
export async function listSpans(
  server: Server,
  { coding, kernels }: IndexEncoder & { readonly kernels: ProjectionKernel },
  { query, options }: Asked,
  stop: StopSignal,
): Promise<readonly ListedSpan[]> {
  throwIfStopped(stop);
  const codes = decimalCodes(signsOf(kernels.project(query.patches, coding.questioned).values));
  const size = Math.min(options.limit, options.scanned);
  if (size === 0 || codes.length === 0) return [];
  type Hit = { readonly sort: readonly [score: number, document: string, position: number] };
  const { hits } = await server.search<Hit>(searchBody(codes, options.scope, size), stop);
  return hits.hits.map(({ sort: [bits, document, position] }) => ({
    document,
    position,
    score: (2 * bits) / (codeBits * codes.length) - 1,
  }));
}

/** As text: the codes are numbers of 64 bits, which JavaScript's JSON would round. */
function searchBody(codes: readonly string[], { role, exclude = [] }: ShortlistOptions['scope'], size: number): string {
  const filter = [{ term: { kind: 'span' } }, { term: { role } }, { range: { patches: { gte: 1 } } }];
  const bool = { filter, ...(exclude.length > 0 && { must_not: [{ terms: { document: exclude } }] }) };
  const script = { id: agreementScript, params: { codes: [] } };
  const body = {
    ...{ size, _source: false, track_total_hits: false },
    sort: [{ _score: 'desc' }, { document: 'asc' }, { position: 'asc' }],
    query: { script_score: { query: { bool }, script } },
  };
  return JSON.stringify(body).replace('"codes":[]', `"codes":[${codes.join()}]`);
}
