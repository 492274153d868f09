import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Verification } from '../../../src/core/domain/evidence';
import { expectProblem, runCli, runHere } from './support/runCli';
import { english, expectSound, known, questioned, useScratch } from './support/scratch';
import { answersSignals, isAll } from '../../needs';

const scratch = useScratch();

describe('a questioned document that cannot be read', () => {
  const attribute = (file: string, ...rest: readonly string[]): ReturnType<typeof runHere> =>
    runHere(['attribute', file, '--index', scratch.index, ...rest]);

  it('is named when it is empty, or holds white space alone', async () => {
    expectProblem(await attribute(scratch.write('empty.txt', '')), 3, 'EmptyDocument', 'empty.txt', /Choose/);
    expectProblem(await attribute(scratch.write('blank.txt', ' \n\n\t\n')), 3, 'EmptyDocument', 'blank.txt');
  });

  it('has too few words: the message says how many it has and how many are needed', async () => {
    const twelve = scratch.write('twelve.txt', 'There are only twelve words in this text and it is short.\n');
    expectProblem(await attribute(twelve), 3, 'TooShort', /\b12 words\b/, /\b25\b/, /longer/);
  });

  it('is over 10 MB: the message names the limit', async () => {
    expectProblem(
      await attribute(scratch.write('large.txt', english(10_000_001))),
      3,
      'DocumentTooLarge',
      /limit is 10 MB/,
    );
  });

  it('is binary, whatever its name', async () => {
    const bytes = Uint8Array.from({ length: 4096 }, (_, i) => (i * 37) % 256);
    expectProblem(await attribute(scratch.write('binary.txt', bytes)), 3, 'UnreadableDocument', 'binary.txt', /UTF-8/);
    expectProblem(
      await attribute(scratch.write('picture.png', bytes)),
      3,
      'UnsupportedFormat',
      'picture.png',
      /plain text/,
    );
  });

  it('is in another encoding', async () => {
    const latin1 = Buffer.from(`${english(2000)} caf\u00e9 na\u00efve \u00a3900`, 'latin1');
    expectProblem(await attribute(scratch.write('latin1.txt', latin1)), 3, 'WrongEncoding', 'latin1.txt', /UTF-8/);
  });

  it('does not exist, is a folder, or may not be read', async () => {
    expectProblem(await attribute(scratch.at('nowhere.txt')), 3, 'UnreadableDocument', 'nowhere.txt', /Check its name/);
    expectProblem(await attribute(known), 3, 'UnreadableDocument', /known/);
  });

  it('is not English: candidates are shown with a caveat, and no ratio', async () => {
    const outcome = await attribute(scratch.write('german.txt', german), '--json');
    expect(outcome.code, outcome.stderr).toBe(0);
    const { evidence } = JSON.parse(outcome.stdout) as {
      evidence: { caveats: string[]; candidates: { verification?: { llr?: number } }[] };
    };
    expect(evidence.caveats).toContain('otherLanguage');
    expect(evidence.candidates).toHaveLength(5);
    expect(evidence.candidates.filter(({ verification }) => verification?.llr !== undefined)).toEqual([]);
  });

  it.runIf(isAll)('is half in German, sentence by sentence: the share is said, and no ratio', async () => {
    const text = (english(2500).match(/[^.!?]+[.!?]/g) ?? []).map((each) => `${each} ${german}`).join(' ');
    const file = scratch.write('half.txt', text);
    const outcome = await attribute(file, '--json');
    expect(outcome.code, outcome.stderr).toBe(0);
    const { evidence } = JSON.parse(outcome.stdout) as {
      evidence: { caveats: string[]; notes: object[]; candidates: { verification?: Partial<Verification> }[] };
    };
    expect(evidence.caveats).toContain('otherLanguage');
    expect(evidence.candidates).toHaveLength(5);
    expect(evidence.candidates[0]!.verification).toMatchObject({ reason: 'otherLanguage' });
    expect(evidence.candidates.filter(({ verification }) => verification?.llr !== undefined)).toEqual([]);
    const verify = await runHere(['verify', file, '--author', 'author-a', '--index', scratch.index]);
    expectProblem(
      verify,
      3,
      'UnsupportedLanguage',
      /\d+ of 100 letters are Latin, and \d+ of 100 are in another language/,
    );
  });

  it('is not English, where only a ratio was asked for', async () => {
    const file = scratch.write('german.txt', german);
    const russian = scratch.write(
      'russian.txt',
      'Вчера вечером мы долго говорили о письме, которое никто не подписал. '.repeat(20),
    );
    const verify = await runHere(['verify', file, '--author', 'author-a', '--index', scratch.index]);
    expectProblem(verify, 3, 'UnsupportedLanguage', /English/);
    const texts = await runHere(['verify', russian, questioned]);
    expectProblem(texts, 3, 'UnsupportedLanguage', /\b0 of 100 letters are Latin/);
  });

  it.runIf(isAll)('is not English for the most part, though it begins so', async () => {
    const file = scratch.write('turns.txt', `${english(21_000)}\n${german.repeat(80)}`);
    const verify = await runHere(['verify', file, '--author', 'author-a', '--index', scratch.index]);
    expectProblem(verify, 3, 'UnsupportedLanguage', /in German/);
  });

  it.each([
    ['thai.txt', 'เมื่อวานนี้ฉันไปตลาดกับแม่ของฉันและเราซื้อผลไม้มากมายซึ่งอร่อยมาก '.repeat(60)],
    ['chinese.txt', '昨天晚上我们谈了很久没有人署名的那封信。'.repeat(85)],
  ])('is in another script than the known texts: %s is ordered and has no ratio', async (name, text) => {
    const { code, stdout } = await attribute(scratch.write(name, text));
    expect(code).toBe(0);
    expect(stdout).toMatch(/The review orders authors and states no likelihood ratio/);
    expect(stdout).not.toMatch(/times more likely/);
  });
});

