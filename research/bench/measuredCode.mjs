// The code that the printed figures of speed rest on, and whether it is the code that they were measured with.
import { transformSync } from 'esbuild';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The groups of rows that are printed, each with the files that decide its figures. */
export const measuredFiles = {
  encode: ['src/core/text/encodeText.ts', 'src/node/encoder/encoder.ts', 'src/node/encoder/session.ts'],
  query: ['src/core/scoring/rerank.ts', 'src/node/kernels/loadKernels.ts', 'src/node/sqlite/memory/inMemoryCodes.ts'],
  index: ['src/core/cohort/profiles.ts', 'src/node/storedIndex.ts', 'src/node/sqlite/fileRows.ts'],
  whole: [
    'src/core/engine.ts',
    'src/core/markers/findMarkers.ts',
    'src/core/markers/markersOf.ts',
    'src/core/passages/findPassages.ts',
    'src/core/ranking/fitDiscriminant.ts',
    'src/core/verification/fusedVerifier.ts',
  ],
};

/** One SHA-256 of files of TypeScript in hex digits, which comments, types and layout do not change. */
export function hashCode(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const source = fs.readFileSync(path.join(root, file), 'utf8');
    const { code } = transformSync(source, { loader: 'ts', minifyWhitespace: true });
    hash.update(`${file}\n${code}\n`);
  }
  return hash.digest('hex');
}

/** The hash of each group's files. */
export function hashMeasured(root) {
  return Object.fromEntries(Object.entries(measuredFiles).map(([group, files]) => [group, hashCode(root, files)]));
}
