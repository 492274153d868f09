import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const runtime = path.join(root, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6');
const idle = /^(DirectML|dxcompiler|dxil)\.dll$|\.\d+\.\d+\.\d+\.dylib$/;

type Find = (files: ReadonlyMap<string, Buffer>, target: string) => readonly string[];
const check: unknown = await import(pathToFileURL(path.join(root, 'scripts', 'package', 'natives.mjs')).href);
const { findNativeProblems } = check as { findNativeProblems: Find };

/** The native files of the model runtime for a target. */
function filesOf(target: string): Map<string, Buffer> {
  const folder = path.join(runtime, ...target.split('-'));
  const names = fs.readdirSync(folder).filter((name) => !idle.test(name));
  return new Map(names.map((name) => [`extension/${name}`, fs.readFileSync(path.join(folder, name))]));
}

describe('the check of native files', () => {
  it.each(['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64', 'win32-arm64'])(
    'has nothing against the model runtime of %s',
    (target) => {
      expect(findNativeProblems(filesOf(target), target)).toEqual([]);
    },
  );

  it.each([
    ['linux-x64', 'linux-arm64'],
    ['win32-arm64', 'win32-x64'],
    ['darwin-arm64', 'linux-arm64'],
  ])('says that a file is for %s in a package for %s', (made, wanted) => {
    const problems = findNativeProblems(filesOf(made), wanted);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain(`is for ${made}, not for ${wanted}`);
  });

  it.each([
    ['linux-x64', 'libonnxruntime.so.1', 'libonnxruntime.so.1'],
    ['darwin-arm64', 'libonnxruntime.1.dylib', '@rpath/libonnxruntime.1.dylib'],
    ['win32-x64', 'onnxruntime.dll', 'onnxruntime.dll'],
  ])('misses a library that a package for %s leaves out', (target, left, named) => {
    const files = filesOf(target);
    files.delete(`extension/${left}`);
    expect(findNativeProblems(files, target)).toEqual([
      expect.stringContaining(`onnxruntime_binding.node needs ${named}, which neither`),
    ]);
  });

  it('names a newer glibc than VS Code asks for', () => {
    const files = filesOf('linux-x64');
    const [[name, bytes]] = [...files] as [[string, Buffer]];
    files.set(name, Buffer.concat([bytes, Buffer.from('\0GLIBC_2.34\0GLIBCXX_3.4.29\0GLIBC_2.28\0')]));
    expect(findNativeProblems(files, 'linux-x64')).toEqual([
      `${name} needs GLIBC_2.34`,
      `${name} needs GLIBCXX_3.4.29`,
    ]);
  });
});
