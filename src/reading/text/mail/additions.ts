import { numericDay } from '../dates';
import { isOfProgram, ruleLine } from './headers';
import type { Lines } from './lines';
import { buildAlternation, readList } from './words';

/** A name below a closing or a mark of a signature. */
export const signature =
  /^(?:-- |[^>\n]{0,30}(?:regards|wishes|yours|sincerely|cheers|gr(?:ü|ue)(?:ß|ss)e?n?|cordialement|saludos|saluti)[^\n]{0,20})\r?\n\s*([\p{Lu}\p{Lo}][\p{L}\p{M}.’' -]{1,40})\r?$/imu;

/** The most lines of a signature below "-- ", of one below "--", of a footer, and of details below a program's line. */
const [mostSignatureLines, mostPlainSignatureLines, mostFooterLines, mostDetails] = [20, 12, 15, 3];
/** The most characters of a program's line or a line of a signature without a mark, of a line of a footer, and of a banner. */
const [longestLine, longestFooterLine, longestBanner] = [100, 250, 600];
/** The least and the largest number of characters in a legal notice. */
const [shortestNotice, longestNotice] = [60, 4000];

/** The line below a program's line about itself: its address or its version. */
const programDetail = /^\W*(?:https?:\S+|www\.\S+|(?:checked by|version:).{0,120})\s*$/i;
const shortRule = /^\s*(?:[-_]{2,}|[—–])\s*$/;
const footerWords = new RegExp(buildAlternation(readList('footers')), 'iu');
/** The line that a mail server puts above a mail from outside. */
const banner = new RegExp(
  String.raw`^\W*${buildAlternation(readList('bannerOpeners'))}(?!\p{L})[^]*${buildAlternation(readList('banners'))}`,
  'iu',
);
const online = String.raw`https?:|www\.|\S@\S`;
const placeOnline = new RegExp(online, 'i');
const noticeParts = (['notices', 'noticeWords', 'noticeObjects'] as const).map(
  (name) => new RegExp(buildAlternation(readList(name)), 'iu'),
);
const nameLike =
  /^(?:\p{Lu}\S*|d[aei]|de[nr]?|van|von|und|and|of|the|for|[&|,·•–-])(?: +(?:\p{Lu}\S*|d[aei]|de[nr]?|van|von|und|and|of|the|for|[&|,·•–-])){0,7}$|^\S+$|@|www\.|https?:|\+?\d[\d ()/.-]{5,}/u;

/** Excludes signatures, and additions of mail programs and mailing lists. */
export function excludeAdditions(lines: Lines): void {
  // The frame of a mail that is signed in its text: its first lines, and the signature in base64.
  let begun: number | undefined;
  lines.visitOwn((first, end) => {
    for (let at = first; at < end; at++) {
      const [, what, name] = armourLine.exec(lines.readText(at)) ?? [];
      if (what === 'BEGIN' && name === 'PGP SIGNED MESSAGE') excludeArmourFrom(lines, at, hashLine);
      else if (what === 'BEGIN') begun = at;
      else if (what === 'END' && begun !== undefined) {
        lines.exclude('armour', begun, at + 1);
        begun = undefined;
      }
    }
  });
  if (begun !== undefined) excludeArmourFrom(lines, begun, base64Line);
  // The first paragraph, with the rule below it, if a mail server wrote it.
  const top = lines.findFilled(0);
  const topEnd = lines.findBlank(top);
  const paragraph = lines.source.slice(lines.start(top), lines.start(topEnd));
  if (lines.isOwn(top) && paragraph.length <= longestBanner && banner.test(paragraph)) {
    const below = lines.findFilled(topEnd);
    lines.exclude('program', top, ruleLine.test(lines.readText(below)) ? below + 1 : topEnd);
  }
  // "Sent from my phone" and similar lines with their details, which are a paragraph or end one.
  lines.visitOwn((first, end) => {
    for (let at = first; at < end; at++) {
      const line = lines.readText(at).trim();
      if (line.length > longestLine || !isOfProgram(line)) continue;
      let below = at + 1;
      while (below <= at + mostDetails && programDetail.test(lines.readText(below))) below += 1;
      if (!lines.isBlank(below) && lines.isOwn(below)) continue;
      lines.exclude('program', at > first && shortRule.test(lines.readText(at - 1)) ? at - 1 : at, below);
    }
  });
  lines.visitOwn((first, until) => {
    let last = until;
    for (let before = -1; before !== last;) {
      before = last;
      last = findNoticeStart(lines, first, last) ?? findFooterStart(lines, first, last) ?? last;
    }
    // A signature: from a "-- " line on, from "--" if it seems to be below it, and from another dash if it is about a person.
    for (let at = Math.max(first, last - mostSignatureLines); at < last; at++) {
      const [dash, blank] = /^(?:(?:- )?--( )?|\s*[—–]{1,3}\s*)$/.exec(lines.readText(at)) ?? [];
      if (dash === undefined) continue;
      const isOfKind = dash.endsWith('--') ? isSignature : isPerson;
      const isAbove = at === 0 || lines.findFilled(at + 1) < last;
      if (!blank && !(isAbove && isOfKind(lines, at + 1, last))) continue;
      lines.exclude('signature', at, last);
      return;
    }
    // A person's name and contact details, if they are the last paragraph without any mark above it.
    const end = lines.findFilledAbove(last, first);
    let start = end + 1;
    while (start > first && end - start < mostPlainSignatureLines && isOfContact(lines.readText(start - 1).trim()))
      start -= 1;
    while (start < end && !personName.test(lines.readText(start).trim())) start += 1;
    const below = lines.readTexts(start + 1, end + 1);
    const above = start > first && shortRule.test(lines.readText(start - 1)) ? start - 1 : start;
    if (below.some((line) => contact.test(line) && !date.test(line))) lines.exclude('contact', above, last);
  });
}

/** The first and the last line of what a program has put into the text as signs: a signature or a key. */
const armourLine =
  /^-----(BEGIN|END) (PGP [A-Z ]{3,30}|[A-Z ]{0,30}(?:CERTIFICATE|PRIVATE KEY|PUBLIC KEY|PKCS7))-----\s*$/;

const hashLine = /^(?:Hash|Charset|Version|Comment|NotDashEscaped)\b.*:/;
const base64Line = /^(?:[A-Za-z0-9+/=]{0,80}|\w+: .*)\s*$/;

/** Excludes a line and those below it, as far as they are of one kind: the head of a frame, or a frame without an end. */
function excludeArmourFrom(lines: Lines, at: number, kind: RegExp): void {
  let end = at + 1;
  while (end < lines.count && kind.test(lines.readText(end))) end += 1;
  lines.exclude('armour', at, end);
}

/** Excludes a legal notice and returns where it begins among the own lines. Undefined if there is none. */
function findNoticeStart(lines: Lines, first: number, end: number): number | undefined {
  const last = lines.findFilledAbove(end, first);
  let start = last;
  while (start > first && !lines.isBlank(start - 1)) start -= 1;
  const length = lines.findEnd(last) - lines.start(start);
  if (last < first || length < shortestNotice || length > longestNotice) return undefined;
  const paragraph = lines.source.slice(lines.start(start), lines.findEnd(last));
  if (!noticeParts.every((part) => part.test(paragraph))) return undefined;
  while (start > first && (lines.isBlank(start - 1) || ruleLine.test(lines.readText(start - 1)))) start -= 1;
  lines.exclude('notice', start, end);
  return start;
}

/** Excludes the footer of a mailing list below a line of dashes and returns where it begins. Undefined if there is none. */
function findFooterStart(lines: Lines, first: number, end: number): number | undefined {
  const last = lines.findFilledAbove(end, first);
  for (let at = last - 1; at >= first && at >= last - mostFooterLines; at--) {
    if (!ruleLine.test(lines.readText(at)) && !shortRule.test(lines.readText(at))) continue;
    const below = lines.source.slice(lines.start(at + 1), lines.findEnd(last));
    const hasProse = below.split('\n').some((line) => line.length > longestFooterLine);
    if (hasProse || !footerWords.test(below) || !placeOnline.test(below)) continue;
    lines.exclude('footer', at, end);
    return at;
  }
  return undefined;
}

/** Whether a line says how to reach somebody: a telephone number, an address of mail or of the web. */
const contact = new RegExp(String.raw`${online}|(?<!\d)\+?(?:\(\d+\)[ ./-]?)?\d(?:[ ()./-]{0,2}\d){7,14}(?!\d)`, 'iu');
const date = new RegExp(String.raw`^\D{0,20}${numericDay}`, 'u');
/** A person's name, alone or before a title or firm. */
const personName =
  /^\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|d[aei]|de[nr]?|van|von)){1,4}(?:$|,? *[|,·•–-]+ *\p{Lu})/u;
