import { createPoll, type StopSignal } from '../../core/basics/work';
import { type ByShape, countNames, groupByShape, hasTime, type Head, isName, type Line, readName } from './heads';
import { maskTimes, unmask } from './programs';

/** All that may be the heads of turns by their own form. Throws Cancelled. */
export function findLabels(lines: readonly Line[], stop: StopSignal): ByShape {
  const poll = createPoll(stop);
  const constant = findConstant(lines);
  const mayFollow = hasTime.test(constant) ? /[\])>}]/ : /./; // behind a time, a log also has words before a colon
  const labels: (Head | undefined)[] = [];
  for (const [i, line] of lines.entries()) {
    poll(i);
    labels.push(findLabel(line, i), findBehind(line, i));
    if (constant === '' || !line.masked.startsWith(constant)) continue;
    const behind = findLabel(line, i, constant.length);
    if (behind && mayFollow.test(behind.shape)) labels.push({ ...behind, shape: `…${behind.shape}` });
  }
  // Names of two words that begin at least half of the lines, with a capital letter behind most of them: in minutes, a verb is behind.
  const heads = lines.flatMap(({ masked }, line): Head[] => {
    const [all, name] = twoNames.exec(masked) ?? [];
    return all && name && isName(name, ':') ? [{ shape: 'N words', name, line, length: all.length }] : [];
  });
  const counts = countNames(heads);
  const again = heads.filter(({ name }) => counts.get(name)! > 1);
  const inSentence = again.filter(({ line, length }) => /^\p{Ll}/u.test(lines[line]!.masked.slice(length))).length;
  const areOften = 2 * again.length >= lines.filter(({ isBetween }) => !isBetween).length;
  return groupByShape([...labels, ...(areOften && 2 * inSentence <= again.length ? again : []), ...findDashes(lines)]);
}

const level = /[\u0001-\u0004] (?:INFO|WARN|ERROR|DEBUG|TRACE)\b/;

/** What at least half of the lines begin with, up to a blank: a program writes it, and the name is behind it. */
function findConstant(lines: readonly Line[]): string {
  let [begin, lead] = ['', 0]; // the only beginning that may be that of most lines
  for (const { masked } of lines) {
    if (lead === 0) begin = masked.slice(0, leastConstant);
    lead += masked.startsWith(begin) ? 1 : -1;
  }
  const texts = lead <= 0 ? [] : lines.flatMap(({ masked }) => (masked.startsWith(begin) ? [masked] : []));
  if (begin.length < leastConstant || 2 * texts.length < lines.length || texts.length < 2) return '';
  let end = leastConstant;
  while (end < longestLabel && texts.every((text) => text[end] !== undefined && text[end] === texts[0]![end])) end += 1;
  const shared = texts[0]!.slice(0, end);
  return /\p{L}/u.test(shared) && !level.test(shared) ? shared.slice(0, shared.lastIndexOf(' ') + 1) : '';
}

