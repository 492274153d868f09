import type { Lines } from './mail/lines';

const time = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}`;
/** The line above a caption that says when it is shown: WebVTT, SubRip or SubViewer. */
const cue = new RegExp(String.raw`^${time}(?:[ \t]+-->[ \t]+|,)${time}(?:[ \t].*)?$`);
/** What begins a file of captions, or a part of it that is never shown. */
const apart = /^\uFEFF?(?:WEBVTT|NOTE|STYLE|REGION)(?:[ \t]|$)/;
/** One of so many lines is a time in a file of captions. */
const looked = 30;

export function isCaptionTime(line: string): boolean {
  return /^\d/.test(line) && cue.test(line.trimEnd());
}

/** Whether lines are captions by their first ones. */
export function areCaptions(lines: readonly string[]): boolean {
  return lines.slice(0, looked).some(isCaptionTime);
}

/** Excludes what is never shown of captions: times, numbers and notes. */
export function excludeCaptionTimes(lines: Lines): void {
  if (!areCaptions(lines.readTexts(0, looked))) return;
  for (let at = 0; at < lines.count; at++) {
    const isBegin = at === 0 || lines.isBlank(at - 1);
    if (isCaptionTime(lines.readText(at))) lines.exclude('captions', findNameAbove(lines, at), at + 1);
    else if (isBegin && apart.test(lines.readText(at))) lines.exclude('captions', at, lines.findBlank(at));
  }
}

/** The line with the number or name of a caption, or the line itself where it has none. */
function findNameAbove(lines: Lines, at: number): number {
  const isAlone = at === 1 || lines.isBlank(at - 2);
  return at > 0 && !lines.isBlank(at - 1) && isAlone ? at - 1 : at;
}
