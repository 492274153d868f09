import fs from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { runHere } from './support/runCli';
import { known, questioned, useScratch } from './support/scratch';

const scratch = useScratch();
const author = path.join('known', 'author-a');
const titles = ['letter-open-day.txt', 'essay-minute-book.txt'];

/** A case folder with a few texts of the sample. */
function caseAt(name: string): string {
  const folder = scratch.at(name);
  fs.mkdirSync(path.join(folder, author), { recursive: true });
  fs.mkdirSync(path.join(folder, 'questioned'));
  for (const title of titles) fs.copyFileSync(path.join(known, 'author-a', title), path.join(folder, author, title));
  fs.copyFileSync(questioned, path.join(folder, 'questioned', 'letter.txt'));
  return folder;
}

async function out(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(args);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** The content hash that a review of the case names, with its own index or another. */
async function hashOf(folder: string, ...options: readonly string[]): Promise<string> {
  const letter = path.join(folder, 'questioned', 'letter.txt');
  const review = await out('attribute', letter, '--case', folder, ...options, '--json');
  return (JSON.parse(review) as { evidence: { index: string } }).evidence.index;
}

describe('the content hash of a case', () => {
  const folder = caseAt('one');
  let hash: string;
  beforeAll(async () => {
    await out('case', folder);
    hash = await hashOf(folder);
  });

  it('is the same wherever folder and index are, and whatever the order in which files were added', async () => {
    const index = scratch.at('far', 'away', 'index.sqlite');
    fs.mkdirSync(path.dirname(index), { recursive: true });
    const other = caseAt('deep/er/two');
    for (const title of titles.toReversed())
      await out('index', 'add', path.join(other, author, title), '--author', 'author-a', '--index', index);
    expect(await hashOf(other, '--index', index)).toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is the same of a bundle that was unpacked elsewhere', async () => {
    const bundle = scratch.at('bundle.zip');
    await out('bundle', folder, '--out', bundle, '--texts');
    const unpacked = scratch.at('from', 'bundle');
    for (const [name, bytes] of Object.entries(unzipSync(fs.readFileSync(bundle))))
      scratch.write(path.join('from', 'bundle', name), bytes);
    await out('case', unpacked);
    expect(await hashOf(unpacked)).toBe(hash);
  });

  it('is another once a known text is another', async () => {
    const changed = caseAt('three');
    fs.appendFileSync(path.join(changed, author, titles[0]!), '\nThe tide was late that evening.\n');
    await out('case', changed);
    expect(await hashOf(changed)).not.toBe(hash);
  });
});