/** Any mark that may end a label. Commas and stops are in sentences; the others of these may be in names. */
const closing = String.raw`[^\p{L}\p{N}\p{Cf}\s\u0001-\u0004,;!?.'’…"“”„\-–—()<\[@_+&/%*#$]`;
const time = '[\u0001-\u0004]';
/** Behind a label that is no sentence, although only a full stop or a bracket ends it. */
const titled = String.raw`(?<=(?:^|[^\p{L}\p{N}.])(?:[QAFR]\p{N}{0,4}|(?!(?:MR|MRS|MS|DR)[.)])\p{Lu}[\p{Lu}'’. -]{1,24}|(?:M(?:r|r?s)\.|Dr\.|Senator|Chair(?:wo)?man|The) \p{Lu}[\p{L}'’-]{2,24}))`;
/** A label at the beginning of a line: perhaps marks, a time, a number and a word before brackets, then some words, and what ends them. */
const labelAtBegin = new RegExp(
  String.raw`^(?<open>[^\p{L}\p{N}@~+_\u0001-\u0004]{0,6}(?:${time}[^\p{L}\p{N}@~+_]{0,6})?(?:\p{N}{1,5}Z?[.)\]]{0,2}[ \t]+)?[^\p{L}\p{N}@~+_\u0001-\u0004]{0,4})` +
    String.raw`(?<n>[\p{L}\p{N}@~+_](?:[^\p{Cc};!?"“”„<>[\](){}|:：»]|\([^()\n]{1,40}\)){0,44}?)` +
    String.raw`(?<close> ?${closing}|,? (?=["“„«]|['‘]\p{Lu})|[,.]? ?[–—]|(?=\.)${titled}\.-{0,2}(?=[ \t]{1,8}[^\s\p{N}])|(?=\))(?:${titled}|(?<=\([^()]{1,44}))\)|[ \t]{2,}|\t|,? [[(]?${time})(?<more>[^\p{L}\p{N}\s"“„«(<[]{0,3})\s*`,
  'u',
);
/** A label and what is around it have at most, and a constant beginning at least this many characters. */
const [longestLabel, leastConstant] = [90, 6];
const mayEndLabel = /["“„«]|, ['‘]|[^\p{L}\p{N} ,;!?'’…"“”„\-_@+&/%*#$(<[]|[ -]{2}| - /u;
const marked =
  /^[^\p{L}\p{N}*_'<[\\]{0,4}(?:\*\*|__|'{3}|<(?:b|strong|i|em)>|\[b\])(?<n>[\p{L}\p{N}@~+][^*_<[\]:.!?\n]{0,44})(?:\*\*|__|'{3}|<\/\w{1,6}>|\[\/b\])\s+(?=\S)/u;
const arrow = /^(?<n><{2,3}|>{2,3}|<?[-=]{1,2}>|<[-=]{1,2}|[←→⇐⇒«»▶◀►◄])\s+(?=\S)/u;
/** The head that the beginning of a line has by its own form: a label, and what is around it. */
function findLabel({ text, masked: whole }: Line, line: number, skipped = 0): Head | undefined {
  const masked = whole.slice(skipped);
  const found = mayEndLabel.test(masked.slice(0, longestLabel)) ? labelAtBegin.exec(masked) : null;
  const name = found ? readName(found.groups!['n']!) : '';
  if (found && isName(name, ':') && (!/^\p{Nd}$/u.test(name) || /\s$/.test(found[0]))) {
    const { open, close, more } = found.groups as unknown as Record<'open' | 'close' | 'more', string>;
    const end = /^\s+$/.test(close) ? close.slice(0, 2) : close.replace(/^[,.](?= )/, '').trim();
    const shape = `${open.replace(/\p{N}+/gu, '#').replace(/\s+/g, ' ')}N${end}${more}`; // without numbers
    return { shape, name, line, length: skipped + found[0].length };
  }
  const sign = arrow.exec(masked);
  if (sign) return { shape: '→', name: sign.groups!['n']!, line, length: sign[0].length };
  const bold = marked.exec(text);
  const own = readName(bold?.groups!['n'] ?? '');
  return bold && isName(own, ':') ? { shape: '**N**', name: own, line, length: maskTimes(bold[0]).length } : undefined;
}

/** A name and a time behind the words of a line, as in "… --Ann (talk) 10:14, 3 May 2020 (UTC)". */
const signed = new RegExp(
  String.raw`(^|[.!?…"”’)\]>*]\s*|\s(?=[-–—~|]))(?:[-–—~•·|*]{1,4}\s*)?(?:\[\[(?:[^[\]|]*[|:])?)?` +
    String.raw`(?<n>[\p{L}\p{N}@~](?:[^:;!?.…"“”„<>[\]|()–—\t\u0001-\u0004]|(?<=(?<!\p{L})\p{Lu})\.|\.(?=\S)){0,40}?)` +
    String.raw`(?:\]\])?,?(?: ?\([^()]{1,60}\))*(?:,| [-–—·|])? [[(]?${time}[\])]?$`,
  'u',
);
const mayBeSigned = /(?:[\d)\]\u0660-\u06ff]|[apAP]\.?[mM]\.?|ago|UTC|GMT)$/;

/** Initials in brackets, or a name behind a dash, at the end of a line with words, and not of a quotation. */
const behind =
  /(?<=\p{L}.{0,200}[\s.!?…)])(?<!["”’“»]\s?)(?:[([](?<n>\p{Lu}[\p{Lu}.]{1,4})[)\]]|(?:[—–]|--) ?(?<m>\p{Lu}[\p{L}.’'-]*(?: \p{Lu}[\p{L}.’'-]*){0,2}))$/u;

function findBehind({ text }: Line, line: number): Head | undefined {
  const end = text.slice(-longestLabel);
  const sign = mayBeSigned.test(text) ? signed.exec(maskTimes(end)) : null;
  const signer = readName(sign?.groups!['n'] ?? '');
  if (sign && isName(signer, 'T')) {
    const begin = text.length - end.length + unmask(end, sign.index + sign[1]!.length);
    return { shape: 'words N T', name: signer, line, begin, length: Infinity };
  }
  const found = /[)\]\p{L}.]$/u.test(text) ? behind.exec(end) : null;
  const name = found?.groups!['n'] ?? found?.groups!['m'];
  if (!found || name === undefined || !isName(name, ':')) return undefined;
  return { shape: 'words N', name, line, begin: text.length - found[0].length, length: Infinity };
}

const twoNames = /^(\p{Lu}[\p{L}.’'-]+ \p{Lu}[\p{L}.’'-]*) (?=\S)/u;

/** Dashes of pairs of lines or of nearly all lines, or double arrows, where the speaker changes in captions. Nobody is named, so that two seem to speak in turn. */
function findDashes(lines: readonly Line[]): readonly Head[] {
  const marks = lines.map(({ text }) => /^(?:>>|[-–—])(?= ?[\p{L}\p{N}"“'‘(¿¡])/u.exec(text)?.[0]);
  const isPaired = (at: number): boolean => {
    const isWith = (beside: number): boolean =>
      marks[beside] !== undefined && lines[beside]!.row - lines[at]!.row === beside - at;
    return isWith(at - 1) ? !isWith(at - 2) && !isWith(at + 1) : isWith(at + 1) && !isWith(at + 2);
  };
  const turns = [...lines.keys()].filter((at) => marks[at] !== undefined);
  const areLines = 5 * turns.length >= 4 * lines.length && turns.every((at) => marks[at] !== '-'); // a list has hyphens
  const areTurns = areLines || turns.every((at) => marks[at] === '>>' || isPaired(at));
  if (!areTurns || lines.some(({ text }) => text.startsWith('> '))) return [];
  return turns.map((line, i) => {
    return { shape: '–', name: `${marks[line]!} ${1 + (i % 2)}`, line, length: marks[line]!.length };
  });
}
