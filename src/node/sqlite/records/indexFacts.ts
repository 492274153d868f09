import { modelMismatch } from '../../../core/errors';
import type { Encoder } from '../../../core/ports';
import { codeBits } from '../../../core/scoring/signCodes';
import { bytesOf } from '../database/blobs';
import { sha256Of } from '../../sha256';

/** What an index needs to know of the encoder that its rows come from. */
export type IndexEncoder = Pick<Encoder, 'modelId' | 'dim' | 'documentDim' | 'maxTokens' | 'patchTokens' | 'coding'>;

/** Windows of a span, which bounds its tokens. */
const spanWindows = 4;

/** What the content hash depends on beside the records: the facts below, one a line. */
export function contentHeader(encoder: IndexEncoder): string {
  return [...indexFacts(encoder)].map((fact) => fact.join(' ')).join('\n');
}

/** What table `meta` says of an index: everything that must be equal for its codes and rows to be of use. */
export function indexFacts(encoder: IndexEncoder): ReadonlyMap<string, string> {
  return new Map([
    ['modelId', encoder.modelId],
    ['dim', String(encoder.dim)],
    ['documentDim', String(encoder.documentDim)],
    ['n', String(encoder.patchTokens)],
    ['bits', String(codeBits)],
    ['rotationSha256', sha256Of(bytesOf(encoder.coding.known.rows))],
    ['meanSha256', sha256Of(bytesOf(encoder.coding.known.centre))],
    ['windowTokens', String(encoder.maxTokens)],
    ['spanTokens', String(spanWindows * encoder.maxTokens)],
  ]);
}

/** Throws ModelMismatch where an index was built with another model, or with another patch length of this one. */
export function requireEncoder(found: ReadonlyMap<string, string>, encoder: IndexEncoder): void {
  const expected = indexFacts(encoder);
  const differing = [...expected.keys()].filter((key) => found.get(key) !== expected.get(key));
  if (differing.length === 0) return;
  throw modelMismatch(label(found, differing), label(expected, differing));
}

/** The model's id, and whatever else differs: "encoder@0123456789ab (n 2)". */
function label(facts: ReadonlyMap<string, string>, differing: readonly string[]): string {
  const id = facts.get('modelId') ?? 'an unknown model';
  const others = differing.filter((key) => key !== 'modelId');
  const named = others.map((key) => `${key} ${facts.get(key) ?? 'missing'}`);
  return differing.includes('modelId') || named.length === 0 ? id : `${id} (${named.join(', ')})`;
}
