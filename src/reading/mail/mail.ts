import type { PartKind, ReadPart } from '../text/readableFormats';
import { unreadableDocument } from '../../core/errors';
import { groupBy } from '../../core/basics/numbers';
import type { StopSignal } from '../../core/basics/work';
import type { DocumentReader } from '../../core/ports';
import { countWords } from '../../core/text/countWords';
import { findExclusions, subtractRanges } from '../text/exclusions';
import { readHtml } from '../markup/html';
import { decodePart, listParts, type MailPart, parseMail } from './parseMail';

/** Every mail has at least one of these fields. */
const headers: ReadonlySet<string> = new Set(['from', 'date', 'subject', 'message-id', 'to', 'received']);

const encrypted = /^application\/(pgp-encrypted|(x-)?pkcs7-mime)$/;
const outlookText = /^application\/(?:vnd\.)?ms-tnef$/;

/** A text of a mail, and the other parts that were left out: their words, or the names of files. */
interface Section {
  readonly text: string;
  readonly left: readonly ReadPart[];
}

function createPart(kind: PartKind, text: string, words = countWords(text)): ReadPart {
  return { kind, words, places: [{ at: 0, text }] };
}

/** Reads .eml: the plain text of a mail, otherwise its HTML. Earlier mails stay in their places. */
export const mailReader: DocumentReader = {
  library: 'postal-mime 4.0.0, htmlparser2 12.0.0',
  read: async (given, name, stop) => {
    // a file of Apple Mail (.emlx) begins with the number of bytes of its mail, and ends with a property list
    const [line = '', length = Infinity] =
      /^(\d{1,9}) *\r?\n/.exec(Buffer.from(given.subarray(0, 16)).toString('latin1')) ?? [];
    const bytes = given.subarray(line.length, line.length + Number(length));
    const root = await parseMail(bytes, name);
    if (!root.headers.some(({ key }) => headers.has(key))) throw unreadableDocument(name, 'it is not an e-mail');
    const sealed = listParts(root).find(({ contentType }) => encrypted.test(contentType.parsed.value));
    if (sealed) {
      const isSigned = sealed.contentType.parsed.params['smime-type'] === 'signed-data';
      throw unreadableDocument(
        name,
        isSigned ? 'it is signed as a whole (S/MIME); open it in a mail program and save its text' : 'it is encrypted',
      );
    }
    if (root.contentType.parsed.value === 'multipart/report')
      throw unreadableDocument(name, 'a mail server wrote it, to report on a mail by someone'); // RFC 6522
    const { text, left } = joinSections(await readSections(root, name, stop));
    if (text === '' && left.some(({ places = [] }) => /^winmail\.dat$/i.test(places[0]?.text ?? ''))) {
      const problem =
        'its text is in the attachment winmail.dat, which Idiograph does not read; open the mail in Outlook and save it as plain text';
      throw unreadableDocument(name, problem);
    }
    const excluded = findExclusions(text, stop);
    const own = subtractRanges({ start: 0, end: text.length }, excluded);
    const hasWords = own.some(({ start, end }) => text.slice(start, end).trim() !== '');
    const isForward = excluded.some(({ kind, rule }) => kind === 'forwarded' || rule === 'mail header at the top');
    const beginsWithHeader = excluded[0]?.rule === 'mail header at the top' && excluded[1]?.kind !== 'quoted';
    if (isForward && (beginsWithHeader || !hasWords))
      throw unreadableDocument(name, 'it contains only a forwarded mail and no words of its own');
    // What was left out by kind, with files separate from texts. All of it comes after the text.
    const named = left.filter(({ kind, words }) => words > 0 || kind === 'attachments');
    const groups = groupBy(named, ({ kind, words }) => `${kind} ${words > 0}`);
    const parts = Array.from(groups.values(), (group): ReadPart => {
      const places = group.flatMap((part) => part.places ?? []).map((place) => ({ at: text.length, text: place.text }));
      const words = group.reduce((sum, part) => sum + part.words, 0);
      return { kind: group[0]!.kind, words, ...(places.length > 0 && { places }) };
    });
    return { text, parts };
  },
};

