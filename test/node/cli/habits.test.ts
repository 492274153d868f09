import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectProblem, runHere } from './support/runCli';
import { useScratch } from './support/scratch';
import { isAll } from '../../needs';

const scratch = useScratch();
const caseFile = 'sample.idiograph-case.json';

/** A copy of the sample case, with markers of the user's own. */
function caseWith(name: string, markers: unknown): string {
  const folder = scratch.at(name);
  fs.cpSync(path.resolve('sample'), folder, { recursive: true });
  const file = path.join(folder, caseFile);
  const json = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
  fs.writeFileSync(file, JSON.stringify({ ...json, ...(markers !== undefined && { markers }) }));
  return folder;
}

interface Shown {
  readonly counts: readonly { readonly author: string; readonly role: string; readonly count: number }[];
  readonly lines: readonly { readonly keyword: string }[];
}

describe('habits on the command line', () => {
  it('are found by words in all texts of a case, and counted by author', async () => {
    const folder = caseWith('concordance', undefined);
    const { code, stdout } = await runHere(['concordance', 'to be fair', '--case', folder, '--json']);
    expect(code).toBe(0);
    const found = JSON.parse(stdout) as Shown;
    const counts = Object.fromEntries(found.counts.map(({ author, count }) => [author, count]));
    expect(counts).toEqual({ '': 1, 'Author A': 0, 'Author B': 0, 'Author C': 0, 'Author D': 5, 'Author E': 0 });
    expect(found.lines).toHaveLength(6);
    expectProblem(await runHere(['concordance', '...', '--case', folder]), 2, 'Usage', /one word/);
  });

  it.runIf(isAll)('of the user’s own are counted like the others, and a bad one is named', async () => {
    const folder = caseWith('own', [{ name: 'fair words', words: 'to be fair' }]);
    const letter = path.join(folder, 'questioned', 'letter-roof-fund.txt');
    const { stdout } = await runHere(['verify', letter, '--author', 'Author D', '--json']);
    const { markers } = JSON.parse(stdout) as {
      readonly markers: { readonly for: readonly { readonly name: string; readonly family: string }[] };
    };
    const families = markers.for.map(({ family }) => family);
    expect(families).toContain('own');
    expect(families).toContain('stance');
    const named = await runHere(['concordance', 'fair words', '--case', folder, '--json']);
    expect((JSON.parse(named.stdout) as Shown).lines).toHaveLength(6);
    const bad = caseWith('bad', [{ name: 'evil', pattern: '(a)\\1' }]);
    expectProblem(await runHere(['concordance', 'evil', '--case', bad]), 3, 'UnreadableDocument', /"markers"/);
  });
});
