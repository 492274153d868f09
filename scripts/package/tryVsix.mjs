// Tries a .vsix as a user gets it: unpacks it where no node_modules folder lies above it, checks that every module that its programs
// require is in it, and compares its review of the sample with that of this checkout. A package for another system is run by Wine or
// qemu where they are installed. "linux-x64-nehalem" runs that for linux-x64 without AVX.
//   node scripts/package/tryVsix.mjs FILE.vsix [TARGET] [--small | --modules]
// With --small it reviews one text of the sample, for slow emulators; with --modules it reviews none.
import { build } from 'esbuild';
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { compareReviews } from './compareReviews.mjs';
import { root } from '../steps.mjs';
import { findRunner, runNode } from './runners.mjs';
import { listZip } from './zip.mjs';

const isSmall = process.argv.includes('--small');
const own = `${process.platform}-${process.arch}`;
const [file, target = own] = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'idiograph-package-'));
process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const extension = unpack(path.resolve(file));
const missing = await missingModules(extension);
const { problems, said } = missing.length > 0 ? { problems: missing, said: '' } : tryReview();
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? `${path.basename(file)}: ${said}` : 'The package fails.');
process.exitCode = problems.length > 0 ? 1 : 0;

/** Reviews a copy of the sample with the package and with this checkout. */
function tryReview() {
  if (process.argv.includes('--modules')) return { problems: [], said: 'all modules are in it' };
  const runner = findRunner(target);
  if (runner.reason) return { problems: [], said: `all modules are in it; not run: ${runner.reason}` };
  const [expected, found] = [review(root, findRunner(own)), review(extension, runner)];
  // Windows on this processor gives the same bits. Another processor gives other last bits of the encoder's vectors.
  return compareReviews(expected, found, { isSameProcessor: [own, 'win32-x64'].includes(target) });
}

/** @returns the folder of the unpacked extension */
function unpack(archive) {
  for (const { name, content } of listZip(fs.readFileSync(archive))) {
    const target = path.join(folder, name);
    if (name.endsWith('/')) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content());
  }
  for (let above = folder; above !== path.dirname(above); above = path.dirname(above)) {
    const modules = path.join(path.dirname(above), 'node_modules');
    if (fs.existsSync(modules))
      throw new Error(`${modules} could lend modules to the package. Set TMPDIR to another folder.`);
  }
  return path.join(folder, 'extension');
}

/** Follows every `require` and `require.resolve` of the programs, also through the packages that they load. */
async function missingModules(extensionFolder) {
  const programs = fs.readdirSync(path.join(extensionFolder, 'dist')).filter((name) => name.endsWith('.js'));
  const notFound = new Map();
  const walk = {
    name: 'walk-requires',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /.*/ }, async ({ path: asked, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === 'asked' || kind === 'entry-point') return undefined;
        if (isBuiltin(asked) || asked === 'vscode') return { path: asked, external: true };
        const found = await resolve(asked, { kind: 'require-call', importer, resolveDir, pluginData: 'asked' });
        if (found.errors.length === 0 && found.path.startsWith(extensionFolder)) return found;
        notFound.set(asked, path.relative(extensionFolder, importer));
        return { path: asked, external: true };
      });
    },
  };
  await build({
    absWorkingDir: extensionFolder,
    // panel.js is the script of a page, which has no `require`.
    entryPoints: programs.filter((name) => name !== 'panel.js').map((name) => path.join('dist', name)),
    bundle: true,
    write: false,
    outdir: folder,
    platform: 'node',
    format: 'cjs',
    plugins: [walk],
    loader: { '.node': 'empty' },
    logLevel: 'silent',
  });
  return [...notFound].map(([name, importer]) => `${importer} requires ${name}, which is not in the package`);
}

/** @returns {readonly object[]} what the command line says of the sample */
function review(programFolder, { command, env }) {
  const copy = fs.mkdtempSync(path.join(folder, 'case-'));
  fs.cpSync(path.join(root, 'sample'), copy, { recursive: true, filter: isTried });
  const args = [path.join('dist', 'cli.js'), 'case', path.relative(programFolder, copy), '--json'];
  const { status, stdout, stderr } = runNode({ command, env }, args, { cwd: programFolder });
  if (status !== 0) throw new Error(`${path.basename(command.at(-1))} ended with ${status}: ${stderr.slice(-2000)}`);
  return stdout
    .trim()
    .split(/\r?\n/)
    .map((line) => JSON.parse(line));
}

/** Whether a file of the sample takes part: without results, and for --small ten known texts by two authors and one questioned. */
function isTried(source) {
  const name = path.relative(path.join(root, 'sample'), source).replaceAll(path.sep, '/');
  if (name === '.idiograph' || name.startsWith('.idiograph/')) return false;
  if (!isSmall || !/^(known|questioned)\//.test(name)) return true;
  return /^known\/author-(b|d)(\/|$)|^known$|^questioned$|blog-visitor-plan/.test(name);
}
