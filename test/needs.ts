import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// What a test may need of the system that runs it. The test says so once: `it.runIf(makesLinks)(…)`.

/** Whether also those tests run that take long and seldom fail, as `npm test -- --all` asks for. */
export const isAll = process.env['IDIOGRAPH_ALL'] === '1';

/** Whether the disk takes names in another case for the same. */
export const ignoresCase = during((folder) => {
  fs.writeFileSync(path.join(folder, 'a'), '');
  return fs.existsSync(path.join(folder, 'A'));
});

/** Whether a user may make symbolic links, and programs see them as links. Windows asks for a privilege; Wine makes none. */
export const makesLinks = during((folder) => {
  fs.symlinkSync('target', path.join(folder, 'link'));
  return fs.lstatSync(path.join(folder, 'link')).isSymbolicLink();
});

/** Whether a program can make a pipe that has a name. Windows has none in folders. */
export const makesPipes = during((folder) => spawnSync('mkfifo', [path.join(folder, 'pipe')]).status === 0);

/** Whether a file can be closed to a user. Windows has lists of rights instead of modes. */
export const hasModes = process.platform !== 'win32';

/** Whether a process may answer a signal. On Windows each signal ends it at once. */
export const answersSignals = process.platform !== 'win32';

/** Whether a name may have the characters * and ?, which Windows keeps for itself. */
export const namesAnything = process.platform !== 'win32';

/** Whether an open file can be deleted. Windows refuses it. */
export const deletesOpenFiles = process.platform !== 'win32';

/** Whether a process number can be told from that of an earlier process. */
export const knowsWhenProcessesBegan = process.platform === 'linux';

/** Whether a folder keeps the time when it was made as its contents change. Wine gives the time of the last change. */
export const keepsBirthTimes = during((folder) => {
  const read = (): bigint => fs.statSync(folder, { bigint: true }).birthtimeNs;
  const before = read();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  fs.writeFileSync(path.join(folder, 'a'), '');
  return read() === before;
});

/** What a program said, less what the model runtime says where Windows is emulated and has no display. */
export function withoutDisplay(stderr: string): string {
  return stderr.replace(/^Failed to create DXGI factory\.\r?\n/gm, '');
}

/** Whether a small disk can be made in memory. */
export const canMount =
  process.geteuid?.() === 0 &&
  during((folder) => {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    return mounted.status === 0 && spawnSync('umount', [folder]).status === 0;
  });

function during(work: (folder: string) => boolean): boolean {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-systems-'));
  try {
    return work(folder);
  } catch {
    return false;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Whether a library can stand between a program and the C library, and can be made here. */
export const canPreload =
  process.platform === 'linux' &&
  (process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } }).header
    .glibcVersionRuntime !== undefined &&
  spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;
