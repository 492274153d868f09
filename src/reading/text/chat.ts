import { neverStops, type StopSignal } from '../../core/basics/work';
import { countWords } from '../../core/text/countWords';
import { captionTags, isCaptionTime } from './captions';
import { findTurns, mayBeginTurns } from './turns';

/** A message of a chat or of a table of messages, without what a program wrote in it. */
export interface Message {
  readonly author: string;
  readonly text: string;
  /** Number of words that a program wrote instead of the message, such as "image omitted". */
  readonly template: number;
}

/** The content of a file of messages. */
export interface Messages {
  readonly messages: readonly Message[];
  /** Number of words in lines that no person wrote, such as who joined a chat. */
  readonly template: number;
}

/** The messages of a chat that a program exported as lines. Undefined if the text is not certainly a chat. Throws Cancelled. */
export function readChat(text: string, stop: StopSignal = neverStops): Messages | undefined {
  const found = mayBeginTurns(text) ? findTurns(text, stop) : undefined;
  if (!found?.isSure) return undefined;
  const written: { author: string | undefined; text: string }[] = [];
  let isNext = true;
  for (const { start, end, speaker, isOfProgram } of found.turns) {
    const said = showLines(text.slice(start, end));
    const last = written.findLast(({ author }) => author !== undefined);
    if (isOfProgram) written.push({ author: undefined, text: said });
    else if (speaker === undefined) isNext = true;
    else if (isNext || !last) written.push({ author: speaker, text: said });
    else last.text += `\n${said}`;
    if (speaker !== undefined) isNext = false;
  }
  return collectMessages(written);
}

function showLines(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  if (!lines.some(isCaptionTime)) return lines.join('\n').replace(/<\/v>/g, '').trim();
  const isShown = (line: string, at: number): boolean =>
    line.trim() !== '' &&
    !isCaptionTime(line) &&
    !/^\s*\d{1,6}\s*$/.test(line) &&
    !(isCaptionTime(lines[at + 1] ?? '') && (at === 0 || lines[at - 1]!.trim() === '')); // the name of a caption
  const shown = lines.filter(isShown);
  return shown.map((line) => line.replace(captionTags, '')).join('\n');
}

/** Messages without the words of programs. A message without an author is a program's. */
export function collectMessages(
  written: Iterable<{ readonly author: string | undefined; readonly text: string }>,
): Messages {
  const messages: Message[] = [];
  let template = 0;
  for (const { author, text } of written) {
    if (author === undefined) {
      template += countWords(text);
      continue;
    }
    const [name, whole] = [author.replace(/^~\s*/u, '').trim(), text.trim()];
    const isNotice = whole.length <= longestNotice && whole.startsWith(`${name} `) && !/[.!?,]$/.test(whole);
    const isOther = isNotice || /^[\u200e\u200f]/.test(whole) || programs.test(whole) || forwarded.test(whole);
    const marked = isOther ? '' : whole.replace(beside, '').replace(/[\u200e\u200f]/g, '');
    const own = marked.trim().replace(severalLines, '$1');
    messages.push({ author: name, text: own, template: countWords(whole) - countWords(own) });
  }
  return { messages, template };
}

const mark = String.raw`[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]*`;

/** Complete messages that programs write, in some languages. */
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
    '.{1,60} (?:created group .{1,80}|added you|added .{1,40}|left|changed (?:this|the) group.{1,3}s icon|changed the subject .{1,120}|joined using this group.{1,3}s invite link)',
    'you blocked this contact.*|you unblocked this contact.*',
    String.raw`\[(?:sticker|photo|video|voice message|file|album|location|emoticon|gif)s?\]|사진|동영상|이모티콘`,
    String.raw`liked a message|reacted .{1,8} to your message\s*|(?:you|.{1,40}) sent (?:an attachment|a photo|a video|a sticker|a gif|a voice message|a link)`,
    // the notice at the beginning
    '(?:messages|nachrichten|les messages|los mensajes|i messaggi|de berichten|berichten|as mensagens)[^\\n]{0,60}(?:end-to-end encrypted|ende-zu-ende|de bout en bout|de extremo a extremo|end-to-end|de ponta a ponta|ponto a ponto)[^\\n]*',
  ].join('|')})\\.?$`,
  'iu',
);

/** What programs add to a person's words: a file name in place of a file, and the note that a message was changed. */
const beside = new RegExp(
  [
    String.raw`^[^\n]{1,200}\((?:file attached|datei angehängt|fichier joint|archivo adjunto|file allegato|bestand bijgevoegd|(?:arquivo|ficheiro) anexado)\)$`,
    String.raw`^<[^<>\n]{3,80}>$`,
    String.raw`[\u200e\u200f]<[^<>\n]{1,120}>`,
    '<(?:media har utelämnats|без медиафайлов|pominięto multimedia|medya dahil edilmedi|медиа пропущено|média vynechána)>',
    String.raw`<(?:attached|anhang|adjunto|allegato|bijgevoegd|anexado|pièce jointe) ?: ?[^<>\n]{1,120}>`,
    String.raw`<(?:this message was edited|diese nachricht wurde bearbeitet|ce message a été modifié|(?:se editó este mensaje)|questo messaggio è stato modificato|dit bericht (?:is|werd) bewerkt|(?:essa|esta) mensagem foi editada)\.?>`,
    String.raw`!?\[[^\]\n]{0,120}\]\(\.?/?media/[^)\n]{1,200}\)`,
    String.raw`^\{(?:Attachments|Embed|Stickers|Reactions)\}$(?:\n\S.*)*`,
    String.raw`^\(- [^\n]{1,200} -\)$`,
    String.raw`^\[In reply to [^\]\n]{1,80}\]`,
    String.raw`^Repl(?:ying|ied) to "[^\n]{1,200}"?$|^(?:Reacted to|Removed a) [^\n]{1,200}$`,
    String.raw`^POLL:$[^]*?(?:\n\s*\n|(?![^]))`,
    String.raw`^attachments\/\S+$|^Tapbacks:$(?:\n\s+.{1,60})*|^ {4}(?:Loved|Liked|Disliked|Laughed|Emphasized|Questioned) by .{1,40}$`,
    String.raw`^\s*:[a-z\d_+-]{1,30}:\s*\n\s*\d{1,3}\s*$|\(edited\)|^\d{1,3} repl(?:y|ies)$|^Last reply .{1,30} ago$|^View thread$`,
  ].join('|'),
  'gimu',
);

/** LINE puts a message of several lines into quotation marks. */
const severalLines = /^"([^"]*\n[^"]*)"$/;

/** A notice such as "Ann pinned a message" below the name of Ann has at most this many characters. */
const longestNotice = 80;
const forwarded = /^\[Forwarded from [^\]\n]{1,80}\]/i;
