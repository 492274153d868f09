/** Below the own text, each begins an earlier mail whose lines have no marks. */
export const announcements: Readonly<Record<string, string>> = {
  Gmail: 'On Mon, May 3, 2021 at 9:12 AM Bob Stone <bob@merrow.example> wrote:',
  'Gmail in two lines':
    'On Mon, May 3, 2021 at 9:12 AM Bob Stone of the Merrow Hall Committee <\nbob@merrow.example> wrote:',
  'four lines': 'On Mon, May 3, 2021\nat 9:12 AM Bob Stone\n<bob@merrow.example>\nwrote:',
  iPhone: 'On 3 May 2021, at 09:12, Bob Stone <bob@merrow.example> wrote:',
  'Apple in German': 'Am 03.05.2021 um 09:12 schrieb Bob Stone <bob@merrow.example>:',
  'Gmail in German': 'Am Mo., 3. Mai 2021 um 09:12 Uhr schrieb Bob Stone <bob@merrow.example>:',
  'name first in German': 'Bob Stone <bob@merrow.example> schrieb am Mo., 3. Mai 2021, 09:12:',
  'Yahoo in German': 'Am Montag, 3. Mai 2021, 09:12:00 MESZ hat Bob Stone <bob@merrow.example> Folgendes geschrieben:',
  'a web mailer in German': 'Bob Stone <bob@merrow.example> hat am 03.05.2021 09:12 geschrieben:',
  'Gmail in French': 'Le lun. 3 mai 2021 à 09:12, Bob Stone <bob@merrow.example> a écrit :',
  'Thunderbird in French': 'Le 03/05/2021 à 09:12, Bob Stone a écrit\u00a0:',
  'Gmail in Spanish': 'El lun, 3 may 2021 a las 9:12, Bob Stone (<bob@merrow.example>) escribió:',
  'Gmail in Italian': 'Il giorno lun 3 mag 2021 alle ore 09:12 Bob Stone <bob@merrow.example> ha scritto:',
  'Thunderbird in Italian': 'Il 03/05/2021 09:12, Bob Stone ha scritto:',
  'Gmail in Dutch': 'Op ma 3 mei 2021 om 09:12 schreef Bob Stone <bob@merrow.example>:',
  'Apple in Dutch': 'Op 3 mei 2021, om 09:12 heeft Bob Stone <bob@merrow.example> het volgende geschreven:',
  'Gmail in Portuguese': 'Em seg., 3 de mai. de 2021 às 09:12, Bob Stone <bob@merrow.example> escreveu:',
  'Gmail in Chinese': 'Bob Stone <bob@merrow.example> 于2021年5月3日周一 09:12写道：',
  'Apple in Chinese': '在 2021年5月3日，09:12，Bob Stone <bob@merrow.example> 写道：',
  'Gmail in Chinese of Taiwan': 'Bob Stone <bob@merrow.example> 於 2021年5月3日 週一 上午9:12寫道：',
  'Gmail in Japanese': '2021年5月3日(月) 9:12 Bob Stone <bob@merrow.example>:',
  'Apple in Japanese': '2021/05/03 9:12、Bob Stone <bob@merrow.example>のメール：',
  'Gmail in Korean': '2021년 5월 3일 (월) 오전 9:12, Bob Stone <bob@merrow.example>님이 작성:',
  'Gmail in Russian': 'пн, 3 мая 2021 г. в 09:12, Bob Stone <bob@merrow.example>:',
  'Gmail in Ukrainian': 'пн, 3 трав. 2021 р. о 09:12 Bob Stone <bob@merrow.example> пише:',
  'Gmail in Arabic': 'في الاثنين، 3 مايو 2021 في 9:12 ص تمت كتابة ما يلي بواسطة Bob Stone <bob@merrow.example>:',
  'Gmail in Hebrew': '\u202bבתאריך יום ב׳, 3 במאי 2021 ב-9:12 מאת \u202aBob Stone\u202c <bob@merrow.example>:\u202c',
  'Gmail in Vietnamese': 'Vào Th 2, 3 thg 5, 2021 vào lúc 09:12 Bob Stone <bob@merrow.example> đã viết:',
  'Outlook in Korean':
    '보낸 사람: Bob Stone <bob@merrow.example>\n보낸 날짜: 2021년 5월 3일 월요일 오전 9:12\n받는 사람: Ann Lee\n제목: Friday',
  'a mailer in Chinese, with wide colons':
    '发件人：Bob Stone <bob@merrow.example>\n发送时间：2021年5月3日 09:12\n收件人：Ann Lee\n主题：Friday',
  'Outlook in Chinese of Taiwan':
    '寄件者: Bob Stone <bob@merrow.example>\n寄件日期: 2021年5月3日 09:12\n收件者: Ann Lee\n主旨: Friday',
  'Gmail, printed': 'Bob Stone <bob@merrow.example>\tMon, May 3, 2021 at 9:12 AM\nTo: Ann Lee <ann@merrow.example>',
  'Gmail in Swedish': 'Den mån 3 maj 2021 kl 09:12 skrev Bob Stone <bob@merrow.example>:',
  Thunderbird: 'On 03/05/2021 09:12, Bob Stone wrote:',
  Yahoo: 'On Monday, 3 May 2021, 09:12:00 GMT, Bob Stone <bob@merrow.example> wrote:',
  'Yahoo of old': '--- On Mon, 5/3/21, Bob Stone <bob@merrow.example> wrote:',
  Zoho: '---- On Mon, 03 May 2021 09:12:00 +0000 Bob Stone <bob@merrow.example> wrote ----',
  Notes: 'Bob Stone wrote on 05/03/2021 09:12:00 AM:',
  AOL: 'In a message dated 5/3/2021 9:12:00 A.M. Eastern Standard Time, bob@merrow.example writes:',
  'no verb': '2021-05-03 9:12 GMT+01:00 Bob Stone <bob@merrow.example>:',
  mutt: '* Bob Stone <bob@merrow.example> [2021-05-03 09:12]:',
  Horde: 'Quoting Bob Stone <bob@merrow.example>:',
  'an address alone': 'Bob Stone <bob@merrow.example> wrote:',
  Outlook: 'From: Bob Stone <bob@merrow.example>\nSent: Monday, May 3, 2021 9:12 AM\nTo: Ann Lee\nSubject: Friday',
  'Outlook below a rule':
    '________________________________\nFrom: Bob Stone\nSent: Monday, May 3, 2021 9:12 AM\nTo: Ann Lee\nSubject: Friday',
  'Outlook in bold':
    '*From:* Bob Stone [mailto:bob@merrow.example]\n*Sent:* Monday, May 3, 2021 9:12 AM\n*To:* Ann Lee\n*Cc:* Cy\n*Subject:* Friday',
  'Outlook with many recipients':
    'From: Bob Stone <bob@merrow.example>\nSent: Monday, May 3, 2021 9:12 AM\nTo: Ann Lee <ann@merrow.example>; Cy Young <cy@merrow.example>;\nDee Hill <dee@merrow.example>; Ed Ash\n<ed@merrow.example>; Flo Fox;\nGus Gray\nCc: Hal Hunt\nSubject: Friday',
  'Outlook, one paragraph a line':
    'From: Bob Stone\n\nSent: Monday, May 3, 2021 9:12 AM\n\nTo: Ann Lee\n\nSubject: Friday',
  'Outlook, joined': 'From: Bob Stone Sent: Monday, May 3, 2021 9:12 AM To: Ann Lee Subject: Friday',
  'Outlook in German': 'Von: Bob Stone\nGesendet: Montag, 3. Mai 2021 09:12\nAn: Ann Lee\nBetreff: Friday',
  'Outlook in French': 'De : Bob Stone\nEnvoyé : lundi 3 mai 2021 09:12\nÀ : Ann Lee\nObjet : Friday',
  'Outlook in Spanish': 'De: Bob Stone\nEnviado el: lunes, 3 de mayo de 2021 9:12\nPara: Ann Lee\nAsunto: Friday',
  'Outlook in Italian': 'Da: Bob Stone\nInviato: lunedì 3 maggio 2021 09:12\nA: Ann Lee\nOggetto: Friday',
  'Outlook in Dutch': 'Van: Bob Stone\nVerzonden: maandag 3 mei 2021 09:12\nAan: Ann Lee\nOnderwerp: Friday',
  'Outlook in Portuguese':
    'De: Bob Stone\nEnviada em: segunda-feira, 3 de maio de 2021 09:12\nPara: Ann Lee\nAssunto: Friday',
  'an original': '-----Original Message-----\nFrom: Bob Stone\nSent: Monday',
  'an original in German': '-----Ursprüngliche Nachricht-----\nVon: Bob Stone',
  'GMX, the date first':
    'Gesendet: Montag, 03. Mai 2021 um 09:12 Uhr\nVon: "Bob Stone" <bob@merrow.example>\nAn: ann@merrow.example\nBetreff: Friday',
  'Outlook in Czech': 'Od: Bob Stone\nOdesláno: pondělí 3. května 2021 9:12\nKomu: Ann Lee\nPředmět: Friday',
  'Outlook in Hungarian': 'Feladó: Bob Stone\nElküldve: 2021. május 3. 9:12\nCímzett: Ann Lee\nTárgy: Friday',
  'Outlook in Russian': 'От: Bob Stone\nОтправлено: 3 мая 2021 г. 9:12\nКому: Ann Lee\nТема: Friday',
  'Outlook in Turkish': 'Kimden: Bob Stone\nGönderildi: 3 Mayıs 2021 Pazartesi 09:12\nKime: Ann Lee\nKonu: Friday',
  'Outlook in Japanese': '差出人: Bob Stone\n送信日時: 2021年5月3日 9:12\n宛先: Ann Lee\n件名: Friday',
  'Outlook in Chinese': '发件人: Bob Stone\n发送时间: 2021年5月3日 9:12\n收件人: Ann Lee\n主题: Friday',
  'Gmail in Finnish': 'ma 3. toukok. 2021 klo 9.12 Bob Stone (bob@merrow.example) kirjoitti:',
  'Gmail in Turkish': 'Bob Stone <bob@merrow.example>, 3 May 2021 Pzt, 09:12 tarihinde şunu yazdı:',
  'Gmail in Hungarian': 'Bob Stone <bob@merrow.example> ezt írta (időpont: 2021. máj. 3., H, 9:12):',
  'Thunderbird in Russian': '03.05.2021 09:12, Bob Stone пишет:',
  'Outlook in Slovak': 'Od: Bob Stone\nOdoslané: pondelok 3. mája 2021 9:12\nKomu: Ann Lee\nPredmet: Friday',
  'Outlook in Croatian':
    'Šalje: Bob Stone\nPoslano: ponedjeljak, 3. svibnja 2021. 9:12\nPrima: Ann Lee\nPredmet: Friday',
  'Outlook in Hungarian of today':
    'Feladó: Bob Stone\nKüldve: 2021. május 3., hétfő 9:12\nCímzett: Ann Lee\nTárgy: Friday',
  'Outlook in Arabic': 'من: Bob Stone\nتم الإرسال: الاثنين 3 مايو 2021 9:12\nإلى: Ann Lee\nالموضوع: Friday',
  'Outlook in Thai': 'จาก: Bob Stone\nส่ง: 3 พฤษภาคม 2021 9:12\nถึง: Ann Lee\nเรื่อง: Friday',
  'Outlook in Bulgarian': 'От: Bob Stone\nИзпратено: понеделник, 3 май 2021 г. 9:12\nДо: Ann Lee\nОтносно: Friday',
  'Outlook in Lithuanian': 'Nuo: Bob Stone\nIšsiųsta: 2021 m. gegužės 3 d. 9:12\nKam: Ann Lee\nTema: Friday',
  'Gmail in Croatian': 'pon, 3. svi 2021. u 09:12 Bob Stone <bob@merrow.example> napisao je:',
  'Gmail in Persian': 'در تاریخ دوشنبه ۳ مه ۲۰۲۱،‏ ۰۹:۱۲ Bob Stone <bob@merrow.example> نوشت:',
  Tuta: '3 May 2021, 09:12 by bob@merrow.example:',
  'a forwarded one of Apple in Polish': 'Początek przekazywanej wiadomości:\n\nOd: Bob Stone\nTemat: Friday',
  Proton:
    '‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Monday, May 3rd, 2021 at 9:12 AM, Bob Stone <bob@merrow.example> wrote:',
  BlackBerry: '  Original Message  \nFrom: Bob Stone\nSent: Monday, May 3, 2021 9:12 AM\nTo: Ann Lee\nSubject: Friday',
  'Notes in a browser':
    '-----Bob Stone/Merrow wrote: -----\nTo: Ann Lee\nFrom: Bob Stone/Merrow\nDate: 05/03/2021 09:12AM\nSubject: Friday',
  'a forwarded one of Gmail':
    '---------- Forwarded message ---------\nFrom: Bob Stone <bob@merrow.example>\nDate: Mon, 3 May 2021 at 09:12',
  'a forwarded one of Thunderbird':
    '-------- Weitergeleitete Nachricht --------\nBetreff: \tFriday\nDatum: \tMon, 3 May 2021 09:12\nVon: \tBob Stone',
  'a forwarded one of Apple': 'Begin forwarded message:\n\nFrom: Bob Stone\nSubject: Friday\nDate: 3 May 2021 at 09:12',
  'a forwarded one of Apple in German': 'Anfang der weitergeleiteten Nachricht:\n\nVon: Bob Stone\nBetreff: Friday',
  'a forwarded one of Apple in French': 'Début du message réexpédié :\n\nDe: Bob Stone\nObjet: Friday',
  'a forwarded one of Notes': '----- Forwarded by Bob Stone/Merrow on 05/03/2021 09:12 AM -----',
  'labels of Notes beside a date':
    '             Bob Stone/Merrow\n             05/03/2021 09:12 AM                                        To\n' +
    '                                                             Ann Lee/Merrow\n' +
    '                                                                        cc\n\n' +
    '                                                                   Subject\n' +
    '                                                             Re: Friday',
  'labels of Notes above what they name':
    'Bob Stone/Merrow\n05/03/2021 09:12 AM\n\nTo\nAnn Lee/Merrow@MERROW\ncc\n\nSubject\nFriday',
  'labels of Notes below where to answer':
    'Bob Stone/Merrow\n05/03/2021 09:12 AM\nPlease respond to bob@merrow.example\n\n\tTo\n\t\tAnn Lee/Merrow\n\tcc\n\t\n\tSubject\n\t\tRe: Friday',
  'labels of Notes in German':
    'Bob Stone/Merrow\n03.05.2021 09:12\n\nAn\tAnn Lee/Merrow@MERROW\nKopie\t\nThema\tRe: Freitag',
  'labels of Notes in French': 'Bob Stone/Merrow\n03/05/2021 09:12\n\nA\nAnn Lee/Merrow\ncc\n\nObjet\nRe: vendredi',
  'a table of Notes':
    '|---------+---------------------------->\n|         |           Bob Stone        |\n|         |           05/03/2021 09:12 |\n' +
    '|---------+---------------------------->\n  >------------------------------------|\n' +
    '  |       To:       Ann Lee/Merrow     |\n  |       cc:                          |\n  |       Subject:  Re: Friday         |\n' +
    '  >------------------------------------|',
  'the name and the date of Notes on a line':
    '"Bob Stone" <bob@merrow.example> on 05/03/2021 09:12:05 AM\n\nPlease respond to <bob@merrow.example>\n\nTo:   <ann@merrow.example>\ncc:\nSubject:  Friday',
  'a title and rules of Notes':
    '-----Bob Stone/Merrow wrote: -----\n\n======\nTo: Ann Lee\nFrom: Bob Stone/Merrow\nDate: 05/03/2021 09:12AM\nSubject: Friday\n======',
  'marks of GroupWise above no marks':
    '>>> On 5/3/2021 at 9:12 AM, in message <5E.AB@merrow.example>, Bob Stone wrote:',
  'the header of Notes': 'Bob Stone@MERROW\n05/03/2021 09:12 AM\nTo: Ann Lee/Merrow@MERROW\ncc: \nSubject: Friday',
};
