import type { DocumentReader, StopSignal } from '../../core/ports';
import { polling } from '../../core/stop';
import { decodeText } from './decodeText';

/** Markdown as it stands, without what its author did not write as prose: front matter and fenced code. */
export const markdownReader: DocumentReader = {
  read: async (bytes, name, stop) => Promise.resolve(withoutCode(withoutFrontMatter(decodeText(bytes, name)), stop)),
};

/** YAML between a first line `---` and a line `---` or `...`. */
function withoutFrontMatter(text: string): string {
  const lines = text.split('\n');
  if (lines[0]?.trimEnd() !== '---') return text;
  const end = lines.findIndex((line, at) => at > 0 && /^(---|\.\.\.)\s*$/.test(line));
  return end < 0 ? text : lines.slice(end + 1).join('\n');
}

/** Blocks between fences of three or more back-ticks or tildes; a fence that is never closed is left as it is. */
function withoutCode(text: string, stop: StopSignal): string {
  const lines = text.split('\n');
  const closing = new ClosingFences(lines, stop);
  const kept: string[] = [];
  const poll = polling(stop);
  for (let at = 0; at < lines.length; at++) {
    poll(at);
    const fence = openingFence(lines[at]!);
    const end = fence ? closing.after(at, fence) : -1;
    if (end < 0) kept.push(lines[at]!);
    else at = end;
  }
  return kept.join('\n');
}

/** The kind and length of a fence. */
interface Fence {
  readonly mark: '`' | '~';
  readonly length: number;
}

/** The fence that opens a code block at this line (CommonMark 0.31, §4.5): behind back-ticks there is no other one. */
function openingFence(line: string): Fence | undefined {
  const fence = fenceAt(line, /^ {0,3}/.exec(line)![0].length);
  if (fence?.mark === '`' && line.lastIndexOf('`') >= line.indexOf('`') + fence.length) return undefined;
  return fence;
}

/** The fence that a line holds and nothing else, which closes a block that a fence of its kind opened, as long or shorter. */
function closingFence(line: string): Fence | undefined {
  const bare = line.trim();
  const fence = fenceAt(bare, 0);
  return fence?.length === bare.length ? fence : undefined;
}

function fenceAt(line: string, start: number): Fence | undefined {
  const mark = line[start];
  if (mark !== '`' && mark !== '~') return undefined;
  let end = start;
  while (line[end] === mark) end += 1;
  return end - start >= 3 ? { mark, length: end - start } : undefined;
}

/** Where fences close. Lines are looked through only where one of them does, so that reading is linear in any text. */
class ClosingFences {
  private readonly fences: readonly (Fence | undefined)[];
  /** Of each kind, for every line the length of the longest fence at or below it. */
  private readonly longest: Readonly<Record<Fence['mark'], Uint32Array>>;

  constructor(lines: readonly string[], stop: StopSignal) {
    const poll = polling(stop);
    this.fences = lines.map((line, at) => {
      poll(at);
      return closingFence(line);
    });
    this.longest = { '`': longestBelow(this.fences, '`'), '~': longestBelow(this.fences, '~') };
  }

  /** The first line below that closes the fence; −1 where none does. */
  after(line: number, { mark, length }: Fence): number {
    if (this.longest[mark][line + 1]! < length) return -1;
    let at = line + 1;
    while (!closes(this.fences[at], { mark, length })) at += 1;
    return at;
  }
}

function longestBelow(fences: readonly (Fence | undefined)[], mark: Fence['mark']): Uint32Array {
  const longest = new Uint32Array(fences.length + 1);
  for (let at = fences.length - 1; at >= 0; at--) {
    const fence = fences[at];
    longest[at] = Math.max(longest[at + 1]!, fence?.mark === mark ? fence.length : 0);
  }
  return longest;
}

function closes(fence: Fence | undefined, opened: Fence): boolean {
  return fence?.mark === opened.mark && fence.length >= opened.length;
}
