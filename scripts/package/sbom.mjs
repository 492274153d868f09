// Writes the parts of a package beside it, as CycloneDX has them (NAME.cdx.json): the packages whose code is in it, and every model and
// native file with its SHA-256. Fails on a licence that is not listed here, and on a package in it that notices.mjs did not find.
//   node scripts/package/sbom.mjs FILE.vsix
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../steps.mjs';
import { listZip } from './zip.mjs';

/** Licences under which code and lists may be passed on with ours. */
const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  '0BSD',
  'CC BY-SA 4.0',
];

const [file] = process.argv.slice(2);
const bytes = fs.readFileSync(file);
const entries = listZip(bytes);
const read = (name) => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));
const { name, version, license } = read('package.json');
const locked = read('package-lock.json').packages;
const packages = read('dist/packages.json');
const sha256 = (content) => createHash('sha256').update(content).digest('hex');

const found = new Set(packages.map(({ folder }) => folder));
const inside = entries.flatMap(
  (entry) => /^extension\/((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(entry.name)?.[1] ?? [],
);
const problems = [
  ...[...new Set(inside)].filter((folder) => !found.has(folder)).map((folder) => `${folder} is in no list of packages`),
  ...packages.filter((each) => !isAllowed(each.license)).map((each) => `${each.name} has the licence ${each.license}`),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

const parts = packages.map((each) => ({
  type: 'library',
  'bom-ref': `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`,
  name: each.name,
  version: each.version,
  purl: `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`,
  licenses: [toLicence(each.license)],
  ...hashesOf(locked[each.folder]?.integrity),
}));
const files = entries
  .filter((entry) =>
    /^extension\/models\/.*\.(onnx|json|bin|f32)$|\.(node|dll|dylib|wasm|so(\.\d+)*)$/.test(entry.name),
  )
  .map((entry) => ({
    type: /\.onnx$/.test(entry.name) ? 'machine-learning-model' : 'file',
    name: entry.name.replace('extension/', ''),
    hashes: [{ alg: 'SHA-256', content: sha256(entry.content()) }],
  }));
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      ...{ type: 'application', 'bom-ref': 'idiograph', name, version, licenses: [toLicence(license)] },
      hashes: [{ alg: 'SHA-256', content: sha256(bytes) }],
    },
  },
  components: [...parts, ...files],
  dependencies: [{ ref: 'idiograph', dependsOn: parts.map((each) => each['bom-ref']) }],
};
const written = file.replace(/\.vsix$/, '.cdx.json');
fs.writeFileSync(written, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${parts.length} packages and ${files.length} files in ${path.basename(written)}`);

/** One of a choice is enough. */
function isAllowed(text) {
  return text
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((each) => allowed.includes(each));
}

function toLicence(text) {
  return / OR /.test(text)
    ? { expression: text }
    : { license: { [/ /.test(text) || /^SEE/.test(text) ? 'name' : 'id']: text } };
}

/** The hash of a package as its registry has it. */
function hashesOf(integrity) {
  const [, digest] = /^sha512-(.*)$/.exec(integrity ?? '') ?? [];
  return digest ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] } : {};
}