describe('an author who is not in the index', () => {
  it('is reported, with the authors that exist', async () => {
    const file = scratch.write('plain.txt', english(3000));
    const outcome = await runHere(['verify', file, '--author', 'Author E', '--index', scratch.index]);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toMatch(/no known texts of "Author E"\. It contains those of author-a, .*author-e/);
  });
});

describe('an English text that looks odd', () => {
  const verify = async (text: string) => {
    const file = scratch.write('odd.txt', text);
    const outcome = await runHere(['verify', file, '--author', 'author-e', '--index', scratch.index, '--json']);
    expect(outcome.code, outcome.stderr).toBe(0);
    return JSON.parse(outcome.stdout) as Pick<Verification, 'caveats' | 'notes'>;
  };

  it.runIf(isAll)('is English behind any number of blank lines', async () => {
    const { caveats, notes } = await verify('\n'.repeat(20_001) + english(3000));
    expect(caveats).not.toContain('otherLanguage');
    expect(notes.map(({ caveat }) => caveat)).not.toContain('partlyOtherLanguage');
  });

  it.runIf(isAll)('is English with a German part, which is said', async () => {
    const { caveats, notes } = await verify(english(21_000) + german.repeat(8));
    expect(caveats).not.toContain('otherLanguage');
    expect(notes).toContainEqual(expect.objectContaining({ caveat: 'partlyOtherLanguage', title: 'odd.txt' }));
  });

  it('is English with a zero-width space in each word, which is said', async () => {
    const { caveats, notes } = await verify(english(3000).replace(/\b(\w)(\w)/g, '$1\u200b$2'));
    expect(caveats).not.toContain('otherLanguage');
    expect(notes).toMatchObject([{ caveat: 'hiddenCharacters', title: 'odd.txt' }]);
  });
});

describe('an English text unlike those that were validated', () => {
  const verify = async (text: string) => {
    const file = scratch.write('unlike.txt', text);
    const outcome = await runHere(['verify', file, '--author', 'author-e', '--index', scratch.index, '--json']);
    expect(outcome.code, outcome.stderr).toBe(0);
    return JSON.parse(outcome.stdout) as Pick<Verification, 'llr' | 'notes'> & { readonly abstained: string | null };
  };

  it.runIf(isAll)('has a ratio in lower case, and is named', async () => {
    const { llr, notes } = await verify(english(2800).toLowerCase());
    expect(llr).toEqual(expect.any(Number));
    expect(notes).toMatchObject([{ caveat: 'withoutCapitals', title: 'unlike.txt' }]);
  });

  it('has none in capitals, which is said', async () => {
    const { llr, abstained, notes } = await verify(english(2800).toUpperCase());
    expect([llr, abstained]).toEqual([null, 'unlikeValidated']);
    expect(notes).toMatchObject([{ caveat: 'inCapitals', title: 'unlike.txt' }]);
  });
});

