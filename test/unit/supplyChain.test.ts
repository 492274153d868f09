import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scripts } from '../../package.json';
import lock from '../../package-lock.json';
import manifest from '../../models/manifest.json';

/** Packages that may run a program when they are installed, and what it does. Any other one fails this test. */
const installScripts: Readonly<Record<string, string>> = {
  'node_modules/@vscode/vsce-sign': 'chooses the signer of the system; it is used by the packaging tool alone',
  'node_modules/esbuild': 'checks its own program; it is used by the build alone',
  'node_modules/node': 'puts Node in place for the tests',
  'node_modules/onnxruntime-node': 'would download libraries for CUDA; .npmrc makes it skip that',
  'node_modules/sqlite3': 'compiles the binding, or fetches a compiled one',
};

type Locked = Readonly<Record<string, { readonly hasInstallScript?: boolean; readonly integrity?: string }>>;
const packages = Object.entries(lock.packages as Locked).filter(([name]) => name !== '');

describe('the packages that are installed', () => {
  it('run no program of their own but those that are named', () => {
    const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name);
    expect(running.sort()).toEqual(Object.keys(installScripts).sort());
    expect(fs.readFileSync('.npmrc', 'utf8')).toContain('onnxruntime-node-install=skip');
  });

  it('have a hash each', () => {
    expect(packages.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([name]) => name)).toEqual([]);
  });
});

/** Every file that an entry of the manifest names, with its hash. */
function listNamed(value: unknown): readonly (readonly [file: string, sha256: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const { file, sha256 } = value as { readonly file?: string; readonly sha256?: string };
  const own = file !== undefined && sha256 !== undefined ? [[file, sha256] as const] : [];
  return [...own, ...Object.values(value).flatMap(listNamed)];
}

describe('the models', () => {
  const named = new Map(listNamed(manifest));
  const shipped = fs.readdirSync('models').filter((name) => !/^(manifest\.json|sources\.json|.*\.md)$/.test(name));

  it.each(shipped)('are in the manifest with the hash that they have: %s', (name) => {
    const bytes = fs.readFileSync(path.join('models', name));
    expect(named.get(name)).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});

describe('the commands that others repeat', () => {
  it.each(['prove', 'test:faults'] as const)(
    '%s builds the program first, so that a fresh clone can run it',
    (name) => {
      expect(scripts[name]).toMatch(/^node scripts\/build\.mjs && /);
    },
  );
});
