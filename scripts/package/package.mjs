// Makes the .vsix of this platform, checks what is in it, and tries it outside of this checkout.
//   node scripts/package/package.mjs [--built]   with --built it packs dist/ current
import fs from 'node:fs';
import path from 'node:path';
import { root, step } from '../steps.mjs';

const target = `${process.platform}-${process.arch}`;
const file = `idiograph-${target}.vsix`;
const ignore = fs.readFileSync(path.join(root, '.vscodeignore'), 'utf8');
const ignoreFile = path.join(root, 'out', '.vscodeignore');
fs.mkdirSync(path.dirname(ignoreFile), { recursive: true });
fs.writeFileSync(ignoreFile, ignore.replace('TARGET', `${process.platform}/${process.arch}`));

const packing = [
  'package',
  '--target',
  target,
  '--no-git-tag-version',
  '--allow-missing-repository',
  '--skip-license',
  '--no-rewrite-relative-links',
];
const steps = [
  ...(process.argv.includes('--built') ? [] : [['build', 'node', ['scripts/build.mjs']]]),
  ['notices', 'node', ['scripts/package/notices.mjs']],
  ['vsce', '@vscode/vsce:vsce', [...packing, '--ignoreFile', path.relative(root, ignoreFile), '--out', file]],
  ['contents', 'node', ['scripts/package/checkVsix.mjs', file]],
  ['trial outside of the checkout', 'node', ['scripts/package/tryVsix.mjs', file]],
];
for (const [title, tool, args] of steps) if (step(title, tool, args).status !== 0) process.exit(1);
