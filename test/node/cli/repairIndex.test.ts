import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAll } from '../../needs';
import { expectProblem, fingerprint, runCli, runHere, callsOn } from './support/runCli';
import { closed, expectSound, known, questioned, useScratch, sql } from './support/scratch';

const scratch = useScratch();

describe('a damaged index', () => {
  it('is repaired by encoding what is damaged again', async () => {
    const index = scratch.copyOfIndex('damaged.sqlite');
    await closed(await sql(index, 'UPDATE spans SET vectors = zeroblob(length(vectors)) WHERE id = 2 << 16'));
    const check = await runCli(['index', 'check', '--index', index]);
    expect(check.code).toBe(4);
    expect(check.stdout).toMatch(/has damaged exact vectors\.\n1 problem\. Repair the index in VS Code/);
    expect(await callsOn({ index }).repairIndex()).toMatchObject({ documents: 25, repaired: [expect.any(String)] });
    await expectSound(index);
  });

  it.runIf(isAll)(
    'is refused where its log is gone, and left current, until a repair says that something was lost',
    async () => {
      const index = scratch.copyOfIndex(path.join('lost', 'index.sqlite'));
      await closed(await sql(index, "UPDATE meta SET value = '1' WHERE key = 'writing'")); // as when the log is not copied
      const trace = (): readonly unknown[] => [
        fs.readdirSync(path.dirname(index)),
        fingerprint(index),
        fs.statSync(index).mtimeMs,
      ];
      const before = trace();
      const check = ['index', 'check', '--index', index];
      for (const asked of [check, ['attribute', questioned, '--index', index], check]) {
        expectProblem(await runCli(asked), 4, 'IndexCorrupt', /-wal is missing/);
        expect(trace(), asked.join(' ')).toEqual(before);
      }
      expect(await callsOn({ index }).repairIndex()).toMatchObject({ lostLog: true });
      const mended = trace();
      await expectSound(index);
      expect(trace()).toEqual(mended);
    },
  );

  it.runIf(isAll)('is left current where its pages are damaged, and has to be built again', async () => {
    const index = scratch.copyOfIndex('pages.sqlite');
    const bytes = fs.readFileSync(index);
    const middle = Math.floor(bytes.length / 4096 / 2) * 4096;
    bytes.fill(0, middle, middle + 64 * 4096);
    fs.writeFileSync(index, bytes);
    await expect(callsOn({ index }).repairIndex()).rejects.toMatchObject({
      code: 'IndexCorrupt',
      message: expect.stringMatching(/build it again/i) as string,
    });
    expect(fs.readFileSync(index).equals(bytes)).toBe(true);
  });
});

describe('an index', () => {
  it.runIf(isAll)('takes a changed file in place of its former state, and says how many were there', async () => {
    const letters = scratch.at('letters');
    fs.cpSync(known, letters, { recursive: true });
    const index = scratch.at('changed.sqlite');
    const add = ['index', 'add', letters, '--authors-from-folders', '--index', index];
    expect((await runHere(add)).stdout).toMatch(/^25 added, 0 already there, 0 removed; 25 documents/);
    const files = fs.readdirSync(letters, { recursive: true }).map(String).sort();
    const changed = path.join(
      letters,
      files.findLast((name) => name.endsWith('.txt'))!,
    );
    fs.appendFileSync(changed, '\nThis sentence was added to the letter afterwards.\n');
    const again = await runHere(add);
    expect(again.stdout, again.stderr).toMatch(/^0 added, 1 replaced, 24 already there, 0 removed; 25 documents/);
    await expectSound(index);
  });
});
