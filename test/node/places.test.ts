import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { computeSha256 } from '../../src/node/sha256';
import { CaseFolder } from '../../src/node/casework/caseFolder';
import { listEntriesBelow, findCase } from '../../src/node/casework/folderEntries';
import { findFileNamed, isSamePlace, isWithin, linkBetween, nameFrom, resolveTrueName } from '../../src/node/places';
import { describeNotice } from '../../src/presentation/words/notices';
import { ignoresCase, makesLinks } from '../needs';
import { removeFolder } from '../removeFolder';

const composed = 'Letter \u00e9 \u212b.txt'.normalize('NFC');
const decomposed = composed.normalize('NFD');

let folder = '';
beforeEach(() => {
  folder = path.join(fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-places-'))), 'case');
  write('questioned/Plain.txt', 'plain');
  write(`questioned/${decomposed}`, 'accents');
  write('known/Ann/one.txt', 'known');
});
afterEach(() => removeFolder(path.dirname(folder)));

const at = (name: string): string => path.join(folder, name);
const write = (name: string, text: string): void => {
  fs.mkdirSync(path.dirname(at(name)), { recursive: true });
  fs.writeFileSync(at(name), text);
};
const said = (sha256?: string) => ({ role: 'questioned', mode: 'written', genre: 'letter', ...(sha256 && { sha256 }) });
const writeCase = (documents: object): void =>
  write('case.idiograph-case.json', JSON.stringify({ format: 'idiograph.case/1', documents }));
const warnings = async (): Promise<readonly string[]> =>
  (await (await CaseFolder.open(folder)).findWarnings()).map((warning) => describeNotice(warning));

describe('a file with decomposed accents in its name', () => {
  it('has one name, with composed ones, by which it is found again', () => {
    expect(nameFrom(folder, at(`questioned/${decomposed}`))).toBe(`questioned/${composed}`);
    expect(fs.readFileSync(findFileNamed(folder, `questioned/${composed}`), 'utf8')).toBe('accents');
    expect(fs.readFileSync(findFileNamed(at('known'), `../questioned/${composed}`), 'utf8')).toBe('accents');
  });

  it('is what an entry of the case file with composed ones says, and is written in that entry', async () => {
    writeCase({ [`questioned/${composed}`]: said('0'.repeat(64)) });
    const opened = await CaseFolder.open(folder);
    expect(opened.questioned.map(({ facts }) => facts.mode).sort()).toEqual(['unknown', 'written']);
    const file = opened.questioned.find(({ facts }) => facts.mode === 'written')!.path;
    expect(opened.findChangeSinceIntake(file)?.found).toBe(computeSha256('accents'));
    expect((await warnings()).join()).not.toContain('names');
    opened.stateProvenance(new Map([[file, { mode: 'spoken', genre: 'letter', language: 'en' }]]));
    const { documents } = JSON.parse(fs.readFileSync(at('case.idiograph-case.json'), 'utf8')) as { documents: object };
    expect(Object.keys(documents).sort()).toEqual([`questioned/${composed}`, 'questioned/Plain.txt'].sort());
    expect((await CaseFolder.open(folder)).describe(file)).toMatchObject({ mode: 'spoken', sha256: '0'.repeat(64) });
  });

  it('is another file than one with composed accents, where the disk has both', async () => {
    write(`questioned/${composed}`, 'another');
    if (fs.readdirSync(at('questioned')).length < 3) return; // this disk takes both for one
    const entries = (await listEntriesBelow(at('questioned'))).map((entry) => entry.path);
    expect(entries.sort()).toEqual([composed, decomposed, 'Plain.txt'].sort());
    const opened = await CaseFolder.open(folder);
    const texts = opened.questioned.map((each) => fs.readFileSync(each.path, 'utf8'));
    expect(texts.sort()).toEqual(['accents', 'another', 'plain']);
  });
});

describe('a name in another case', () => {
  it.runIf(ignoresCase)('is that of the file, with what the case says of it', async () => {
    writeCase({ 'questioned/PLAIN.txt': said('0'.repeat(64)) });
    const opened = await CaseFolder.open(folder.toUpperCase());
    for (const named of ['questioned/Plain.txt', 'QUESTIONED/plain.TXT']) {
      expect(opened.describe(at(named))?.mode).toBe('written');
      expect(opened.findChangeSinceIntake(at(named))).toBeDefined();
      expect(opened.isLinked(at(named).toLowerCase())).toBe(false);
      expect(await findCase(at(named).toUpperCase())).toSatisfy((found: string) => isSamePlace(found, folder));
    }
    expect((await warnings()).join()).not.toContain('PLAIN');
  });

  it.skipIf(ignoresCase)('is that of no file, and the entry is distinguished', async () => {
    writeCase({ 'questioned/PLAIN.txt': said() });
    const opened = await CaseFolder.open(folder);
    expect(opened.describe(at('questioned/Plain.txt'))?.mode).toBe('unknown');
    expect((await warnings()).join()).toContain('questioned/PLAIN.txt');
  });

  it('of two entries for one file gives the exact one what it says, and reports the other', async () => {
    writeCase({ 'questioned/PLAIN.txt': { ...said(), genre: 'other' }, 'questioned/Plain.txt': said() });
    expect((await CaseFolder.open(folder)).describe(at('questioned/Plain.txt'))?.genre).toBe('letter');
    expect((await warnings()).join()).toContain('PLAIN');
  });
});

describe.runIf(makesLinks)('a folder that is reached by a link', () => {
  it('is the same case, whichever way the file is named', async () => {
    writeCase({ 'questioned/Plain.txt': said() });
    const alias = path.join(path.dirname(folder), 'alias');
    fs.symlinkSync(folder, alias);
    for (const [opened, named] of [
      [folder, alias],
      [alias, folder],
    ] as const) {
      const file = path.join(named, 'questioned', 'Plain.txt');
      expect((await CaseFolder.open(opened)).describe(file)?.mode).toBe('written');
      expect((await CaseFolder.open(opened)).isLinked(file)).toBe(false);
      expect(isWithin(file, opened)).toBe(true);
    }
  });

  it('does not hide a link inside of it', async () => {
    const alias = path.join(path.dirname(folder), 'alias');
    fs.symlinkSync(folder, alias);
    fs.symlinkSync(at('known/Ann/one.txt'), at('questioned/link.txt'));
    fs.symlinkSync('..', at('questioned/round'));
    const opened = await CaseFolder.open(folder);
    for (const name of ['link.txt', 'round/known/Ann/one.txt'])
      for (const way of [folder, alias]) expect(opened.isLinked(path.join(way, 'questioned', name))).toBe(true);
    expect(opened.toName(path.join(alias, 'questioned', 'link.txt'))).toBe('questioned/link.txt');
    expect(linkBetween(folder, at('questioned/Plain.txt'))).toBeUndefined();
  });
});

describe('a place that is not there', () => {
  it('has the true name of the folders that are', () => {
    expect(resolveTrueName(at('questioned/none/x.txt'))).toBe(at('questioned/none/x.txt'));
    expect(isWithin(`${folder}-2`, folder)).toBe(false);
    expect(isWithin(at('..x/y'), folder)).toBe(true);
    expect(nameFrom(at('known'), at('none.txt'))).toBe('../none.txt');
  });
});
