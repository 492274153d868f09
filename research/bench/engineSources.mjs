// The engine's own sources, bundled for a program of research/bench/ and loaded: what is timed is what is shipped.
import { build } from 'esbuild';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
const built = path.join(root, 'out', 'bench');

/** Bundles exports of the repository's TypeScript into out/bench/NAME.cjs and loads them; `exports` maps files to the names wanted. */
export async function engineSources(name, exports) {
  const outfile = path.join(built, `${name}.cjs`);
  const lines = Object.entries(exports).map(([file, names]) => `export { ${names} } from './${file}';`);
  const stdin = { contents: lines.join('\n'), resolveDir: root, loader: 'ts' };
  const mainFields = ['module', 'main']; // as in scripts/build.mjs: some packages cannot be bundled by their other form
  const external = ['sqlite3', 'onnxruntime-node', '@cspell/dict-en-common-misspellings'];
  await build({
    stdin,
    outfile,
    external,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields,
  });
  return createRequire(import.meta.url)(outfile);
}

/** The exports of research/bench/assembly/references.ts, compiled as the shipped kernels are. */
export async function referenceKernels() {
  const { default: asc } = await import('assemblyscript/asc'); // so large that it would slow down each collection of garbage
  const options = ['--enable', 'simd', '--runtime', 'stub', '--noAssert', '--optimizeLevel', '3', '--shrinkLevel', '0'];
  const outFile = path.join(built, 'references.wasm');
  fs.mkdirSync(built, { recursive: true });
  const { error, stderr } = await asc.main([
    'research/bench/assembly/references.ts',
    ...['--baseDir', root, '--outFile', path.relative(root, outFile), ...options],
  ]);
  if (error) throw new Error(`research/bench/assembly/references.ts: ${stderr}`);
  return new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(outFile))).exports;
}
