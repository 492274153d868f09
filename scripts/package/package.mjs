// Makes packages, checks what is in them, and tries that of this machine outside of the checkout. Equal sources give equal bytes.
//   node scripts/package/package.mjs [--target T | --all] [--built] [--twice]
// With --built it packs dist/ as it is; with --twice it builds the binding and the package once more and compares the bytes.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, step, stepBeside } from '../steps.mjs';
import { addonFor, buildAddon } from './addon.mjs';
import { fetchHeaders, fetchRuntime, fetchZig, runTool } from './downloads.mjs';
import { checkTarget, isLoaded, runtimeFolder, runtimePackage, targets } from './targets.mjs';

const own = `${process.platform}-${process.arch}`;
const asked = process.argv[process.argv.indexOf('--target') + 1];
const wanted = process.argv.includes('--all')
  ? Object.keys(targets)
  : [checkTarget(process.argv.includes('--target') ? asked : own)];
const stage = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'idiograph-stage-'));
process.once('exit', () => fs.rmSync(stage, { recursive: true, force: true }));

// The day that all files of a package bear: vsce writes local time into the archive.
process.env.SOURCE_DATE_EPOCH = '315619200';
process.env.TZ = 'UTC';

const packing = ['--no-git-tag-version', '--allow-missing-repository', '--skip-license', '--no-rewrite-relative-links'];
if (!process.argv.includes('--built')) run('build', 'node', ['scripts/build.mjs']);
run('notices', 'node', ['scripts/package/notices.mjs']);
stageFiles();
await buildAddons();
let checks = Promise.resolve();
for (const target of wanted) {
  const file = path.join(root, `idiograph-${target}.vsix`);
  stageNatives(target);
  await pack(target, file);
  if (process.argv.includes('--twice')) await compareWithSecond(target, file);
  await checks;
  checks = check(target, file); // while the next one is packed
}
await checks;

/** Builds the bindings that are not kept, one for each processor at a time: a compiler uses one. */
async function buildAddons() {
  fetchZig(); // what they share is fetched before them
  fetchHeaders();
  const left = [...wanted];
  const work = async () => {
    for (let target = left.shift(); target; target = left.shift())
      requireWell(await stepBeside(`binding for ${target}`, 'node', ['scripts/package/buildAddon.mjs', target]));
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
}

async function check(target, file) {
  const modulesAlone = target === own ? [] : ['--modules'];
  for (const [title, script, ...args] of [
    ['parts', 'sbom.mjs', file],
    ['contents', 'checkVsix.mjs', file, target],
    ['trial outside of the checkout', 'tryVsix.mjs', file, target, ...modulesAlone],
  ])
    requireWell(await stepBeside(title, 'node', [`scripts/package/${script}`, ...args]));
}

function run(title, tool, args) {
  requireWell(step(title, tool, args));
}

function requireWell({ status }) {
  if (status !== 0) process.exit(1);
}

async function pack(target, file) {
  const args = ['package', '--target', target, ...packing, '--out', file];
  requireWell(await stepBeside(`package for ${target}`, '@vscode/vsce:vsce', args, stage));
}

/** Fails where a second build gives other bytes than the first. */
async function compareWithSecond(target, file) {
  const folder = fs.mkdtempSync(path.join(path.dirname(stage), 'idiograph-second-'));
  try {
    const second = path.join(folder, 'second.vsix');
    await pack(target, second);
    const pairs = [
      [file, second],
      [addonFor(target), buildAddon(target, folder)],
    ];
    for (const [one, other] of pairs)
      if (!fs.readFileSync(one).equals(fs.readFileSync(other)))
        throw new Error(`Two builds of ${path.basename(one)} have other bytes.`);
    console.log('ok: two builds of the binding and of the package have the same bytes');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Copies what packages are made of, but for native files, so that this checkout stays as it is. */
function stageFiles() {
  const shared = fs
    .readdirSync(root)
    .filter((name) => /^(package(\.nls(\.\w+)?)?\.json|[A-Z]+(\.md)?|media|models|sample|l10n|dist)$/.test(name));
  for (const name of shared) copy(name, (source) => !['.idiograph', 'steps'].includes(path.basename(source)));
  const page = path.join(stage, 'README.md'); // its pictures would make the package too large
  fs.writeFileSync(page, fs.readFileSync(page, 'utf8').replace(/^ *!\[[^\]]*\]\(media\/steps\/[^)]*\)\n\n?/gm, ''));
  // vsce lists the packages that the program depends on, and what they depend on.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const listed = runTool(npm, ['ls', '--omit=dev', '--parseable', '--all'], {
    cwd: root,
    shell: process.platform === 'win32',
  });
  for (const folder of listed.trim().split(/\r?\n/).slice(1))
    copy(path.relative(root, folder), (source) => !/(sqlite3.(build|deps|src)|napi-v6)$/.test(source));
}

function copy(name, filter) {
  fs.cpSync(path.join(root, name), path.join(stage, name), { recursive: true, dereference: true, filter });
}

/** Puts the native files of a target in place, by name, and gives all files one mode. */
function stageNatives(target) {
  const runtime = `${runtimePackage}/${runtimeFolder(target)}`;
  const source = fetchRuntime(target);
  const libraries = fs.readdirSync(source).filter(isLoaded);
  fs.rmSync(path.join(stage, runtimePackage, 'bin'), { recursive: true, force: true });
  for (const name of libraries) fs.cpSync(path.join(source, name), path.join(stage, runtime, name));
  const binding = path.join(stage, 'node_modules/sqlite3/build/Release/node_sqlite3.node');
  fs.mkdirSync(path.dirname(binding), { recursive: true });
  fs.copyFileSync(addonFor(target), binding);
  const ignored = fs.readFileSync(path.join(root, '.vscodeignore'), 'utf8');
  const named = [
    ...libraries.map((name) => `!${runtime}/${name}`),
    '!node_modules/sqlite3/build/Release/node_sqlite3.node',
  ];
  fs.writeFileSync(path.join(stage, '.vscodeignore'), `${ignored.trimEnd()}\n${named.join('\n')}\n`);
  for (const entry of fs.readdirSync(stage, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) fs.chmodSync(path.join(entry.parentPath ?? entry.path, entry.name), 0o644);
}
