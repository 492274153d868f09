import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CaseLog } from '../../src/node/casework/caseLog';
import { CaseFolder } from '../../src/node/casework/caseFolder';
import { type Child, bundledChild } from './childProcess';
import { makesLinks } from '../needs';

/** How often a writer is killed. In its long form: IDIOGRAPH_KILLS=100 npx vitest run --project node test/faults/caseLog.test.ts */
const kills = Number(process.env['IDIOGRAPH_KILLS'] ?? 10);

let folder = '';
let start: (...args: readonly string[]) => Child;
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'idiograph-log-'));
  start = await bundledChild('appendToLog', folder);
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const log = (): CaseLog => CaseLog.openOfCase(folder);
const documents = (): readonly string[] =>
  log()
    .read()
    .entries.flatMap(({ event }) => (event.kind === 'decided' ? event.document : []));

describe('a log that two programs write at once', () => {
  it('loses no entry of either, and stays a chain', async () => {
    const writers = [start(folder, 'a', '40'), start(folder, 'b', '40')];
    expect(await Promise.all(writers.map((writer) => writer.end()))).toEqual([0, 0]);
    const { entries, damage, cutOff } = log().read();
    expect({ damage, cutOff }).toEqual({ damage: [], cutOff: [] });
    expect(entries.map(({ entry }) => entry)).toEqual(Array.from({ length: 80 }, (_, i) => i + 1));
    for (const name of ['a', 'b'])
      expect(documents().filter((each) => each.startsWith(name))).toEqual(
        Array.from({ length: 40 }, (_, i) => `${name}-${i}`),
      );
  });

  it(
    `holds all that was written though one of them is killed, ${kills} times`,
    async () => {
      const printed: string[] = [];
      for (let round = 0; round < kills; round++) {
        const [killed, other] = [start(folder, `k${round}`, '10000'), start(folder, `o${round}`, '10')];
        await killed.printedLines(1);
        await setTimeout((37 * round) % 40);
        await killed.kill();
        expect(await other.end(), 'goes on without the one that was killed').toBe(0);
        printed.push(...killed.lines(), ...other.lines());
        expect(log().read().damage, `round ${round}`).toEqual([]);
      }
      expect(printed.length).toBeGreaterThanOrEqual(11 * kills);
      expect(printed.filter((each) => !documents().includes(each))).toEqual([]);
    },
    60_000 + 20_000 * kills,
  );
});

describe('a log with a last line that was cut off', () => {
  it('goes on in a line of its own, and the cut is named', () => {
    const event = { kind: 'locked', lock: 'ab'.repeat(32) } as const;
    log().append(event);
    fs.appendFileSync(log().file, '{"sha256":"ab');
    log().append(event, event);
    const { entries, damage, cutOff } = log().read();
    expect([entries.map(({ entry }) => entry), damage, cutOff]).toEqual([[1, 2, 3], [], [2]]);
  });

  it.runIf(process.platform === 'linux')(
    'is written though no folder of this user can be made',
    async ({ onTestFinished }) => {
      const writer = (await bundledChild('appendToLog', folder, { XDG_CONFIG_HOME: '/proc/nothing' }))(
        folder,
        'a',
        '1',
      );
      onTestFinished(() => writer.kill()); // Node alone would try for ever to make a folder below /proc
      await writer.printedLines(1);
      expect(log().read().entries).toHaveLength(1);
    },
  );

  it('is not written where its case was moved away, and no folder is made there', () => {
    const [here, away] = [path.join(folder, 'case'), path.join(folder, 'moved')];
    fs.mkdirSync(here);
    const opened = CaseLog.openOfCase(here);
    fs.renameSync(here, away);
    expect(() => opened.append({ kind: 'locked', lock: 'ab'.repeat(32) })).toThrow('its folder is not there');
    expect(fs.existsSync(here)).toBe(false);
  });

  it.runIf(makesLinks)('is not written through a link', () => {
    const elsewhere = path.join(folder, 'elsewhere');
    fs.mkdirSync(elsewhere);
    fs.symlinkSync(elsewhere, path.join(folder, '.idiograph'));
    expect(() => log().append({ kind: 'locked', lock: 'ab'.repeat(32) })).toThrow('it is a link');
    expect(fs.readdirSync(elsewhere)).toEqual([]);
  });
});

describe('a case file that two people write', () => {
  it('keeps what either wrote', async () => {
    for (const place of ['known/a/1.txt', 'questioned/q.txt']) {
      fs.mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
      fs.writeFileSync(path.join(folder, place), 'some words');
    }
    const [one, other] = [await CaseFolder.open(folder), await CaseFolder.open(folder)];
    one.addMarker({ name: 'thru', words: 'thru' });
    other.addMarker({ name: 'gonna', words: 'gonna' });
    const { markers } = (await CaseFolder.open(folder)).options;
    expect(markers?.map(({ name }) => name)).toEqual(['thru', 'gonna']);
  });

  it('is opened without what a killed writer left beside it, though nothing is written', async () => {
    (await CaseFolder.open(folder)).addMarker({ name: 'thru', words: 'thru' });
    const { file } = await CaseFolder.open(folder);
    const { pid } = spawnSync(process.execPath, ['--version']);
    fs.writeFileSync(`${file}.lock`, `${pid} ${os.hostname()} 0`);
    fs.writeFileSync(path.join(folder, `.idiograph-${pid}-0-${crypto.randomUUID()}.tmp`), 'half');
    await CaseFolder.open(folder);
    expect(fs.readdirSync(folder).filter((name) => /lock|tmp/.test(name))).toEqual([]);
  });
});
