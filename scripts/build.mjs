// Every esbuild target: the extension, its engine thread, the command line, the panel page, and the host tests; and the
// kernels, which the AssemblyScript compiler makes.
import asc from 'assemblyscript/asc';
import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const at = (...parts) => path.join(root, ...parts);
const existing = (files) => files.map((file) => at(file)).filter((file) => fs.existsSync(file));
const shared = { bundle: true, logLevel: 'warning', absWorkingDir: root, legalComments: 'none' };
const host = {
  ...shared,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'], // what a package has as modules can be bundled whatever its other form requires
  sourcemap: 'linked',
  external: ['vscode', 'sqlite3', 'onnxruntime-node', 'mocha', '@cspell/dict-en-common-misspellings'],
};

/** The client of OpenSearch is a file of its own, which is read when a server is first asked. */
const openSearchClient = '@opensearch-project/opensearch';
const clientBeside = {
  name: 'client-beside',
  setup({ onResolve }) {
    const filter = new RegExp(`^${openSearchClient}$`);
    onResolve({ filter }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './opensearch.js', external: true },
    );
  },
};

/** The reader of data files of Outlook, which is loaded with the first such file. It writes to the console what we say ourselves. */
const outlookFiles = 'pst-extractor';
const outlookBeside = {
  name: 'outlook-beside',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^${outlookFiles}$`) }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './outlookFiles.js', external: true },
    );
  },
};

/** The n-grams that name languages: half of the engine's code, which English needs never. */
const languageNgrams = 'node_modules/eld/src/entries/static.medium.js';
const languagesBeside = {
  name: 'languages-beside',
  setup({ onResolve }) {
    onResolve({ filter: /\/eld\/src\/entries\/static\.medium\.js$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './languages.js', external: true },
    );
  },
};

/** One output file per entry, named after `name`. */
const single = (source, name, plugins = []) =>
  build({
    ...host,
    plugins: [clientBeside, outlookBeside, languagesBeside, librariesApart, ...plugins],
    entryPoints: existing([source]),
    outfile: at('dist', name),
  });

/**
 * `vscode` as one module with the names that the extension uses. Without it, every importing file copies all properties of
 * the interface when it is loaded, which takes the extension host 20 ms at the start.
 */
const vscodeOnce = {
  name: 'vscode-once',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'vscode-once' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'vscode-once' },
    );
    onLoad({ filter: /.*/, namespace: 'vscode-once' }, () => {
      const sources = fs
        .readdirSync(at('src', 'extension'), { recursive: true })
        .filter((file) => /\.tsx?$/.test(file));
      const code = sources.map((file) => fs.readFileSync(at('src', 'extension', file), 'utf8')).join('\n');
      const names = [...new Set(Array.from(code.matchAll(/\bvscode\.(\w+)/g), ([, name]) => name))];
      return { contents: `const vscode = require('vscode');\nexport const { ${names.join(', ')} } = vscode;\n` };
    });
  },
};

/** PDF.js and the writer of Word documents, each as a bundle of its own, which is loaded when it is first needed. */
const librariesApart = {
  name: 'libraries-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(pdf|docx)Library$/ }, ({ path: from }) => ({ path: `${from}.js`, external: true }));
  },
};

/** The two hot loops as WebAssembly SIMD: nothing of a runtime, speed before size. */
async function kernels() {
  const options = ['--enable', 'simd', '--runtime', 'stub', '--noAssert', '--optimizeLevel', '3', '--shrinkLevel', '0'];
  const source = 'src/lateInteraction/kernels/assembly/kernels.ts';
  const files = [source, '--baseDir', root, '--outFile', 'dist/kernels.wasm'];
  const { error, stderr } = await asc.main([...files, ...options]);
  if (error) throw new Error(`${source}: ${stderr}`);
}

await Promise.all([
  kernels(),
  single('src/extension/extension.ts', 'extension.js', [vscodeOnce]),
  single('src/case/engineWorker.ts', 'engineWorker.js'),
  single('src/reading/pdf/pdfLibrary.ts', 'pdfLibrary.js'),
  single('src/node/docxLibrary.ts', 'docxLibrary.js'),
  single('src/cli/main.ts', 'cli.js'),
  single('research/laboratory/main.ts', 'evaluate.js'),
  build({ ...host, entryPoints: [languageNgrams], outfile: at('dist', 'languages.js'), sourcemap: false }),
  build({ ...host, entryPoints: [openSearchClient], outfile: at('dist', 'opensearch.js') }),
  build({ ...host, entryPoints: [outlookFiles], outfile: at('dist', 'outlookFiles.js'), drop: ['console'] }),
  build({
    ...shared,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    entryPoints: existing(['webview/main.tsx']),
    outfile: at('dist', 'panel.js'),
  }),
  build({ ...shared, entryPoints: existing(['webview/panel.css']), outfile: at('dist', 'panel.css') }),
]);

if (process.argv.includes('--tests')) {
  const suite = at('test', 'host', 'suite');
  const tests = fs.existsSync(suite) ? fs.readdirSync(suite).filter((file) => file.endsWith('.ts')) : [];
  await build({
    ...host,
    entryPoints: tests.map((file) => path.join(suite, file)),
    outdir: at('out', 'test', 'host', 'suite'),
  });
  const dev = existing(['test/page/dev.ts']);
  await build({
    ...shared,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    entryPoints: dev,
    outdir: at('out', 'page'),
  });
}
