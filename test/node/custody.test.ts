import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CaseFolder } from '../../src/node/casework/caseFolder';
import { CaseLog } from '../../src/node/casework/caseLog';
import { lockWhile, hashFile, removeLeftLock } from '../../src/node/casework/writeCase';
import { keepsBirthTimes, knowsWhenProcessesBegan, makesLinks, makesPipes } from '../needs';
import { removeFolder } from '../removeFolder';

let folder = '';
const inCase = (...names: readonly string[]): string => path.join(folder, ...names);
const opened = (): Promise<CaseFolder> => CaseFolder.open(folder);
const log = (): CaseLog => CaseLog.openOfCase(folder);
const kinds = (): readonly string[] => {
  return log()
    .read()
    .entries.map(({ event, late }) => `${event.kind}${late ? ' late' : ''}`);
};
const lock = { settings: { scale: 'ENFSI 2015' }, own: [] };
const findings = 'ab'.repeat(32);
const caseFile = (): string => fs.readFileSync(inCase(`${path.basename(folder)}.idiograph-case.json`), 'utf8');

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-custody-'));
  fs.mkdirSync(inCase('questioned'));
  fs.writeFileSync(inCase('questioned', 'q.txt'), 'some words');
});
afterEach(() => removeFolder(folder));

describe('a folder in the place of a case file', () => {
  it('is refused, so that nothing is done without the lock and the names of the case', async () => {
    fs.mkdirSync(inCase('a.idiograph-case.json'));
    await expect(opened()).rejects.toMatchObject({ code: 'UnreadableDocument' });
    fs.writeFileSync(inCase('b.idiograph-case.json'), '{"format":"idiograph.case/1","documents":{}}');
    expect((await opened()).file).toBe(inCase('b.idiograph-case.json'));
  });
});

it('has a head before its first entry, which is what a program leaves that ends between the two', () => {
  log().append({ kind: 'locked', lock: findings });
  fs.writeFileSync(inCase('.idiograph', 'log-head.json'), `{"entry":0,"sha256":"${'0'.repeat(64)}"}\n`);
  expect(log().read()).toMatchObject({ damage: [], entries: [{ entry: 1 }] });
});

it('compares an exhibit with its first receipt in the log, whatever the case file says now', async () => {
  (await opened()).recordIntake();
  const recorded = hashFile(inCase('questioned', 'q.txt'))!;
  fs.writeFileSync(inCase('questioned', 'q.txt'), 'other words');
  const found = hashFile(inCase('questioned', 'q.txt'))!;
  const name = `${path.basename(folder)}.idiograph-case.json`;
  fs.writeFileSync(inCase(name), caseFile().replace(recorded, found));
  const forged = await opened();
  expect(forged.findChangeSinceIntake(inCase('questioned', 'q.txt'))).toEqual({ recorded, found });
  forged.recordUnlogged();
  expect(kinds()).toEqual(['received', 'received late']);
  const warnings = await (await opened()).findWarnings();
  expect(warnings.map(({ code, values }) => [code, values['recorded']])).toEqual([
    ['changedExhibit', recorded.slice(0, 12)],
  ]);
});

it('begins the log with the receipts, the question and the speakers that the case file states, as entries made later', async () => {
  const name = `${path.basename(folder)}.idiograph-case.json`;
  const sha256 = hashFile(inCase('questioned', 'q.txt'))!;
  const questioned = { role: 'questioned', sha256, question: ['Ann', 'Ben'], speakers: ['Ann'] };
  const write = (question: string): void =>
    fs.writeFileSync(
      inCase(name),
      JSON.stringify({ format: 'idiograph.case/1', question, documents: { 'questioned/q.txt': questioned } }),
    );
  write('known');
  (await opened()).recordUnlogged();
  (await opened()).setQuestion('anybody');
  write('known'); // an earlier state is a change, too
  (await opened()).recordUnlogged();
  (await opened()).recordUnlogged();
  expect(kinds()).toEqual([
    ...['received late', 'questionSet late', 'speakers late', 'questionSet late'],
    ...['questionSet', 'questionSet late'],
  ]);
});