/** The house and the street, or the title of a person. */
const placeLike = /^\d{1,5}[A-Za-z]? \p{Lu}|^\p{Lu}[^.!?]{0,60}$/u;

function isOfContact(line: string): boolean {
  if (line === '' || line.length > longestLine) return false;
  return contact.test(line) || nameLike.test(line) || placeLike.test(line);
}

/** Whether there are a few short lines that do not continue the sentence above, and the first is a name or an address. */
function isSignature(lines: Lines, first: number, end: number): boolean {
  const texts = lines.readTexts(first, end).map((line) => line.trim());
  const filled = texts.filter((_, i) => !lines.isBlank(first + i));
  const [name] = filled;
  if (name === undefined || filled.length > mostPlainSignatureLines || !nameLike.test(name.replace(/^[*_]+/, '')))
    return false;
  const isProse = filled.slice(1).some((line) => /^\p{Ll}/u.test(line) && !placeOnline.test(line));
  return !isProse && filled.every((line) => line.length <= longestLine);
}

/** Whether there is a person's name, and directly below it only the person's position and contact details. */
function isPerson(lines: Lines, first: number, end: number): boolean {
  const last = lines.findFilledAbove(end, first);
  const all = lines.readTexts(first, last + 1).map((line) => line.trim());
  return all.length <= mostSignatureLines && personName.test(all[0] ?? '') && all.every(isOfContact);
}
