import { describe, expect, it } from 'vitest';
import { describeByFolder } from '../../../src/core/casework/caseFile';
import { selectFiles, type FoundFiles } from '../../../src/core/casework/foundFiles';
import type { FolderEntry } from '../../../src/reading/text/collectedPaths';
import { openCase, checkEntries } from '../../../src/core/casework/openCase';
import { parseCaseFile } from '../../../src/core/casework/caseFile';
import {
  replaceCollection,
  parseCollectedPlace,
  findFileBehind,
  toFolderName,
  isConverted,
  formatMailPath,
} from '../../../src/reading/text/collectedPaths';

describe('a text in a collection', () => {
  it('has a path with its sender, its number and its subject', () => {
    const path = `known/in.mbox/${formatMailPath({ sender: 'ann@merrow.example', number: 3, box: 'in.mbox' }, 'Re: the roof/fund?')}`;
    expect(path).toBe('known/in.mbox/ann@merrow.example/0003 Re the roof fund.eml');
    const below = 'ann@merrow.example/0003 Re the roof fund.eml';
    expect(parseCollectedPlace(path)).toEqual({ collection: 'known/in.mbox', author: 'ann@merrow.example', below });
    expect(findFileBehind(path)).toBe('known/in.mbox');
    expect(replaceCollection(path)).toBe('known/ann@merrow.example/0003 Re the roof fund.eml');
  });
  it.each(['chat.txt', 'c.TEXT', 'm.csv', 'm.tsv', 'm.jsonl', 'm.ndjson', 'result.json'])('lies below %s', (name) => {
    const path = `known/${name}/Ann Able/messages.txt`;
    expect(parseCollectedPlace(path)).toMatchObject({ collection: `known/${name}`, author: 'Ann Able' });
    expect(isConverted(path)).toBe(true);
  });
  it.each([
    ['../../x', 'x'],
    ['', 'unknown sender'],
    [' \u200e', 'unknown sender'],
    ['..', 'unknown sender'],
    ['.hidden', 'hidden'],
    ['a/b\\c:d', 'a b c d'],
  ])('is in a folder that is never empty, hidden or a way out: %j', (name, folder) => {
    expect(toFolderName(name)).toBe(folder);
    expect(formatMailPath({ sender: name, number: 1, box: 'in.mbox' }, '=?utf-8?q?x?=')).toBe(`${folder}/0001.eml`);
  });
  it.each(['letter.eml', 'known/a/1.eml', 'in.mbox', 'in.mbox/ann/letter.eml', 'chat.txt/Ann/other.txt'])(
    'is not %s',
    (path) => {
      expect(parseCollectedPlace(path)).toBeUndefined();
      expect(findFileBehind(path)).toBe(path);
      expect(replaceCollection(path)).toBe(path);
    },
  );
  it('is by its sender directly in "known", and by the author of the folder that contains its mailbox', () => {
    expect(describeByFolder('known/in.mbox/ann@x/0001.eml')?.author).toBe('ann@x');
    expect(describeByFolder('known/Ann/in.mbox/ann@x/0001.eml')?.author).toBe('Ann');
    expect(describeByFolder('known/Ann/chat.txt/Bo/messages.txt')?.author).toBe('Ann');
    expect(describeByFolder('questioned/in.mbox/ann@x/0001.eml')?.role).toBe('questioned');
  });
});

/** Mails of a mailbox, how many of each sender. */
function mails(
  file: string,
  senders: Readonly<Record<string, number>>,
  names: Readonly<Record<string, string>> = {},
): FolderEntry[] {
  return Object.entries(senders).flatMap(([sender, count]) =>
    Array.from({ length: count }, (_, i) => {
      const sentBy = { messages: 1, ...(names[sender] !== undefined && { name: names[sender] }) };
      return { path: `${file}/${sender}/000${i + 1}.eml`, kind: 'file', sentBy } as const;
    }),
  );
}

/** Whose texts of one file are taken, and why. */
function choiceOf({ choices: [choice] }: FoundFiles): unknown {
  return choice && [choice.by, ...choice.taken.map(({ author }) => author)];
}

