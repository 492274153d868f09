import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere, listIndexed, callsOn } from './support/runCli';
import { known, questioned } from './support/scratch';
import { removeFolder } from '../../removeFolder';
import { isAll } from '../../needs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-log-'));
const letter = path.join(folder, 'questioned', 'letter.txt');
const log = path.join(folder, '.idiograph', 'log.jsonl');
let whole = '';

beforeAll(async () => {
  fs.cpSync(known, path.join(folder, 'known'), { recursive: true });
  fs.mkdirSync(path.dirname(letter));
  fs.copyFileSync(questioned, letter);
  await runHere(['case', folder, '--pin']);
  await runHere(['verify', letter, '--author', 'author-d']);
  await runHere(['report', letter, '--author', 'author-d', '--out', path.join(folder, 'r.html')]);
  whole = fs.readFileSync(log, 'utf8');
});
afterAll(() => removeFolder(folder));

describe('the log of a case', () => {
  it('says what was done, in its order, and that it is whole', async () => {
    const { stdout, stderr, code } = await runHere(['case', folder, '--log']);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/1\. .*25 added[^]*letter\.txt was received\./);
    expect(stdout).toMatch(/pinned[^]*A named author: did author-d write[^]*r\.html was written/);
    expect(stderr).toMatch(/All \d log entries are unchanged\..*[0-9a-f]{64}/);
    const json = await runHere(['case', folder, '--log', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ format: 'idiograph.case-log/1', damage: [], cutOff: [] });
  });

  it('names an entry that was changed, with a status of its own', async () => {
    fs.writeFileSync(log, whole.replace('author-d', 'author-c'));
    const { stdout, stderr, code } = await runHere(['case', folder, '--log']);
    fs.writeFileSync(log, whole);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^Line \d was changed\. It is not the entry that was written there\.$/m);
    expect(stderr).not.toContain('are unchanged');
    expect(stdout).toContain('letter.txt was received');
  });

  it.runIf(isAll)('shows that a known text was chosen after a search for the same questioned text', async () => {
    const knownLetter = path.join(folder, 'known', 'author-d', 'letter-towpath.txt');
    const verify = async (file: string): Promise<readonly string[]> => {
      const { stdout } = await runHere(['verify', file, knownLetter, '--json']);
      return (JSON.parse(stdout) as { caveats: readonly string[] }).caveats;
    };
    expect(await verify(letter)).not.toContain('chosenAfterSearch');
    await runHere(['attribute', letter]);
    expect(await verify(letter)).toContain('chosenAfterSearch');
    const other = path.join(folder, 'questioned', 'other.txt');
    fs.writeFileSync(other, fs.readFileSync(letter, 'utf8').replace('Editor', 'Sir'));
    const caveats = await verify(other);
    fs.rmSync(other);
    expect(caveats).not.toContain('chosenAfterSearch');
  });

  it('has what was asked with given texts or with the index by its name, and what the text was said to be', async () => {
    const index = path.join(folder, '.idiograph', 'index.sqlite');
    const produced = ['--mode', 'spoken', '--genre', 'interview'];
    await runHere(['verify', letter, path.join(known, 'author-d', 'letter-towpath.txt')]);
    await runHere(['verify', letter, '--author', 'author-d', '--index', index, '--case', folder, ...produced]);
    const last = fs.readFileSync(log, 'utf8').trimEnd().split('\n').slice(-2);
    expect(last.map((line) => (JSON.parse(line) as { entry: object }).entry)).toMatchObject([
      { asked: { kind: 'text', title: 'letter-towpath.txt' } },
      {
        asked: { kind: 'author', author: 'author-d' },
        outcome: expect.stringContaining('(spoken, interview)') as string,
      },
    ]);
  });

  it('names the index as a removal has left it', async () => {
    const index = path.join(folder, '.idiograph', 'index.sqlite');
    const [first] = await listIndexed(index);
    await callsOn({ folder }).removeDocuments([first!.id]);
    const last = JSON.parse(fs.readFileSync(log, 'utf8').trimEnd().split('\n').at(-1)!) as { entry: object };
    const review = JSON.parse((await runHere(['attribute', letter, '--index', index, '--json'])).stdout) as {
      evidence: { index: string };
    };
    expect(last.entry).toMatchObject({ kind: 'indexed', removed: 1, index: review.evidence.index });
  });
});
