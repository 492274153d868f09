import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runHere } from './support/runCli';
import { known, questioned, useScratch } from './support/scratch';
import { isAll } from '../../needs';

const scratch = useScratch();
const fixtures = path.resolve(import.meta.dirname, '../../fixtures/documents');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A mail that quotes another one, of the words of a file. */
function mailOf(file: string): string {
  const head = ['From: a@merrow.example', 'Subject: The roof', 'Content-Type: text/plain; charset=utf-8'];
  return [...head, '', fs.readFileSync(file, 'utf8'), '', '> Is the roof done?', '> Ben', ''].join('\n');
}

describe('idiograph text', () => {
  it('prints a mail with its quoted lines marked, and a table of its parts', async () => {
    const { code, stdout } = await runHere(['text', path.join(fixtures, 'letter.eml')]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^letter\.eml · 523 words/);
    expect(stdout).toMatch(/\n\S.* │ > Please send it as text\.\n/);
    expect(stdout).toMatch(/\n +│ Dear Editor,\n/);
    expect(stdout).toMatch(
      /\nthe author’s +497\n.*26 .*\nforwarded mail +10 +left out by the reader\nattached texts +4 +left out by the reader\n$/,
    );
  });

  it('gives the same as JSON: the text with its hashes, each exclusion with its place, kind and rule', async () => {
    const { stdout } = await runHere(['text', path.join(fixtures, 'letter.eml'), '--json']);
    const shown = JSON.parse(stdout) as {
      readonly text: string;
      readonly exclusions: readonly { start: number; end: number; kind: string; rule: string }[];
    };
    expect(shown).toMatchObject({
      format: 'idiograph.text/1',
      sha256: sha256(fs.readFileSync(path.join(fixtures, 'letter.eml'), 'utf8')),
      textSha256: sha256(shown.text),
      reading: { parts: expect.any(Array) as unknown },
      leftOut: expect.any(Array) as unknown,
    });
    const [first] = shown.exclusions;
    expect(first).toMatchObject({ kind: 'quoted', rule: expect.stringMatching(/\w/) as unknown });
    expect(shown.text.slice(first!.start, first!.end)).toContain('wrote:\n> We would be glad');
  });

  it('works for a mail in a mailbox and for a file that is its text, and names what cannot be read', async () => {
    const mail = path.join(fixtures, 'mails.mbox', 'ann@merrow.example', '0001 Number 3.eml');
    expect((await runHere(['text', mail])).stdout).toContain('│ From here on I shall write less.');
    const { stdout } = await runHere(['text', questioned, '--json']);
    const text = fs.readFileSync(questioned, 'utf8');
    expect(JSON.parse(stdout)).toMatchObject({ text, textSha256: sha256(text), reading: null, exclusions: [] });
    expect((await runHere(['text', scratch.at('absent.txt')])).code).toBe(3);
  });

  it('asks who speaks in a text of several, in JSON, too', async () => {
    const talk = scratch.at('talk.txt');
    fs.writeFileSync(
      talk,
      ['ANN', 'BEN', 'ANN', 'BEN', 'ANN', 'BEN'].map((name, i) => `${name}: I have ${i} boats.`).join('\n'),
    );
    const { stdout } = await runHere(['text', talk, '--json']);
    expect((JSON.parse(stdout) as { readonly asked: readonly string[] }).asked[0]).toMatch(/ANN \(turns: 3\), BEN/);
  });
});

describe('what of a text does not count', () => {
  it.runIf(isAll)(
    'is one line a text with a review and with what was added to an index, and in JSON; nothing where all counts',
    async () => {
      const mail = scratch.write('reply.eml', mailOf(questioned));
      const line = /reply\.eml: \d+ of \d+ words are the author’s\. Excluded: quoted text \(words: 7\)\./;
      const asked = await runHere(['attribute', mail, '--index', scratch.index, '--candidates', '1']);
      expect(asked.stdout).toMatch(line);
      const whole = await runHere(['attribute', questioned, '--index', scratch.index, '--candidates', '1']);
      expect(whole.stdout).not.toContain('words are the author’s');
      const json = await runHere(['verify', mail, mail, '--json']);
      expect(JSON.parse(json.stdout)).toMatchObject({ code: 'SameText' });
      const [author] = fs.readdirSync(known);
      const text = path.join(known, author!, fs.readdirSync(path.join(known, author!))[0]!);
      const reply = scratch.write('old.eml', mailOf(text));
      const verified = await runHere(['verify', mail, reply, '--json']);
      expect(JSON.parse(verified.stdout)).toMatchObject({
        shares: [
          { file: 'reply.eml', excluded: [{ kind: 'quoted', words: 7 }] },
          { file: 'old.eml', excluded: [{ kind: 'quoted', words: 7 }] },
        ],
      });
      const added = await runHere(['index', 'add', reply, text, '--author', 'A', '--index', scratch.at('new.sqlite')]);
      expect(added.stdout.match(/words are the author’s/g)).toHaveLength(1);
      expect(added.stdout).toContain('  old.eml: ');
    },
  );
});

