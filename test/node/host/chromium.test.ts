import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../removeFolder';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'idiograph-chromium-'));
const chromium = path.join(folder, 'chromium');
const isDebian = spawnSync('grep', ['-q', '^ID=debian$', '/etc/os-release']).status === 0;

/** Runs Node with an apt-get that writes down what it is told, and "installs" the one file. */
function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const programs = path.join(folder, 'bin');
  mkdirSync(programs, { recursive: true });
  const aptGet = `#!/bin/sh\necho "$@" >> ${folder}/asked\n[ "$1" != install ] || touch ${chromium}\n`;
  writeFileSync(path.join(programs, 'apt-get'), aptGet, { mode: 0o755 });
  const PATH = `${programs}:${process.env['PATH'] ?? ''}`;
  const options = { cwd: root, env: { ...process.env, CHROMIUM: '', ...env, PATH }, timeout: 120_000 };
  const { stdout, status } = spawnSync(process.execPath, args, { ...options, encoding: 'utf8' });
  return { lines: stdout.trim().split('\n'), status };
}

const module = JSON.stringify(path.join(root, 'test', 'host', 'chromium.mjs'));
/** What a user with this number is told, and whether there is a browser in the end. */
const ensureAs = (uid: number) => {
  const ensured = `import(${module}).then((it) => process.exit(it.ensureChromium([${JSON.stringify(chromium)}]) ? 0 : 1))`;
  return run(['-e', `process.getuid = () => ${uid}; ${ensured}`]);
};

describe.runIf(process.platform !== 'win32')('the browser of the host tests', () => {
  afterAll(() => removeFolder(folder));

  it('is what npm test names in its first line where it is missing, and it does no work before', () => {
    const { lines, status } = run(['scripts/test.mjs'], { CHROMIUM: '/nowhere/chromium' });
    expect(lines[0]).toMatch(/^No Chromium was found.+CHROMIUM names \/nowhere\/chromium/);
    expect(lines.slice(1)).toEqual(['0 passed, 1 failed, 0 skipped']);
    expect(status).toBe(1);
  });

  it('is not installed for a user who may not, who gets the one command', () => {
    const { lines, status } = ensureAs(1000);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(isDebian ? /sudo sh -c 'apt-get .+ chromium'$/ : /install --with-deps chromium$/);
    expect(status).toBe(1);
  });

  it.runIf(isDebian)('is installed for root on Debian, by the command that is named', () => {
    const { lines, status } = ensureAs(0);
    expect(lines).toEqual([expect.stringMatching(/^No Chromium was found.+installing it: {2}apt-get .+ chromium$/)]);
    const asked = readFileSync(path.join(folder, 'asked'), 'utf8').trim().split('\n');
    expect(asked).toEqual(['update -qq', 'install -y -qq --no-install-recommends chromium']);
    expect(status).toBe(0);
  });
});
