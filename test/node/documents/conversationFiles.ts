import { lines, pdfFile } from './pdfFile';
import { run, wordFile, wordParagraph } from './officeFiles';
import {
  A,
  B,
  each,
  escape,
  type Files,
  first,
  german,
  initials,
  mailHead,
  numbered,
  page,
  turns,
  two,
  wordTable,
  wrap,
} from './twoSpeakers';

const sms = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count="12">\n${each((n, t, i) => `<sms protocol="0" address="+447700900123" date="16200${i}" type="${n === A ? 1 : 2}" body="${escape(t)}" contact_name="Ann Lee" />`)}\n</smses>`;

/** Kinds that were missed in an earlier set. */
export const missedBefore: Files = [
  [
    'wiki.txt',
    `== Boathouse ==\n${each((n, t, i) => `${':'.repeat(i % 4)}${t} --${n} (talk) 12:0${i % 10}, ${4 + i} May 2020 (UTC)`)}\n`,
  ],
  [
    'wikiLinks.txt',
    `== Boathouse ==\n${each((n, t, i) => `${':'.repeat(i % 4)}${t} [[User:${first(n)}|${first(n)}]] ([[User talk:${first(n)}|talk]]) 12:${two(i)}, ${4 + i} May 2020 (UTC)`)}\n`,
  ],
  [
    'webex.vtt',
    `WEBVTT\n\n${each((n, t, i) => `${i + 1} "${n}" (${n === A ? 17 : 18})\n00:00:${two(i)}.000 --> 00:00:${two(i)}.900\n${t}\n`)}`,
  ],
  ['voices.vtt', `WEBVTT\n\n${each((n, t, i) => `00:00:${two(i)}.000 --> 00:00:${two(i)}.900\n<v ${n}>${t}</v>\n`)}`],
  ['voicesPasted.txt', each((n, t) => `<v ${n}>${t}</v>`)],
  ['says.txt', each((n, t) => `${first(n)} says, "${t}"`)],
  [
    'instagram.html',
    page(
      each(
        (n, t, i) =>
          `<div class="pam _3-95 _2ph- _a6-g uiBoxWhite noborder"><div class="_3-95 _2pim _a6-h _a6-i">${n}</div><div class="_3-95 _a6-p"><div><div></div><div>${t}</div><div></div><div></div></div></div><div class="_3-94 _a6-o">May 0${1 + (i % 9)}, 2021 10:${two(i)} am</div></div>`,
        '',
      ),
    ),
  ],
  [
    'messenger.html',
    page(
      each(
        (n, t, i) =>
          `<section class="_a6-g"><h2 class="_3-95 _2pim _a6-h _a6-i" id="u_0">${n}</h2><div class="_2ph_ _a6-p"><div><div></div><div>${t}</div><div></div></div></div><footer class="_3-94 _a6-o"><div class="_a72d">May 03, 2021 10:${two(i)}:21am</div></footer></section>`,
        '',
      ),
    ),
  ],
  [
    'message_1.json',
    JSON.stringify({
      participants: [{ name: A }, { name: B }],
      messages: turns.map(([n, t], i) => ({ sender_name: n, timestamp_ms: 1620000000000 + i, content: t })),
      title: 'Ann',
      thread_path: 'inbox/a',
    }),
  ],
  ['numbers.txt', each((n, t) => `${n === A ? 1 : 2}: ${t}`)],
  ['Work', each((n, t, i) => `${mailHead(n, i)}${t}\n`)],
  ['Ponds 2020', each((n, t, i) => `${mailHead(n, i)}${t}\n`)],
  ['sms.txt', sms],
];

/** A set of other kinds, written before the rules were changed for any of them. */
export const otherKinds: Files = [
  [
    'androidExport.txt',
    `Conversation with Ann Lee\n\n${each((n, t, i) => `${n === A ? 'Ann Lee' : 'Me'} (+447700900123) | 03/05/2021 10:${two(i)}\n${t}\n`)}`,
  ],
  [
    'stream.docx',
    wordFile(each((n, t, i) => wordParagraph(run(`0:${two(3 * i)} `) + run(n, '<w:b/>')) + wordParagraph(t), '')),
  ],
  ['rev.docx', wordFile(each((n, t, i) => wordParagraph(`${n} (00:${two(i)}):`) + wordParagraph(t), ''))],
  ['sonix.txt', each((n, t, i) => `${n}: [00:00:${two(i)}] ${t}\n`)],
  ['trint.html', page(each((n, t, i) => `<p><strong>${n}</strong> <span>[00:00:${two(i)}]</span> ${t}</p>`))],
  ['f4.rtf', `{\\rtf1\\ansi ${each((n, t, i) => `${first(n)}: ${t} #00:00:${two(i)}-1#\\par `)}}`],
  [
    'hearing.pdf',
    pdfFile(
      [turns.slice(0, 6), turns.slice(6)].map((half) => ({
        draws: lines(
          [
            'IN RE THE BOATHOUSE',
            ...half.flatMap(([n, t]) => wrap(`     ${n === A ? 'THE WITNESS' : 'MR. ODE'}:  ${t}`)),
          ].map((line, i) => (i === 0 ? line : `${i}    ${line}`)),
          72,
          720,
        ),
      })),
    ),
  ],
  [
    'deposition.pdf',
    pdfFile([
      {
        draws: lines(
          numbered(
            each((n, t) => `${n === A ? 'A.' : 'Q.'}   ${t}`)
              .split('\n')
              .flatMap((l) => wrap(l, 58)),
          ).split('\n'),
          72,
          740,
        ),
      },
    ]),
  ],
  ['vernehmung.odt.txt', each((n, t) => `${n === A ? 'Antwort' : 'Frage'}: ${t}`)],
  [
    'bilingual.docx',
    wordFile(
      wordTable([['Speaker', 'Original', 'Translation'], ...turns.map(([n, t], i) => [initials(n), german(i), t])]),
    ),
  ],
  ['twoColumns.docx', wordFile(wordTable(turns.map(([n, t]) => [n, t])))],
  [
    'discourse.html',
    page(
      each(
        (n, t, i) =>
          `<article id="post_${i + 1}"><div class="topic-avatar"><img alt="" src="a.png"></div><div class="names"><span class="first full-name"><a>${n}</a></span></div><div class="post-infos"><a class="post-date"><span title="x">May ${i + 1}</span></a></div><div class="cooked"><p>${t}</p></div><nav class="post-controls"><button>${i} Likes</button><button>Share</button></nav></article>`,
        '',
      ),
    ),
  ],
  [
    'answers.html',
    page(
      `<h1>Boathouse</h1><ul>${each((n, t, i) => `<li class="comment"><span class="comment-copy">${t}</span> – <a class="comment-user">${n}</a> <span class="comment-date">May ${i + 1}, 2021 at 10:${two(i)}</span></li>`)}</ul>`,
    ),
  ],
  [
    'desk.txt',
    `Ticket #4711: Boathouse\n\n${each((n, t, i) => `${n === A ? n : `${n} (Support)`}, May ${i + 1}, 2021, 10:${two(i)} AM:\n\n${t}\n`)}`,
  ],
  [
    'tracker.html',
    page(
      `<table>${each((n, t, i) => `<tr><td>Comment by <a>${n}</a> [ 0${1 + (i % 9)}/May/21 ]</td></tr><tr><td><p>${t}</p></td></tr>`, '')}</table>`,
    ),
  ],
  ['bugs.txt', each((n, t, i) => `Comment ${i} ${n} 2021-05-03 10:${two(i)}:22 UTC\n\n${t}\n`)],
  [
    'issue.txt',
    each(
      (n, t, i) =>
        `${n.replace(' ', '').toLowerCase()} commented on May ${i + 1}, 2021\n${n === A ? 'Author' : 'Member'}\n${t}\n`,
    ),
  ],
  [
    'minecraft.log.txt',
    each((n, t, i) => `[10:14:${two(i)}] [Server thread/INFO]: <${first(n).toLowerCase()}77> ${t}`),
  ],
  ['realm.txt', each((n, t, i) => `5/3 10:14:${two(i)}.123  ${first(n)}-Merrow says: ${t}`)],
  ['guild.txt', each((n, t) => `[Guild] [${first(n)}]: ${t}`)],
  [
    'eve.txt',
    `---------------------------------------------------------------\n\n  Channel ID:      local\n  Channel Name:    Local\n  Listener:        Ann Lee\n  Session started: 2021.05.03 10:14:00\n---------------------------------------------------------------\n\n${each((n, t, i) => `[ 2021.05.03 10:14:${two(i)} ] ${n} > ${t}`)}`,
  ],
  ['element.txt', each((n, t, i) => `5/3/2021, 10:14:${two(i)} AM - ${n}: ${t}`)],
  [
    'googleChat.json',
    JSON.stringify({
      messages: turns.map(([n, t], i) => ({
        creator: { name: n, email: `${initials(n)}@m.example`, user_type: 'Human' },
        created_date: `Monday, May 3, 2021 at 10:14:${two(i)} AM UTC`,
        text: t,
        topic_id: 'x',
        message_id: String(i),
      })),
    }),
  ],
  [
    'voice.html',
    page(
      `<div class="hChatLog hfeed">${each((n, t, i) => `<div class="message"><abbr class="dt" title="2021-05-03">May 3, 2021, 10:14:${two(i)} AM</abbr>:\n<cite class="sender vcard"><a class="tel" href="tel:+1"><span class="fn">${n}</span></a></cite>:\n<q>${t}</q>\n</div>`, ' ')}</div>`,
    ),
  ],
  [
    'snap.json',
    JSON.stringify({
      'Received Saved Chat History': turns
        .filter(([n]) => n === A)
        .map(([, t]) => ({ From: 'annlee', 'Media Type': 'TEXT', Created: '2021-05-03 10:14:22 UTC', Text: t })),
      'Sent Saved Chat History': turns
        .filter(([n]) => n === B)
        .map(([, t]) => ({ To: 'annlee', 'Media Type': 'TEXT', Created: '2021-05-03 10:14:22 UTC', Text: t })),
    }),
  ],
  [
    'linkedin.csv',
    `CONVERSATION ID,CONVERSATION TITLE,FROM,SENDER PROFILE URL,TO,DATE,SUBJECT,CONTENT,FOLDER\n${each((n, t, i) => `2-x,,${n},https://l.example/${initials(n)},${n === A ? B : A},2021-05-03 10:14:${two(i)} UTC,,"${t}",INBOX`)}\n`,
  ],
  ['video.txt', each((n, t, i) => `@${n.replace(' ', '').toLowerCase()}\n${i + 1} weeks ago\n${t}\n${i}\nReply`)],
  [
    'thread.docx',
    wordFile(
      turns
        .slice()
        .reverse()
        .map(([n, t], i) =>
          [
            '',
            `From: ${n} <${initials(n)}@m.example>`,
            `Sent: Monday, May ${20 - i}, 2021 10:14 AM`,
            `To: ${n === A ? B : A} <x@m.example>`,
            'Subject: RE: Boathouse',
            '',
            t,
          ]
            .map((l) => wordParagraph(l))
            .join(''),
        )
        .join(''),
    ),
  ],
  ['speech.csv', `Speaker,Utterance\n${each((n, t) => `${n},"${t}"`)}\n`],
  [
    'roti.txt',
    `RECORD OF INTERVIEW\nPerson interviewed: Ann LEE\nPlace: Merrow\n\n${each((n, t) => `${n === A ? 'AL' : 'DC 412'}\t${t}`)}`,
  ],
  [
    'analysis.txt',
    each((n, t, i) => `${two(i + 1)}  ${n === A ? 'A' : 'B'}:  ${t.toLowerCase().replace(/[.,]/g, ' (.)')}`),
  ],
  ['tiers.txt', each((n, t, i) => `${first(n)}\t${i}.000\t${i}.900\t0.900\t${t}`)],
  ['aws.txt', each((n, t, i) => `[00:00:${two(i)}] spk_${n === A ? 0 : 1}: ${t}`)],
  ['hansard.html', page(each((n, t, i) => `<div><h5>${n}${i < 2 ? ` (Merrow) (Ind)` : ''}</h5><p>${t}</p></div>`))],
  [
    'letters.txt',
    each((n, t, i) => `${i + 1} May 1921\n\nDear ${first(n === A ? B : A)},\n\n${t}\n\nYours ever,\n${first(n)}\n`),
  ],
  [
    'dm.txt',
    `>>> Chat History with annlee::\n${each((n, t, i) => `2021-05-03 10:14:${two(i)} UTC ${n.replace(' ', '').toLowerCase()}: ${t}`)}`,
  ],
  [
    'discord.html',
    page(
      each(
        (n, t, i) =>
          `<div class="chatlog__message-group"><div class="chatlog__message-container"><div class="chatlog__message"><div class="chatlog__message-aside"><img alt="Avatar"></div><div class="chatlog__message-primary"><div class="chatlog__header"><span class="chatlog__author">${n}</span> <span class="chatlog__timestamp"><a>5/3/2021 10:${two(i)} AM</a></span></div><div class="chatlog__content chatlog__markdown"><span class="chatlog__markdown-preserve">${t}</span></div></div></div></div></div>`,
        '',
      ),
    ),
  ],
  [
    'outlook.csv',
    `"Subject","Body","From: (Name)","From: (Address)","From: (Type)","To: (Name)"\n${each((n, t) => `"Boathouse","${t}","${n}","${initials(n)}@m.example","SMTP","x"`)}\n`,
  ],
  [
    'pidgin.html',
    `<html><head><title>Conversation</title></head><body><h3>Conversation with ann</h3>\n${each((n, t, i) => `<font color="#16569E"><font size="2">(10:14:${two(i)})</font> <b>${n}:</b></font> ${t}<br/>`)}\n</body></html>`,
  ],
  [
    'comments.json',
    JSON.stringify(turns.map(([n, t], i) => ({ id: i, user: { login: initials(n), id: 7 }, body: t }))),
  ],
  [
    'assistant.json',
    JSON.stringify([
      {
        title: 'Boathouse',
        mapping: Object.fromEntries(
          turns.map(([n, t], i) => [
            `m${i}`,
            {
              id: `m${i}`,
              message: {
                author: { role: n === A ? 'user' : 'assistant' },
                content: { content_type: 'text', parts: [t] },
              },
            },
          ]),
        ),
      },
    ]),
  ],
  ['definitions.html', page(`<dl>${each((n, t) => `<dt>${n}</dt><dd>${t}</dd>`)}</dl>`)],
  [
    'whisper.srt',
    each((n, t, i) => `${i + 1}\n00:00:${two(i)},000 --> 00:00:${two(i)},900\nSpeaker ${n === A ? 1 : 2}: ${t}\n`),
  ],
  [
    'play.txt',
    `THE BOATHOUSE\n\n${each((n, t, i) => `${first(n).toUpperCase()}. ${i === 4 ? '[Rising.] ' : ''}${t}\n`)}`,
  ],
  ['skype.txt', each((n, t, i) => `[03/05/2021, 10:14:${two(i)}] ${n}: ${t}`)],
  ['tableNames.md', `| Who | What |\n| --- | --- |\n${each((n, t) => `| ${n} | ${t} |`)}\n`],
  [
    'board.json',
    JSON.stringify({
      name: 'Board',
      actions: turns.map(([n, t], i) => ({ id: `${i}`, data: { text: t }, memberCreator: { fullName: n } })),
    }),
  ],
  [
    'points.html',
    page(
      each(
        (n, t, i) =>
          `<div><p>${first(n)} ${i + 3} points ${i + 2} hours ago</p><p>${t}</p><ul><li>reply</li></ul></div>`,
      ),
    ),
  ],
  ['dungeon.txt', each((n, t) => `${n === A ? 'You say' : 'Ben says'}, '${t}'`)],
  ['who.tsv', `No\tWho\tSaid\n${each((n, t, i) => `${i + 1}\t${n}\t${t}`)}\n`],
];
