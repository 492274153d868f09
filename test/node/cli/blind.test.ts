import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from './support/runCli';
import { known, questioned } from './support/scratch';
import { isAll, makesLinks } from '../../needs';
import { removeFolder } from '../../removeFolder';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-blind-'));
const letter = path.join(folder, 'questioned', 'letter.txt');
const page = path.join(folder, 'r.html');
const data = path.join(folder, 'r.json');

/** Authors of the sample, and titles of their texts. */
const hidden = /author-[a-e]|lock-gate|open-day|minute-book|towpath/;

async function out(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(args);
  expect(code, stderr).toBe(0);
  return stdout + stderr;
}

async function firstOf(): Promise<string> {
  const [, review] = (await runHere(['case', folder, '--json'])).stdout.split('\n'); // below the line on the index
  const { evidence } = JSON.parse(review!) as { evidence: { candidates: { author: string }[] } };
  return evidence.candidates[0]!.author;
}

/** A second case, whose authors are called like tags and words of the questioned text. */
async function reportOfWords(): Promise<{ readonly page: string; readonly word: string }> {
  const place = path.join(folder, 'words');
  const questionedFile = path.join(place, 'questioned', 'letter-roof-fund.txt');
  fs.mkdirSync(path.dirname(questionedFile), { recursive: true });
  fs.copyFileSync(questioned, questionedFile);
  const names = ['p', 'I', 'roof', 'Meadow', 'class'];
  for (const [i, name] of names.entries())
    fs.cpSync(path.join(known, `author-${'abcde'[i]}`), path.join(place, 'known', name), { recursive: true });
  const write = async (file: string): Promise<string> => {
    await out('report', questionedFile, '--case', place, '--out', path.join(place, file), '--force');
    return fs.readFileSync(path.join(place, file.replace('docx', 'json')), 'utf8');
  };
  await out('case', place, '--blind');
  return { page: await write('r.html'), word: await write('r.docx') };
}

beforeAll(async () => {
  fs.cpSync(known, path.join(folder, 'known'), { recursive: true });
  fs.mkdirSync(path.dirname(letter));
  fs.copyFileSync(questioned, letter);
  fs.writeFileSync(path.join(folder, 'known', 'author-a', 'towpath.docx'), 'no document'); // is passed over, and said
  if (makesLinks) fs.symlinkSync(letter, path.join(folder, 'known', 'author-b', 'open-day.txt'));
  expect(await firstOf()).toBe('author-d'); // kept under the author's own name
  await out('case', folder, '--blind');
});
afterAll(() => removeFolder(folder));

describe('a blind case on the command line', () => {
  it('names no author and no known text, whatever is asked', async () => {
    const said = [
      await out('case', folder),
      await out('case', folder, '--json'),
      await out('attribute', letter),
      await out('case', folder, '--log'),
      await out('case', folder, '--log', '--json'),
      await out('concordance', 'the', '--case', folder, '--json'),
      await out('report', letter, '--out', page),
    ].join('\n');
    const quoted = said.replaceAll(/"(before|after|keyword)":"[^"]*"/g, ''); // the words of a text are its own
    expect(quoted).not.toMatch(hidden);
    expect(quoted).toContain('Writer A');
    const report = fs.readFileSync(page, 'utf8') + fs.readFileSync(data, 'utf8');
    expect(report).not.toMatch(hidden);
    expect(report).toContain('Letters replace the names of known authors');
    expect(report).toMatch(/\d{4}-[^<]*: Letters replaced the names of the authors\./);
  });

  it.runIf(isAll)('changes no tag and no quoted word where authors are called like them', async () => {
    const { page, word } = await reportOfWords();
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).not.toMatch(/<\/?Writer|class="[^"]*Writer|Writer [A-E]=/);
    expect(page).toContain('<h1>Report on letter-roof-fund.txt</h1>');
    expect(page).toContain('roof');
    expect(page).toMatch(/>[^<]*Writer [A-E][^<]*</);
    const data = JSON.parse(word) as { readonly known: readonly { readonly author: string }[] };
    expect(data.known.every(({ author }) => /^Writer [A-E]$/.test(author))).toBe(true);
  });

  it('lists each file that was passed over once in a report, by its letter', () => {
    const [, notes] = /Notes on the files<\/h2>(.*?)<\/ul>/s.exec(fs.readFileSync(page, 'utf8'))!;
    const { unread } = JSON.parse(fs.readFileSync(data, 'utf8')) as { readonly unread: readonly unknown[] };
    expect(unread).toHaveLength(makesLinks ? 2 : 1);
    expect(notes!.split('<li>').slice(1)).toEqual(
      unread.map(() => expect.stringMatching(/^Writer [A-E]: /) as unknown),
    );
  });

  it('takes its own names and no others', async () => {
    const first = await firstOf();
    expect(first).toMatch(/^Writer [A-E]$/);
    expect(await out('verify', letter, '--author', first)).not.toMatch(hidden);
    const { code, stderr } = await runHere(['verify', letter, '--author', 'author-d']);
    expect(code).toBe(2);
    expect(stderr).toContain('This case is blind');
  });

  it('keeps results under the names that authors have, and unmasks with their hash', async () => {
    const first = await firstOf();
    const said = await out('case', folder, '--unmask');
    expect(said).toContain(`${first} is author-d`);
    const [, hash] = /hash of the findings at that moment: ([0-9a-f]{64})/.exec(said)!;
    expect(await firstOf()).toBe('author-d');
    await out('report', letter, '--out', page, '--force');
    const report = fs.readFileSync(page, 'utf8');
    expect(report).toContain(hash);
    expect(report).toContain(`${first} = author-d`);
    expect(report).toMatch(/A named author: did author-d write/); // asked while it was blind
    expect((await runHere(['case', folder, '--unmask'])).code).toBe(2);
  });
});