async function readSections(part: MailPart, name: string, stop: StopSignal): Promise<readonly Section[]> {
  const { value } = part.contentType.parsed;
  const { multipart } = part.contentType;
  if (multipart !== false) {
    const sections: (readonly Section[])[] = [];
    for (const child of part.childNodes) sections.push(await readSections(child, name, stop));
    return multipart === 'alternative' ? [chooseVersion(sections.map(joinSections), part.childNodes)] : sections.flat();
  }
  const isAttached = part.contentDisposition.parsed.value === 'attachment';
  if (value === 'message/rfc822') {
    const root = await parseMail(new Uint8Array(part.content ?? new ArrayBuffer(0)), name);
    const { text, left } = joinSections(await readSections(root, name, stop));
    return [{ text: '', left: [createPart('forwarded', text), ...left] }];
  }
  if (!isAttached && value === 'text/plain') {
    const text = decodePart(part, name).replace(/\r\n/g, '\n').trim();
    const signs = text.match(outlookSigns) ?? [];
    const left = signs.map((sign) => createPart(sign.startsWith('<') ? 'navigation' : 'pictures', sign));
    return [{ text: text.replace(outlookSigns, '').trim(), left }];
  }
  if (!isAttached && value === 'text/html') {
    const { text, parts: left = [] } = readHtml(decodePart(part, name), name, stop);
    return [{ text: text.trim(), left }];
  }
  // An attached text, or the name of another attached file. Nothing for a picture that the mail shows.
  const { contentDisposition, contentId } = part;
  try {
    if (value.startsWith('text/')) return [{ text: '', left: [createPart('attachments', decodePart(part, name))] }];
  } catch {} // it has another encoding than it declares; the mail can still be read
  const isShown = contentId !== undefined || /^application\/pgp-signature$/.test(value);
  const said = contentDisposition.parsed.params['filename'] ?? part.contentType.parsed.params['name'] ?? value;
  const file = outlookText.test(value) ? 'winmail.dat' : said;
  return [{ text: '', left: isShown ? [] : [createPart('attachments', file, 0)] }];
}

/** Addresses behind words, and lines in place of pictures, as Outlook writes them into plain text. */
const outlookSigns =
  /(?<=\S)<(?:https?|mailto):[^<>\s]{1,4000}>|^\[(?:cid:[^\]\s]{1,200}|[^\]\n]{1,200}Description automatically generated)\]$/gm;

function joinSections(sections: readonly Section[]): Section {
  const texts = sections.map(({ text }) => text).filter((text) => text !== '');
  return { text: texts.join('\n\n'), left: sections.flatMap(({ left }) => left) };
}

/** A stub has less than this share of the HTML's words. Versions differ in more than this share of words, and this many. */
const [stubShare, otherShare, otherWords] = [0.5, 0.2, 10];

/** The plain version of a text, which was typed, unless it is a stub. The other is named if its content differs. */
function chooseVersion(versions: readonly Section[], parts: readonly MailPart[]): Section {
  const isPlain = (i: number): boolean => parts[i]!.contentType.parsed.value === 'text/plain';
  const plain = versions.find(({ text }, i) => isPlain(i) && text !== '');
  const rich = versions.find(({ text }, i) => !isPlain(i) && text !== '');
  if (!plain || !rich) return plain ?? rich ?? joinSections(versions);
  const dropBlanks = (text: string): string => text.replace(/\s+/g, '');
  const isSame = dropBlanks(plain.text) === dropBlanks(rich.text); // as from most programs, except for the ends of lines
  const isStub = !isSame && countWords(plain.text) < stubShare * countWords(rich.text);
  const [kept, other] = isStub ? [rich, plain] : [plain, rich];
  const attached = other.left.filter(({ kind }) => kind === 'attachments' || kind === 'forwarded');
  const listWords = (of: string): string[] => of.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  const known = new Set(listWords(kept.text));
  const all = listWords(other.text);
  const unknown = all.filter((word) => !known.has(word)).length;
  const isDifferent = !isSame && unknown > otherWords && unknown > otherShare * all.length;
  const named = isDifferent ? [createPart('alternative', other.text)] : [];
  return { text: kept.text, left: [...kept.left, ...attached, ...named] };
}
