import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runHere } from './support/runCli';
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
  const outcome = await runHere(['verify', first!, ...further.flatMap((file) => ['--with', file]), ...facts, '--json']);
  expect(outcome.code, outcome.stderr).toBe(0);
  return JSON.parse(outcome.stdout) as Verified;
}

it('asks about several questioned texts as one, and says what it takes for granted', async () => {
  const [one, other] = [await verified(emails[0]!), await verified(emails[1]!)];
  const both = await verified(...emails);
  expect(both.words).toBe(one.words + other.words);
  expect(both.hypotheses.same).toContain('email-lock-gate.txt + email-the-letter.txt');
  expect(both.warnings.join()).toMatch(/This review assumes that one author wrote all of email-lock-gate\.txt, /);
  expect(one.warnings.join()).not.toMatch(/One writer/);
});

it('refuses a questioned text that is given twice', async () => {
  const [one] = emails;
  const outcome = await runHere(['verify', one!, '--with', one!, '--author', 'author-c', '--index', scratch.index]);
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toContain('The same questioned text was given twice');
});

it('makes a report on several questioned texts as one again from its data', async () => {
  const report = path.join(scratch.folder, 'together.html');
  const facts = ['--mode', 'written', '--genre', 'email', '--index', scratch.index];
  const texts = [emails[0]!, '--with', emails[1]!];
  const written = await runHere(['report', ...texts, '--author', 'author-c', ...facts, '--out', report]);
  expect(written.code, written.stderr).toBe(0);
  expect(fs.readFileSync(report, 'utf8')).toContain(
    'This review assumes that one author wrote all of email-lock-gate.txt, ',
  );
  const data = report.replace('.html', '.json');
  const again = await runHere(['report', ...texts, ...facts, '--rerun', data, '--json']);
  expect(again.code, again.stdout).toBe(0);
  const alone = await runHere(['report', emails[0]!, ...facts, '--rerun', data, '--json']);
  expect(alone.code).toBe(3);
});
