import type { DocumentReader } from '../../core/ports';
import { polling, type StopSignal } from '../../core/work';
import { decodeText } from './decodeText';

/** Markdown as it stands, without what its author did not write as prose: front matter and fenced code. */
export const markdownReader: DocumentReader = {
  read: async (bytes, name, stop) => {
    const text = withoutCode(withoutFrontMatter(decodeText(bytes, name)), stop);
    return Promise.resolve({ text });
  },
};

/** YAML between a first line `---` and a line `---` or `...`. */
function withoutFrontMatter(text: string): string {
  const lines = text.split('\n');
  if (lines[0]?.trimEnd() !== '---') return text;
  const end = lines.findIndex((line, at) => at > 0 && /^(---|\.\.\.)\s*$/.test(line));
  return end < 0 ? text : lines.slice(end + 1).join('\n');
}

/** A line that opens a code block (CommonMark 0.31, §4.5): behind back-ticks there is no other one. */
const opening = /^ {0,3}(?:(`{3,})[^`]*$|(~{3,}))/;
/** A line that closes one, which a fence of its kind opened, as long or shorter. */
const closing = /^\s*(`{3,}|~{3,})\s*$/;

/** Blocks between fences of three or more back-ticks or tildes; a fence that is never closed is left as it is. */
function withoutCode(text: string, stop: StopSignal): string {
  const poll = polling(stop);
  const lines = text.split('\n').map((line, at) => {
    poll(at);
    return { line, closes: closing.exec(line)?.[1] };
  });
  // Lines are looked through only where a fence is closed, so that reading is linear in any text.
  const longest = { '`': longestBelow(lines, '`'), '~': longestBelow(lines, '~') };
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    poll(at);
    const { line } = lines[at]!;
    const [, ticks, tildes] = opening.exec(line) ?? [];
    const fence = ticks ?? tildes;
    const isClosed = fence !== undefined && longest[fence[0] as '`' | '~'][at + 1]! >= fence.length;
    if (!isClosed) {
      kept.push(line);
      continue;
    }
    do at += 1;
    while (!lines[at]!.closes?.startsWith(fence));
  }
  return kept.join('\n');
}

/** For every line the length of the longest closing fence of a kind at or below it. */
function longestBelow(lines: readonly { readonly closes: string | undefined }[], mark: string): Uint32Array {
  const longest = new Uint32Array(lines.length + 1);
  for (let at = lines.length - 1; at >= 0; at--) {
    const { closes } = lines[at]!;
    longest[at] = Math.max(longest[at + 1]!, closes?.startsWith(mark) ? closes.length : 0);
  }
  return longest;
}
