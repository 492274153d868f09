// What the rows are measured on: the engine's sources, the built kernels, the encoder's facts, and spans of any size.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { engineSources, referenceKernels, root } from './engineSources.mjs';
import { filledIndex } from './indexFile.mjs';
import { chosenQueries, firstPatches, readBank, syntheticSpans, withCopies } from './spans.mjs';

const models = path.join(root, 'models');

/** Sizes of a whole run, in patches but for `memory`, which is bytes, and counts of queries, texts and rounds, and of a quick one that only shows that the whole text runs. */
const sizes = {
  whole: {
    scan: 1e6,
    query: [1e5, 1e6, 2e6, 1e7],
    rerank: 1e5,
    index: 1e6,
    server: [1e5, 1e6],
    memory: 256e6,
    queries: 30,
    repeats: 3,
    texts: 23,
    known: 300,
    authors: 100,
    manyAuthors: 1000,
    indexed: 60,
    longWords: 1_600_000,
    mails: 20,
    rounds: 7,
  },
  quick: {
    scan: 4e3,
    query: [1e3, 4e3],
    rerank: 4e3,
    index: 4e3,
    server: [4e3],
    memory: 8e6,
    queries: 3,
    repeats: 1,
    texts: 2,
    known: 25,
    authors: 5,
    manyAuthors: 10,
    indexed: 4,
    longWords: 30_000,
    mails: 2,
    rounds: 1,
  },
};

const exported = {
  'research/bench/statistics.ts': 'summary, ratioOf, mean, meanInterval, meanOfBests, quantile',
  'src/core/review/engine.ts': 'review',
  'src/core/review/candidates.ts': 'rankCandidates, readFirstCandidates',
  'src/core/markers/markersOf.ts': 'findMarkers',
  'src/core/markers/textMarkers.ts': 'TextMarkersCache',
  'src/core/comparison/compareLevels.ts': 'compareLevels, splitSections',
  'src/core/review/search.ts': 'searchWithoutCopies',
  'src/core/basics/work.ts': 'finish',
  'src/core/copies/copies.ts': 'QuestionedWords',
  'src/core/cohort/cohortCache.ts': 'CohortCache',
  'src/core/ranking/fitDiscriminant.ts': 'CaseFits',
  'test/reference/plainKernels.ts': 'plainKernels',
  'src/lateInteraction/scoring/signCodes.ts': 'projectVectors, signCodes, quantize, decodeFloat16',
  'src/core/basics/numbers.ts': 'joinArrays',
  'src/lateInteraction/scoring/rerank.ts': 'rerank, countScannedSpans, shortlist',
  'research/laboratory/measures/meanMaxSim.ts': 'meanMaxSim',
  'src/core/text/encodeText.ts': 'encodeText',
  'src/core/text/countWords.ts': 'takeFirstWords',
  'src/core/cohort/cohort.ts': 'Cohort',
  'src/core/verification/fusedVerifier.ts': 'FusedVerifier',
  'src/core/verification/markerScores.ts': 'MarkerScores',
  'src/lateInteraction/scoring/patches.ts': 'averageTextVector',
  'src/reading/readFile.ts': 'readDocument',
  'src/lateInteraction/kernels/loadKernels.ts': 'loadKernels',
  'src/node/models/manifest.ts': 'readEncoderFiles',
  'src/node/loadedModels.ts': 'Models',
  'src/node/localEngine.ts': 'LocalEngine',
  'src/lateInteraction/encoder/encoder.ts': 'cacheWindows, OnnxEncoder',
  'src/lateInteraction/encoder/session.ts': 'OnnxSession',
  'src/node/sqlite/memory/indexMemory.ts': 'InMemoryCodes',
  'src/node/sqlite/database/database.ts': 'Database',
  'src/node/sha256.ts': 'computeDocumentId',
  'src/node/sqlite/fileRows.ts': 'openFile',
  'src/node/opensearch/serverRows.ts': 'openServer',
  'src/node/opensearch/adapter.ts': 'pushAll',
  'src/node/opensearch/joinedIndex.ts': 'JoinedIndex',
};

/** Everything a group of rows needs. */
export class Workplace {
  never = { stopped: false };
  root = root;
  models = models;
  #largest;
  #sized = new Map();

