import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, runHere } from './support/runCli';
import { known, questioned, useScratch } from './support/scratch';

const scratch = useScratch();

/** A case of two authors, one of whom has a file that is no Word file, a second copy of a text and a picture. */
function makeCase(): string {
  const [first, second] = fs.readdirSync(known).sort() as [string, string];
  for (const author of [first, second])
    fs.cpSync(path.join(known, author), scratch.at('case', 'known', author), { recursive: true });
  const own = scratch.at('case', 'known', first);
  fs.copyFileSync(path.join(own, fs.readdirSync(own).sort()[0]!), path.join(own, 'zz-again.txt'));
  fs.writeFileSync(path.join(own, 'broken.docx'), 'This is no Word file.');
  fs.writeFileSync(path.join(own, 'photo.png'), 'PNG');
  fs.mkdirSync(scratch.at('case', 'questioned'));
  fs.copyFileSync(questioned, scratch.at('case', 'questioned', 'letter.txt'));
  fs.writeFileSync(scratch.at('case', 'questioned', 'empty.txt'), '');
  return scratch.at('case');
}

describe('a file of a case that takes no part', () => {
  const folder = makeCase();
  const [author] = fs.readdirSync(known).sort();

  it('is in the JSON of the case with author, role and reason, and in the log once', async () => {
    for (let i = 0; i < 2; i++) {
      const { stdout } = await runHere(['case', folder, '--json']);
      const [first] = jsonLines(stdout) as [{ readonly unread: readonly { readonly file: string }[] }];
      const byName = new Map(first.unread.map((each) => [path.basename(each.file), each]));
      expect(byName.get('broken.docx')).toMatchObject({ role: 'known', author, code: 'UnreadableDocument' });
      expect(byName.get('photo.png')).toMatchObject({ role: 'known', author, code: 'otherFormat' });
      expect(byName.get('zz-again.txt')).toMatchObject({ code: 'copy' });
      expect(byName.size).toBe(3);
    }
    const { stdout } = await runHere(['case', folder, '--log']);
    expect(stdout.match(/broken\.docx was not read \(UnreadableDocument\)/g)).toHaveLength(1);
    expect(stdout.match(/empty\.txt was not read \(EmptyDocument\)/g)).toHaveLength(1);
  });

  it('is in a report and its JSON, with what is warned of the files', async () => {
    const letter = path.join(folder, 'questioned', 'letter.txt');
    fs.writeFileSync(path.join(folder, 'case.idiograph-case.json'), '{"format":"idiograph.case/1","documents":{}}');
    await runHere(['text', letter, '--not-author', '0-12']); // which records the exhibits
    fs.appendFileSync(letter, '\nOne more line.\n');
    const out = scratch.at('r.html');
    const { code, stderr } = await runHere(['report', letter, '--out', out, '--candidates', '1']);
    expect(code, stderr).toBe(0);
    const html = fs.readFileSync(out, 'utf8');
    expect(html).toContain('broken.docx cannot be read');
    expect(html).toMatch(/letter\.txt is not the file that the case recorded/);
    expect(html).toContain('marked by hand as not the author’s');
    const facts = JSON.parse(fs.readFileSync(scratch.at('r.json'), 'utf8')) as object;
    expect(facts).toMatchObject({
      unread: expect.arrayContaining([expect.objectContaining({ code: 'UnreadableDocument', author })]) as unknown,
      warnings: expect.arrayContaining([expect.stringContaining('is not the file that the case recorded')]) as unknown,
      questioned: { byHand: [{ start: 0, end: 12, isAuthors: false }] },
    });
  });
});
