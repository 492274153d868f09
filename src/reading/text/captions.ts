import type { Lines } from './mail/lines';

const time = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}`;
/** The line above a caption that says when it is shown: WebVTT, SubRip or SubViewer. */
const cue = new RegExp(String.raw`^${time}(?:[ \t]+-->[ \t]+|,)${time}(?:[ \t].*)?$`);
/** The beginning of a file of captions, or of a part of it that is never shown. */
const apart = /^\uFEFF?(?:WEBVTT|NOTE|STYLE|REGION)(?:[ \t]|$)/;
/** If one of the first lines is a time, the file has captions. At most this many lines are read for this. */
const looked = 30;

/** Marks of captions: a voice, colours, places and other formatting. */
export const captionTags = /<\/?(?:[biucv]|ruby|rt|lang|font|\d[\d:.]*)\b[^>\n]*>|\{\\[^}\n]*\}/g;

export function isCaptionTime(line: string): boolean {
  return /^\d/.test(line) && cue.test(line.trimEnd());
}

/** A line of rolling captions, with the time of each word. The next caption has it again without times. */
const rolling = /<\d{2}:\d{2}:\d{2}\.\d{3}>/;

/** Excludes the parts of captions that are never shown: times, numbers and notes; and lines that come again. Whether there are captions. */
export function excludeCaptionTimes(lines: Lines): boolean {
  const first = lines.readTexts(0, looked);
  if (!first.some(isCaptionTime)) return false;
  for (let at = 0; at < lines.count; at++) {
    const isBegin = at === 0 || lines.isBlank(at - 1);
    const hasNameAbove = at > 0 && !lines.isBlank(at - 1) && (at === 1 || lines.isBlank(at - 2)); // or a number
    if (isCaptionTime(lines.readText(at))) lines.exclude('captions', at - Number(hasNameAbove), at + 1);
    else if (isBegin && apart.test(lines.readText(at))) lines.exclude('captions', at, lines.findBlank(at));
  }
  const areRolling = first.some((line) => rolling.test(line));
  let last = ''; // the line that the caption above already had
  for (let at = 0; areRolling && at < lines.count; at++) {
    const line = lines.readText(at).trim();
    if (line === '' || !lines.isOwn(at)) continue;
    if (line === last || rolling.test(line)) lines.exclude('repeated', at, at + 1);
    else last = line;
  }
  return true;
}
