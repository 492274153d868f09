// Fails on a stray file in the .vsix, on a native file that the target cannot load, on a file that names a collector of telemetry or a
// folder of this machine, or on sizes above what was promised: models 65 MB, population 12 MB, package 44 MB.
//   node scripts/package/checkVsix.mjs FILE.vsix [TARGET]
import fs from 'node:fs';
import { root } from '../steps.mjs';
import { uploadersIn } from '../uploaders.mjs';
import { cache } from './downloads.mjs';
import { findNativeProblems } from './natives.mjs';
import { runtimeFolder, runtimePackage } from './targets.mjs';
import { listZip } from './zip.mjs';

const [file, target = `${process.platform}-${process.arch}`] = process.argv.slice(2);
const megabytes = (bytes) => bytes / 1e6;
const entries = listZip(fs.readFileSync(file));

const allowed = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package(\.nls(\.\w+)?)?\.json|readme\.md|changelog\.md|LICENSE\.txt|LICENSE)$/i,
  /^extension\/(media|models|sample|l10n)\//,
  /^extension\/dist\/(extension|engineWorker|pdfLibrary|docxLibrary|languages|opensearch|outlookFiles|cli|panel)\.js$/,
  /^extension\/dist\/(panel\.css|kernels\.wasm|THIRD-PARTY-NOTICES\.txt)$/,
  /^extension\/node_modules\/(@cspell\/dict-en-common-misspellings|sqlite3|bindings|file-uri-to-path|onnxruntime-node|onnxruntime-common)\//,
];
const sum = (pattern) => entries.filter(({ name }) => pattern.test(name)).reduce((all, { bytes }) => all + bytes, 0);
const limits = [
  ['ONNX models', sum(/^extension\/models\/.*\.onnx$/), 65],
  ['population', sum(/population\.json$/), 12],
  ['package', fs.statSync(file).size, 44],
];
const natives = entries.filter(({ name }) => /\.(node|dll|dylib|so(\.\d+)*)$/.test(name));
const problems = [
  ...entries
    .filter(({ name }) => !name.endsWith('/') && !allowed.some((pattern) => pattern.test(name)))
    .map(({ name }) => `stray file ${name}`),
  ...entries
    .filter(({ name }) => /\.idiograph\/|\.map$/.test(name) || isForeignLibrary(name))
    .map(({ name }) => `stray file ${name}`),
  ...entries.flatMap(({ name, content }) => findNames(name, content())),
  ...findNativeProblems(new Map(natives.map(({ name, content }) => [name, content()])), target),
  ...['onnxruntime_binding.node', 'node_sqlite3.node']
    .filter((name) => !natives.some((each) => each.name.endsWith(`/${name}`)))
    .map((name) => `${name} is missing`),
  ...limits
    .filter(([, bytes, limit]) => megabytes(bytes) > limit)
    .map(([what, bytes, limit]) => `${what}: ${megabytes(bytes).toFixed(1)} MB is over ${limit} MB`),
  ...[
    'encoder.onnx',
    'tokenizer.json',
    'manifest.json',
    'population.json',
    'calibrations.json',
    'classical.json',
    'ngrams.bin',
    'markers.json',
    'phrases.bin',
    'search.json',
    'question.json',
    'sources.json',
  ]
    .filter((name) => !entries.some((entry) => entry.name === `extension/models/${name}`))
    .map((name) => `models/${name} is missing`),
  ...[
    'pdfLibrary.js',
    'docxLibrary.js',
    'languages.js',
    'opensearch.js',
    'outlookFiles.js',
    'kernels.wasm',
    'THIRD-PARTY-NOTICES.txt',
  ]
    .filter((name) => !entries.some((entry) => entry.name === `extension/dist/${name}`))
    .map((name) => `dist/${name} is missing`),
];
for (const [what, bytes, limit] of limits) console.log(`${what}: ${megabytes(bytes).toFixed(1)} MB of ${limit} MB`);
console.log(`${entries.length} files`);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

/** A file of the runtime for another target than that of the package. */
function isForeignLibrary(name) {
  return name.includes('/bin/napi-v6/') && !name.includes(`/${runtimePackage}/${runtimeFolder(target)}/`);
}

/** What a file names that no package may name. */
function findNames(name, bytes) {
  const addresses = uploadersIn(bytes);
  const folders = [root, cache].filter((folder) => bytes.includes(folder));
  return [
    ...(addresses.length > 0 ? [`${name} names ${addresses.join(' and ')}: it may report to them`] : []),
    ...folders.map((folder) => `${name} names ${folder}, a folder of this machine`),
  ];
}