  static async open({ bank, quick, rounds }) {
    const engine = await engineSources('bench', exported);
    const kernels = await engine.loadKernels(path.join(root, 'dist', 'kernels.wasm'));
    const { entry, coding } = await engine.readEncoderFiles(models);
    const { id: modelId, dim, documentDim, maxTokens, patchTokens } = entry;
    const encoder = { modelId, dim, documentDim, maxTokens, patchTokens, coding };
    return new Workplace({ engine, kernels, encoder, bank, quick, sizes: sizes[quick ? 'quick' : 'whole'] }, rounds);
  }

  constructor(parts, rounds) {
    Object.assign(this, parts);
    this.rounds = rounds ?? this.sizes.rounds;
  }

  /** The kernels that shipped ones are compared with. */
  references() {
    return (this.referenceWasm ??= referenceKernels());
  }

  /** A query's rows as a scan takes them. */
  projected(patches) {
    const { questioned } = this.encoder.coding;
    return { bits: questioned.bits, values: this.engine.projectVectors(patches, questioned) };
  }

  /** At least so many patches in whole documents: real ones first, perturbed copies where they do not suffice. */
  spans(patches) {
    if (!this.#sized.has(patches)) this.#sized.set(patches, this.#cut(patches));
    return this.#sized.get(patches);
  }

  #cut(patches) {
    const all = this.#all();
    if (all.codes.length / 8 >= patches) return firstPatches(all, patches);
    return withCopies(all, patches, this.engine);
  }

  /** All that is not a copy. */
  #all() {
    this.#largest ??= this.bank
      ? this.#ofBank()
      : syntheticSpans(Math.min(1e6, Math.max(...this.sizes.query)), this.encoder, this.engine);
    return this.#largest;
  }

  #ofBank() {
    const spans = readBank(this.bank, Math.max(...this.sizes.query), this.engine);
    if (spans.modelId === this.encoder.modelId) return spans;
    throw new Error(`${this.bank} was made with ${spans.modelId}, the models folder holds ${this.encoder.modelId}.`);
  }

  /** What makes the profiles of the combined order. */
  profiler() {
    return (this.madeProfiler ??= this.#openedProfiler());
  }

  async #openedProfiler() {
    const loaded = new this.engine.Models({ modelsFolder: models });
    const profiler = await loaded.loadProfiler();
    await loaded.close();
    return profiler;
  }

  /** A filled index in a temporary file, made once for all groups. */
  index() {
    return (this.filled ??= filledIndex(this, this.spans(this.sizes.index)));
  }

  /** What a review asks of the index for one span: its 100 candidates, with every span scanned or with those of the nearest centroids. */
  search(spans, scope, pruned) {
    return { limit: 100, scope, scanned: pruned ? this.engine.countScannedSpans(spans.counts.length) : Infinity };
  }

  /** Places of the spans that are searched for. */
  queries(spans, wanted = this.sizes.queries) {
    return chosenQueries(spans, wanted);
  }

  /** A span as a review's own, with places in an invented text. */
  encoded(spans, span) {
    const values = spans.rowsOf(span);
    const patches = values.length / spans.dim;
    const ranges = Uint32Array.from({ length: 2 * patches }, (_, end) => 5 * (end >> 1) + 4 * (end & 1));
    const range = { start: 0, end: 5 * patches };
    const documentVector = spans.documentVector.slice(span * spans.documentDim, (span + 1) * spans.documentDim);
    return {
      span: { range, tokens: 2 * patches, windows: [] },
      documentVector,
      patches: { dim: spans.dim, values, ranges },
    };
  }

  /** The codes of these spans in memory; a span's id is its place. */
  arena(spans, kernels = this.kernels) {
    const { documents, counts, owners, codes } = spans;
    const parts = documents.map((document) => ({ document, ids: [], counts: [], patches: [] }));
    let patch = 0;
    counts.forEach((count, span) => {
      const part = parts[owners[span]];
      part.ids.push(span);
      part.counts.push(count);
      part.patches.push(codes.subarray(8 * patch, 8 * (patch + count)));
      patch += count;
    });
    const arena = new this.engine.InMemoryCodes(this.encoder.coding, kernels);
    arena.add(
      parts.map(({ document, ids, counts, patches }) => ({
        ...{ document, ids, counts: Uint32Array.from(counts) },
        codes: Buffer.concat(patches),
      })),
    );
    return arena;
  }
}