it('names an exhibit that was received and is no longer in the case', async () => {
  (await opened()).recordIntake();
  fs.renameSync(inCase('questioned', 'q.txt'), inCase('questioned', 'r.txt'));
  const renamed = caseFile().replaceAll('questioned/q.txt', 'questioned/r.txt');
  fs.writeFileSync(inCase(`${path.basename(folder)}.idiograph-case.json`), renamed);
  const warnings = await (await opened()).findWarnings();
  expect(warnings.map(({ code, values }) => [code, values['file']])).toEqual([['lostExhibit', 'questioned/q.txt']]);
});

describe('a log without its end', () => {
  const [file, head] = [() => inCase('.idiograph', 'log.jsonl'), () => inCase('.idiograph', 'log-head.json')];

  it('does not heal when one more entry is written', () => {
    for (let i = 0; i < 4; i++) log().append({ kind: 'locked', lock: findings });
    fs.writeFileSync(file(), fs.readFileSync(file(), 'utf8').split('\n').slice(0, 2).join('\n') + '\n');
    fs.rmSync(head());
    expect(log().read().damage).toContainEqual({ kind: 'removed', from: 3, to: 4 });
    log().append({ kind: 'locked', lock: findings });
    expect(log().read().damage).toEqual([{ kind: 'removed', from: 3, to: 4 }]);
  });

  it.runIf(keepsBirthTimes)('does not heal when the whole text is gone', () => {
    for (let i = 0; i < 4; i++) log().append({ kind: 'locked', lock: findings });
    fs.rmSync(inCase('.idiograph'), { recursive: true });
    expect(log().read().damage).toEqual([{ kind: 'removed', from: 1, to: 4 }]);
    log().append({ kind: 'locked', lock: findings });
    expect(log().read()).toMatchObject({ damage: [{ kind: 'removed', from: 1, to: 4 }], isEndKnown: true });
  });

  it('is not the log of another folder, and of a copy nobody knows the end', () => {
    log().append({ kind: 'locked', lock: findings });
    const copy = `${folder}-copy`;
    fs.cpSync(folder, copy, { recursive: true });
    try {
      expect(CaseLog.openOfCase(copy).read()).toMatchObject({ damage: [], isEndKnown: false });
      fs.rmSync(path.join(copy, '.idiograph'), { recursive: true });
      expect(CaseLog.openOfCase(copy).read()).toMatchObject({ damage: [], entries: [] });
    } finally {
      fs.rmSync(copy, { recursive: true });
    }
  });
});

describe('what is written into case file and log', () => {
  it('is written into neither where the log cannot be', async () => {
    (await opened()).mask([]);
    const before = caseFile();
    const lockFile = inCase('.idiograph', 'log.jsonl.lock');
    fs.mkdirSync(lockFile);
    const blind = await opened();
    expect(() => blind.unmask('now', findings)).toThrow('log.jsonl.lock');
    expect(() => blind.lock(lock)).toThrow('not a regular file');
    expect(caseFile()).toBe(before);
    fs.rmdirSync(lockFile);
    blind.unmask('now', findings);
    expect(kinds()).toEqual(['received', 'masked', 'unmasked']);
  });

  it('is not in the log where the case file cannot be written', async () => {
    const one = await opened();
    one.lock(lock);
    fs.writeFileSync(one.file, 'no JSON');
    expect(() => one.unmask('now', findings)).toThrow('it is not JSON');
    expect(kinds()).toEqual(['received', 'locked']);
  });

  it('is made up for in the log when a program was killed between the two', async () => {
    (await opened()).mask([]);
    const one = await opened();
    const decided = { candidate: 'a', questioned: 'some words', known: 'other words' };
    one.decide(inCase('questioned', 'q.txt'), decided, { setAside: 'same topic' });
    const head = fs.readFileSync(inCase('.idiograph', 'log-head.json'));
    const written = fs.readFileSync(inCase('.idiograph', 'log.jsonl'));
    const own = path.join(folder, 'own');
    const before = process.env['XDG_CONFIG_HOME'];
    process.env['XDG_CONFIG_HOME'] = own; // which a killed program has not written either
    try {
      one.lock(lock);
      one.unmask('now', findings);
      one.decide(inCase('questioned', 'q.txt'), decided, { setAside: 'formula' });
    } finally {
      process.env['XDG_CONFIG_HOME'] = before;
    }
    fs.writeFileSync(inCase('.idiograph', 'log-head.json'), head);
    fs.writeFileSync(inCase('.idiograph', 'log.jsonl'), written);
    const next = await opened();
    expect(next.unlogged.map(({ kind }) => kind)).toEqual(['locked', 'decided', 'unmasked']);
    next.recordUnlogged();
    next.recordUnlogged();
    expect(kinds()).toEqual(['received', 'masked', 'decided', 'locked late', 'decided late', 'unmasked late']);
    expect([next.unlogged, log().read().damage]).toEqual([[], []]);
  });
});

