import { describe, expect, it } from 'vitest';
import { evaluateCommands } from '../../../research/laboratory/evaluate/commands';
import { shippedParts } from '../../../research/laboratory/evaluate/run/dependencies';
import { commands as productCommands } from '../../../src/cli/main';
import { parseOptions, type OptionTable } from '../../../src/cli/options';
import { runCommand } from '../../../src/cli/program';
import { emptyDocument, findExitCode, indexEmpty, serverRefused, usage } from '../../../src/core/errors';
import { SharedStopSignal } from '../../../src/core/basics/work';

/** The commands of a checkout: those of the product and of the laboratory. */
const commands = [...productCommands, ...evaluateCommands(shippedParts)];

let engine: (models: string, loads: boolean) => never = () => expect.unreachable('help asks no engine');

async function said(...words: readonly string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const lines: { stdout: string[]; stderr: string[] } = { stdout: [], stderr: [] };
  const io = {
    stdout: (...more: readonly string[]) => void lines.stdout.push(...more),
    stderr: (...more: readonly string[]) => void lines.stderr.push(...more),
    progress: () => undefined,
    terminal: false,
    stop: new SharedStopSignal(),
    engine,
  };
  const status = await runCommand(commands, words, io);
  return { status, stdout: lines.stdout.join('\n'), stderr: lines.stderr.join('\n') };
}

it('loads the models at once for a file that is there, and none for another', async () => {
  const loaded: boolean[] = [];
  const before = engine;
  engine = (_, loads) => {
    loaded.push(loads);
    throw new Error('this is all that is looked at');
  };
  for (const file of [import.meta.filename, 'missing.txt']) await said('attribute', file);
  engine = before;
  expect(loaded).toEqual([true, false]);
});

describe('the help', () => {
  it.each(['help', '--help', '-h'])('names the commands of a checkout: %s', async (word) => {
    const { status, stdout } = await said(word);
    expect(status).toBe(0);
    for (const name of ['attribute', 'verify', 'case', 'report', 'bundle', 'validate', 'index add', 'evaluate ranking'])
      expect(stdout).toContain(`  ${name} `);
  });

  it('says what every exit status means', async () => {
    const { stdout } = await said('help');
    for (const problem of [usage(''), emptyDocument(''), indexEmpty(), serverRefused('', '')])
      expect(stdout).toMatch(new RegExp(`^Exit status: .*\\b${findExitCode(problem)} [a-z]`, 'm'));
  });

  it.each([
    ['verify', '--help'],
    ['help', 'verify'],
  ])('of a command names its options: %s %s', async (...words) => {
    const { status, stdout } = await said(...words);
    expect(status).toBe(0);
    for (const option of ['author', 'index', 'json']) expect(stdout).toMatch(new RegExp(`^  --${option} `, 'm'));
  });

  it('of a group names its commands', async () => {
    expect((await said('index', '--help')).stdout).toMatch(/index add PATH…/);
  });
});

describe('a command that is not there', () => {
  it.each([
    ['constructor', /no command "constructor"/],
    ['index constructor', /takes add, check, push or pull, not "constructor"/],
    ['index __proto__', /not "__proto__"/],
    ['evaluate toString', /not "toString"/],
    ['help nothing', /no command "nothing"/],
  ])('is a usage error: %s', async (words, message) => {
    const { status, stdout, stderr } = await said(...words.split(' '));
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});

describe('a problem with --json', () => {
  it('is one object on stdout with its code and its message', async () => {
    const { status, stdout } = await said('attribute', '--json');
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ format: 'idiograph.error/1', code: 'Usage' });
    expect((JSON.parse(stdout) as { message: string }).message).toMatch(/attribute FILE/);
  });
});

describe('the value of an option', () => {
  const options = {
    text: { kind: 'text', help: '' },
    number: { kind: { least: 1, most: 100 }, help: '' },
    choice: { kind: ['a', 'b'], help: '' },
    several: { kind: { least: 1, most: Number.MAX_SAFE_INTEGER }, multiple: true, help: '' },
  } as const satisfies OptionTable;

  it.each([
    ['--text', ''],
    ['--text', ' '],
    ['--number', '0'],
    ['--number', '101'],
    ['--number', '0x10'],
    ['--number', ' 3 '],
    ['--number', '1e1'],
    ['--number', '+3'],
    ['--number', '3.0'],
    ['--number', '99999999999999999999'],
    ['--choice', 'constructor'],
    ['--several', '1,,2'],
    ['--text=a', '--text=b'],
    ['--other', '1'],
  ])('is refused: %s "%s"', (...words) => {
    expect(() => parseOptions(words, options)).toThrow(expect.objectContaining({ code: 'Usage' }));
  });

  it('is taken unchanged where it is allowed', () => {
    const words = ['--text', 'é', '--number', '100', '--choice', 'b', '--several', '1', '2,3', '--several=4'];
    expect(parseOptions(words, options).values).toEqual({
      text: 'é',
      number: '100',
      choice: 'b',
      several: ['1', '2', '3', '4'],
    });
  });
});
