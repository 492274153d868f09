// Tries a .vsix as a user gets it: unpacks it where no node_modules folder lies above it, checks that every module that its programs
// require is in it, and compares its review of the sample with that of this checkout.
//   node scripts/package/tryVsix.mjs FILE.vsix
import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../steps.mjs';
import { listZip } from './zip.mjs';

const [file] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'idiograph-package-'));
process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const extension = unpack(path.resolve(file));
const missing = await missingModules(extension);
const problems = missing.length > 0 ? missing : await differences(extension);
for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0 ? `${path.basename(file)} reviews its sample as this checkout does` : 'The package fails.',
);
process.exitCode = problems.length > 0 ? 1 : 0;

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

/** Reviews a copy of the sample with the package and with this checkout. @returns one line for each text with other findings */
async function differences(extensionFolder) {
  const [own, packaged] = [await review(root), await review(extensionFolder)];
  if (own.length < 2) return ['This checkout reviews no text of the sample.'];
  const other = own.filter((line, at) => line !== packaged[at]);
  return [
    ...other.map((line) => `The package finds something else: ${line.slice(0, 100)} …`),
    ...(own.length === packaged.length
      ? []
      : [`The package gives ${packaged.length} answers instead of ${own.length}.`]),
  ];
}

async function review(programFolder) {
  const copy = fs.mkdtempSync(path.join(folder, 'case-'));
  fs.cpSync(path.join(programFolder, 'sample'), copy, {
    recursive: true,
    filter: (source) => path.basename(source) !== '.idiograph',
  });
  const { NODE_PATH: _, ...env } = process.env;
  const cli = path.join(programFolder, 'dist', 'cli.js');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'case', copy, '--json'], {
    cwd: programFolder,
    env,
    maxBuffer: 1 << 28,
  });
  return stdout.replaceAll(copy, '').trimEnd().split('\n');
}
