import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredLock } from '../../../src/core/casework/lock';
import type { Evidence, TextRange } from '../../../src/core/domain/evidence';
import { CaseFolder } from '../../../src/node/casework/caseFolder';
import { readEvidence, root, runHere } from './support/runCli';
import { copySampleCase } from './support/scratch';
import { removeFolder } from '../../removeFolder';
import { isAll } from '../../needs';

const letter = 'questioned/letter-roof-fund.txt';
const knownLetter = 'known/author-d/letter-towpath.txt';

/** Gives the lock of a case the code of this user, as a validation does. */
async function lockHere(folder: string): Promise<void> {
  const opened = await CaseFolder.open(folder);
  const { settings, own, known } = opened.validation as StoredLock;
  opened.lock({ settings, own, ...(known && { known }) });
}

describe('a range that was left out by hand', () => {
  let folder = '';
  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-case-'));
    copySampleCase(folder);
    await lockHere(folder);
  });
  afterEach(() => removeFolder(folder));

  const textOf = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');
  const stranger = (): string => textOf('known/author-e/essay-the-letter.txt').slice(0, 1500);

  /** Puts words of another author into a text; `leave`: and leaves them out by hand. */
  async function insert(name: string, leave: boolean): Promise<TextRange> {
    const [before, text] = [textOf(name), stranger()];
    const start = before.indexOf('\n\n', 800) + 2;
    const range = { start, end: start + text.length };
    const made = before.slice(0, start) + text + before.slice(start);
    fs.writeFileSync(path.join(folder, name), made);
    const opened = await CaseFolder.open(folder);
    if (leave) opened.setRange(path.join(folder, name), made, { ...range, isAuthors: false });
    return range;
  }

  async function attribute(): Promise<Evidence> {
    const { code, stdout, stderr } = await runHere(['attribute', path.join(folder, letter), '--json']);
    expect(code, stderr).toBe(0);
    return readEvidence(stdout);
  }

  const verificationOf = ({ candidates }: Evidence, author = 'Author D') =>
    candidates.find((each) => each.author === author)!.verification!;

  it('in a questioned text, counts in no ratio, search, passage, marker or copy', async () => {
    const before = await attribute();
    const range = await insert(letter, false);
    const mixed = await attribute();
    expect(mixed.notes.map(({ caveat }) => caveat)).toContain('copyOfKnown');
    expect(verificationOf(mixed).words).toBeGreaterThan(verificationOf(before).words + 200);
    fs.cpSync(path.join(root, 'sample', letter), path.join(folder, letter));
    await insert(letter, true);
    const found = await attribute();
    expect(found.notes).toEqual(before.notes);
    expect(verificationOf(found)).toMatchObject({
      words: verificationOf(before).words,
      llr: verificationOf(before).llr,
    });
    const places = found.candidates.flatMap(({ passages, markers }) => [
      ...Object.values(passages ?? {}).flatMap((list) =>
        (list as readonly { questioned?: TextRange }[]).flatMap(({ questioned }) => questioned ?? []),
      ),
      ...[...(markers?.for ?? []), ...(markers?.against ?? [])].flatMap((marker) => marker.places),
    ]);
    const read = [...places, ...found.spans.flatMap(({ windows }) => windows.map((window) => window.range))];
    expect(places.length).toBeGreaterThan(5);
    expect(read.filter(({ start, end }) => start < range.end && end > range.start)).toEqual([]);
  });

  it.runIf(isAll)('in a known text, counts as little, and no longer where the text has changed since', async () => {
    const before = await attribute();
    await insert(knownLetter, true);
    const found = await attribute();
    expect(verificationOf(found).knownWords).toBe(verificationOf(before).knownWords);
    expect(verificationOf(found).llr).toBeCloseTo(verificationOf(before).llr!, 6);
    const [changed, index] = [path.join(folder, knownLetter), path.join(folder, 'index.sqlite')];
    fs.writeFileSync(changed, `A line more.\n\n${textOf(knownLetter)}`);
    const { stdout } = await runHere(['index', 'add', path.join(folder, 'known'), '--index', index]);
    expect(stdout).toMatch(/letter-towpath\.txt: a range that was set by hand does not apply/);
    const stale = verificationOf(await attribute());
    expect(stale.knownWords).toBeGreaterThan(verificationOf(before).knownWords + 200);
    expect(stale.notes).toContainEqual({ caveat: 'staleRanges', title: 'letter-towpath.txt', share: 1 });
  });
});
