import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Evidence, Verification } from '../../../src/core/domain/evidence';
import { expectProblem, readEvidence, runHere } from './support/runCli';
import { known, questioned, useScratch } from './support/scratch';
import { isAll } from '../../needs';

const original = path.join(known, 'author-b', 'blog-open-day.txt');
const said = 'Known texts left out because they copy the questioned text or a part of it';

const scratch = useScratch();
const near = scratch.write('near.txt', `${fs.readFileSync(original, 'utf8')} `);
const index = ['--index', scratch.index];

async function evidenceOf(file: string): Promise<Evidence> {
  const outcome = await runHere(['attribute', file, ...index, '--json']);
  expect(outcome.code, outcome.stderr).toBe(0);
  return readEvidence(outcome.stdout);
}

describe('a known text that is there again but for blanks', () => {
  const again = Array.from({ length: 4 }, (_, i) =>
    scratch.write(`again-${i}.txt`, fs.readFileSync(original, 'utf8').replaceAll('. ', `.${' '.repeat(i + 2)}`)),
  );
  const letter = scratch.write('letter.txt', fs.readFileSync(questioned)); // outside the case of the sample, which locks other known texts
  const verified = async (at: string): Promise<Verification> => {
    const outcome = await runHere([
      'verify',
      letter,
      '--author',
      'author-b',
      '--mode',
      'written',
      '--genre',
      'blog',
      '--index',
      at,
      '--json',
    ]);
    expect(outcome.code, outcome.stderr).toBe(0);
    return JSON.parse(outcome.stdout) as Verification;
  };

  it('counts once, and is reported, where texts are added and where they are compared', async () => {
    const at = scratch.at('again.sqlite');
    fs.copyFileSync(scratch.index, at);
    const before = await verified(at);
    const facts = ['--author', 'author-b', '--mode', 'written', '--genre', 'blog'];
    const added = await runHere(['index', 'add', ...again, ...facts, '--index', at]);
    expect(added.stdout).toContain('4 known texts repeating others by the same author');
    const { llr, notes } = await verified(at);
    expect(before.llr).toBeTypeOf('number');
    expect(llr).toBe(before.llr);
    expect(notes.filter(({ caveat }) => caveat === 'repeatsKnown')).toHaveLength(4);
  });
});

describe('a known text of two authors', () => {
  it('is reported with its authors where texts are added', async () => {
    const at = scratch.at('shared.sqlite');
    fs.copyFileSync(scratch.index, at);
    const facts = ['--author', 'stranger', '--mode', 'written', '--genre', 'blog', '--index', at];
    const copy = scratch.write('copy.txt', fs.readFileSync(original));
    const { stdout } = await runHere(['index', 'add', copy, ...facts, '--json']);
    const [equal] = (JSON.parse(stdout) as { shared: readonly (readonly { readonly author: string }[])[] }).shared;
    expect(equal!.map(({ author }) => author).sort()).toEqual(['author-b', 'stranger']);
    const told = await runHere(['index', 'add', copy, ...facts]);
    expect(told.stdout).toMatch(/! The same text is known of several authors: .*copy\.txt of stranger/);
  });
});

describe('a text of the population that is the questioned one, edited', () => {
  it.runIf(isAll)('leaves its author out of what the scores are measured against, and is named', async () => {
    const words = fs.readFileSync(questioned, 'utf8').split(/\s+/);
    const copy = scratch.write('stranger.txt', words.map((word, i) => (i % 4 === 3 ? 'also' : word)).join(' '));
    const at = scratch.at('stranger.sqlite');
    fs.copyFileSync(scratch.index, at);
    const facts = ['--author', 'stranger', '--role', 'population', '--mode', 'written', '--genre', 'blog'];
    expect((await runHere(['index', 'add', copy, ...facts, '--index', at])).code).toBe(0);
    const asked = ['--author', 'author-b', '--mode', 'written', '--genre', 'blog', '--index', at, '--json'];
    const { stdout } = await runHere(['verify', questioned, ...asked]);
    const named = (JSON.parse(stdout) as Verification).notes.filter(({ caveat }) => caveat === 'copyInCohort');
    expect(named).toMatchObject([{ title: 'stranger.txt' }]);
  });
});

describe('a known text that is the questioned one but for a space', () => {
  it('is left out of a review as the same text is, and said to be', async () => {
    const exact = await evidenceOf(scratch.write('exact.txt', fs.readFileSync(original)));
    const { notes, candidates } = await evidenceOf(near);
    expect(notes).toEqual([{ caveat: 'copyOfKnown', author: 'author-b', title: 'blog-open-day.txt', share: 1 }]);
    expect(exact.notes).toEqual(notes);
    expect(candidates.map(({ author, score }) => [author, score.toFixed(3)])).toEqual(
      exact.candidates.map(({ author, score }) => [author, score.toFixed(3)]),
    );
    const ofAuthors = candidates.map(({ author, verification }) => [author, verification?.notes]);
    const ofOthers = [{ ...notes[0], caveat: 'copyInCohort' }];
    expect(ofAuthors).toEqual(candidates.map(({ author }) => [author, author === 'author-b' ? notes : ofOthers]));
  });

  it.runIf(isAll)('is named in the report', async () => {
    const out = scratch.at('report.html');
    expect((await runHere(['report', near, ...index, '--out', out])).code).toBe(0);
    expect(fs.readFileSync(out, 'utf8')).toContain(said);
  });

  it.runIf(isAll)('is left out where its author is named', async () => {
    const outcome = await runHere(['verify', near, '--author', 'author-b', ...index]);
    expect(outcome.code, outcome.stderr).toBe(0);
    expect(outcome.stdout).toContain(`! ${said}`);
  });

  it.runIf(isAll)('is left out of the known texts that are given', async () => {
    const outcome = await runHere(['verify', near, original, questioned, '--json']);
    expect(outcome.code, outcome.stderr).toBe(0);
    const { notes } = JSON.parse(outcome.stdout) as Verification;
    expect(notes).toEqual([{ caveat: 'copyOfKnown', author: 'known', title: 'blog-open-day.txt', share: 1 }]);
  });

  it.runIf(isAll).each([
    [
      'has another word in every fourth place',
      (words: readonly string[]) => words.map((word, i) => (i % 4 === 3 ? 'also' : word)),
    ],
    [
      'has a word more after each four',
      (words: readonly string[]) => words.flatMap((word, i) => (i % 4 === 3 ? [word, 'also'] : [word])),
    ],
    [
      'is a quarter of another text',
      (words: readonly string[], other: readonly string[]) => [...other, ...words.slice(0, other.length / 3)],
    ],
  ])('is left out, with the share, where it %s', async (_, edited) => {
    const [words, other] = [original, questioned].map((file) => fs.readFileSync(file, 'utf8').split(/\s+/));
    const file = scratch.write('edited.txt', edited(words!, other!).join(' '));
    const outcome = await runHere(['verify', file, '--author', 'author-b', ...index, '--json']);
    expect(outcome.code, outcome.stderr).toBe(0);
    const { notes } = JSON.parse(outcome.stdout) as Verification;
    expect(notes.filter(({ caveat }) => caveat === 'copyOfKnown')).toMatchObject([{ title: 'blog-open-day.txt' }]);
  });

  it.runIf(isAll)('leaves nothing where it is all that is given', async () => {
    expectProblem(await runHere(['verify', near, original]), 3, 'SameText', /blog-open-day\.txt/, /Choose other/);
  });
});
