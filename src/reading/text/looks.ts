import { groupBy } from '../../core/basics/numbers';
import { countWords } from '../../core/text/countWords';
import { type ByShape, groupByShape, type Head, type Line } from './heads';

// Speakers of whom nothing but the look of their paragraphs tells who speaks: bold questions, indented answers, or one of two who is named.

/** A paragraph, and how it looks, which is empty for usual ones. */
type Shown = Readonly<{ text: string; look?: string }>;

/** Each of two looks has at least this many paragraphs, and half of them have at least this many words: titles have fewer. */
const [fewestParagraphs, fewestWords] = [4, 5];
/** The two looks have at least this share of the paragraphs, and change at least at this share of them; more often where one has a label. */
const [leastShare, leastChanges, leastOfLabel] = [0.9, 0.4, 0.6];

/** Whether two looks of paragraphs take turns, as those of two speakers do. */
export function takeTurns(shown: readonly Shown[], least = leastChanges): boolean {
  const changes = shown.filter(({ look = '' }, i) => i > 0 && look !== (shown[i - 1]!.look ?? '')).length;
  const [first, second] = [...groupBy(shown, ({ look = '' }) => look).values()].sort((a, b) => b.length - a.length);
  const areParagraphs = (own: readonly Shown[]): boolean =>
    new Set(own.map(({ text }) => text)).size >= fewestParagraphs &&
    2 * own.filter(({ text }) => countWords(text) >= fewestWords).length >= own.length;
  if (!first || !second || changes < least * shown.length) return false;
  return first.length + second.length >= leastShare * shown.length && [first, second].every(areParagraphs);
}

/** A line with more characters is a paragraph, because no program broke it. */
const longestLine = 100;

/** A paragraph of Markdown that is bold or italic as a whole. */
const emphasised = /^([*_]{1,3})(?=[^\s*_]).*[^\s*_]\1$/;
/** A question to somebody in a list, who answers below it. */
const question = /^(?:\d{1,3}[.)]|\p{L}[.)]|[-•]) (?=.*\b(?:you|your|sie|ihre?n?|du|vous|votre|usted)\b).*\?[*_]*$/iu;

/** The paragraphs of lines. A blank line is between two of them. Their look says whether they are indented, or bold in Markdown. */
function listBlocks(lines: readonly Line[]): readonly (Shown & { readonly line: number; readonly length?: number })[] {
  const blocks: { line: number; look: string; text: string }[] = [];
  for (const [line, { row, isIndented, text }] of lines.entries()) {
    const before = lines[line - 1];
    const isAlone = (each: string): boolean =>
      each.length > longestLine || question.test(each) || emphasised.test(each);
    const isNew = !before || row > before.row + 1 || isAlone(before.text) || emphasised.test(text);
    const last = blocks.at(-1);
    if (isNew || !last)
      blocks.push({ line, look: isIndented ? 'indented' : emphasised.test(text) ? 'emphasised' : '', text });
    else last.text += ` ${text}`;
  }
  return blocks;
}

/** Paragraphs with two indents or two numbers, and paragraphs in brackets that one name begins, between those of another, as heads of turns. */
export function findLooks(lines: readonly Line[], labels: ByShape): ByShape {
  const blocks = listBlocks(lines);
  const toHeads = (all: ReturnType<typeof listBlocks>): readonly Head[] =>
    takeTurns(all)
      ? all.map(({ line, look, length = 0 }) => ({ shape: 'look', name: look || 'usual', line, length }))
      : [];
  const byNumber = blocks.map((block) => {
    const [mark = ''] = /^\p{Nd}[.):\]]* /u.exec(block.text) ?? [];
    return { ...block, look: mark.trim(), length: mark.length };
  });
  const inserted = [...labels].flatMap(([shape, own]): readonly Head[] => {
    if (!/^[[({<>]/.test(shape) || own.length <= fewestParagraphs) return [];
    const named = new Map(own.map((head) => [head.line, head]));
    const looks = blocks.map((block) => ({ ...block, look: named.get(block.line)?.name ?? '' }));
    const all = looks.map(({ line }) => named.get(line) ?? { name: 'unnamed', line, length: 0 });
    return takeTurns(looks, leastOfLabel) ? all.map((head) => ({ ...head, shape: `${shape}, unnamed` })) : [];
  });
  const byQuestion = blocks.map((block) => ({ ...block, look: question.test(block.text) ? 'question' : '' }));
  return groupByShape([...[blocks, byNumber, byQuestion].flatMap(toHeads), ...inserted]);
}
