// What is needed to build and try packages for other systems: fetched once from the package registries, compared with the hash that is
// written here, and kept in the user's cache folder.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../steps.mjs';
import { runtimeFolder, runtimePackage } from './targets.mjs';

export const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'idiograph-build');

export const zigVersion = '0.15.2';
/** SHA-256 of the wheels of ziglang, for Linux, macOS and Windows on x64 and ARM. */
const zigWheels = [
  '806316453d1ede7174ed3fefb8e5348154629089c3bb5fe812dfd0e172fac130',
  'edc0aa60ec964a4cf462d40f68d7de242ddf37fd9a80f2afaee6397059463230',
  '47af4f85e3e59bd672126cc026d3a01b516cad24b9a9ea075abfe8532f4c6bc1',
  'acae2a9ce67ed249ad68d42c21bc73b5f9d51a33ba5ea42f609f78683e8d9bb7',
  'ca80dc9c70dbdfdd9ee51d000de3501a95d33d9782ab9ab9b56f700484ebcd83',
  'a81ebfc61e1b7aa43a33add23f93b98954d757434f894eb21bd40b176b6688aa',
];
export const nodeVersion = '22.23.3';
/** SHA-512 of the npm packages that hold Node for another system. */
const nodes = {
  'linux-arm64': 'l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
  'win32-x64': 'lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
};

/** Runs a program. @throws with what it said where it fails */
export function runTool(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...options,
  });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ').slice(0, 200)} failed: ${error?.message ?? `${stderr}${stdout}`}`);
  return stdout;
}

/** @returns the path of the zig compiler */
export function fetchZig() {
  const folder = keepOnce(`zig-${zigVersion}`, (place) => {
    const wanted = path.join(place, 'wanted.txt');
    fs.writeFileSync(wanted, `ziglang==${zigVersion} ${zigWheels.map((hash) => `--hash=sha256:${hash}`).join(' ')}\n`);
    const options = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '--disable-pip-version-check', '-q'];
    const python = process.platform === 'win32' ? 'python' : 'python3';
    runTool(python, ['-m', 'pip', 'install', ...options, '--target', place, '-r', wanted]);
  });
  return path.join(folder, 'ziglang', process.platform === 'win32' ? 'zig.exe' : 'zig');
}

/** Runs the compiler in a folder. What it makes for every program is kept with it. */
export function runZig(args, folder) {
  const kept = { ZIG_GLOBAL_CACHE_DIR: path.join(cache, 'zig-objects'), ZIG_LOCAL_CACHE_DIR: path.join(folder, 'zig') };
  return runTool(fetchZig(), args, { cwd: folder, env: { ...process.env, ...kept } });
}

/** @returns the path of Node for another system: "linux-arm64" or "win32-x64" */
export function fetchNode(target) {
  const isWindows = target.startsWith('win32');
  return path.join(nodePackage(target), 'bin', isWindows ? 'node.exe' : 'node');
}

/** @returns the folder of the headers of Node-API and libuv, whose declarations are the same on all systems */
export function fetchHeaders() {
  return path.join(nodePackage('linux-arm64'), 'include', 'node');
}

function nodePackage(target) {
  return fetchPackage(`node-${target.replace('win32', 'win')}`, nodeVersion, nodes[target]);
}

/**
 * @returns the folder of the ONNX runtime's native files for a target. Its last version with a library for macOS on x64 is 1.23.2,
 *          whose library gives the same vectors as that of today's version, byte by byte, where both exist.
 */
export function fetchRuntime(target) {
  const hash = 'OBTsG0W8ddBVOeVVVychpVBS87A9YV5sa2hJ6lc025T97Le+J4v++PwSC4XFs1C62SWyNdof0Mh4KvnZgtt4aw==';
  const isOld = target === 'darwin-x64';
  const folder = isOld ? fetchPackage('onnxruntime-node', '1.23.2', hash) : path.join(root, runtimePackage);
  return path.join(folder, runtimeFolder(target));
}

/** @returns the folder of a package that the lock file names for another system than this */
export function fetchLocked(name) {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = packages[`node_modules/${name}`];
  return fetchPackage(name, version, integrity.replace(/^sha512-/, ''));
}

/** @param expected  the SHA-512 of the archive, in base64 @returns the folder of what is in it */
function fetchPackage(name, version, expected) {
  const folder = keepOnce(`${name.replace('/', '-')}-${version}`, (place) => {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const shell = process.platform === 'win32';
    const archive = runTool(npm, ['pack', `${name}@${version}`, '--silent'], { cwd: place, shell }).trim();
    const hash = createHash('sha512')
      .update(fs.readFileSync(path.join(place, archive)))
      .digest('base64');
    if (hash !== expected) throw new Error(`${name} ${version} has another hash than was expected: ${hash}`);
    runTool('tar', ['xzf', archive, '--no-same-owner'], { cwd: place });
    fs.rmSync(path.join(place, archive));
  });
  return path.join(folder, 'package');
}

/** A folder of the cache that `fill` fills once. A fill that is broken off leaves nothing behind. */
export function keepOnce(name, fill) {
  const kept = path.join(cache, name);
  if (fs.existsSync(kept)) return kept;
  fs.mkdirSync(cache, { recursive: true });
  const place = fs.mkdtempSync(path.join(cache, 'new-'));
  try {
    fill(place);
    if (!fs.existsSync(kept)) fs.renameSync(place, kept);
  } finally {
    fs.rmSync(place, { recursive: true, force: true });
  }
  return kept;
}
