// Writes dist/THIRD-PARTY-NOTICES.txt: of every package whose code is in the .vsix, bundled or current, its name, version, licence and
// the text of that. Fails where a package says none.
import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../steps.mjs';

const bundles = [
  'src/extension/extension.ts',
  'src/case/engineWorker.ts',
  'src/reading/pdf/pdfLibrary.ts',
  'src/node/docxLibrary.ts',
  'src/cli/main.ts',
  'webview/main.tsx',
];
/** Packages that are shipped as they are: those of .vscodeignore. */
const whole = fs
  .readFileSync(path.join(root, '.vscodeignore'), 'utf8')
  .split('\n')
  .flatMap((line) => packageOf(line.replace(/^!/, '')) ?? []);

/** What a package says elsewhere of the code that it contains. */
const further = {
  'onnxruntime-node': [
    'Its library contains code of others: ThirdPartyNotices.txt of that version at https://github.com/microsoft/onnxruntime.',
  ],
  sqlite3: [
    'Its binding contains SQLite, which is in the public domain, and libc++ of LLVM, under the Apache License 2.0 with LLVM exceptions: https://llvm.org. On Windows it also contains the runtime of MinGW-w64: https://www.mingw-w64.org.',
  ],
  unpdf: [
    'It contains PDF.js, copyright Mozilla Foundation, under the Apache License 2.0: https://github.com/mozilla/pdf.js.',
  ],
};

/** The MIT licence of packages that come without their repository's text of it. */
function writeMit(name, license) {
  const isMicrosofts = /^(@microsoft\/|@vscode\/|onnxruntime-)/.test(name);
  if (license !== 'MIT' || (!isMicrosofts && name !== 'pst-extractor'))
    throw new Error(`${name} holds no text of its licence.`);
  const own = fs.readFileSync(path.join(root, 'LICENSE'), 'utf8').trim();
  const [mit] = own.split('\n\nThe model weights');
  return mit.replace(/^Copyright .*$/m, `Copyright (c) ${isMicrosofts ? 'Microsoft Corporation' : 'Ed Pfromer'}`);
}

/** The package that a path below node_modules belongs to, with its folder. */
function packageOf(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: bundles,
  bundle: true,
  write: false,
  metafile: true,
  outdir: 'out',
  platform: 'node',
  external: ['vscode', 'sqlite3', 'onnxruntime-node'],
  logLevel: 'error',
});
const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
  Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? (packageOf(file) ?? []) : [])),
);
const folders = [...new Set([...whole, ...used])].sort();
const notices = folders.map((folder) => {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  if (!license) throw new Error(`${name} names no licence.`);
  const texts = fs
    .readdirSync(path.join(root, folder))
    .filter((file) => /^(licen[cs]e|notices?|copying)(\.|$)/i.test(file))
    .map((file) => fs.readFileSync(path.join(root, folder, file), 'utf8').trim());
  if (texts.length === 0) texts.push(writeMit(name, license));
  return [`${name} ${version} (${license})`, ...(further[name] ?? []), ...texts].join('\n\n');
});
const packages = folders.map((folder) => {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  return { folder, name, version, license };
});
fs.writeFileSync(path.join(root, 'dist', 'packages.json'), `${JSON.stringify(packages)}\n`); // which sbom.mjs reads
const line = `\n\n${'-'.repeat(72)}\n\n`;
const file = path.join(root, 'dist', 'THIRD-PARTY-NOTICES.txt');
fs.writeFileSync(file, `Idiograph contains code of these packages.${line}${notices.join(line)}\n`);
console.log(`${folders.length} packages in ${path.relative(root, file)}`);
