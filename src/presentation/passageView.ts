import type { Passage, TextRange } from '../core/domain';
import type { PassageView } from '../protocol/panel';
import { excerpt } from './excerpts';
import type { NumberedPassage } from './passages';
import { whyWords } from './words/passageWords';

/** A text that a passage stands in; without `text` until it was read. */
export interface PassageText {
  readonly title: string;
  readonly text: string | undefined;
}

/** A passage as every surface shows it: why, and both places with what carries it marked. */
export function passageView(
  { number, author, passage }: NumberedPassage,
  questioned: PassageText,
  known: PassageText,
): PassageView {
  const title = passage.author === author ? known.title : `${passage.author}: ${known.title}`;
  return {
    number,
    place: passage.questioned.start,
    why: whyWords(passage),
    questioned: side(passage, 'questioned', questioned),
    known: side(passage, 'known', { ...known, title }),
  };
}

function side(passage: Passage, name: 'questioned' | 'known', { title, text }: PassageText): PassageView['known'] {
  if (text === undefined) return { title, before: '', passage: [{ text: '…', carries: false }], after: '' };
  const marks = passage.marks.map((mark): TextRange => mark[name]);
  return excerpt(title, text, passage[name], marks);
}