describe('a collection in the folder of one author', () => {
  const place = 'known/Anna Ekberg/in.mbox';
  it.each([
    ['by the address', { 'anna.ekberg@x': 1, 'bo@x': 5 }, {}, ['name', 'anna.ekberg@x']],
    ['by the name beside the address', { 'a1@x': 1, 'bo@x': 5 }, { 'a1@x': 'Ekberg, Anna' }, ['name', 'a1@x']],
    ['by an address without points', { 'annaekberg7@x': 1, 'bo@x': 5 }, {}, ['name', 'annaekberg7@x']],
    ['by most of the mails', { 'a1@x': 8, 'bo@x': 2 }, {}, ['most', 'a1@x']],
    ['not by fewer', { 'a1@x': 7, 'bo@x': 3 }, {}, ['unclear']],
    ['not by one name of two', { 'anna@x': 3, 'ekberg@x': 3 }, {}, ['unclear']],
    ['not where two have the name', { 'anna.ekberg@x': 9, 'ekberg.anna@y': 1 }, {}, ['unclear']],
    [
      'by the address, where others write under the name',
      { 'anna.ekberg@x': 1, 'mallory@y': 9 },
      { 'mallory@y': 'Anna Ekberg <anna.ekberg@x>' },
      ['name', 'anna.ekberg@x'],
    ],
  ])('is read as hers: %s', (_, senders, names, expected) => {
    const found = selectFiles(mails(place, senders, names));
    expect(choiceOf(found)).toEqual(expected);
    expect(found.files.every((path) => expected.includes(parseCollectedPlace(path)!.author))).toBe(true);
    expect(found.files.length + found.others.length).toBe(Object.values(senders).reduce((a, b) => a + b));
  });

  it('is read as the case file says, before all else', () => {
    const entries = mails(place, { 'anna.ekberg@x': 1, 'a1@x': 2, 'A2@x': 1 });
    expect(choiceOf(selectFiles(entries, { senders: { [place]: ['a1@x', 'a2@X'] } }))).toEqual([
      'said',
      'A2@x',
      'a1@x',
    ]);
    expect(choiceOf(selectFiles(entries, { senders: { [place]: ['nobody@x'] } }))).toEqual(['unclear']);
    const inFolder = mails('in.mbox', { 'anna.ekberg@x': 1, 'bo@x': 1 });
    expect(choiceOf(selectFiles(inFolder, { below: 'known/Anna Ekberg' }))).toEqual(['name', 'anna.ekberg@x']);
    expect(choiceOf(selectFiles(inFolder, { author: 'bo' }))).toEqual(['name', 'bo@x']);
  });

  it('counts messages, where one text holds many', () => {
    const text = (author: string, messages: number): FolderEntry => {
      return { path: `known/Ekberg/c.txt/${author}/messages.txt`, kind: 'file', sentBy: { messages } };
    };
    expect(choiceOf(selectFiles([text('Me', 80), text('Bo', 20)]))).toEqual(['most', 'Me']);
    expect(choiceOf(selectFiles([text('Me', 79), text('Bo', 21)]))).toEqual(['unclear']);
  });

  it.each(['known', 'questioned', 'questioned/late'])('has no such choice straight in "%s"', (folder) => {
    const { files, choices } = selectFiles(mails(`${folder}/in.mbox`, { 'ann@x': 1, 'ben@x': 1 }));
    expect(files).toHaveLength(2);
    expect(choices).toEqual([]);
  });

  it('says what is taken and what is left, and for which author this is unclear', () => {
    const said = (senders: Readonly<Record<string, number>>) => openCase(mails(place, senders)).warnings;
    expect(said({ 'a1@x': 8, 'bo@x': 2 })).toEqual([
      { code: 'takenSender', values: { file: place, author: 'Anna Ekberg', senders: 'a1@x (8)', others: 'bo@x (2)' } },
    ]);
    expect(said({ 'a1@x': 1, 'bo@x': 2 })).toEqual([
      { code: 'mixedMailbox', values: { file: place, author: 'Anna Ekberg', senders: 'bo@x (2), a1@x (1)' } },
    ]);
    expect(said({ 'a1@x': 8 })).toEqual([]);
  });

  it('leaves to the case file what it says of a mail by another', () => {
    const entries = mails(place, { 'anna.ekberg@x': 1, 'bo@x': 2 });
    const bo = { [`${place}/bo@x/0002.eml`]: { role: 'known', author: 'Bo' } };
    const json = { format: 'idiograph.case/1', documents: bo, senders: { 'known/Ekberg/gone.mbox': ['e@x'] } };
    const opened = openCase(entries, 'a.idiograph-case.json', parseCaseFile(JSON.stringify(json), 'a'));
    const authors = [...opened.documents].map(([path, { author }]) => [path.slice(place.length + 1), author]);
    expect(authors).toEqual([
      ['anna.ekberg@x/0001.eml', 'Anna Ekberg'],
      ['bo@x/0002.eml', 'Bo'],
    ]);
    expect(checkEntries(opened, entries)).toEqual([
      { code: 'lostEntry', values: { file: 'a.idiograph-case.json', entry: 'known/Ekberg/gone.mbox' } },
    ]);
  });
});

describe('files that no one means', () => {
  it.each(['Thumbs.db', 'desktop.ini', '.DS_Store', '~$letter.docx', '._letter.txt', '.~lock.letter.odt#'])(
    'are passed over without a word: %s',
    (name) => {
      const { warnings } = openCase([{ path: `known/Ann/${name}`, kind: 'file' }]);
      expect(warnings).toEqual([]);
      expect(selectFiles([{ path: name, kind: 'file' }]).files).toEqual([]);
    },
  );
});
