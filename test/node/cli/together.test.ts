import path from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from './support/runCli';
import { known, useScratch } from './support/scratch';

const scratch = useScratch();
const emails = ['email-lock-gate.txt', 'email-the-letter.txt'].map((file) => path.join(known, 'author-b', file));

interface Verified {
  readonly words: number;
  readonly hypotheses: { readonly same: string };
  readonly warnings: readonly string[];
}

async function verified(...files: readonly string[]): Promise<Verified> {
  const facts = ['--author', 'author-c', '--mode', 'written', '--genre', 'email', '--index', scratch.index];
  const [first, ...further] = files;
  const outcome = await runCli(['verify', first!, ...further.flatMap((file) => ['--with', file]), ...facts, '--json']);
  expect(outcome.code, outcome.stderr).toBe(0);
  return JSON.parse(outcome.stdout) as Verified;
}

it('asks about several questioned texts as one, and says what it takes for granted', async () => {
  const [one, other] = [await verified(emails[0]!), await verified(emails[1]!)];
  const both = await verified(...emails);
  expect(both.words).toBe(one.words + other.words);
  expect(both.hypotheses.same).toContain('email-lock-gate.txt + email-the-letter.txt');
  expect(both.warnings.join()).toMatch(/one writer is taken to have written all of email-lock-gate\.txt \+ /);
  expect(one.warnings.join()).not.toMatch(/one writer/);
});
