import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root, runHere } from './support/runCli';
import { useScratch } from './support/scratch';

const scratch = useScratch();

/** Nine habits of Author A of the sample, put into a text by somebody else. */
const habits: readonly (readonly [RegExp, string])[] = [
  [/n't\b/g, ' not'],
  [/\b(That|it|Here|It)'s\b/g, '$1 is'],
  [/\b(We|we)'re\b/g, '$1 are'],
  [/\b(We|we)'ve\b/g, '$1 have'],
  [/\b([Ll])et's\b/g, '$1et us'],
  [/\bon\b/g, 'upon'],
  [/, and\b/g, '; and'],
  [/\. (But|And)\b/g, '; and'],
  [/; and (what|that)\b/g, ', whilst $1'],
];

async function verify(
  name: string,
  text: string,
): Promise<{ readonly llr: number; readonly notes: readonly object[] }> {
  const labels = ['--mode', 'written', '--genre', 'letter', '--author', 'author-a', '--index', scratch.index];
  const { stdout } = await runHere(['verify', scratch.write(name, text), ...labels, '--json']);
  return JSON.parse(stdout) as { readonly llr: number; readonly notes: readonly object[] };
}

it('does not see an imitation of nine habits, as docs/limits.md says', async () => {
  const text = fs.readFileSync(path.join(root, 'sample', 'questioned', 'blog-visitor-plan.txt'), 'utf8');
  const [before, imitated] = [
    await verify('own.txt', text),
    await verify(
      'imitation.txt',
      habits.reduce((all, [from, to]) => all.replace(from, to), text),
    ),
  ];
  expect(imitated.notes).toEqual(before.notes);
  const [against, towards] = [10 ** -before.llr, 10 ** imitated.llr].map((times) => times.toFixed(1));
  const limits = fs.readFileSync(path.join(root, 'docs', 'limits.md'), 'utf8');
  expect(limits).toContain(`from ${against} times for another author to ${towards} times for the imitated one`);
});
