import { run, wordFile, wordParagraph, zipped } from './officeFiles';
import { lines, pdfFile, text } from './pdfFile';
import { A, B, cell, each, type Files, first, initials, page, turns, two, wrap } from './twoSpeakers';

// Conversations whose heads are in cells, behind the words, without a mark, or only in the look of the paragraphs.

const reports: Files = [
  [
    'keyed.html',
    page(
      each(
        (n, t, i) =>
          `<table><tr><td>#</td><td>${i + 1}</td></tr><tr><td>From</td><td>+4477 ${n}</td></tr><tr><td>Timestamp</td><td>02/03/2020 10:${two(i)}:11</td></tr><tr><td>Body</td><td>${t}</td></tr><tr><td>Status</td><td>Read</td></tr></table>`,
      ),
    ),
  ],
  [
    'labelled.docx',
    wordFile(
      each((n, t, i) => {
        const labels = [`From\t${n}`, `Time\t02/03/2020 10:${two(i)}:00`, `Text\t${t}`, 'Status\tRead'];
        return [String(i + 1), ...labels].map((line) => wordParagraph(line)).join('');
      }, ''),
    ),
  ],
  [
    'view.txt',
    each(
      (n, t, i) =>
        `${i + 1}. ${n === A ? 'Incoming' : 'Outgoing'}\n   Participants: Ann Lee; owner\n   Date: 2020-03-02 10:${two(i)}:00\n   Content: ${t}\n`,
    ),
  ],
  [
    'interview.docx',
    wordFile(
      `<w:tbl>${turns.map(([n, t], i) => `<w:tr>${[`${two(i)}.10`, n === A ? 'LEE' : 'PC 2231', t].map(cell).join('')}</w:tr>`).join('')}</w:tbl>`,
    ),
  ],
  [
    'history.txt',
    each((n, t, i) => `Mon Mar 02 10:${two(i)}:00 2020  ${initials(n)}@m.example - Correspondence added\n\n${t}\n`),
  ],
  ['party.txt', each((n, t, i) => `3/2 10:${two(i)}:00.123  [Party] ${first(n)}: ${t}`)],
  ['irc.log', each((n, t, i) => `10:${two(i)} <${first(n)}> ${t}`)],
  [
    'digest.txt',
    each(
      (n, t, i) =>
        `${i + 1}a. Re: Gate\n    Posted by: "${n}" x@m.example\n    Date: Mon Mar 2, 2020 10:${two(i)} am\n\n${t}\n`,
    ),
  ],
  [
    'print.html',
    page(
      each(
        (n, t, i) =>
          `<table><tr><td><b>${n}</b> &lt;${initials(n)}@m.example&gt;</td><td>Mon, Mar 2, 2020 at 10:${two(i)} AM</td></tr><tr><td colspan=2>${t}</td></tr></table>`,
      ),
    ),
  ],
  ['points.txt', each((n, t, i) => `${first(n)}${n === A ? '' : '99'} ${i + 2} points ${i + 1} hours ago\n${t}\n`)],
  [
    'comments.html',
    page(`<ol class="commentlist">${each((n, t) => `<li><cite>${n}</cite> says:<p>${t}</p></li>`, '')}</ol>`),
  ],
  ['quoted.md', each((n, t) => `> **${first(n)}:** ${t}`, '\n>\n')],
  ['quotedNames.md', each((n, t) => `> ${first(n)}: ${t}`)],
];

