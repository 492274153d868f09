import { describe, expect, it } from 'vitest';
import { Naming } from '../../../src/core/casework/blind';
import { createWarning } from '../../../src/core/casework/caseWarnings';
import {
  openCase,
  maskUnread,
  selectPassedOver,
  type UnreadFile,
  toUnreadFile,
} from '../../../src/core/casework/openCase';
import { tooShort, unreadableDocument } from '../../../src/core/errors';
import { listUnreadNotices } from '../../../src/presentation/notices';
import { formatUnread } from '../../../src/presentation/words/notices';

const broken = toUnreadFile(unreadableDocument('ekberg-1.docx', 'it is not a Word document'), {
  file: 'known/Ekberg/ekberg-1.docx',
  role: 'known',
  author: 'Ekberg',
});
const copy: UnreadFile = {
  file: 'known/Ekberg/again.txt',
  role: 'known',
  author: 'Ekberg',
  code: 'copy',
  values: { other: 'first.txt' },
};

describe('the files of a case that take no part', () => {
  it('are named with role, author and reason, also where nobody knows the author', () => {
    const paths = ['known/Ekberg/a.xyz', 'known/loose.txt', 'known/Ekberg/b.txt', 'questioned/q.txt'];
    const entries = paths.map((path) => ({ path, kind: 'file' as const }));
    const link = { path: 'questioned/shortcut.txt', kind: 'link' as const };
    const opened = openCase([...entries, link]);
    expect(selectPassedOver(opened.warnings)).toEqual([
      { file: 'questioned/shortcut.txt', role: 'questioned', code: 'link', values: {} },
      { file: 'known/Ekberg/a.xyz', role: 'known', author: 'Ekberg', code: 'otherFormat', values: {} },
      { file: 'known/loose.txt', role: 'known', code: 'noAuthor', values: {} },
    ]);
    expect(formatUnread(selectPassedOver(opened.warnings)[2]!)).toContain(
      'known/loose.txt is left out, because it is in no',
    );
  });

  it('are a sentence each, and a notice that names the first of them; a copy is no loss', () => {
    expect(formatUnread(broken)).toMatch(/^Ekberg: ekberg-1\.docx cannot be read: it is not a Word document\./);
    expect(formatUnread(copy)).toContain('has the same text as first.txt by the same author. The two count once');
    const [notice, ...others] = listUnreadNotices([copy, broken, broken, broken, broken]);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ tone: 'warning', text: expect.stringMatching(/: 4\. .* … \(\+1\)$/) as unknown });
    expect(listUnreadNotices([copy])).toEqual([]);
  });

  it('keep the braces in a name', () => {
    const place = { file: 'known/Ekberg/{readable}.docx', role: 'known', author: 'Ekberg' } as const;
    const braces = toUnreadFile(unreadableDocument('{readable}.docx', 'it is not a Word document'), place);
    expect(listUnreadNotices([braces])[0]!.text).toContain('Ekberg: {readable}.docx cannot be read');
  });

  it('say which author a mailbox belongs to and who its senders are, and name a file that its problem does not name', () => {
    const [mixed] = selectPassedOver([
      createWarning('mixedMailbox', { file: 'known/Ekberg/in.mbox', author: 'Ekberg', senders: 'a@x (2), b@x (1)' }),
    ]);
    expect(formatUnread(mixed!)).toMatch(/in the folder of Ekberg, .*a@x \(2\), b@x \(1\)/);
    expect(
      maskUnread([mixed!], new Naming({ Ekberg: 'Writer A' }, []))
        .map(formatUnread)
        .join(' '),
    ).not.toMatch(/ekberg|a@x/i);
    const short = toUnreadFile(tooShort(3, 25), { file: 'known/Ekberg/note.txt', role: 'known', author: 'Ekberg' });
    expect(formatUnread(short)).toMatch(/^Ekberg: known\/Ekberg\/note\.txt: The document has 3 words/);
  });

  it('tell no name in a blind case, not even that of a file', () => {
    const masked = maskUnread([broken, copy], new Naming({ Ekberg: 'Writer A' }, []));
    expect(masked.map(formatUnread).join(' ')).not.toMatch(/ekberg|first/i);
    expect(masked[0]).toMatchObject({ author: 'Writer A', file: 'Writer A, file 1' });
    expect(maskUnread([broken], new Naming({}, []))[0]).toMatchObject({ author: 'Writer ?' });
  });
});
