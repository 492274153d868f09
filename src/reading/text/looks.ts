import type { ReadContent } from '../../core/ports';
import { groupBy } from '../../core/basics/numbers';
import { countWords } from '../../core/text/countWords';
import type { StopSignal } from '../../core/basics/work';
import { findTurns } from './turns';

/** How a paragraph looks that is not like usual text, such as "bold" or "right", and where it begins in the text. Empty: usual. */
export interface ParagraphLook {
  readonly at: number;
  readonly look: string;
}

/** Each of two looks has at least this many paragraphs, and half of them have at least this many words: titles have fewer. */
const [fewestParagraphs, fewestWords] = [4, 5];
/** The two looks have at least this share of the paragraphs, and change at least at this share of them. */
const [leastShare, leastChanges] = [0.9, 0.4];

/**
 * The text with the name of its look in brackets before each paragraph, such as "[bold]", if two looks take turns and nothing else says
 * who speaks: questions in bold, answers on the right, one colour for each speaker. So a user can be asked. Throws Cancelled.
 */
export function showLooks(read: ReadContent, stop: StopSignal): ReadContent {
  const { text, looks = [] } = read;
  const all = looks.map(({ at, look }, i) => ({ at, look, words: countWords(text.slice(at, looks[i + 1]?.at)) }));
  const [first, second] = [...groupBy(all, ({ look }) => look).values()].sort((a, b) => b.length - a.length);
  const areMany = [first, second].every((own = []) => {
    const long = own.filter(({ words }) => words >= fewestWords).length;
    return own.length >= fewestParagraphs && 2 * long >= own.length;
  });
  const changes = all.filter(({ look }, i) => i > 0 && look !== all[i - 1]!.look).length;
  const isPair = first && second && first.length + second.length >= leastShare * all.length;
  if (!areMany || !isPair || changes < leastChanges * all.length || findTurns(text, stop)) return read;
  const marks = all.map(({ at, look }) => ({ at, mark: `[${look === '' ? 'usual' : look}] ` }));
  const shift = (place: number): number =>
    place + marks.reduce((sum, { at, mark }) => sum + (at <= place ? mark.length : 0), 0);
  const shown = marks.map(({ at, mark }, i) => mark + text.slice(at, marks[i + 1]?.at)).join('');
  const parts = read.parts?.map((part) => ({
    ...part,
    ...(part.places && { places: part.places.map((place) => ({ ...place, at: shift(place.at) })) }),
  }));
  const marked = text.slice(0, marks[0]!.at) + shown;
  return findTurns(marked, stop) ? { ...read, text: marked, ...(parts && { parts }) } : read;
}
