import type { WrittenLines } from './chatHeadLines';
import { isCaptionTime } from './captions';
import { findTurns } from './turns';
import { createPoll, type StopSignal } from '../../core/basics/work';

/** At least this share of the captions must name a speaker. */
const leastNamed = 0.3;
const voice = /<v(?:\.[^\s>]*)?\s+([^>]{1,60})>([^]*?)(?:<\/v>|(?=<v[.\s])|$)/gu;
const colon = /^(?:>>|-)?\s*(\p{Lu}[^:<>.!?\n]{0,40}): +([^]*)$/u;
const tags = /<\/?(?:[biuc]|ruby|rt|lang|font|\d[\d:.]*)\b[^>]*>|\{\\[^}]*\}/g;

/** The text of captions with names of speakers in one shape, such as "[Ann Lee]:". Undefined if there are none. Throws Cancelled. */
export function readCaptionTurns(text: string, stop: StopSignal): readonly WrittenLines[] | undefined {
  if (text.includes('<v')) return undefined;
  return findTurns(text, stop)?.turns.map(({ start, end, speaker }) => {
    const lines = text.slice(start, end).split(/\r\n|\r|\n/);
    const shown = lines.filter((line) => line.trim() !== '' && !isCaptionTime(line) && !/^\s*\d{1,6}\s*$/.test(line));
    return { author: speaker, lines: shown.map((line) => line.replace(tags, '')) };
  });
}

/** The text of captions by speaker. Undefined if they do not name the speakers. Throws Cancelled. */
export function readSpokenCaptions(lines: readonly string[], stop: StopSignal): readonly WrittenLines[] | undefined {
  const poll = createPoll(stop);
  const written: WrittenLines[] = [{ author: undefined, lines: [] }];
  const captions = listCaptions(lines);
  let named = 0;
  for (const [i, caption] of captions.entries()) {
    poll(i);
    const parts = readSpeakers(caption);
    if (parts.some(({ author }) => author !== undefined)) named += 1;
    for (const { author, text } of parts) {
      if (author === undefined || author === written.at(-1)!.author) written.at(-1)!.lines.push(text);
      else written.push({ author, lines: [text] });
    }
  }
  const people = new Set(written.slice(1).map(({ author }) => author)).size;
  const isNamed = named >= leastNamed * captions.length && people > 0 && 2 * (people - 1) <= named;
  return isNamed ? written : undefined;
}

function listCaptions(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, at) => {
    if (!isCaptionTime(line)) return [];
    const shown: string[] = [];
    for (let next = at + 1; next < lines.length && lines[next]!.trim() !== '' && !isCaptionTime(lines[next]!); next++)
      shown.push(lines[next]!);
    return [shown.join('\n').replace(tags, '')];
  });
}

function readSpeakers(caption: string): readonly { readonly author: string | undefined; readonly text: string }[] {
  const voices = Array.from(caption.matchAll(voice), ([, author, text]) => ({
    author: author!.trim(),
    text: text!.trim(),
  }));
  if (voices.length > 0) return voices;
  const [, author, text] = colon.exec(caption) ?? [];
  return [{ author: author?.trim(), text: (text ?? caption).trim() }];
}