describe.runIf(makesLinks && makesPipes)('a file of a case that is no regular file', () => {
  const names = ['log.jsonl', 'log-head.json'] as const;

  it.each(names)('is neither read nor written: %s as a link, a pipe or a folder', (name) => {
    log().append({ kind: 'locked', lock: findings });
    const file = inCase('.idiograph', name);
    const elsewhere = inCase('elsewhere.txt');
    const makes = [
      () => fs.symlinkSync(elsewhere, file),
      () => spawnSync('mkfifo', [file]),
      () => fs.mkdirSync(file),
    ] as const;
    for (const make of makes) {
      fs.rmSync(file, { recursive: true });
      make();
      expect(() => log().read()).toThrow(/a link|not a regular file/);
      expect(() => log().append({ kind: 'masked' })).toThrow(/a link|not a regular file/);
    }
    expect(fs.existsSync(elsewhere)).toBe(false);
  });

  it('is refused as a case file, at once', async () => {
    const file = inCase('a.idiograph-case.json');
    spawnSync('mkfifo', [file]);
    await expect(opened()).rejects.toThrow('not a regular file');
    await expect(CaseFolder.open(file)).rejects.toThrow('not a regular file');
  });

  it('has no hash, whatever leads to it', () => {
    fs.mkdirSync(inCase('elsewhere'));
    fs.writeFileSync(inCase('elsewhere', 'a.txt'), 'words');
    fs.symlinkSync(inCase('elsewhere'), inCase('known'));
    spawnSync('mkfifo', [inCase('pipe.txt')]);
    expect(hashFile(inCase('known', 'a.txt'), folder)).toBeUndefined();
    expect(hashFile(inCase('pipe.txt'), folder)).toBeUndefined();
    expect(hashFile(inCase('elsewhere', 'a.txt'), folder)).toBeDefined();
  });

  it('may be a case that a link leads to', async () => {
    const link = `${folder}-link`;
    fs.symlinkSync(folder, link);
    try {
      (await CaseFolder.open(link)).lock(lock);
      expect(kinds()).toEqual(['received', 'locked']);
    } finally {
      fs.rmSync(link);
    }
  });
});

describe('a lock file that was left behind', () => {
  const file = (): string => inCase('written.txt');
  const left = (content: string, secondsAgo: number): void => {
    fs.writeFileSync(`${file()}.lock`, content);
    const then = Date.now() / 1000 - secondsAgo;
    fs.utimesSync(`${file()}.lock`, then, then);
  };

  it.runIf(knowsWhenProcessesBegan)('is taken over: of a process number that another process has by now', () => {
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()']); // this process may have begun before the lock
    left(`${other.pid} ${os.hostname()}`, 280);
    expect(lockWhile(file(), () => 'done')).toBe('done');
    other.kill();
  });

  it.each([
    ['of the first process of this machine', () => `1 ${os.hostname()}`, 400],
    ['of a process that is gone', () => `999999999 ${os.hostname()}`, 0],
    ['that a full disk left empty', () => '', 20],
    ['of another machine', () => '1 elsewhere', 20],
    ['of the clock before it was set', () => '', -3600],
  ])('is taken over: %s', (_name, content, secondsAgo) => {
    left(content(), secondsAgo);
    expect(lockWhile(file(), () => 'done')).toBe('done');
    expect(fs.readdirSync(folder)).toEqual(['questioned']);
  });

  it('is removed at once by the thread that lost its drive before it wrote the name', () => {
    const isGone = (): never => {
      throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    };
    const [writing, removing] = [vi.spyOn(fs, 'writeFileSync'), vi.spyOn(fs, 'rmSync')];
    writing.mockImplementation(isGone);
    removing.mockImplementation(isGone);
    expect(() => lockWhile(file(), () => 'done')).toThrow('the disk reports an error');
    writing.mockRestore();
    removing.mockRestore();
    expect(fs.readdirSync(folder)).toContain('written.txt.lock');
    removeLeftLock(file());
    expect(fs.readdirSync(folder)).toEqual(['questioned']);
  });
});
