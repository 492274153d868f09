import type { Span, TextWindow } from '../../domain';

const windowsPerSpan = 4;
/** Most tokens of a span, with the two special tokens of each window. */
const longestSpan = 512;

/** Consecutive windows in groups that make one span each: up to four, at most 512 tokens with two special ones apiece. */
export function* groupWindows<Window extends TextWindow>(windows: Iterable<Window>): Generator<readonly Window[]> {
  let group: Window[] = [];
  let size = 0;
  for (const window of windows) {
    const next = window.tokens + 2;
    if (group.length === windowsPerSpan || (group.length > 0 && size + next > longestSpan)) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(window);
    size += next;
  }
  if (group.length > 0) yield group;
}

/** The span of at least one window. */
export function spanOf(windows: readonly TextWindow[]): Span {
  return {
    range: { start: windows[0]!.range.start, end: windows.at(-1)!.range.end },
    tokens: windows.reduce((sum, { tokens }) => sum + tokens, 0),
    windows: windows.map(({ range, tokens }) => ({ range, tokens })),
  };
}
