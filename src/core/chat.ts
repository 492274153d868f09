import { countWords } from './text/countWords';
import { blank, clock, day, dayAndTime as time, weekday } from './text/dates';
import { neverStops, createPoll, type StopSignal } from './work';

/** A message of a chat or of a table of messages, without what a program wrote in it. */
export interface Message {
  readonly author: string;
  readonly text: string;
  /** Words that a program wrote in its place, such as "image omitted". */
  readonly template: number;
}

/** What a file of messages holds. */
export interface Messages {
  readonly messages: readonly Message[];
  /** Words of lines that no person wrote, such as who joined a chat. */
  readonly template: number;
}

const mark = String.raw`[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]*`;
const said = String.raw`(?<name>[^\s:"“”„<>][^:"“”„<>\r\n]{0,60}):(?=\s|[\u200e\u200f]|$)${blank}?(?<text>.*)`;

/** A way in which programs write the head of a message. */
interface Shape {
  readonly head: RegExp;
  /** Whether such heads are hardly found elsewhere. */
  readonly isStrong: boolean;
}

function defineShape(pattern: string, isStrong = true): Shape {
  return { head: new RegExp(`^${mark}${pattern}$`, 'iu'), isStrong };
}

/** In place of a name, where a program speaks. */
const system = String.raw`[-*!<>=]{1,4}`;
const tabs = String.raw`\t(?:${system}\t.*|[@+%&~]?(?<name>[^\t:\r\n]{1,60})\t(?<text>.*))`;

const shapes: readonly Shape[] = [
  defineShape(String.raw`\[ ?${time} ?\] ?${mark}(?:- )?(?:${said}|.*)`), // WhatsApp of an iPhone, Signal, Viber
  defineShape(String.raw`${time} [-–—] ${mark}(?:${said}|.*)`), // WhatsApp of Android
  defineShape(String.raw`(?<name>[^\s\[\]][^\[\]\r\n]{0,60}), \[${time}\]:?${blank}?(?<text>.*)`), // copied from Telegram
  defineShape(String.raw`\[(?<name>[^\[\]\r\n]{1,60})\] \[${clock}\] ?(?<text>.*)`), // KakaoTalk
  defineShape(String.raw`\[?(?:${day}[ T])?${clock}\]? (?:<[@+ ]?(?<name>[^<>\r\n]{1,40})> ?(?<text>.*)|${system} .*)`), // IRC
  defineShape(`${day}[ T]${clock}${tabs}`), // WeeChat
  defineShape(`${clock}${tabs}`, false), // LINE
  defineShape(String.raw`${clock}\s+From +(?<name>[^:\r\n]{1,60}?)(?: +to +[^:\r\n]{1,60})? *: *(?<text>.*)`), // Zoom
  defineShape(`${time}(?:[,:;]|\\t)? ?${mark}${said}`),
  defineShape(`\\[${day}\\]:? ${mark}${said}`, false),
  defineShape(`${day}[,:;]? ${mark}${said}`, false),
];

/** When a message was sent, as the whole of a line or behind a name. */
const relative =
  "(?:today|yesterday|heute|gestern|aujourd['’]hui|hier|hoy|ayer|oggi|ieri|vandaag|gisteren|hoje|ontem)(?: (?:at|um|à|a las?|alle|om|às))?";
const moment = `(?:${time}|(?:${relative},? |${weekday})?${clock})`;
const who = String.raw`(?<name>[\p{L}@~_][^:!?\[\]\r\n]{0,40}?)`;
const [momentLine, nameLine] = [
  new RegExp(`^${mark}${blank}*\\[?${moment}\\]?(?:${blank}*\\(.{1,80}\\))?$`, 'iu'),
  new RegExp(`^${mark}${who}$`, 'u'),
];
/** Heads of messages that have a line of their own: a name and when it was, one behind the other or in two lines. */
const headLines: readonly ((line: string, next: string) => string | undefined)[] = [
  headLine(`${who},?(?:${blank}+[—–-]${blank}+|${blank}+|${blank}?\\[)${moment}\\]?`), // Discord, Slack
  headLine(`\\[${moment}\\]${blank}*${who}`), // Teams, exports of Discord
  (line, next) => (momentLine.test(line) ? nameLine.exec(next)?.groups?.['name'] : undefined), // exports of iMessage
  (line, next) => (momentLine.test(next) ? nameLine.exec(line)?.groups?.['name'] : undefined), // copied from Slack
];

