// How this machine runs Node for a target: itself, or by Wine or qemu where they are installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cache, fetchNode, keepOnce, runZig } from './downloads.mjs';

const own = `${process.platform}-${process.arch}`;
/** Where Debian and Ubuntu install the libraries of the other processor. */
const armLibraries = '/usr/aarch64-linux-gnu';

/**
 * What runs Node for a target, or the reason why nothing does. "linux-x64-nehalem" is x64 without AVX.
 * @returns {{ command: readonly string[], env?: object } | { reason: string }}
 */
export function findRunner(target) {
  if (target === own) return { command: [process.execPath] };
  if (own === 'linux-x64' && target === 'win32-x64') return findWine();
  const isArm = target === 'linux-arm64';
  if (process.platform !== 'linux' || !(isArm || (own === 'linux-x64' && target === 'linux-x64-nehalem')))
    return { reason: `nothing on ${own} runs programs for ${target}` };
  const processor = isArm ? 'aarch64' : 'x86_64';
  const emulator = [`qemu-${processor}-static`, `qemu-${processor}`].find(isInstalled);
  if (emulator === undefined) return { reason: 'qemu-user is not installed (Debian: qemu-user-static)' };
  if (!isArm) return { command: [emulator, '-cpu', 'Nehalem', process.execPath] };
  if (!fs.existsSync(path.join(armLibraries, 'lib', 'libstdc++.so.6')))
    return { reason: `the libraries of the other processor are not installed (Debian: libstdc++6-arm64-cross)` };
  return { command: [emulator, '-cpu', 'neoverse-n1', '-L', armLibraries, fetchNode('linux-arm64')] };
}

/** Runs a program of Node. Its output goes through a file: Wine 8 cannot write into a pipe. */
export function runNode({ command, env }, args, options) {
  const [program, ...first] = command;
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-output-'));
  const [out, errors] = ['out', 'errors'].map((name) => path.join(place, name));
  const files = [fs.openSync(out, 'w'), fs.openSync(errors, 'w')];
  try {
    const { NODE_PATH: _, ...outer } = process.env;
    const stdio = ['ignore', ...files];
    const { status, error } = spawnSync(program, [...first, ...args], { ...options, env: { ...outer, ...env }, stdio });
    return { status, stdout: fs.readFileSync(out, 'utf8'), stderr: error?.message ?? fs.readFileSync(errors, 'utf8') };
  } finally {
    for (const file of files) fs.closeSync(file);
    fs.rmSync(place, { recursive: true });
  }
}

function isInstalled(program) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, program)));
}

function findWine() {
  const wine = ['wine', 'wine64'].find(isInstalled);
  if (wine === undefined) return { reason: 'Wine is not installed (Debian: wine, wine64)' };
  const prefix = path.join(cache, 'wine');
  const env = { WINEPREFIX: prefix, WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree=;mshtml=', ...permitTiles() };
  if (!fs.existsSync(path.join(prefix, 'ready'))) {
    fs.mkdirSync(prefix, { recursive: true });
    // Node refuses the Windows 7 that Wine 8 claims to be.
    const version = ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'];
    const { status } = spawnSync(wine, version, {
      env: { ...process.env, ...env },
      stdio: 'ignore',
      timeout: 180_000,
    });
    if (status !== 0) return { reason: 'Wine cannot make its folder' };
    fs.writeFileSync(path.join(prefix, 'ready'), '');
  }
  return { command: [wine, fetchNode('win32-x64')], env };
}

/**
 * Windows lets each program use the tile registers (AMX). On Linux a program asks for them, which Wine does not, so that the model
 * runtime meets an illegal instruction. A library that is loaded first asks for state 18, the tile data.
 */
function permitTiles() {
  const file = '/proc/cpuinfo';
  if (!fs.existsSync(file) || !/\bamx_tile\b/.test(fs.readFileSync(file, 'utf8'))) return {};
  const source = `long syscall(long, ...);
__attribute__((constructor)) static void askForTiles(void) { syscall(158, 0x1023, 18); }
`;
  const folder = keepOnce('amx', (place) => {
    fs.writeFileSync(path.join(place, 'amx.c'), source);
    runZig(['cc', '-shared', '-fPIC', 'amx.c', '-o', 'amx.so'], place);
  });
  return { LD_PRELOAD: path.join(folder, 'amx.so') };
}
