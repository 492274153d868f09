import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// What the system that runs the tests can do. A test that needs something says so once: `it.runIf(makesLinks)(…)`.

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