function headLine(pattern: string): (line: string) => string | undefined {
  const head = new RegExp(`^${mark}${pattern}$`, 'iu');
  return (line) => head.exec(line)?.groups?.['name'];
}

/** Lines between messages that a program writes: the day, when a log begins and ends, and rules. */
const separator = new RegExp(
  String.raw`^(?:[-=_—–]{3,}\s*)?${weekday}?${day}(?: ?\([^()]{1,12}\)|,? \p{L}{2,12})?(?:\s*[-=_—–]{3,})?$|^[=_-]{10,}$|^-{3} (?:Log|Day) .*|^Exported \d+ messages?`,
  'iu',
);

/** Lines before the first message, such as a title. */
const mostBefore = 5;
/** Least share of the lines that are heads of messages. */
const least = { strong: 0.2, weak: 0.5, line: 0.1 };
/** Fewest messages under heads of their own. */
const fewest = 3;

/** Whether a chat may begin so: of a text that is not one, hardly ever. */
export function mayBeChat(start: string): boolean {
  const lines = splitLines(start);
  return findShape(lines) !== undefined || mayHaveHeadLines(lines);
}

/** The messages of a chat that a program wrote out as lines; undefined: the text is not one. Throws Cancelled. */
export function readChat(text: string, stop: StopSignal = neverStops): Messages | undefined {
  const lines = splitLines(text);
  const found = findShape(lines);
  return (found && readShape(lines, found, stop)) ?? (mayHaveHeadLines(lines) ? readHeadLines(lines, stop) : undefined);
}

/** The lines of one message. */
interface WrittenLines {
  readonly author: string | undefined;
  readonly lines: string[];
}

function joinLines(written: readonly WrittenLines[]): Messages {
  return collectMessages(written.map(({ author, lines }) => ({ author, text: lines.join('\n') })));
}

function readShape(lines: readonly string[], found: Shape, stop: StopSignal): Messages | undefined {
  const poll = createPoll(stop);
  const written: WrittenLines[] = [{ author: undefined, lines: [] }];
  for (const [at, line] of lines.entries()) {
    poll(at);
    const head = found.head.exec(line);
    if (!head) (separator.test(line.slice(0, 200)) ? written[0]! : written.at(-1)!).lines.push(line);
    else
      written.push({
        author: head.groups?.['name'],
        lines: [head.groups?.['text'] ?? line.replace(/^.*?(?:\]| [-–—]) ?/u, '')],
      });
  }
  if (!isChat(written, lines, found.isStrong)) return undefined;
  return joinLines(written);
}

function mayHaveHeadLines(lines: readonly string[]): boolean {
  const first = lines.filter((line) => line.trim() !== '').slice(0, mostBefore);
  return first.some((line, i) => {
    const next = first[i + 1] ?? '';
    return mayHaveDate.test(line + next) && headLines.some((nameOf) => nameOf(line.trim(), next.trim()));
  });
}

/** The messages of a chat of which each has a head on lines of its own; names come back in it, and sentences do not. */
function readHeadLines(lines: readonly string[], stop: StopSignal): Messages | undefined {
  const filled = lines.reduce((sum, line) => sum + Number(line.trim() !== ''), 0);
  const [best] = headLines
    .map((nameOf, way) => ({ way, names: namesOf(lines, nameOf, stop) }))
    .map(({ way, names }) => ({ way, names, people: new Set(names.values()).size }))
    .filter(({ names, people }) => names.size >= Math.max(fewest, least.line * filled) && people > 1)
    .filter(({ names, people }) => 2 * (people - 1) <= names.size)
    .sort((a, b) => a.people - b.people || b.names.size - a.names.size);
  if (!best) return undefined;
  const written: WrittenLines[] = [{ author: undefined, lines: [] }];
  for (let at = 0; at < lines.length; at++) {
    const author = best.names.get(at);
    const line = lines[at]!;
    if (author === undefined) (separator.test(line.slice(0, 200)) ? written[0]! : written.at(-1)!).lines.push(line);
    else {
      written.push({ author, lines: [] });
      if (best.way > 1) at += 1;
    }
  }
  return joinLines(written);
}

