import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ResultFolder } from '../../src/node/casework/results';
import { hasModes, makesLinks, makesPipes } from '../needs';
import { removeFolder } from '../removeFolder';

let folder = '';
let results: ResultFolder;
const key = { place: 'questioned/a.txt', text: 'a text', settings: 's', index: 'i' };
const files = (): string[] => fs.readdirSync(path.join(folder, 'index-results')).sort();

const readAll = (of: ResultFolder): unknown[] => of.names.flatMap((name) => of.read(name) ?? []);
const find = (of: ResultFolder, by: typeof key): unknown => of.read(of.toFileName(by));

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-results-'));
  results = new ResultFolder(path.join(folder, 'index.sqlite'));
});
afterEach(() => removeFolder(folder));

describe('the results beside an index', () => {
  it('are found by place, text, settings and index, and by nothing less', () => {
    results.keep(key, { found: 1 });
    expect(find(results, key)).toEqual({ found: 1 });
    for (const part of ['place', 'text', 'settings', 'index'] as const)
      expect(find(results, { ...key, [part]: 'another' })).toBeUndefined();
  });

  it('are read by another program that opens the same index', () => {
    results.keep(key, { found: 1 });
    expect(readAll(new ResultFolder(path.join(folder, 'index.sqlite')))).toEqual([{ found: 1 }]);
  });

  it('are none where nothing was reviewed', () => {
    expect([readAll(results), find(results, key)]).toEqual([[], undefined]);
  });

  it('are passed over where one character was changed, or half is gone', () => {
    results.keep(key, { ratio: 1.3 });
    results.keep({ ...key, place: 'b.txt' }, { ratio: 2 });
    const [first, second] = files().map((name) => path.join(folder, 'index-results', name));
    const written = gunzipSync(fs.readFileSync(first!)).toString();
    fs.writeFileSync(first!, gzipSync(written.replace(/"ratio":\d/, '"ratio":9')));
    fs.truncateSync(second!, 40);
    expect(readAll(results)).toEqual([]);
    results.keep(key, { ratio: 1.3 });
    expect(find(results, key)).toEqual({ ratio: 1.3 });
  });

  it('are kept for the settings before, too, four of a place', () => {
    for (const settings of ['1', '2', '3', '4', '5', '6']) results.keep({ ...key, settings }, { settings });
    expect(files()).toHaveLength(4);
    expect(find(results, { ...key, settings: '6' })).toEqual({ settings: '6' });
  });
});

describe('a result that an earlier version kept', () => {
  it('is named and not used, and is deleted when its text is reviewed again', () => {
    results.keep(key, { ratio: 1.3 });
    const [name] = files();
    const [file, earlier] = [name!, name!.replace('.gz', '')].map((each) => path.join(folder, 'index-results', each));
    fs.writeFileSync(earlier!, gunzipSync(fs.readFileSync(file!)));
    fs.rmSync(file!);
    expect([find(results, key), readAll(results), results.refused]).toEqual([undefined, [], [earlier]]);
    results.keep(key, { ratio: 1.3 });
    expect(files()).toEqual([name]);
    expect(new ResultFolder(path.join(folder, 'index.sqlite')).refused).toEqual([]);
  });
});

