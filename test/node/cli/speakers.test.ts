import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCaseFile } from '../../../src/core/casework/caseFile';
import type { Evidence } from '../../../src/core/domain/evidence';
import { readEvidence, root, runHere } from './support/runCli';
import { removeFolder } from '../../removeFolder';
import { isAll } from '../../needs';

const [letter, other] = ['questioned/letter-roof-fund.txt', 'known/author-e/essay-the-letter.txt'];

describe('a text of two speakers', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-case-'));
    fs.cpSync(path.join(root, 'sample'), folder, { recursive: true });
  });
  afterEach(() => removeFolder(folder));

  const readSentences = (name: string): readonly string[] =>
    fs
      .readFileSync(path.join(folder, name), 'utf8')
      .replace(/\s+/g, ' ')
      .split(/(?<=[.!?]) (?=[A-Z])/);

  /** Writes the letter and another text as the questions and answers of an interview. */
  function writeInterview(name = 'questioned/interview.txt', witness = letter): string {
    const others = readSentences(other);
    const turns = readSentences(witness).map((own, i) => `WITNESS: ${own}\n\nDC ODE: ${others[i % others.length]}\n`);
    fs.writeFileSync(path.join(folder, name), turns.join('\n'));
    return path.join(folder, name);
  }

  async function attribute(file: string, ...options: readonly string[]): Promise<Evidence> {
    const { code, stdout, stderr } = await runHere(['attribute', file, '--json', ...options]);
    expect(code, stderr).toBe(0);
    return readEvidence(stdout);
  }

  it('gets no ratio and is asked about, until a speaker is chosen', async () => {
    const file = writeInterview();
    const asked = await attribute(file);
    expect(asked.candidates.map(({ verification }) => verification?.llr)).not.toContainEqual(expect.any(Number));
    expect(asked.candidates[0]!.verification).toMatchObject({ reason: 'severalSpeakers' });
    expect(asked.notes).toContainEqual(expect.objectContaining({ caveat: 'speakersFound', share: 2 }));

    const answered = await attribute(file, '--speaker', 'WITNESS');
    expect(answered.notes.map(({ caveat }) => caveat)).not.toContain('speakersFound');
    expect(answered.candidates[0]!.author).toBe('Author D');
    expect(answered.candidates[0]!.verification!.llr).toBeTypeOf('number');
  });

  it('is refused with a speaker whom it does not have, as is a text of one', async () => {
    for (const file of [writeInterview(), path.join(folder, letter)]) {
      const refused = await runHere(['attribute', file, '--speaker', 'Ann']);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('has no words of a speaker "Ann"');
    }
  });

  it('gets no ratio where rules leave out most of a letter as cited', async () => {
    const file = path.join(folder, 'questioned/cited.txt');
    const [own, cited] = [letter, other].map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
    const write = (line: string): void => fs.writeFileSync(file, `${own}\n\n${line}\n\n${cited}`);
    write('On 3 May 2020, at 10:14, Bob Lee wrote:');
    const asked = await attribute(file);
    expect(asked.candidates[0]!.verification).toMatchObject({ reason: 'severalSpeakers' });
    const words = ['On 3 May 2020, at 10:14, Bob Lee wrote:'];
    expect(asked.notes).toContainEqual(expect.objectContaining({ caveat: 'mostExcluded', words }));

    write('On 3 May 2020, at 10:14, Bob Lee <bob@merrow.example> wrote:'); // as a mail program writes it
    expect((await attribute(file)).notes.map(({ caveat }) => caveat)).not.toContain('mostExcluded');
  });

  it.runIf(isAll)('has its speaker in the case file and in the log', async () => {
    const file = writeInterview();
    const { code, stdout } = await runHere(['text', file, '--speaker', 'WITNESS', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ counted: { excluded: [{ kind: 'byHand' }] } });
    const name = 'sample.idiograph-case.json';
    const { documents } = parseCaseFile(fs.readFileSync(path.join(folder, name), 'utf8'), name);
    expect(documents.get('questioned/interview.txt')?.speakers).toEqual(['WITNESS']);
    const { verification } = (await attribute(file)).candidates[0]!;
    expect(verification!.llr).toBeTypeOf('number');
    expect(verification!.words).toBeLessThan(700);
  });

  it('says that a speaker is not in the text', async () => {
    const { code, stdout } = await runHere(['text', writeInterview(), '--speaker', 'JUDGE']);
    expect(code).toBe(0);
    expect(stdout).toContain('they say nothing in this text');
  });

  it('shows the words of a speaker, or of all of them, where no case is around the text', async () => {
    const alone = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-text-'));
    const file = path.join(alone, 'interview.txt');
    fs.copyFileSync(writeInterview(), file);
    const outcome = await runHere(['text', file, '--speaker', 'WITNESS']);
    expect(outcome.stdout).toContain('Only the words of WITNESS count.');
    expect((await runHere(['text', file, '--speaker', '*'])).stdout).toContain('One author wrote the words of all');
    removeFolder(alone);
  });

  it.runIf(isAll)('is asked about as a known text, too', async () => {
    writeInterview('known/author-d/interview.txt', 'known/author-d/letter-towpath.txt');
    fs.rmSync(path.join(folder, 'known/author-d/letter-towpath.txt'));
    const { candidates } = await attribute(path.join(folder, letter));
    const { verification } = candidates.find(({ author }) => author === 'author-d')!;
    expect(verification).toMatchObject({ reason: 'severalSpeakers', notes: [{ caveat: 'speakersFound', share: 2 }] });
  });
});
