import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { canRunAs, expectProblem, runCli, runHere } from './support/runCli';
import { english, questioned, useScratch } from './support/scratch';
import { isAll } from '../../needs';

/** A user without rights, for folders that root may read anyway. */
const nobody = 65534;

const scratch = useScratch();

describe('a command line that cannot be understood', () => {
  it('gets status 2 and a sentence that says what to type', async () => {
    const lines: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /idiograph <command>/],
      [['atribute', questioned], /no command "atribute"/],
      [['attribute'], /attribute FILE/],
      [['attribute', questioned, '--colour'], /--colour/],
      [['attribute', questioned, '--candidates', 'many'], /--candidates/],
      [['attribute', questioned, '--mode', 'sung'], /--mode/],
      [['verify', questioned], /--author/],
      [['report', questioned], /--out/],
      [['index'], /add, check, push or pull/],
      [['index', 'add'], /index add PATH/],
      [['index', 'add', questioned, '--index', scratch.index], /author/],
      [['index', 'constructor'], /not "constructor"/],
      [['evaluate', 'nothing'], /evaluate/],
      [['attribute', ''], /name is empty/],
      [['attribute', questioned, questioned], /one argument too many/],
      [['attribute', questioned, '--genre', ' '], /--genre is empty/],
      [['attribute', questioned, '--language', 'xx'], /--language must be a language code such as en/],
      [['attribute', questioned, '--language', 'klingon!'], /--language must be a language code such as en/],
    ];
    for (const [args, words] of lines) {
      // Evaluations are a program of their own, which is there as a process alone.
      const outcome = await (args.length === 0 || args[0] === 'evaluate' ? runCli(args) : runHere(args));
      expect.soft(outcome.code, `${args.join(' ')}\n${outcome.stderr}`).toBe(2);
      expect.soft(outcome.stderr).toMatch(words);
      expect.soft(outcome.stdout).toBe('');
    }
  }, 120_000);

  it('names an author or a case that is not there', async () => {
    const stranger = await runHere(['verify', questioned, '--author', 'author-z', '--index', scratch.index]);
    expect(stranger.code, stranger.stderr).toBe(2);
    expect(stranger.stderr).toMatch(/author-z/);
    const noCase = await runHere(['attribute', questioned, '--case', scratch.at('no-case')]);
    expectProblem(noCase, 3, 'UnreadableDocument', /no-case/);
  });

  it('names a report that cannot be written', async () => {
    const out = scratch.at('no-folder', 'report.html');
    const outcome = await runHere(['report', questioned, '--index', scratch.index, '--out', out]);
    expectProblem(outcome, 3, 'UnwritableFile', /no-folder/, /its folder is not there/);
  });
});

/** Rights can be tried by root alone, who runs the command as somebody else, and not from a folder that is root's alone. */
describe.runIf(canRunAs(nobody))('a user without rights', () => {
  /** A folder of that user's own. */
  function home(name: string): string {
    const made = scratch.at(name);
    fs.mkdirSync(made);
    fs.chownSync(made, nobody, nobody);
    return made;
  }

  const asNobody = (...args: readonly string[]): ReturnType<typeof runCli> => runCli(args, { uid: nobody });

  beforeAll(() => {
    scratch.write('mixed/open/letter.txt', english(3000));
    scratch.write('mixed/secret/letter.txt', english(3000));
    fs.chmodSync(scratch.at('mixed', 'secret'), 0o700);
  });

  it('learns which folder cannot be listed, at any depth', async () => {
    const rest = ['--authors-from-folders', '--index', path.join(home('home-1'), 'index.sqlite')];
    const secret = /\S*mixed\/secret cannot be read: .*permissions/;
    expectProblem(
      await asNobody('index', 'add', scratch.at('mixed', 'secret'), ...rest),
      3,
      'UnreadableDocument',
      secret,
    );
    expectProblem(await asNobody('index', 'add', scratch.at('mixed'), ...rest), 3, 'UnreadableDocument', secret);
  });

  it('learns which document may not be read', async () => {
    const file = scratch.write('private.txt', english(3000));
    fs.chmodSync(file, 0o600);
    const outcome = await asNobody('attribute', file, '--index', scratch.index);
    expectProblem(outcome, 3, 'UnreadableDocument', /private\.txt/, /permission is denied/);
  });

  it.runIf(isAll)(
    'has the index of a case of others in the cache folder, and learns that there is no room',
    async () => {
      scratch.write('theirs/known/a/letter.txt', english(3000));
      const reviewed = (cache: string): ReturnType<typeof runCli> =>
        runCli(['case', scratch.at('theirs')], { uid: nobody, env: { XDG_CACHE_HOME: cache } });
      const cache = home('cache');
      const { code, stderr } = await reviewed(cache);
      expect(code, stderr).toBe(0);
      expect(fs.readdirSync(path.join(cache, 'idiograph', 'indexes'))).toContainEqual(
        expect.stringMatching(/^[0-9a-f]{32}\.sqlite$/),
      );
      expectProblem(await reviewed(scratch.at('theirs')), 4, 'IndexUnavailable', /theirs/, /choose another/);
      expect(fs.readdirSync(scratch.at('theirs'))).toEqual(['known']);
    },
  );

  it.runIf(isAll)('cannot add to an index of somebody else', async () => {
    const outcome = await asNobody('index', 'add', questioned, '--author', 'X', '--index', scratch.index);
    expectProblem(outcome, 4, 'IndexUnavailable', /index\.sqlite/, /permissions/);
  });
});
