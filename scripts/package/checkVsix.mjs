// Fails on a stray file in the .vsix, on a file that names a collector of telemetry, or on sizes above what was promised: models
// 65 MB, population 12 MB, package 42 MB.
import fs from 'node:fs';
import { uploadersIn } from '../uploaders.mjs';
import { listZip } from './zip.mjs';

const [file] = process.argv.slice(2);
const megabytes = (bytes) => bytes / 1e6;
const entries = listZip(fs.readFileSync(file));

const allowed = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package\.json|package\.nls\.json|readme\.md|changelog\.md|LICENSE\.txt|LICENSE)$/i,
  /^extension\/(media|models|sample|l10n)\//,
  /^extension\/dist\/(extension|engineWorker|pdfLibrary|opensearch|cli|panel)\.js$/,
  /^extension\/dist\/(panel\.css|kernels\.wasm|THIRD-PARTY-NOTICES\.txt)$/,
  /^extension\/node_modules\/(@cspell\/dict-en-common-misspellings|sqlite3|bindings|file-uri-to-path|onnxruntime-node|onnxruntime-common)\//,
];
const sum = (pattern) => entries.filter(({ name }) => pattern.test(name)).reduce((all, { bytes }) => all + bytes, 0);
const limits = [
  ['ONNX models', sum(/^extension\/models\/.*\.onnx$/), 65],
  ['population', sum(/population\.json$/), 12],
  ['package', fs.statSync(file).size, 42],
];
const problems = [
  ...entries
    .filter(({ name }) => !name.endsWith('/') && !allowed.some((pattern) => pattern.test(name)))
    .map(({ name }) => `stray file ${name}`),
  ...entries
    .filter(({ name }) => /\.idiograph\/|\.map$/.test(name) || isForeignLibrary(name))
    .map(({ name }) => `stray file ${name}`),
  ...entries
    .map(({ name, content }) => ({ name, addresses: uploadersIn(content()) }))
    .filter(({ addresses }) => addresses.length > 0)
    .map(({ name, addresses }) => `${name} names ${addresses.join(' and ')}: it may report to them`),
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
    'encoder-sources.json',
    'population-sources.json',
  ]
    .filter((name) => !entries.some((entry) => entry.name === `extension/models/${name}`))
    .map((name) => `models/${name} is missing`),
  ...['pdfLibrary.js', 'opensearch.js', 'kernels.wasm', 'THIRD-PARTY-NOTICES.txt']
    .filter((name) => !entries.some((entry) => entry.name === `extension/dist/${name}`))
    .map((name) => `dist/${name} is missing`),
];
for (const [what, bytes, limit] of limits) console.log(`${what}: ${megabytes(bytes).toFixed(1)} MB of ${limit} MB`);
console.log(`${entries.length} files`);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

/** A native library of another platform than the one that packages. */
function isForeignLibrary(name) {
  return name.includes('/bin/napi-v6/') && !name.includes(`/bin/napi-v6/${process.platform}/${process.arch}/`);
}
