import { spawn, spawnSync, type StdioOptions } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectProblem, root, runCli, runHere } from './support/runCli';
import { known, questioned, useScratch } from './support/scratch';
import { answersSignals, isAll, makesPipes } from '../../needs';

const scratch = useScratch();

/** Runs the command line with a stream whose reader has gone, or that is a file. */
function withStreams(
  args: readonly string[],
  stdio: StdioOptions,
  gone?: 'stdout' | 'stderr',
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [path.join(root, 'dist', 'cli.js'), ...args], { cwd: root, stdio });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    if (name === gone) child[name]!.destroy();
    else child[name]?.setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...texts })));
}

/** Opens a pipe to write once a process reads it: before that, it is refused. */
async function openOnceRead(pipe: string): Promise<number> {
  for (;;)
    try {
      return fs.openSync(pipe, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
    } catch {
      await new Promise(setImmediate);
    }
}

describe('a reader that goes away', () => {
  it.each([
    [['index', 'check']],
    ...(isAll ? [[['attribute', questioned]], [['attribute', questioned, '--json']]] : []),
  ])('ends a command quietly: %j', async (words) => {
    const args = [...words, '--index', scratch.index];
    const { code, stderr } = await withStreams(args, ['ignore', 'pipe', 'pipe'], 'stdout');
    expect(stderr).not.toMatch(/Error|EPIPE|Unexpected|Cancelled| {4}at /);
    expect(code).toBe(0);
  });

  it.runIf(isAll)('ends a case quietly, too, between two of its texts', async () => {
    const folder = scratch.at('case');
    fs.cpSync(path.join(known, 'author-a'), path.join(folder, 'known', 'author-a'), { recursive: true });
    for (const name of ['1.txt', '2.txt', '3.txt'])
      scratch.write(`case/questioned/${name}`, fs.readFileSync(questioned));
    const { code, stderr } = await withStreams(['case', folder], ['ignore', 'pipe', 'pipe'], 'stdout');
    expect(stderr).not.toMatch(/Error|EPIPE|Unexpected|Cancelled| {4}at /);
    expect(code).toBe(0);
  });

  it.runIf(isAll)('of problems leaves results as they are', async () => {
    const args = ['attribute', questioned, '--index', scratch.index];
    const { code, stdout } = await withStreams(args, ['ignore', 'pipe', 'pipe'], 'stderr');
    expect(stdout).toMatch(/^letter-roof-fund\.txt · /);
    expect(code).toBe(0);
  });
});

describe.runIf(fs.existsSync('/dev/full'))('results for which there is no room', () => {
  it('are a full disk', async () => {
    const full = fs.openSync('/dev/full', 'w');
    const { code, stderr } = await withStreams(['index', 'check', '--index', scratch.index], ['ignore', full, 'pipe']);
    fs.closeSync(full);
    expect(stderr).toMatch(/^DiskFull: .*standard output/m);
    expect(stderr).not.toMatch(/ {4}at /);
    expect(code).toBe(4);
  });
});

describe.runIf(answersSignals && makesPipes)('a signal', () => {
  it.each(isAll ? (['SIGINT', 'SIGTERM', 'SIGHUP'] as const) : (['SIGTERM'] as const))(
    'ends a command that answers nothing any more: %s',
    async (signal) => {
      const models = scratch.at(`never-${signal}`);
      fs.mkdirSync(models);
      expect(spawnSync('mkfifo', [path.join(models, 'manifest.json')]).status).toBe(0); // reading it waits for ever
      const asked = ['attribute', questioned, '--index', scratch.index, '--models', models];
      const child = spawn(process.execPath, [path.join(root, 'dist', 'cli.js'), ...asked]);
      const pipe = await openOnceRead(path.join(models, 'manifest.json'));
      child.kill(signal);
      const ended = await new Promise((resolve) => child.once('exit', (_code, name) => resolve(name)));
      fs.closeSync(pipe);
      expect(ended).toBe(signal);
    },
  );

  it.runIf(isAll)('ends an evaluation in the middle of a loop', async () => {
    const words = fs.readFileSync(questioned, 'utf8');
    const documents = Array.from({ length: 900 }, (_, i) => ({
      id: `d${i}`,
      author: `a${i >> 1}`,
      text: `${words} ${i}`,
    }));
    const tasks = documents.map(({ id }, i) => ({ task: 't', query: [id], relevant: [`d${i ^ 1}`] }));
    const lines = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
    const files = ['--documents', scratch.write('d.jsonl', lines(documents))];
    files.push('--tasks', scratch.write('t.jsonl', lines(tasks)));
    const interruptOn = (stderr: string): NodeJS.Signals | undefined =>
      /char4: [1-9]/.test(stderr) ? 'SIGTERM' : undefined;
    const outcome = await runCli(['evaluate', 'ranking', ...files, '--method', 'char4'], { interruptOn });
    expect(outcome.code).toBe(143);
  });
});

describe('a report', () => {
  const report = (out: string, ...rest: readonly string[]): ReturnType<typeof runHere> =>
    runHere(['report', scratch.at('q.txt'), '--index', scratch.at('i.sqlite'), '--out', out, ...rest]);

  it('never takes the place of what it is about', async () => {
    scratch.write('q.txt', fs.readFileSync(questioned));
    scratch.copyOfIndex('i.sqlite');
    for (const [name, words] of [
      ['q.txt', /input/],
      ['i.sqlite', /input/],
      ['index.sqlite', /index/],
    ] as const) {
      const before = fs.readFileSync(scratch.at(name));
      expectProblem(await report(scratch.at(name), '--force'), 3, 'UnwritableFile', words);
      expect(fs.readFileSync(scratch.at(name)).equals(before)).toBe(true);
    }
  });

  it.runIf(isAll)('replaces an earlier one only with --force', async () => {
    expect((await report(scratch.at('r.html'))).code).toBe(0);
    expectProblem(await report(scratch.at('r.html')), 3, 'UnwritableFile', /--force/);
    expect((await report(scratch.at('r.html'), '--force')).code).toBe(0);
  });
});
