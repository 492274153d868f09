import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import constants from '../../../src/node/constants.json';
import { computeSha256 } from '../../../src/node/sha256';
import type { PinnedParts } from '../../../src/core/casework/lock';
import type { Basis, Caveat } from '../../../src/core/domain/evidence';
import { fingerprint, root, runHere } from './support/runCli';
import { removeFolder } from '../../removeFolder';
import { isAll } from '../../needs';

const models = path.join(root, 'models');
/** What no figure depends on: the list itself, cards, licences and lists of sources. */
const aboutModels = /^(manifest|sources)\.json$|\.md$/;
const hashes = [
  ...fs.readdirSync(models).flatMap((file) => (aboutModels.test(file) ? [] : fingerprint(path.join(models, file)))),
  computeSha256(JSON.stringify(constants)),
].sort();

type Found = Basis & { readonly caveats: readonly Caveat[] };

describe('a pinned case', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-pinned-'));
  const caseFile = path.join(folder, 'sample.idiograph-case.json');
  const before = fs.readFileSync(path.join(root, 'sample', 'sample.idiograph-case.json'), 'utf8');
  const questioned = path.join(folder, 'questioned', 'letter-roof-fund.txt');
  const copy = (...parts: string[]): void => {
    fs.cpSync(path.join(root, 'sample', ...parts), path.join(folder, ...parts), { recursive: true });
  };
  let pin: PinnedParts;
  const writePin = (pinned: PinnedParts): void => {
    const json = JSON.parse(before) as object;
    fs.writeFileSync(caseFile, JSON.stringify({ ...json, pinned }));
  };
  const attributed = async (...options: readonly string[]): Promise<Found> => {
    const { stdout, stderr } = await runHere([
      'attribute',
      questioned,
      '--case',
      folder,
      '--candidates',
      '1',
      '--json',
      ...options,
    ]);
    expect(stdout, stderr).not.toBe('');
    return (JSON.parse(stdout) as { readonly evidence: Found }).evidence;
  };

  beforeAll(async () => {
    copy('known', 'author-a');
    copy('known', 'author-b');
    copy('questioned', 'letter-roof-fund.txt');
    copy('sample.idiograph-case.json');
    const { stdout, stderr, code } = await runHere(['case', folder, '--pin']);
    expect(code, stderr).toBe(0);
    pin = (JSON.parse(fs.readFileSync(caseFile, 'utf8')) as { readonly pinned: PinnedParts }).pinned;
    for (const hash of [pin.index!, ...hashes]) expect(stdout).toContain(hash);
  });
  afterAll(() => removeFolder(folder));

  it('keeps all that its file said', () => {
    const members = before.slice(0, before.lastIndexOf('}')).trimEnd();
    expect(fs.readFileSync(caseFile, 'utf8').startsWith(`${members},\n  "pinned": {`)).toBe(true);
    expect(fs.readdirSync(folder).sort()).toEqual(['.idiograph', 'known', 'questioned', 'sample.idiograph-case.json']);
  });

  it('pins every file of the models folder, and what was fitted in the code, by the hash of its bytes', () => {
    expect(Object.values(pin.models).sort()).toEqual(hashes);
  });

  it.runIf(isAll)(
    'states no ratio with another calibration of the search, also where the manifest lists it',
    async () => {
      const changed = path.join(folder, 'changed-models');
      fs.mkdirSync(changed);
      for (const name of fs.readdirSync(models)) fs.symlinkSync(path.join(models, name), path.join(changed, name));
      const replace = (name: string, change: (text: string) => string): void => {
        const text = fs.readFileSync(path.join(models, name), 'utf8');
        fs.rmSync(path.join(changed, name));
        fs.writeFileSync(path.join(changed, name), change(text));
      };
      replace('search.json', (text) => text.replace(/"offset":-0/, '"offset":-1'));
      const [before, now] = [models, changed].map((each) => fingerprint(path.join(each, 'search.json')));
      replace('manifest.json', (text) =>
        text.replaceAll(before!, now!).replaceAll(before!.slice(0, 12), now!.slice(0, 12)),
      );
      const { otherParts, lock, caveats } = await attributed('--models', changed);
      expect(otherParts).toEqual([{ part: 'search', pinned: before, used: now }]);
      expect(lock!.changed).toContainEqual({ part: 'search', pinned: before, used: now });
      expect(caveats).toEqual(expect.arrayContaining(['otherThanPinned', 'lockBroken']));
    },
  );

  it('is reviewed without a caveat while it is what it was, and the evidence lists every file', async () => {
    const { index, models, otherParts, caveats } = await attributed();
    expect({ index, models }).toEqual({ index: pin.index, models: pin.models });
    expect(otherParts).toEqual([]);
    expect(caveats).not.toContain('otherThanPinned');
  });

  it.runIf(isAll)('says in a verification and in a report which model is another', async () => {
    const other = '0'.repeat(64);
    writePin({ ...pin, models: { ...pin.models, calibrations: other } });
    const report = path.join(folder, 'report.html');
    const [verified] = await Promise.all([
      runHere(['verify', questioned, '--author', 'Author A', '--case', folder, '--json']),
      runHere(['report', questioned, '--case', folder, '--candidates', '1', '--out', report]),
    ]);
    const found = JSON.parse(verified.stdout) as Found;
    expect(found.otherParts).toEqual([{ part: 'calibrations', pinned: other, used: pin.models['calibrations'] }]);
    expect(found.caveats).toContain('otherThanPinned');
    expect(fs.readFileSync(report, 'utf8')).toContain(
      `The case file pins calibrations ${other}. The review used ${pin.models['calibrations']}.`,
    );
    writePin(pin);
  });

  it('says that the index is another once a document has come', async () => {
    copy('known', 'author-c', 'letter-lock-gate.txt');
    const { stdout } = await runHere(['case', folder]);
    expect(stdout).toContain('! The index or a model file is not the one that the case file requires.');
    expect(stdout.match(/! The case file pins .*/g)).toHaveLength(1);
    expect(stdout).toMatch(new RegExp(`! The case file pins index ${pin.index}\\. The review used [0-9a-f]{64}\\.`));
  });
});