describe('a result that somebody else made', () => {
  const file = (name: string): string => path.join(folder, 'index-results', name);

  it('is not believed with every hash of its own right', () => {
    results.keep(key, { ratio: 1.3 });
    const [name] = files();
    const text = JSON.stringify({ ratio: 200_000 });
    const hash = createHash('sha256').update(text).digest('hex');
    for (const forged of [`{"sha256":"${hash}","result":${text}}\n`, `{"code":"${hash}","result":${text}}\n`]) {
      fs.writeFileSync(file(name!), gzipSync(forged));
      const read = new ResultFolder(path.join(folder, 'index.sqlite'));
      expect([find(read, key), readAll(read), read.refused]).toEqual([undefined, [], [file(name!)]]);
    }
  });

  it.each(['place', 'text', 'settings', 'index'] as const)('is not believed in place of one of another %s', (part) => {
    const other = { ...key, [part]: 'another' };
    results.keep(key, { ratio: 1.3 });
    const [name] = files();
    results.keep(other, { ratio: 5 });
    const [second] = files().filter((each) => each !== name);
    fs.copyFileSync(file(second!), file(name!));
    expect(find(results, key)).toBeUndefined();
    expect(find(results, other)).toEqual({ ratio: 5 });
    expect(results.refused).toEqual([file(name!)]);
  });

  it('is not believed where it comes from another machine, nor from one that has lost its key', () => {
    results.keep(key, { ratio: 1.3 });
    const before = process.env['XDG_CONFIG_HOME'];
    try {
      process.env['XDG_CONFIG_HOME'] = path.join(folder, 'elsewhere');
      expect([find(results, key), results.refused]).toEqual([undefined, [file(files()[0]!)]]);
      results.keep(key, { ratio: 1.3 });
      expect([find(results, key), results.refused]).toEqual([{ ratio: 1.3 }, []]);
      const own = path.join(folder, 'elsewhere', 'idiograph', 'key');
      if (hasModes) expect(fs.statSync(own).mode & 0o777).toBe(0o600);
      fs.writeFileSync(own, '');
      expect(find(results, key)).toBeUndefined();
    } finally {
      process.env['XDG_CONFIG_HOME'] = before;
    }
  });

  it('leaves no lock of a program that was killed once it had made the key', () => {
    const before = process.env['XDG_CONFIG_HOME'];
    try {
      process.env['XDG_CONFIG_HOME'] = path.join(folder, 'elsewhere');
      results.keep(key, { ratio: 1.3 });
      const lock = path.join(folder, 'elsewhere', 'idiograph', 'key.lock');
      const ended = spawnSync(process.execPath, ['-e', '']).pid;
      fs.writeFileSync(lock, `${ended} ${os.hostname()} 0`);
      expect([find(results, key), fs.existsSync(lock)]).toEqual([{ ratio: 1.3 }, false]);
    } finally {
      process.env['XDG_CONFIG_HOME'] = before;
    }
  });

  it('costs time alone where the user has no folder of their own', () => {
    const before = process.env['XDG_CONFIG_HOME'];
    try {
      fs.writeFileSync(path.join(folder, 'a-file'), '');
      process.env['XDG_CONFIG_HOME'] = path.join(folder, 'a-file');
      results.keep(key, { ratio: 1.3 });
      expect(find(results, key)).toEqual({ ratio: 1.3 }); // in this process
    } finally {
      process.env['XDG_CONFIG_HOME'] = before;
    }
    expect(find(results, key)).toBeUndefined();
  });
});

describe.runIf(makesLinks && makesPipes)('results behind a link or a pipe', () => {
  it('are neither read nor written', () => {
    results.keep(key, { ratio: 1.3 });
    const [name] = files();
    const elsewhere = path.join(folder, 'elsewhere');
    fs.renameSync(path.join(folder, 'index-results'), elsewhere);
    fs.symlinkSync(elsewhere, path.join(folder, 'index-results'));
    expect([find(results, key), readAll(results)]).toEqual([undefined, []]);
    expect(results.refused).toContain(path.join(folder, 'index-results'));
    expect(() => results.keep({ ...key, text: 'more' }, {})).toThrow('it is a link');
    expect(fs.readdirSync(elsewhere)).toEqual([name]);
  });

  it('are passed over at once', () => {
    results.keep(key, { ratio: 1.3 });
    const file = path.join(folder, 'index-results', files()[0]!);
    fs.rmSync(file);
    spawnSync('mkfifo', [file]);
    expect([find(results, key), readAll(results), results.refused]).toEqual([undefined, [], [file]]);
  });
});
