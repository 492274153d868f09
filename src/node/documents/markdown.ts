import type { DocumentReader } from '../../core/ports';
import { decodeText } from './decodeText';

/** Markdown as it stands, without what its author did not write as prose: front matter and fenced code. */
export const markdownReader: DocumentReader = {
  extensions: ['.md', '.markdown'],
  read: async (bytes, name) => Promise.resolve(withoutCode(withoutFrontMatter(decodeText(bytes, name)))),
};

/** YAML between a first line `---` and a line `---` or `...`. */
function withoutFrontMatter(text: string): string {
  const lines = text.split('\n');
  if (lines[0]?.trimEnd() !== '---') return text;
  const end = lines.findIndex((line, at) => at > 0 && /^(---|\.\.\.)\s*$/.test(line));
  return end < 0 ? text : lines.slice(end + 1).join('\n');
}

/** Blocks between fences of three or more back-ticks or tildes; a fence that is never closed is left as it is. */
function withoutCode(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const end = closingFence(lines, at);
    if (end < 0) kept.push(lines[at]!);
    else at = end;
  }
  return kept.join('\n');
}

/** The line that closes the code block that opens at this line (CommonMark 0.31, §4.5); −1 where none opens. */
function closingFence(lines: readonly string[], opening: number): number {
  const fence = /^ {0,3}(`{3,}(?!.*`)|~{3,})/.exec(lines[opening]!)?.[1];
  if (fence === undefined) return -1;
  return lines.findIndex((line, at) => at > opening && closes(line.trim(), fence));
}

function closes(line: string, fence: string): boolean {
  return line.length >= fence.length && line === fence[0]!.repeat(line.length);
}