/** The name in each line that is the head of a message, by the number of the line. */
function namesOf(
  lines: readonly string[],
  nameOf: (line: string, next: string) => string | undefined,
  stop: StopSignal,
): ReadonlyMap<number, string> {
  const poll = createPoll(stop);
  const names = new Map<number, string>();
  for (const [at, line] of lines.entries()) {
    poll(at);
    if (line.length > 200) continue;
    const name = nameOf(line.trim(), lines[at + 1]?.slice(0, 200).trim() ?? '');
    if (name !== undefined) names.set(at, name.trim());
  }
  return names;
}

/** Messages without what programs wrote in them. What has no author is a program's. */
export function collectMessages(
  written: Iterable<{ readonly author: string | undefined; readonly text: string }>,
): Messages {
  const messages: Message[] = [];
  let template = 0;
  for (const { author, text } of written) {
    if (author === undefined) template += countWords(text);
    else messages.push({ author: author.replace(/^~\s*/u, '').trim(), ...splitOwnWords(text) });
  }
  return { messages, template };
}

function splitLines(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/** What every head has in a day or a time. Most texts have none in their first lines, and heads take as long to compile as words to encode. */
const mayHaveDate = /\p{Nd}[-:./] ?\p{Nd}|\p{Nd}{4}|\p{Nd}-\p{L}/u;

function findShape(lines: readonly string[]): Shape | undefined {
  const first: string[] = [];
  for (const line of lines) {
    if (first.length === mostBefore) break;
    if (line.trim() !== '') first.push(line.slice(0, 500));
  }
  const dated = first.filter((line) => mayHaveDate.test(line));
  return shapes.find(({ head }) => dated.some((line) => head.test(line)));
}

function isChat(
  written: readonly { readonly author: string | undefined }[],
  lines: readonly string[],
  isStrong: boolean,
): boolean {
  const authors = written.flatMap(({ author }) => author ?? []);
  const filled = lines.reduce((sum, line) => sum + Number(line.trim() !== ''), 0);
  if (authors.length < 2 || written.length - 1 < (isStrong ? least.strong : least.weak) * filled) return false;
  return isStrong || 2 * (new Set(authors).size - 1) <= authors.length;
}

/** Whole messages that programs write, in some languages. */
const programs = new RegExp(
  `^${mark}(?:${[
    // deleted
    '(?:this message was|you) deleted(?: this message)?(?: by .*)?',
    'diese nachricht wurde (?:von .* )?gelöscht|du hast diese nachricht gelöscht',
    'ce message a été supprimé|vous avez supprimé ce message|tu as supprimé ce message',
    'se eliminó este mensaje|este mensaje (?:fue eliminado|ha sido eliminado|se eliminó)|eliminaste este mensaje',
    'questo messaggio è stato eliminato|hai eliminato questo messaggio',
    'dit bericht (?:is|werd) verwijderd|(?:u|je) hebt dit bericht verwijderd',
    '(?:esta )?mensagem (?:foi )?apagada|(?:você apagou|apagou|apagaste) esta mensagem|essa mensagem foi apagada',
    // what is not text
    '(?:image|photo|video|video note|audio|voice message|sticker|gif|document|contact card|media|file|album) (?:omitted|not included)',
    '(?:bild|foto|video|audio|sticker|gif|dokument|kontaktkarte|sprachnachricht|datei|medien) (?:weggelassen|ausgelassen|ausgeschlossen)',
    '(?:image|photo|vidéo|audio|sticker|autocollant|gif|document|fiche contact|fichier|médias) (?:absente?|omise?s?|non incluse?s?)',
    '(?:imagen|foto|vídeo|video|audio|sticker|gif|documento|tarjeta de contacto|multimedia|archivo) (?:omitid[oa]s?|no incluid[oa]s?)',
    '(?:immagine|foto|video|audio|sticker|gif|documento|scheda contatto|file|media) (?:omess[oi]|omessa|non inclus[oia])',
    '(?:afbeelding|foto|video|audio|sticker|gif|document|contactkaart|bestand|media) (?:weggelaten|niet opgenomen)',
    '(?:imagem|foto|vídeo|áudio|figurinha|gif|documento|cartão do contato|mídia|arquivo|ficheiro) (?:ocultad[oa]|omitid[oa]|não (?:revelad|incluíd)[oa])',
    // calls and places
    '(?:missed |declined )?(?:group )?(?:voice|video) (?:voice |video )?call(?:[,.].{0,40})?|verpasster (?:sprach|video)anruf.{0,20}',
    'appel (?:vocal|vidéo) manqué.{0,20}|(?:llamada|videollamada) perdida.{0,20}|chiamata (?:vocale|video) persa.{0,20}|gemiste (?:spraak|video)?-?oproep.{0,20}|chamada de (?:voz|vídeo) perdida.{0,20}',
    '(?:live )?(?:location|standort|position|ubicación|posizione|locatie|localização) ?: ?https?:\\S+|live location shared',
    'waiting for this message.*|null',
    String.raw`\[(?:sticker|photo|video|voice message|file|album|location|emoticon|gif)s?\]|사진|동영상|이모티콘`,
    String.raw`liked a message|reacted .{1,8} to your message\s*|(?:you|.{1,40}) sent (?:an attachment|a photo|a video|a sticker|a gif|a voice message|a link)`,
    // the notice at the beginning
    '(?:messages|nachrichten|les messages|los mensajes|i messaggi|de berichten|berichten|as mensagens)[^\\n]{0,60}(?:end-to-end encrypted|ende-zu-ende|de bout en bout|de extremo a extremo|end-to-end|de ponta a ponta|ponto a ponto)[^\\n]*',
  ].join('|')})\\.?$`,
  'iu',
);

/** What programs write beside a person's words: a name of a file in its place, and that the message was changed. */
const beside = new RegExp(
  [
    String.raw`^[^\n]{1,200}\((?:file attached|datei angehängt|fichier joint|archivo adjunto|file allegato|bestand bijgevoegd|(?:arquivo|ficheiro) anexado)\)$`,
    String.raw`^<[^<>\n]{3,80}>$`,
    String.raw`[\u200e\u200f]<[^<>\n]{1,120}>`,
    '<(?:media har utelämnats|без медиафайлов|pominięto multimedia|medya dahil edilmedi|медиа пропущено|média vynechána)>',
    String.raw`<(?:attached|anhang|adjunto|allegato|bijgevoegd|anexado|pièce jointe) ?: ?[^<>\n]{1,120}>`,
    String.raw`<(?:this message was edited|diese nachricht wurde bearbeitet|ce message a été modifié|(?:se editó este mensaje)|questo messaggio è stato modificato|dit bericht (?:is|werd) bewerkt|(?:essa|esta) mensagem foi editada)\.?>`,
    String.raw`!?\[[^\]\n]{0,120}\]\(\.?/?media/[^)\n]{1,200}\)`,
    String.raw`^\(- [^\n]{1,200} -\)$`,
  ].join('|'),
  'gimu',
);

/** LINE sets a message of several lines into quotation marks. */
const severalLines = /^"([^"]*\n[^"]*)"$/;

function splitOwnWords(text: string): Pick<Message, 'text' | 'template'> {
  const whole = text.trim();
  if (/^[\u200e\u200f]/.test(whole) || programs.test(whole)) return { text: '', template: countWords(whole) };
  const own = whole
    .replace(beside, '')
    .replace(/[\u200e\u200f]/g, '')
    .trim()
    .replace(severalLines, '$1');
  return { text: own, template: countWords(whole) - countWords(own) };
}
