import type { PatchVectors, Role } from '../../core/domain';
import type { EncodedSpan, ScoredSpan, SearchScope, ShortlistOptions, StopSignal } from '../../core/ports';
import { plainKernels, type ScanKernel } from '../../core/scoring/kernels';
import type { Rotation } from '../../core/scoring/rotation';
import { shortlist } from '../../core/scoring/shortlist';
import { rotatedRows } from '../../core/scoring/signCodes';
import { throwIfStopped } from '../../core/stop';

/** The document of a span, as far as a search needs it. */
export interface ArenaDocument {
  readonly id: string;
  readonly author: string;
  readonly role: Role;
}

/** The resident part of a span: codes, patches × bits / 8 bytes, and its unit row for the open tier. */
export interface ArenaSpan {
  readonly id: number;
  readonly codes: Uint8Array;
  readonly open: Float32Array;
}

/** Spans scored between two looks at the stop signal, in the open tier. */
const openBlock = 4096;

/** The resident tiers of an index: sign codes of all spans end to end, and open-tier rows. Spans are only appended. */
export class CodeArena {
  readonly documents: ArenaDocument[] = [];
  /** Ids of the documents in ascending order. */
  readonly sortedIds: string[] = [];
  private readonly ids: number[] = [];
  /** Per span: place of its document, first patch, number of patches. */
  private readonly owners: number[] = [];
  private readonly starts: number[] = [];
  private readonly counts: number[] = [];
  private codes = new Uint8Array(0);
  private open = new Float32Array(0);
  private end = 0;

  constructor(
    private readonly rotation: Rotation,
    private readonly mean: Float32Array,
    readonly openDim: number,
    private readonly kernel: ScanKernel = plainKernels,
  ) {}

  get spans(): number {
    return this.ids.length;
  }

  /** Patches of all spans. */
  get patches(): number {
    return this.end;
  }

  add(document: ArenaDocument, spans: readonly ArenaSpan[]): void {
    const owner = this.documents.push(document) - 1;
    this.sortedIds.splice(placeOf(this.sortedIds, document.id), 0, document.id);
    for (const span of spans) {
      const width = this.rotation.bits / 8;
      this.codes = grown(this.codes, this.end * width + span.codes.length, (length) => new Uint8Array(length));
      this.codes.set(span.codes, this.end * width);
      this.open = grown(this.open, (this.spans + 1) * this.openDim, (length) => new Float32Array(length));
      this.open.set(span.open, this.spans * this.openDim);
      this.ids.push(span.id);
      this.owners.push(owner);
      this.starts.push(this.end);
      this.counts.push(span.codes.length / width);
      this.end += span.codes.length / width;
    }
  }

  /** The spans most like the query: the open tier keeps `options.open` of those in scope, the sign tier orders them. */
  search(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): ScoredSpan[] {
    const scope = this.inScope(options.scope);
    const kept = options.open < scope.length ? this.keep(query.open, scope, options.open, stop) : scope;
    if (kept.length === 0 || query.patches.values.length === 0) return [];
    const scores = this.signScores(query.patches, kept, stop);
    const best = shortlist(scores, options.limit, (a, b) => this.isBefore(kept[a]!, kept[b]!));
    return best.map((place) => this.scored(kept[place]!, scores[place]!));
  }

  private inScope(scope: SearchScope): number[] {
    const excluded = new Set(scope.exclude);
    const allowed = this.documents.map(({ id, role }) => role === scope.role && !excluded.has(id));
    const spans: number[] = [];
    for (let span = 0; span < this.spans; span++) {
      if (allowed[this.owners[span]!] && this.counts[span]! > 0) spans.push(span);
    }
    return spans;
  }

  /** The spans with the largest cosine to the query's open row, in the arena's order. */
  private keep(query: Float32Array, spans: readonly number[], limit: number, stop: StopSignal): number[] {
    const cosines = new Float64Array(spans.length);
    for (let place = 0; place < spans.length; place++) {
      if (place % openBlock === 0) throwIfStopped(stop);
      const at = spans[place]! * this.openDim;
      let sum = 0;
      for (let i = 0; i < this.openDim; i++) sum += query[i]! * this.open[at + i]!;
      cosines[place] = sum;
    }
    const best = shortlist(cosines, limit, (a, b) => this.isBefore(spans[a]!, spans[b]!));
    return best.map((place) => spans[place]!).sort((a, b) => a - b);
  }

  private signScores(query: PatchVectors, spans: readonly number[], stop: StopSignal): Float32Array {
    const places = {
      starts: Uint32Array.from(spans, (span) => this.starts[span]!),
      counts: Uint32Array.from(spans, (span) => this.counts[span]!),
    };
    const rotated = { bits: this.rotation.bits, values: rotatedRows(query, this.rotation, this.mean) };
    return this.kernel.scanSpans(rotated, this.codes, places, stop);
  }

  /** The order of equal scores: by document and place in it, whatever order documents were added in. */
  private isBefore(a: number, b: number): boolean {
    const first = this.documents[this.owners[a]!]!.id;
    const second = this.documents[this.owners[b]!]!.id;
    return first === second ? this.ids[a]! < this.ids[b]! : first < second;
  }

  private scored(span: number, score: number): ScoredSpan {
    const document = this.documents[this.owners[span]!]!;
    return { id: this.ids[span]!, document: document.id, author: document.author, score, tier: 'sign' };
  }
}

/** Number of ids before this one, by halving. */
export function placeOf(sortedIds: readonly string[], id: string): number {
  let low = 0;
  let high = sortedIds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sortedIds[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The array itself while it has room, else a copy of at least twice its length. */
function grown<T extends Uint8Array | Float32Array>(array: T, length: number, make: (length: number) => T): T {
  if (length <= array.length) return array;
  const larger = make(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