describe.runIf(answersSignals && isAll)('a document of exactly 10 MB', () => {
  it('is worked on with progress for as long current let, and stops with 130 when interrupted', async () => {
    const file = scratch.write('limit.txt', english(10_000_000));
    const interruptOn = (stderr: string): NodeJS.Signals | undefined =>
      /encoding/.test(stderr) ? 'SIGINT' : undefined;
    const outcome = await runCli(['attribute', file, '--index', scratch.index], { interruptOn, patience: 5000 });
    expectProblem(outcome, 130, 'Cancelled');
    expect(outcome.stderr).toMatch(/encoding/);
  }, 120_000);

  it('stops in the same way while it is added to an index, and leaves the index as it was', async () => {
    const own = scratch.copyOfIndex('stopped.sqlite');
    const interruptOn = (stderr: string): NodeJS.Signals | undefined => (stderr.length > 0 ? 'SIGTERM' : undefined);
    const file = scratch.write('limit.txt', english(10_000_000));
    const outcome = await runCli(['index', 'add', file, '--author', 'X', '--index', own], { interruptOn });
    expectProblem(outcome, 143, 'Cancelled');
    await expectSound(own);
  }, 120_000);
});

describe('files that go wrong while they are indexed', () => {
  /** Twelve letters of some 900 words in a folder; no sentence of one is in another, so that each takes its time. */
  function twelveLetters(folder: string): readonly string[] {
    const names = Array.from({ length: 12 }, (_, i) => `letter-${String(i).padStart(2, '0')}.txt`);
    names.forEach((name, i) =>
      scratch.write(`${folder}/${name}`, english(5000).replaceAll('. ', `, ${folder} ${i}. `)),
    );
    return names;
  }

  const addAll = (folder: string): readonly string[] => [
    ...['index', 'add', scratch.at(folder), '--author', 'X', '--json'],
    ...['--index', scratch.at(`${folder}.sqlite`)],
  ];

  it.runIf(isAll)('are passed over when deleted, and the rest is added', async () => {
    const last = twelveLetters('vanishing').at(-1)!;
    const interruptOn = (): undefined => {
      fs.rmSync(scratch.at('vanishing', last), { force: true });
      return undefined;
    };
    const outcome = await runCli(addAll('vanishing'), { interruptOn });
    expect(outcome.code, outcome.stderr).toBe(0);
    const report = JSON.parse(outcome.stdout) as { added: number; problems: { file: string; code: string }[] };
    expect(report.added).toBe(11);
    expect(report.problems.map(({ file, code }) => [path.basename(file), code])).toEqual([
      [last, 'UnreadableDocument'],
    ]);
  });

  it.runIf(isAll)('are all there after a second run when the first was killed', async () => {
    twelveLetters('killed');
    const interruptOn = (stderr: string): NodeJS.Signals | undefined =>
      / [2-7]0 %/.test(stderr) ? 'SIGKILL' : undefined;
    expect((await runCli(addAll('killed'), { interruptOn })).signal).toBe('SIGKILL');
    const check = ['index', 'check', '--index', scratch.at('killed.sqlite')];
    expect((await runHere(check)).stdout).toMatch(/^Sound: [1-9]\d* documents/);
    const again = JSON.parse((await runHere(addAll('killed'))).stdout) as { added: number; present: number };
    expect(again.present).toBeGreaterThan(0);
    expect(again.added + again.present).toBe(12);
    expect((await runHere(check)).stdout).toMatch(/^Sound: 12 documents/);
  });

  it('have a case file that is not one', async () => {
    scratch.write('odd-case/known/a/letter.txt', english(3000));
    scratch.write(
      'odd-case/odd.idiograph-case.json',
      '{ "format": "idiograph.case/1", "documents": { "known/a/letter.txt": 5 } }',
    );
    expectProblem(await runHere(['case', scratch.at('odd-case')]), 3, 'UnreadableDocument', /known\/a\/letter\.txt/);
    scratch.write('odd-case/odd.idiograph-case.json', '{ "format": ');
    expectProblem(
      await runHere(['case', scratch.at('odd-case')]),
      3,
      'UnreadableDocument',
      /odd\.idiograph-case\.json/,
      /JSON/,
    );
  });
});

const german = [
  'Der Brief lag auf dem Tisch, als wir nach Hause kamen, und keiner von uns wollte ihn als Erster in die Hand nehmen.',
  'Es war ein gewöhnlicher Umschlag, ohne Absender, mit einer Marke, die schon einmal benutzt worden war.',
  'Meine Schwester sagte, man solle ihn ungelesen verbrennen, aber dafür war es längst zu spät, denn mein Vater hatte',
  'ihn schon gegen das Licht gehalten und das eine Wort gesehen, auf das wir alle seit dem Herbst gewartet hatten.',
  'Am nächsten Morgen ging er damit zum Rathaus und blieb dort länger, als er uns versprochen hatte.',
].join(' ');
