import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listInManifest } from '../../../research/laboratory/calibrate/statistics/listInManifest';
import { expectProblem, fingerprint, runCli, runHere, listIndexed, callsOn } from './support/runCli';
import { closed, english, expectSound, models, questioned, useScratch, sql } from './support/scratch';
import { makesLinks } from '../../needs';

const scratch = useScratch();

const lend = makesLinks ? fs.symlinkSync : fs.copyFileSync;

/** The models folder again, with other files in place of some; the rest are links. */
function modelsWith(name: string, changed: Readonly<Record<string, Uint8Array | undefined>>): string {
  const copy = scratch.at(name);
  fs.mkdirSync(copy);
  for (const file of fs.readdirSync(models)) {
    if (!(file in changed)) lend(path.join(models, file), path.join(copy, file));
    else if (changed[file]) fs.writeFileSync(path.join(copy, file), changed[file]);
  }
  return copy;
}

const withModels = (folderOfModels: string): ReturnType<typeof runCli> =>
  runCli(['attribute', questioned, '--index', scratch.index, '--models', folderOfModels]);

describe('models that do not fit', () => {
  it('are missing: the folder, the manifest, or one file', async () => {
    expectProblem(await withModels(scratch.at('no-models')), 4, 'ModelMissing', /manifest\.json/, /models folder/);
    expectProblem(
      await withModels(modelsWith('no-file', { 'encoder.onnx': undefined })),
      4,
      'ModelMissing',
      /encoder\.onnx/,
    );
  });

  it('differ in one byte', async () => {
    const inEnglish = (name: string): boolean => !/\.md$|^(manifest|languages|sources)\.json$/.test(name);
    const names = fs.readdirSync(models).filter(inEnglish);
    expect(names).toHaveLength(12);
    for (const name of names) {
      const bytes = new Uint8Array(fs.readFileSync(path.join(models, name)));
      bytes[bytes.length >> 1]! ^= 1;
      const outcome = await withModels(modelsWith(`changed-${name}`, { [name]: bytes }));
      expectProblem(outcome, 4, 'ModelCorrupt', new RegExp(name.replaceAll('.', '\\.')), /Install/);
    }
  });

  it('have a manifest that is not one', async () => {
    const broken = modelsWith('broken', { 'manifest.json': Buffer.from('{ "format": "idiograph.models/1", "mod') });
    expectProblem(await withModels(broken), 4, 'ModelCorrupt', /manifest\.json/);
  });
});

