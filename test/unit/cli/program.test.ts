import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/program';
import { cancelled, usage } from '../../../src/core/errors';

/** The outcome of a program with one command, which does this. */
async function run(words: readonly string[], work: () => number) {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    stdout: (...lines: readonly string[]) => void out.push(...lines),
    stderr: (...lines: readonly string[]) => void err.push(...lines),
    progress: () => undefined,
    terminal: false,
  };
  const options = { json: { kind: 'flag', help: 'prints JSON' } } as const;
  const command = {
    ...{ name: 'read', operands: 'FILE [FILE…]', summary: 'reads a file', options },
    run: () => Promise.resolve().then(work),
  };
  return { status: await runCommand([command], words, io), out, err };
}

const fail = (error: Error) => (): number => {
  throw error;
};

describe('a command', () => {
  it('has the status that it returns, and prints nothing of its own', async () => {
    expect(await run(['read', 'a.txt'], () => 3)).toEqual({ status: 3, out: [], err: [] });
  });

  it.each([
    [usage('The file is not there.'), 2, 'Usage: The file is not there.'],
    [cancelled(), 130, /^Cancelled: ./],
    [new Error('What now?'), 1, 'Unexpected: What now?'],
  ])('that fails with %s has the status %d and says why', async (error, status, line) => {
    const outcome = await run(['read', 'a.txt'], fail(error));
    expect(outcome).toMatchObject({ status, out: [] });
    expect(outcome.err[0]).toMatch(line);
  });

  it('prints its error as JSON where JSON is asked for, but not where that word is a file', async () => {
    const failed = fail(usage('The file is not there.'));
    const { out } = await run(['read', '--json', 'a.txt'], failed);
    expect(out.map((line) => JSON.parse(line) as unknown)).toEqual([
      { format: 'idiograph.error/1', code: 'Usage', message: 'The file is not there.', details: {} },
    ]);
    expect((await run(['read', 'a.txt', '--', '--json'], failed)).out).toEqual([]);
  });

  it('is not run without its operands, nor with an option that it does not have', async () => {
    const ran = (): number => 0;
    expect((await run(['read'], ran)).status).toBe(2);
    expect((await run(['read', 'a.txt', '--quick'], ran)).status).toBe(2);
    expect((await run(['write', 'a.txt'], ran)).err[0]).toMatch(/^Usage: There is no command "write"/);
  });

  it('explains itself, with and without a file', async () => {
    for (const words of [
      ['read', '--help'],
      ['help', 'read'],
      ['read', 'a.txt', '-h'],
    ])
      expect((await run(words, fail(new Error('ran')))).out.join('\n')).toMatch(/read FILE[^]*--json/);
  });
});