const looks: Files = [
  ['boldQuestions.docx', wordFile(each((n, t) => wordParagraph(run(t, n !== A ? '<w:b/>' : '')), ''))],
  [
    'colours.docx',
    wordFile(each((n, t) => wordParagraph(run(t, `<w:color w:val="${n === A ? 'C00000' : '0000C0'}"/>`)), '')),
  ],
  [
    'sides.docx',
    wordFile(each((n, t) => `<w:p><w:pPr><w:jc w:val="${n === A ? 'left' : 'right'}"/></w:pPr>${run(t)}</w:p>`, '')),
  ],
  [
    'boldQuestions.odt',
    zipped({
      'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"><office:automatic-styles><style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles><office:body><office:text>${each((n, t) => `<text:p>${n === A ? t : `<text:span text:style-name="T1">${t}</text:span>`}</text:p>`, '')}</office:text></office:body></office:document-content>`,
    }),
  ],
  ['dashes.txt', each((_, t) => `– ${t}`)],
  ['questions.rtf', `{\\rtf1\\ansi${each((n, t) => `\\pard{${n === A ? '\\i ' : ''}${t}}\\par `, '')}}`],
  [
    'coloured.rtf',
    `{\\rtf1\\ansi{\\colortbl;\\red0\\green0\\blue0;\\red0\\green0\\blue200;}${each((n, t) => `\\pard{\\cf${n === A ? 1 : 2} ${t}}\\par `, '')}}`,
  ],
  ['sides.rtf', `{\\rtf1\\ansi${each((n, t) => `\\pard${n === A ? '' : '\\qr'} ${t}\\par `, '')}}`],
  ['coloured.html', page(each((n, t) => `<p style="color: ${n === A ? 'blue' : 'black'}">${t}</p>`, ''))],
  [
    'bubbles.pdf',
    pdfFile([{ draws: turns.map(([n, t], i) => lines(wrap(t, 45), n === A ? 60 : 300, 750 - 55 * i)).join('') }]),
  ],
  [
    'boldQuestions.pdf',
    pdfFile([
      {
        draws: turns
          .map(([n, t], i) => lines(wrap(t, 80), 60, 750 - 45 * i).replaceAll('/F', n === A ? '/F' : '/B'))
          .join(''),
      },
    ]),
  ],
  [
    'ragged.pdf',
    pdfFile([
      {
        draws: turns.map(([n, t], i) => lines(wrap(t, 50), n === A ? 60 : 280 + 3 * i, 750 - 50 * i)).join(''),
      },
    ]),
  ],
  ['twoNumbers.txt', each((n, t) => `${n === A ? 1 : 2}. ${t}`, '\n\n')],
  ['youSent.txt', each((n, t) => `${n === A ? 'You sent' : n}\n${t}\nEnter`)],
  [
    'likes.txt',
    each(
      (n, t, i) =>
        `${n}\n@${first(n).toLowerCase()}.p.social\n\n${t}\n\nMar ${i + 2}, 2020 at 10:${two(i)} AM\n${i % 4} likes\n`,
    ),
  ],
  ['indented.txt', each((n, t) => (n === A ? t : `        ${t}`), '\n\n')],
  ['inserted.txt', each((n, t) => (n === A ? t : `[BO: ${t}]`), '\n\n')],
  ['italicQuestions.html', page(each((n, t) => `<p>${n === A ? t : `<i>${t}</i>`}</p>`, ''))],
];

