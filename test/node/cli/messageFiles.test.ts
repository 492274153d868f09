import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CaseFolder } from '../../../src/node/casework/caseFolder';
import { Collections } from '../../../src/reading/collections';
import { readDocument } from '../../../src/reading/readFile';
import { describeReading } from '../../../src/presentation/words/words';
import { runHere } from './support/runCli';
import { useScratch } from './support/scratch';

const scratch = useScratch();

function pathsIn(file: string): readonly string[] {
  return new Collections().listTexts(file).map((text) => text.path);
}

const chat = [
  '12/31/20, 9:05 PM - Ann Able: The pump is broken again, and nobody came to mend it today.',
  '12/31/20, 9:06 PM - Bo: I saw.',
  '12/31/20, 9:07 PM - Ann Able: <Media omitted>',
  '12/31/20, 9:08 PM - Ann Able: I shall write to the council about it, since they own the pump and the well.',
].join('\n');

describe('a file of messages', () => {
  const text =
    'The pump is broken again, and nobody came to mend it today.\n\nI shall write to the council about it, since they own the pump and the well.';
  const [first, second] = text.split('\n\n') as [string, string];
  const telegram = {
    name: 'Pumps',
    messages: [
      { type: 'service', actor: 'Bo', action: 'create_group', text: '' },
      { type: 'message', from: 'Ann Able', from_id: 'user1', text: first },
      { type: 'message', from: 'Bo', from_id: 'user2', text: 'I saw.' },
      { type: 'message', from: 'Ann Able', from_id: 'user3', text: 'I am another.' },
      { type: 'message', from: 'Ann Able', from_id: 'user1', forwarded_from: 'News', text: 'Not mine.' },
      {
        type: 'message',
        from: 'Ann Able',
        from_id: 'user1',
        text: [second.slice(0, 10), { type: 'bold', text: second.slice(10) }],
      },
    ],
  };
  const rows = [
    ['Ann Able', first],
    ['Bo', 'I saw.'],
    ['Ann Able', second],
  ] as const;
  const files: readonly (readonly [string, string])[] = [
    ['chat.txt', chat],
    ['m.csv', `Date,From,Body\n${rows.map(([from, body]) => `1,${from},"${body}"`).join('\n')}\n`],
    ['de.csv', `\uFEFFDatum;Absender;Nachricht\n${rows.map(([from, body]) => `1;${from};${body}`).join('\r\n')}`],
    ['m.tsv', `screen_name\ttext\n${rows.map((row) => row.join('\t')).join('\n')}`],
    ['sep.csv', `sep=;\r\nDatum;Nadawca;Treść\n${rows.map(([from, body]) => `1;${from};${body}`).join('\r\n')}`],
    ['viber.csv', rows.map(([from, body]) => `31/12/2020,21:05:00,${from},+4470000,"${body}"`).join('\n')],
    ['notes.md', chat],
    [
      'toots.json',
      JSON.stringify(rows.map(([username, said]) => ({ account: { username }, content: `<p>${said}</p>` }))),
    ],
    ['m.jsonl', rows.map(([sender, message]) => JSON.stringify({ sender, message, time: 1 })).join('\n')],
    ['m.ndjson', rows.map(([name, content]) => JSON.stringify({ author: { name }, content })).join('\n')],
    ['list.json', JSON.stringify(rows.map(([user_id, text]) => ({ user_id, text })))],
    ['result.json', JSON.stringify(telegram)],
    ['all.json', JSON.stringify({ chats: { list: [telegram] } })],
    [
      'accounts.csv',
      `user,display_name,text\n${rows.map(([who, said]) => `@${who[0]},${who},"${said}"`).join('\n')}\n`,
    ],
    ['nick.jsonl', rows.map(([who, text]) => JSON.stringify({ username: who[0], fullName: who, text })).join('\n')],
    ['space.json', JSON.stringify({ messages: rows.map(([name, said]) => ({ creator: { name }, text: said })) })],
    [
      'signal-cli.jsonl',
      [
        { envelope: { source: '+44', sourceName: 'Bo', typingMessage: { action: 'STARTED' } }, account: '+49' },
        ...rows.map(([who, message]) => {
          const envelope = { source: who === 'Bo' ? '+44' : '+49', sourceName: who };
          const said = { message, quote: { author: '+1', text: 'Quoted.' } };
          return {
            envelope: {
              ...envelope,
              ...(who === 'Bo' ? { dataMessage: said } : { syncMessage: { sentMessage: said } }),
            },
          };
        }),
      ]
        .map((each) => JSON.stringify(each))
        .join('\n'),
    ],
    [
      'Hangouts.json',
      JSON.stringify({
        conversations: [
          {
            conversation: {
              conversation: {
                participant_data: [
                  { id: { gaia_id: '1', chat_id: '1' }, fallback_name: 'Ann Able' },
                  { id: { gaia_id: '2', chat_id: '2' }, fallback_name: 'Bo' },
                ],
              },
            },
            events: [
              { sender_id: { gaia_id: '2' }, event_type: 'ADD_USER', membership_change: { type: 'JOIN' } },
              ...rows.map(([who, said]) => ({
                sender_id: { gaia_id: who === 'Bo' ? '2' : '1' },
                chat_message: { message_content: { segment: [{ type: 'TEXT', text: said }] } },
              })),
            ],
          },
        ],
      }),
    ],
    [
      'x.json',
      JSON.stringify({
        data: rows.map(([who, said], i) => ({ id: `${i}`, author_id: who[0], text: said })),
        includes: { users: [...new Set(rows.map(([who]) => who))].map((name) => ({ id: name[0], name })) },
      }),
    ],
    [
      'posts.json',
      JSON.stringify(rows.map(([name, said]) => ({ id_str: '1', full_text: said, user: { name, screen_name: 'x' } }))),
    ],
    [
      'slack.json',
      JSON.stringify(
        rows.map(([name, said], i) => ({
          ...{ type: 'message', ts: `${i}.1`, user: `U${name.length}`, text: said },
          ...(i < 2 && { user_profile: { real_name: name } }),
        })),
      ),
    ],
  ];

  it.each(files)('%s has one text for each author', async (name, content) => {
    const file = scratch.write(name, content);
    const others = name.startsWith('result') || name.startsWith('all') ? ['Ann Able (user3)/messages.txt'] : [];
    expect(pathsIn(file)).toEqual(['Ann Able/messages.txt', 'Bo/messages.txt', ...others]);
    const read = await readDocument(`${file}/Ann Able/messages.txt`);
    expect(read.text).toBe(text);
    expect(read.reading!.parts).toEqual(
      content === chat || others.length > 0 ? [{ kind: 'template', words: 2, places: [] }] : [],
    );
    await expect(readDocument(file)).rejects.toMatchObject({
      message: expect.stringContaining(`${name}/Ann Able/messages.txt, ${name}/Bo/messages.txt`) as string,
    });
  });

  it('has the messages that the owner sent apart from those of the person who has a column', async () => {
    const sent = rows.map(([who, said]) => `1,${who === 'Bo' ? 'Received' : 'Sent'},+44 1,Bo,"${said}"`);
    const file = scratch.write('contact.csv', `Date,Type,Number,Name,Message\n${sent.join('\n')}`);
    expect(pathsIn(file)).toEqual(['Me/messages.txt', 'Bo/messages.txt']);
    expect((await readDocument(`${file}/Me/messages.txt`)).text).toBe(text);
  });

  it('says that what a program wrote is left out of the text', async () => {
    const file = scratch.write('chat.txt', chat);
    const { stdout } = await runHere(['text', path.join(file, 'Ann Able', 'messages.txt')]);
    expect(stdout).toMatch(/^text that a program added +2 +left out by the reader$/m);
    const { reading } = await readDocument(`${file}/Ann Able/messages.txt`);
    expect(describeReading(reading)).toContain('Left out: text that a program added (words: 2).');
  });

  it('counts what a program wrote in it, and what is from elsewhere', () => {
    const list = (name: string, value: unknown): ReturnType<Collections['listTexts']> =>
      new Collections().listTexts(scratch.write(name, typeof value === 'string' ? value : JSON.stringify(value)));
    const slack = [
      { type: 'message', ts: '1.1', user: 'U1', text: 'See <https://merrow.example/p|the page> &amp; tell <@U2>.' },
      { type: 'message', ts: '1.2', subtype: 'bot_message', bot_id: 'B1', username: 'Builds', text: 'Build 7 failed.' },
      { type: 'message', ts: '1.3', user: 'U3', bot_id: 'B2', text: 'A poll began.' },
      { type: 'message', ts: '1.4', subtype: 'channel_join', user: 'U2', text: '<@U2> has joined the channel' },
    ];
    expect(list('slack.json', slack).map((text) => text.path)).toEqual(['U1/messages.txt']);
    const discord = {
      messages: [
        { type: 'Default', isPinned: false, content: 'I saw.', author: { name: 'Bo', isBot: false } },
        { type: 'Default', isPinned: false, content: 'Role given.', author: { name: 'Roles', isBot: true } },
        { type: 'GuildMemberJoin', isPinned: false, content: 'Joined the server.', author: { name: 'Ann' } },
      ],
    };
    expect(list('discord.json', discord).map((text) => text.path)).toEqual(['Bo/messages.txt']);
    const space = [
      { creator: { name: 'Bo', user_type: 'Human' }, text: 'I saw.' },
      { creator: { name: 'Polls', user_type: 'Bot' }, text: 'A poll began.' },
    ];
    expect(list('space.json', { messages: space }).map((text) => text.path)).toEqual(['Bo/messages.txt']);
    const post = scratch.write('post.json', '[{"full_text":"I &amp; Bo","user":{"name":"Ann"}}]');
    expect(String(new Collections().open(`${post}/Ann/messages.txt`).bytes)).toBe('I & Bo');
    const phone =
      'Chat Session,Message Date,Type,Sender ID,Sender Name,Text\n' +
      'Bo,2020-12-31,Incoming,+44 1,Bo,I saw.\nBo,2020-12-31,Outgoing,,,Good.\nBo,2020-12-31,Notification,,,Bo left.\n';
    expect(list('phone.csv', phone).map((text) => text.path)).toEqual(['Bo/messages.txt', 'Me/messages.txt']);
    const posts = [
      { tweet: { full_text: 'I saw it &gt; twice.' } },
      { tweet: { full_text: 'RT @bo: I saw it first.' } },
    ];
    const archive = scratch.write('tweets.json', `window.YTD.tweets.part0 = ${JSON.stringify(posts)}`);
    expect(pathsIn(archive)).toEqual(['Account/messages.txt']);
    expect(String(new Collections().open(`${archive}/Account/messages.txt`).bytes)).toBe('I saw it > twice.');
  });

  it.each([
    ['things.csv', 'user,name,text\na,Pump,x\na,Hose,y\na,Key,z\n', '"user", "name"'],
    ['no.csv', 'date,subject\n1,2\n', '"date", "subject"'],
    ['two.csv', 'from,user,text\na,b,c\n', '"from", "user", "text"'],
    ['two.jsonl', '{"from":"a","text":"b","body":"c"}', '"from", "text", "body"'],
    ['row.csv', 'from,text\na,b\na,b,c\n', 'row 2 below the names'],
    ['quote.csv', 'from,text\na,"b\na,c\n', 'row 1 below the names'],
    ['empty.csv', 'from,text\n', 'a table without rows'],
    ['cut.jsonl', '{"from":"a","text":"b"}\n{"from":"a","te', 'line 2 is not JSON'],
    ['cut.json', '[{"from":"a","text":"b"},', 'line 1 is not JSON'],
    ['other.json', '3', 'contains no messages'],
    ['bytes.csv', Buffer.from([0, 1, 2, 3]), 'not text'],
    ['latin.csv', Buffer.from('from,text\na,caf\xe9\n', 'latin1'), 'not UTF-8'],
  ])('%s is refused', async (name, content, reason) => {
    const file = scratch.write(name, '');
    fs.writeFileSync(file, content);
    await expect(readDocument(file)).rejects.toMatchObject({ message: expect.stringContaining(reason) as string });
  });

  it('is many texts of a case, in the folder of an author those of that author', async () => {
    const folder = scratch.at('talks');
    for (const place of ['known/Able', 'questioned']) {
      fs.mkdirSync(path.join(folder, place), { recursive: true });
      fs.writeFileSync(path.join(folder, place, 'chat.txt'), chat);
    }
    const opened = await CaseFolder.open(folder);
    expect(opened.filesToIndex).toMatchObject([
      { author: 'Able', path: path.join(folder, 'known/Able/chat.txt/Ann Able/messages.txt') },
    ]);
    expect(opened.questioned).toHaveLength(2);
    expect(opened.describe(path.join(folder, 'known/Able/chat.txt/Bo/messages.txt'))).toBeUndefined();
    const index = scratch.at('talks.sqlite');
    const added = await runHere(['index', 'add', path.join(folder, 'known'), '--index', index, '--json']);
    expect(JSON.parse(added.stdout)).toMatchObject({ added: 1, problems: [] });
    expect(added.stderr).toContain('left out: Bo (1)');
  });
});

describe('one odd file', () => {
  it('is reported by its name, and the others are indexed', async () => {
    const folder = scratch.at('odd/Ann');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'a.mbox'), 'no mailbox');
    fs.writeFileSync(path.join(folder, 'b.csv'), 'x,y\n1,2\n');
    fs.writeFileSync(path.join(folder, 'c.txt'), chat.split(': ')[1]!.repeat(4));
    const index = scratch.at('odd.sqlite');
    const added = await runHere([
      'index',
      'add',
      scratch.at('odd'),
      '--authors-from-folders',
      '--index',
      index,
      '--json',
    ]);
    expect(added.code, added.stderr).toBe(0);
    const { added: count, problems } = JSON.parse(added.stdout) as { added: number; problems: { file: string }[] };
    expect(count).toBe(1);
    expect(problems.map(({ file }) => path.basename(file))).toEqual(['a.mbox', 'b.csv']);
  });
});