describe('a range that is set by hand', () => {
  const folder = scratch.at('case');
  const text =
    'We met at noon. She said we should wait. I waited for an hour, and then I went home along the river, since it was dark by that time and nobody else came.\n';
  const letter = scratch.write('case/questioned/letter.txt', text);
  const start = text.indexOf('She said');
  const range = `${start}-${text.indexOf(' I waited')}`;
  scratch.write('case/known/Ekberg/note.txt', text.replace('noon', 'two'));

  it('is kept in the case file with its hash, shown, logged without its words, and taken back', async () => {
    const set = await runHere(['text', letter, '--not-author', range]);
    expect(set.code, set.stderr).toBe(0);
    expect(set.stdout).toMatch(/text excluded by hand ┆ She said we should wait\.\n/);
    const { documents } = JSON.parse(fs.readFileSync(path.join(folder, 'case.idiograph-case.json'), 'utf8')) as {
      readonly documents: Readonly<Record<string, { readonly ranges?: readonly object[] }>>;
    };
    const sha = sha256('She said we should wait.');
    expect(documents['questioned/letter.txt']!.ranges).toMatchObject([{ start, isAuthors: false, sha256: sha }]);
    const shown = JSON.parse((await runHere(['text', letter, '--json'])).stdout) as object;
    expect(shown).toMatchObject({ exclusions: [{ start, kind: 'byHand' }], byHand: [{ start, isAuthors: false }] });
    expect((await runHere(['text', letter, '--clear', range])).stdout).not.toContain('by hand');
    const log = await runHere(['case', folder, '--log']);
    expect(log.stdout).toContain(`(5 words, SHA-256 ${sha}): marked by hand as not the author’s.`);
    expect(log.stdout).toContain(`(5 words, SHA-256 ${sha}): hand-set range removed, so the rules apply again.`);
    expect(fs.readFileSync(path.join(folder, '.idiograph', 'log.jsonl'), 'utf8')).not.toContain('should wait');
  });

  it('is not applied once the text there has changed, and says what to do', async () => {
    await runHere(['text', letter, '--not-author', range]);
    fs.writeFileSync(letter, text.replace('She said', 'He said that'));
    const { stdout } = await runHere(['text', letter]);
    expect(stdout).not.toMatch(/text excluded by hand +[│┆]/);
    expect(stdout).toMatch(/^! .*no longer applies, because its text changed\. Set the range again or remove/m);
    expect(JSON.parse((await runHere(['text', letter, '--json'])).stdout)).toMatchObject({
      exclusions: [],
      counted: { stale: [{ start }] },
    });
    fs.writeFileSync(letter, text);
  });

  it('is refused outside of the text, without words, in a text of no case, and in any other form', async () => {
    const refused = async (file: string, given: string): Promise<string> => {
      const { code, stderr } = await runHere(['text', file, '--not-author', given]);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused(letter, '10-9')).toContain('of letter.txt, which has');
    expect(await refused(letter, `5-${text.length + 1}`)).toContain('contains no word');
    expect(await refused(letter, '2-3')).toContain('contains no word');
    expect(await refused(letter, 'first')).toContain('such as 120-300');
    expect(await refused(scratch.write('alone.txt', text), '0-6')).toContain('is not a text of a case');
  });

  it('names no author in the log of a blind case', async () => {
    expect((await runHere(['case', folder, '--blind'])).code).toBe(0);
    const note = path.join(folder, 'known', 'Ekberg', 'note.txt');
    expect((await runHere(['text', note, '--not-author', '0-6'])).code).toBe(0);
    const { stdout } = await runHere(['case', folder, '--log']);
    expect(stdout).toMatch(/known\/…, characters 0 to 6 \(2 words/);
    expect(stdout).not.toContain('Ekberg');
  });
});