const names: Files = [
  ['boldNames.docx', wordFile(each((n, t) => wordParagraph(run(n, '<w:b/>') + run(` ${t}`)), ''))],
  ['initialsBehind.txt', each((n, t, i) => `${i + 2}/3 10:${two(i)} ${t} (${initials(n)})\n`)],
  ['nameBehind.txt', each((n, t) => `${t} — ${n}\n`)],
  ['initialsInBrackets.txt', each((n, t) => `${t} [${initials(n)}]`)],
  ['house.txt', each((n, t) => `${n === A ? 'Ann Lee (Merrow) (Ind)' : 'The Minister for Roads (Ben Ode)'}: ${t}`)],
  ['radio.txt', each((n, t, i) => `14${two(i)}Z ${n === A ? 'PAN12' : 'TWR'}  ${t}`)],
  ['hearing.txt', each((n, t) => `    ${n === A ? 'Senator Lee' : 'Mr. ODE'}. ${t}`)],
  ['longTalk.txt', each((n, t, i) => `${n}  ${90 + i}:0${i % 10}\n${t}\n`)],
  ['stops.txt', each((n, t) => `${n === A ? 'Lee A.P.' : 'Officer'} – ${t}`)],
  ['edited.txt', each((n, t, i) => `${n}, 10:${two(i)} AM${i % 3 ? '' : ', Edited'}\n${t}`)],
  ['accounts.txt', each((n, t, i) => `[02/03/2020 10:${two(i)}:00] ${n === A ? 'live:ann.lee' : n}: ${t}`)],
  ['days.txt', each((n, t, i) => `${first(n)}, ${i + 2} March\n${t}\n`)],
  ['bare.csv', each((n, t, i) => `2021-05-03 10:14:${two(i)},${n},"${t}"`)],
  ['behind.csv', each((n, t) => `"${t}",${n}`)],
  [
    'letters.txt',
    [0, 1]
      .map(
        (i) =>
          `Dear ${i === 0 ? 'Ben' : 'Ann'},\n\n${turns
            .filter(([n]) => (n === A) === (i === 0))
            .map(([, t]) => t)
            .join('\n\n')}\n\nYours sincerely,\n${i === 0 ? 'Ann' : 'Ben Ode'}\n`,
      )
      .join('\n\n'),
  ],
];

const field = (label: string, value: string, y: number): string => text(label, 60, y) + text(value, 140, y);
const address = (name: string): string => `${name} <${first(name).toLowerCase()}@m.example>`;
const saidBy = (name: string): readonly string[] => turns.flatMap(([by, said]) => (by === name ? [said] : []));

const programs: Files = [
  [
    'shortDigest.txt',
    [A, B, A]
      .map((n, i) => {
        const head = `Message: ${i + 1}\nDate: Mon, ${i + 2} Mar 2020 10:14:00 +0000\nFrom: ${address(n)}\nTo: pond@m.example\nSubject: Boathouse\nMessage-ID: <${i}@x>\nContent-Type: text/plain`;
        return `${head}\n\n${wrap(
          saidBy(n)
            .slice(i, i + 4)
            .join(' '),
          40,
        ).join('\n')}\n\n---------------\n`;
      })
      .join('\n'),
  ],
  [
    'directions.txt',
    each(
      (n, t, i) =>
        `Direction: ${n === A ? 'Outgoing' : 'Incoming'}\n${n === A ? 'To' : 'From'}: +4477009001 (${B})\nTime: 02/03/2020 10:${two(i)}:00\nText: ${t}\n`,
    ),
  ],
  [
    'archive.txt',
    `window.YTD.direct_messages.part0 = ${JSON.stringify(turns.map(([n, t]) => ({ messageCreate: { senderId: n === A ? '11' : '22', text: t } })))}`,
  ],
  ['boldQuestions.md', each((n, t) => (n === A ? t : `**${t}**`), '\n\n')],
  ['boldLines.md', each((n, t) => (n === A ? `${t}\n` : `**${t}**`))],
  ['listed.txt', each((n, t) => (n === A ? `${t}\n` : `- ${t.slice(0, -1)}, would you say?`))],
  ['questions.txt', each((n, t, i) => (n === A ? `${t}\n` : `${i}. ${t.slice(0, -1)}, would you say?`))],
  [
    'printedOne.pdf',
    pdfFile([
      {
        draws: [A, B]
          .map((n, i) => {
            const [top, other] = [750 - 300 * i, n === A ? B : A];
            const head = [
              field('From:', address(n), top),
              field('Sent:', `${12 - i} March 2020 21:14`, top - 14),
              field('To:', other, top - 28),
              field('Subject:', 'Boathouse', top - 42),
            ];
            return (
              head.join('') +
              lines(
                saidBy(n).flatMap((t) => wrap(t, 80)),
                60,
                top - 80,
              )
            );
          })
          .join(''),
      },
    ]),
  ],
];

/** Conversations of two people in further forms. */
export const furtherForms: Files = [...reports, ...looks, ...names, ...programs];
