import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listGuardedFolders, planOutputs, type OutputOptions } from '../../src/node/outputFile';
import { writeOutput } from '../../research/laboratory/evaluate/run/output';
import { makesLinks } from '../needs';
import { removeFolder } from '../removeFolder';

let folder = '';
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-output-'));
  for (const name of ['known/a', 'questioned', 'models']) fs.mkdirSync(at(name), { recursive: true });
  for (const name of exhibits) fs.writeFileSync(at(name), name.endsWith('.sqlite') ? 'SQLite format 3\0 …' : 'words');
  if (makesLinks) for (const [name, target] of Object.entries(links)) fs.symlinkSync(target, at(name));
  fs.linkSync(at('known/a/1.txt'), at('other-name.html'));
});
afterAll(() => {
  removeFolder(folder);
});

const exhibits = ['q.txt', 'known/a/1.txt', 'models/encoder.onnx', 'i.sqlite', 'other.sqlite', 'c.idiograph-case.json'];
const at = (name: string): string => path.join(folder, name);
const links = { 'link.html': 'q.txt', way: 'known', 'dangling.html': 'nowhere' };
const viaLinks = [
  ['an input by a link', 'link.html'],
  ['anything among the exhibits by a link', 'way/r.html'],
] as const;

const options = (force = true): OutputOptions => ({
  guarded: {
    files: [at('q.txt'), at('i.sqlite'), at('i.sqlite-wal')],
    folders: [...listGuardedFolders(folder), at('models')],
  },
  force,
  begins: '<html>',
});

describe('a file that is written', () => {
  it('is whole, and its folder holds nothing else of it', () => {
    writeOutput(at('r.html'), '<html>one', options(false));
    expect(fs.readFileSync(at('r.html'), 'utf8')).toBe('<html>one');
    expect(fs.readdirSync(folder).filter((name) => name.includes('tmp'))).toEqual([]);
  });

  it('replaces an earlier one only on request', () => {
    fs.writeFileSync(at('before.html'), '<html>before');
    expect(() => writeOutput(at('before.html'), '<html>after', options(false))).toThrow(/--force/);
    expect(fs.readFileSync(at('before.html'), 'utf8')).toBe('<html>before');
    writeOutput(at('before.html'), '<html>after', options());
    expect(fs.readFileSync(at('before.html'), 'utf8')).toBe('<html>after');
  });

  it('leaves nothing behind where it cannot take its place', () => {
    fs.mkdirSync(at('full'));
    const long = at(`full/${'x'.repeat(300)}`); // a name that no disk takes: the renaming fails
    expect(() => writeOutput(long, '<html>', options())).toThrow('its name is longer than the system allows');
    expect(fs.readdirSync(at('full'))).toEqual([]);
  });

  it('stays unwritten where one that belongs to it cannot be written', () => {
    fs.mkdirSync(at('pair'));
    const pair = ['r.html', `${'x'.repeat(300)}.json`].map((name) => ({
      ...{ file: at(`pair/${name}`), begins: '<html>', text: () => '<html>' },
    }));
    const { guarded, force } = options();
    expect(() => planOutputs(pair, { guarded, force })({})).toThrow('its name is longer than the system allows');
    expect(fs.readdirSync(at('pair'))).toEqual([]);
  });

  it('clears away what killed writers left beside it, and nothing else', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const made = (name: string, minutes = 0): string => {
      const file = at(`left/${name}`);
      fs.writeFileSync(file, 'half');
      fs.utimesSync(file, Date.now() / 1000 - minutes * 60, Date.now() / 1000 - minutes * 60);
      return name;
    };
    fs.mkdirSync(at('left'));
    const kept = [
      made(`.idiograph-${process.pid}-${randomUUID()}.tmp`),
      made(`.idiograph-${randomUUID()}.tmp`),
      made('.idiograph-notes.tmp', 60),
      made(`idiograph-${randomUUID()}.tmp`, 60),
    ];
    for (const [name, age] of [
      [`.idiograph-${pid}-${randomUUID()}.tmp`, 0],
      [`.idiograph-${randomUUID()}.tmp`, 11],
    ] as const)
      made(name, age);
    writeOutput(at('left/r.html'), '<html>', options());
    expect(fs.readdirSync(at('left')).toSorted()).toEqual([...kept, 'r.html'].toSorted());
  });

  it.each([
    ['an input', 'q.txt'],
    ['an input by a roundabout way', 'known/../q.txt'],
    ['an exhibit by another name of it', 'other-name.html'],
    ['an exhibit', 'known/a/1.txt'],
    ['anything among the exhibits', 'questioned/r.html'],
    ['anything beside the index of a case', '.idiograph/r.html'],
    ['a model', 'models/encoder.onnx'],
    ['the index', 'i.sqlite'],
    ['the log of the index, there or not', 'i.sqlite-wal'],
    ['another index', 'other.sqlite'],
    ['the log of another index', 'other.sqlite-shm'],
    ['a case file', 'c.idiograph-case.json'],
    ['a folder', 'known'],
    ['a file in a folder that is not there', 'none/r.html'],
    ...(makesLinks ? viaLinks : []),
  ] as const)('is never %s', (_what, name) => {
    const before = exhibits.map((exhibit) => fs.readFileSync(at(exhibit), 'utf8'));
    expect(() => writeOutput(at(name), '<html>', options())).toThrow(
      expect.objectContaining({ code: 'UnwritableFile' }),
    );
    expect(exhibits.map((exhibit) => fs.readFileSync(at(exhibit), 'utf8'))).toEqual(before);
  });

  it('is never a file that was not written as one', () => {
    fs.writeFileSync(at('letter.txt'), 'Dear committee');
    expect(() => writeOutput(at('letter.txt'), '<html>', options())).toThrow(/not written by this command/);
    expect(fs.readFileSync(at('letter.txt'), 'utf8')).toBe('Dear committee');
  });

  it.runIf(makesLinks)('takes the place of a link that leads nowhere, not of what it names', () => {
    writeOutput(at('dangling.html'), '<html>', options());
    expect(fs.existsSync(at('nowhere'))).toBe(false);
  });
});