describe('calibrations, population and statistics', () => {
  const changed = (name: string, change: (text: string) => string): Record<string, Uint8Array> => ({
    [name]: Buffer.from(change(fs.readFileSync(path.join(models, name), 'utf8'))),
  });

  it('are refused when they were not made with one another', async () => {
    const others: readonly (readonly [kind: string, file: string, (text: string) => string])[] = [
      ['calibrations', 'calibrations.json', (text) => text.replace(/"ngrams":\s*"[^"]*"/, '"ngrams":"another"')],
      [
        'calibrations',
        'calibrations.json',
        (text) => text.replace(/"statistics":\s*"[^"]*"/, '"statistics":"another"'),
      ],
      ['statistics', 'classical.json', (text) => text.replace(/"trainedOn":\s*"[^"]*"/, '"trainedOn":"another"')],
      ['population', 'population.json', (text) => text.replace(/"statistics":\s*"[^"]*"/, '"statistics":"another"')],
    ];
    for (const [i, [kind, file, change]] of others.entries()) {
      const folder = modelsWith(`other-${i}`, changed(file, change));
      listInManifest(folder, { kind, file });
      expectProblem(await withModels(folder), 4, 'ModelCorrupt', /it was made with/, /Install/);
    }
    const metric = changed('manifest.json', (text) =>
      text.replace(/"statistics":\s*"[^"]*"/, '"statistics":"another"'),
    );
    const outcome = await withModels(modelsWith('other-metric', metric));
    expectProblem(outcome, 4, 'ModelCorrupt', /it was made with/, /Install/);
  });

  it('are named when they are damaged', async () => {
    for (const name of ['calibrations.json', 'classical.json', 'population.json']) {
      const outcome = await withModels(modelsWith(`damaged-${name}`, { [name]: Buffer.from('{"format":"none"}') }));
      expectProblem(outcome, 4, 'ModelCorrupt', new RegExp(name.replaceAll('.', '\\.')));
    }
  });
});

describe('an index that cannot be used', () => {
  const onIndex = (file: string): ReturnType<typeof runHere> => runHere(['attribute', questioned, '--index', file]);

  it('was built with another model', async () => {
    const other = scratch.copyOfIndex('other-model.sqlite');
    await closed(await sql(other, "UPDATE meta SET value = 'encoder@0123456789ab' WHERE key = 'modelId'"));
    const hash = fingerprint(other);
    expectProblem(await onIndex(other), 4, 'ModelMismatch', /encoder@0123456789ab/, /[Bb]uild/);
    expect(fingerprint(other)).toBe(hash);
  });

  it('is built again from its texts where documents are added', async () => {
    const other = scratch.copyOfIndex('other-again.sqlite');
    const [before, facts] = [await listIndexed(other), fingerprint(scratch.index)];
    await closed(await sql(other, "UPDATE meta SET value = 'encoder@0123456789ab' WHERE key = 'modelId'"));
    const known = scratch.at('known-again.txt');
    fs.writeFileSync(known, english(2000));
    expect((await runHere(['index', 'add', known, '--author', 'New', '--index', other])).code).toBe(0);
    const after = await listIndexed(other);
    expect(after.filter(({ author }) => author !== 'New')).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
    expect((await runCli(['index', 'check', '--index', other])).stdout).toMatch(/^Sound: 26 documents/);
    expect((await onIndex(other)).code).toBe(0);
    expect(fs.readdirSync(path.dirname(other)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(fingerprint(scratch.index)).toBe(facts);
  });

  it("is no SQLite file, another program's, cut short, or empty: it is left current", async () => {
    const foreign = scratch.at('foreign.sqlite');
    await closed(await sql(foreign, 'CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES (1)'));
    const half = fs.readFileSync(scratch.index).subarray(0, fs.statSync(scratch.index).size >> 1);
    const files = [scratch.write('text.sqlite', english(5000)), foreign, scratch.write('half.sqlite', half)];
    for (const file of files) {
      const hash = fingerprint(file);
      expectProblem(await onIndex(file), 4, 'IndexCorrupt', path.basename(file), /[Bb]uild/);
      const add = await runHere(['index', 'add', questioned, '--author', 'X', '--index', file]);
      expectProblem(add, 4, 'IndexCorrupt', path.basename(file));
      expect(fingerprint(file)).toBe(hash);
    }
  });

  it('has a format of the future', async () => {
    const future = scratch.copyOfIndex('future.sqlite');
    await closed(await sql(future, 'PRAGMA user_version = 99'));
    const hash = fingerprint(future);
    expectProblem(await onIndex(future), 4, 'IndexTooNew', /\b99\b/, /Update/);
    expect(fingerprint(future)).toBe(hash);
  });

  it('is locked by another program while something is to be added', async () => {
    const locked = scratch.copyOfIndex('locked.sqlite');
    const holder = await sql(locked, 'BEGIN EXCLUSIVE');
    try {
      const outcome = await runHere(['index', 'add', questioned, '--author', 'X', '--index', locked]);
      expectProblem(outcome, 4, 'IndexLocked', /locked\.sqlite/, /Try again/);
    } finally {
      await closed(holder); // an open transaction is rolled back
    }
    await expectSound(locked);
  });

  it('does not exist: none is made', async () => {
    expectProblem(await onIndex(scratch.at('no-such.sqlite')), 4, 'IndexEmpty', /no-such\.sqlite/, /Build/);
    expect(fs.existsSync(scratch.at('no-such.sqlite'))).toBe(false);
  });

  it('holds nothing after everything was removed', async () => {
    const emptied = scratch.copyOfIndex('emptied.sqlite');
    await callsOn({ index: emptied }).removeDocuments((await listIndexed(emptied)).map(({ id }) => id));
    expectProblem(await onIndex(emptied), 4, 'IndexEmpty', /Add known documents/);
  });
});
