import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import registered from '../../../../models/sources.json';
import manifest from '../../../../models/manifest.json';
import files from '../../../training/splits/files.json';
import { isFreeToPassOn, permittedTexts, type RegisteredSource } from '../../../laboratory/sources/register';
import { foldOfSource } from '../../../laboratory/sources/sourceFolds';
import { listSteps, noteFits } from '../../../fit.mjs';

const driver = path.resolve(import.meta.dirname, '../../../fit.mjs');
const models = path.resolve(import.meta.dirname, '../../../../models');
const sources: readonly RegisteredSource[] = registered.sources;
const fits = Object.entries(registered.fits);

describe('what a fit may read', () => {
  const text = (source: string, author = 'a'): { source: string; author: string } => ({ source, author });

  it('stops at a text of a source without a line', () => {
    expect(() => permittedTexts([text('nobody/nothing')], 'train.jsonl.gz')).toThrow(
      'train.jsonl.gz has a text of "nobody/nothing", a source without a line in models/sources.json.',
    );
    expect(() => permittedTexts([{ author: 'a' }], 'train.jsonl.gz')).toThrow('a text of ""');
  });

  it('leaves out sources and writers that the register leaves out', () => {
    const read = permittedTexts(
      [
        text('walkerdb/supreme_court_transcripts'),
        text('python/peps'),
        ...[text('cophi-wue/refcor', 'forster-e-m'), text('cophi-wue/refcor', 'james-henry')],
        ...[text('wbzhang233/FOMCSpeechScraper', 'daly-mary'), text('wbzhang233/FOMCSpeechScraper', 'cook-lisa')],
      ],
      'file',
    );
    expect(read.map(({ source, author }) => [source, author])).toEqual([
      ['python/peps', 'a'],
      ['cophi-wue/refcor', 'james-henry'],
      ['wbzhang233/FOMCSpeechScraper', 'cook-lisa'],
    ]);
  });

  it('gives the population no text of a source that asks for sharing alike', () => {
    const free = ['python/peps', 'thechangelog/transcripts', 'tc39/notes', 'nobody/nothing'].map(isFreeToPassOn);
    expect(free).toEqual([true, false, false, false]);
  });
});

describe('the register of sources', () => {
  it('has one line a source, with a reason where a source or a writer is left out', () => {
    expect(new Set(sources.map(({ source }) => source)).size).toBe(sources.length);
    const unexplained = sources.filter(
      ({ used, commercial, why, without, only }) =>
        why === undefined && (!used || !commercial || without !== undefined || only !== undefined),
    );
    expect(unexplained).toEqual([]);
    expect(sources.filter(({ used, commercial }) => used && !commercial)).toEqual([]);
  });

  it('has a fold for each source of the training files that fits may read', () => {
    const read = sources.filter((line) => line.used && line.files.some((file) => files.training.includes(file)));
    expect(read.filter(({ source }) => foldOfSource(source) === undefined)).toEqual([]);
  });
});

describe('what the models were made from', () => {
  const free = new Set(sources.filter(({ used }) => used).map(({ source }) => source));

  it('is known of every file, as it lies here', () => {
    const listed = manifest.models.flatMap(({ file, mean, codes }) => [file, mean?.file, codes?.file]);
    const missing = listed.filter((file) => file !== undefined && !fits.some(([name]) => name === file));
    expect(missing).toEqual([]);
    const changed = fits.filter(
      ([name, { sha256 }]) =>
        createHash('sha256')
          .update(readFileSync(path.join(models, name)))
          .digest('hex') !== sha256,
    );
    expect(changed).toEqual([]);
  });

  it('names sources that have a line', () => {
    const known = new Set(sources.map(({ source }) => source));
    expect(fits.flatMap(([, fit]) => fit.sources.filter((source) => !known.has(source)))).toEqual([]);
    expect(fits.filter(([, fit]) => fit.sources.length === 0)).toEqual([]);
  });

  it('is only what any use allows', () => {
    expect(fits.flatMap(([name, fit]) => fit.sources.filter((s) => !free.has(s)).map((s) => `${name}: ${s}`))).toEqual(
      [],
    );
  });

  it('decides the licence of each file', () => {
    const licence = readFileSync(path.join(models, 'LICENSE-weights.md'), 'utf8');
    const [, ...parts] = licence.split(/^## /mu);
    const named = (title: string): string[] => {
      const part = parts.find((each) => each.startsWith(`${title}\n`)) ?? '';
      return [...part.matchAll(/^- .*$/gmu)].flatMap(([line]) =>
        [...line.matchAll(/`([^`]+)`/gu)].map(([, name]) => name!),
      );
    };
    const demanding = new Set(sources.filter(({ shareAlike }) => shareAlike).map(({ source }) => source));
    const isDemanded = (name: string): boolean =>
      fits.find(([file]) => file === name)![1].sources.some((source) => demanding.has(source));
    const names = fits.map(([name]) => name).sort();
    expect(named('CC BY-SA 4.0').sort()).toEqual(names.filter(isDemanded));
    expect(named('CC BY 4.0').sort()).toEqual(names.filter((name) => !isDemanded(name)));
  });

  it('is made by a step of the driver', () => {
    const steps = listSteps({ data: 'd', work: 'w', models: 'm', backbone: 'b' }) as {
      name: string;
      makes?: string[];
    }[];
    const made = new Set(steps.flatMap(({ makes = [] }) => makes));
    expect(fits.map(([name]) => name).filter((name) => !made.has(name))).toEqual([]);
  });
});

describe('the driver of the fits', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'idiograph-fit-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('notes what a file was made from: what its step read, and the steps before it', () => {
    writeFileSync(path.join(folder, 'sources.json'), JSON.stringify({ sources: [{ source: 'a/b' }], fits: { x: {} } }));
    writeFileSync(path.join(folder, 'made.bin'), 'abc');
    const read = { one: new Set(['c/d', 'a/b']), two: new Set(['e/f']), other: new Set(['g/h']) };
    noteFits(folder, { name: 'two', makes: ['made.bin'], after: ['one'] }, read);
    expect(JSON.parse(readFileSync(path.join(folder, 'sources.json'), 'utf8'))).toEqual({
      sources: [{ source: 'a/b' }],
      fits: {
        x: {},
        'made.bin': {
          sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
          sources: ['a/b', 'c/d', 'e/f'],
        },
      },
    });
  });

  it('names its steps where it is asked for one that there is not', () => {
    const places = ['--data', folder, '--work', folder, '--backbone', folder];
    const run = spawnSync(process.execPath, [driver, ...places, '--only', 'nothing'], { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('"nothing" is no step. Steps: tokens, counts, ngrams, ngrams-0,');
    const without = spawnSync(process.execPath, [driver, '--data', folder], { encoding: 'utf8' });
    expect([without.status, without.stderr]).toEqual([1, expect.stringContaining('--work is missing')]);
  });

  it('does not make a finished step again', () => {
    for (const { name } of listSteps({ data: folder, work: folder, models: folder, backbone: folder }))
      if (name !== 'languages') writeFileSync(path.join(folder, `${name}.done`), '');
    const places = ['--data', folder, '--work', folder, '--backbone', folder, '--models', folder];
    const run = spawnSync(process.execPath, [driver, ...places], { encoding: 'utf8' });
    expect(run.stderr).toContain('languages failed. The same command goes on with it.');
    expect(run.stderr.match(/ begins$/gmu)).toEqual([' begins']);
  });
});
