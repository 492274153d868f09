import fs from 'node:fs';
import path from 'node:path';
import type { LockInFile, StoredLock } from '../../../src/core/casework/lock';
import type { CalibrationFile } from '../../../src/core/verification/calibration';
import { lockHash } from '../../../src/node/casework/writeCase';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, root, runHere } from './support/runCli';
import { useScratch } from './support/scratch';
import { isAll } from '../../needs';

const scratch = useScratch();
const letter = path.join('questioned', 'letter-roof-fund.txt');

/** The folder of a copy of the sample case with its index, and without its lock. */
function caseOf(name: string): string {
  const folder = scratch.at(name);
  fs.cpSync(path.join(root, 'sample'), folder, { recursive: true, filter: (from) => !from.endsWith('.idiograph') });
  fs.mkdirSync(path.join(folder, '.idiograph'));
  fs.copyFileSync(scratch.index, path.join(folder, '.idiograph', 'index.sqlite'));
  const file = path.join(folder, 'sample.idiograph-case.json');
  const { validation, ...rest } = JSON.parse(fs.readFileSync(file, 'utf8')) as { validation: object };
  expect(validation).toBeDefined();
  fs.writeFileSync(file, JSON.stringify(rest));
  return folder;
}

interface Verified {
  readonly llr: number | null;
  readonly abstained: string | null;
  readonly caveats: readonly string[];
}

async function verify(folder: string): Promise<Verified> {
  const { stdout, stderr } = await runHere([
    'verify',
    path.join(folder, letter),
    '--case',
    folder,
    '--author',
    'Author A',
    '--json',
  ]);
  expect(stderr).not.toMatch(/Error/);
  return JSON.parse(stdout) as Verified;
}

describe('idiograph validate', () => {
  const page = scratch.at('validation.html');
  let locked: { readonly folder: string; readonly before: Verified; readonly validation: Outcome };
  beforeAll(async () => {
    const folder = caseOf('locked');
    const before = await verify(folder);
    const args = ['validate', path.join(folder, letter), '--case', folder, '--lock', '--out', page];
    locked = { folder, before, validation: await runHere(args) };
  });

  it('locks the settings of a case, which states ratios from then on and until one changes', async () => {
    expect(locked.before).toMatchObject({ llr: null, abstained: 'notValidated' });
    const { code, stdout } = locked.validation;
    expect(code).toBe(0);
    expect(stdout).toMatch(/came first for \d+ of them\.[^]*Locked in/);
    expect(fs.readFileSync(page, 'utf8')).toContain('<svg role="img"');
    const { llr, abstained } = await verify(locked.folder);
    expect([typeof llr, abstained]).toEqual(['number', null]);
    const changed = scratch.at('changed');
    fs.cpSync(locked.folder, changed, { recursive: true });
    const file = path.join(changed, 'sample.idiograph-case.json');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"quotes": "left out"', '"quotes": "compared"'));
    expect(await verify(changed)).toMatchObject({ llr: null, abstained: 'lockBroken' });
    const log = await runHere(['case', changed, '--log']);
    expect(log.stdout.trimEnd().split('\n').at(-1)).toMatch(/no ratio .*Settings of this case changed after the lock/);
  });

  it.runIf(isAll)('believes no lock that was made elsewhere, forged, or taken from another case', async () => {
    const folder = scratch.at('forged');
    fs.cpSync(locked.folder, folder, { recursive: true });
    const file = path.join(folder, 'sample.idiograph-case.json');
    const json = JSON.parse(fs.readFileSync(file, 'utf8')) as { validation: StoredLock };
    const tryLock = (lock: Partial<LockInFile>) => {
      const forged = { ...json.validation, ...lock };
      fs.writeFileSync(file, JSON.stringify({ ...json, validation: { ...forged, hash: lockHash(forged) } }));
      return verify(folder);
    };
    const models = JSON.parse(
      fs.readFileSync(path.join(root, 'models', 'calibrations.json'), 'utf8'),
    ) as CalibrationFile;
    const shipped = models.calibrations.find(({ modes, genreRelation, measure }) => {
      return modes === 'written-written' && genreRelation === 'same' && measure === 'few';
    })!;
    const [judged] = shipped.judgements;
    const calibration = { ...shipped, judgements: [{ ...judged!, upper: 6, lower: -6 }] };
    const condition = { modes: 'written-written', genreRelation: 'same', words: 250, knownWords: 250 } as const;
    expect(await tryLock({ own: [{ condition, calibration }] })).toMatchObject({ abstained: 'notValidatedHere' });
    const [, ...others] = json.validation.known!;
    expect(await tryLock({ codes: [], known: others })).toMatchObject({ abstained: 'notValidatedHere' });
    const again = await tryLock({ codes: [] });
    expect([typeof again.llr, again.caveats.includes('validatedAgain')]).toEqual(['number', true]);
  });

  it.runIf(isAll)('states ratios with the names of known texts that came after the lock', async () => {
    const folder = scratch.at('came later');
    fs.cpSync(locked.folder, folder, { recursive: true });
    fs.copyFileSync(path.join(folder, letter), path.join(folder, 'known', 'author-b', 'late.txt'));
    const page = scratch.at('later.html');
    const asked = path.join(folder, 'questioned', 'blog-visitor-plan.txt');
    const { code, stdout, stderr } = await runHere(['report', asked, '--case', folder, '--out', page]);
    expect(code, stdout + stderr).toBe(0);
    const { llr, caveats } = await verify(folder);
    expect([typeof llr, caveats.includes('otherKnownTexts')]).toEqual(['number', true]);
    const report = fs.readFileSync(page, 'utf8');
    expect(/Texts added \(\+\)[^<]*/.exec(report)?.[0]).toContain('the lock (1): + author-b: late.txt.');
    const data = JSON.parse(fs.readFileSync(page.replace('.html', '.json'), 'utf8')) as {
      questions: { evidence: { lock: { known: object[] } } }[];
    };
    expect(data.questions[0]!.evidence.lock.known).toMatchObject([{ change: 'added', title: 'late.txt' }]);
    expect((await runHere(['attribute', asked, '--case', folder])).stdout).toContain('author-b: late.txt.');
  });

  it.runIf(isAll)('says that a document of no case is exploratory, and states its ratio', async () => {
    const file = scratch.write('elsewhere.txt', fs.readFileSync(path.join(root, 'sample', letter)));
    const args = [
      'verify',
      file,
      '--mode',
      'written',
      '--genre',
      'letter',
      '--author',
      'author-a',
      '--index',
      scratch.index,
    ];
    const { stdout } = await runHere([...args, '--json']);
    expect((JSON.parse(stdout) as Verified).caveats).toContain('exploratory');
  });

  const refused = [
    [['--recalibrate'], 2, /Give --lock as well/],
    [['--lock', '--recalibrate'], 2, /too few authors for a recalibration/], // after a validation
    [['--genre', 'letter', '--out', path.join('known', 'page.html')], 3, /cannot be written/],
  ] as const;
  it.each(isAll ? refused : refused.slice(0, 1))('refuses %j', async (options, status, problem) => {
    const folder = caseOf(`refused ${options.length}${options[0]}`);
    const given = options.map((option) => (option.startsWith('known') ? path.join(folder, option) : option));
    const { code, stderr } = await runHere(['validate', path.join(folder, letter), '--case', folder, ...given]);
    expect([code, stderr]).toEqual([status, expect.stringMatching(problem)]);
  });
});
