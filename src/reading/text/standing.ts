import { countEach } from '../../core/basics/numbers';
import { createPoll, type StopSignal } from '../../core/basics/work';
import { type Head, isName, labelled, type Line, ofSender, readName } from './heads';

// Names that are alone: on lines of their own, or in cells of a table.

/** A cell of a table, or a line that is short: its text, and where it begins in the masked line. */
interface LineCell {
  readonly text: string;
  /** The text with one sign in place of each number. */
  readonly form: string;
  readonly line: number;
  readonly start: number;
}

/** Lines and cells that come back have at most this many characters. */
const longestCell = 60;
const toForm = (text: string): string => text.replace(/\p{N}+/gu, '#');

/** Citations of courts come back, too. */
const citation = /^\p{Nd}{3}|__|, at |\p{Nd}d\b|\p{L}[.,]* \p{Nd}{3}/u;
const person = /^(?:[\p{Lu}\p{Lo}@~+]|\S+$)[^:;!?"“”„<>[\]|\u0001-\u0004]{0,40}(?<![.,])$/u;

/** Cells and short lines between two stretches of words. The words below begin behind `length` characters of the last line. */
interface Block {
  readonly cells: readonly LineCell[];
  readonly from: number;
  readonly line: number;
  readonly length: number;
  readonly isBelowWords: boolean;
  readonly hasWordsBelow: boolean;
}

/** Cells and lines that come back, with one sign in place of numbers, or that have no letters, in runs. Throws Cancelled. */
function listBlocks(lines: readonly Line[], stop: StopSignal): readonly Block[] {
  const poll = createPoll(stop);
  const rows = lines.map(({ masked }, at) => {
    poll(at);
    if (!masked.includes('\t'))
      return masked.length > longestCell ? [] : [{ text: masked, form: toForm(masked), line: at, start: 0 }];
    let start = 0;
    return masked.split('\t').map((text) => {
      const cell = { text: text.trim(), form: toForm(text.trim()), line: at, start };
      start += text.length + 1;
      return cell;
    });
  });
  const counts = countEach(rows.flatMap((row) => row.map(({ form }) => form)));
  const isOfProgram = ({ text, form }: LineCell): boolean =>
    form.length <= longestCell && (counts.get(form)! > 1 || !/\p{L}/u.test(text));
  const blocks: Block[] = [];
  let [open, hasWords, isInRow] = [[] as LineCell[], false, false];
  const close = (length: number, hasWordsBelow = true): void => {
    if (open.length > 0) {
      const [from, { line }] = [open[0]!.line + Number(isInRow), open.at(-1)!];
      blocks.push({ cells: open, from, line, length, isBelowWords: hasWords, hasWordsBelow });
    }
    [open, hasWords] = [[], true];
  };
  for (const [at, row] of rows.entries()) {
    let isBegun = row.length === 0;
    if (isBegun) close(Infinity);
    for (const cell of row) {
      if (isOfProgram(cell)) {
        if (open.length === 0) isInRow = isBegun;
        open.push(cell);
        continue;
      }
      close(open.at(-1)?.line === at ? cell.start : Infinity);
      isBegun = true;
    }
  }
  close(Infinity, false);
  return blocks;
}

/** A name in more than this share of the blocks is none. */
const mostBlocks = 0.9;

/** Names in lines and cells that come back above or below each turn. Those in nearly each block are no names, such as "Reply". */
export function findStanding(lines: readonly Line[], stop: StopSignal): readonly Head[] {
  const blocks = listBlocks(lines, stop).flatMap((block) => {
    const names = block.cells.flatMap(({ text }) => {
      const [, label = '', value = ''] = labelled.exec(text) ?? [];
      const shown = ofSender.has(label.toLowerCase()) ? value : text;
      const name = shown
        .replace(/, \p{N}.*$/u, '')
        .replace(/^(?:#?\p{N}{1,5}[.)]?\s+)?[^\p{L}\p{N}@~+(_]*|[^\p{L}\p{N})]+(?:\(\p{N}+\))?$/gu, '')
        .trim();
      const isPerson = /\p{L}/u.test(name) && person.test(name) && !citation.test(shown);
      return isPerson && isName(readName(name), 'N') ? [readName(name)] : [];
    });
    return names.length === 0 ? [] : [{ ...block, names }];
  });
  const counts = countEach(blocks.flatMap(({ names }) => [...new Set([...names, ...names.map(toForm)])]));
  const isConstant = (name: string): boolean =>
    counts.get(name)! > mostBlocks * blocks.length ||
    (counts.get(toForm(name))! > mostBlocks * blocks.length && 10 * counts.get(name)! < blocks.length);
  const named = blocks.map(({ names, ...block }) => ({ ...block, names: names.filter((name) => !isConstant(name)) }));
  const first = named.findIndex(({ names }) => names.length > 0);
  const last = named.findLast(({ names }) => names.length > 0);
  const isBehind = named[first]?.isBelowWords === true && last?.hasWordsBelow === false;
  return named.flatMap(({ names, from, line, length }) => {
    const name = isBehind ? names[0] : names.at(-1);
    return name === undefined ? [] : [{ shape: 'N', name, from, line, length }];
  });
}
