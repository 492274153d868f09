import { describe, expect, it } from 'vitest';
import { documentByFolder } from '../../../src/core/casework/caseFile';
import { filesAmong } from '../../../src/core/casework/foundFiles';
import { bySender, fileBehind, mailPathOf, mailPlaceOf } from '../../../src/core/mailboxes';

describe('a mail in a mailbox', () => {
  it('has a path with its sender, its number and its subject', () => {
    const path = `known/in.mbox/${mailPathOf({ sender: 'ann@merrow.example', number: 3 }, 'Re: the roof/fund?')}`;
    expect(path).toBe('known/in.mbox/ann@merrow.example/0003 Re the roof fund.eml');
    expect(mailPlaceOf(path)).toEqual({ mailbox: 'known/in.mbox', sender: 'ann@merrow.example', number: 3 });
    expect(fileBehind(path)).toBe('known/in.mbox');
    expect(bySender(path)).toBe('known/ann@merrow.example/0003 Re the roof fund.eml');
  });
  it('cannot lead out of its mailbox by what its sender wrote', () => {
    expect(mailPathOf({ sender: '../../x', number: 1 }, '=?utf-8?q?x?=')).toBe('.. .. x/0001.eml');
  });
  it.each(['letter.eml', 'known/a/1.eml', 'in.mbox', 'in.mbox/ann/letter.eml'])('is not %s', (path) => {
    expect(mailPlaceOf(path)).toBeUndefined();
    expect(fileBehind(path)).toBe(path);
    expect(bySender(path)).toBe(path);
  });
  it('is by its sender straight in "known", and by the author in whose folder its mailbox lies', () => {
    expect(documentByFolder('known/in.mbox/ann@x/0001.eml')?.author).toBe('ann@x');
    expect(documentByFolder('known/Ann/in.mbox/ann@x/0001.eml')?.author).toBe('Ann');
    expect(documentByFolder('questioned/in.mbox/ann@x/0001.eml')?.role).toBe('questioned');
  });
});

describe('a mailbox of several senders', () => {
  const found = (...paths: readonly string[]): ReturnType<typeof filesAmong> =>
    filesAmong(paths.map((path) => ({ path, kind: 'file' })));
  it.each(['known', 'population'])('is left out of an author’s folder in "%s", and said to be', (role) => {
    const { files, mixed } = found(`${role}/Ann/in.mbox/ann@x/0001.eml`, `${role}/Ann/in.mbox/ben@x/0002.eml`);
    expect(files).toEqual([]);
    expect(mixed).toEqual([`${role}/Ann/in.mbox`]);
  });
  it.each(['known', 'questioned', 'questioned/late'])('is read where it lies in "%s"', (folder) => {
    const { files, mixed } = found(`${folder}/in.mbox/ann@x/0001.eml`, `${folder}/in.mbox/ben@x/0002.eml`);
    expect(files).toHaveLength(2);
    expect(mixed).toEqual([]);
  });
  it('of one sender is read in an author’s folder', () => {
    expect(found('known/Ann/in.mbox/ann@x/0001.eml', 'known/Ann/in.mbox/ann@x/0002.eml').files).toHaveLength(2);
  });
});
