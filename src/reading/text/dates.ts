import { buildAlternation, readList } from './mail/words';

// Dates and times in the notations of programs, in many languages: parts of patterns with the flags `i` and `u`.

export const blank = String.raw`[ \t\u00a0\u202f]`;

/** "3/2/2020", "2020-03-02", "2. 3. 2020". */
export const numericDay = String.raw`(?<!\p{Nd})\p{Nd}{1,4}\u200f?[-./] ?\u200f?\p{Nd}{1,2}\u200f?[-./] ?\u200f?\p{Nd}{1,4}(?!\p{Nd})`;

/** A day with its year. */
export const day = `(?:${[
  String.raw`${numericDay}\.?`,
  String.raw`\p{Nd}{1,2}\.?(?: de)? \p{L}{3,12}\.?,?(?: de)? \p{Nd}{4}`,
  String.raw`\p{L}{3,12}\.? \p{Nd}{1,2},? \p{Nd}{4}`,
  String.raw`\p{Nd}{1,2}[-/]\p{L}{3,4}[-/]\p{Nd}{2,4}`,
  String.raw`\p{Nd}{4}[年년] ?\p{Nd}{1,2}[月월] ?\p{Nd}{1,2}[日일]`,
].join('|')})`;

const half = String.raw`(?:[ap]\.?${blank}?m\.?|오전|오후|上午|下午|午前|午後|ص|م|ق\.ظ|ب\.ظ)`;

/** A time of day. */
export const clock = String.raw`(?:${half} ?)?\p{Nd}{1,2}[:.]\p{Nd}{2}(?:[:.]\p{Nd}{2})?(?:[.,]\p{Nd}{1,6})?(?:${blank}?${half})?(?: ?(?:Z|UTC|GMT))?(?: ?[+-]\p{Nd}{2}:?\p{Nd}{2})?`;

/** The name of a day of the week, and what separates it from a date or time. */
export const weekday = String.raw`(?:${buildAlternation([...readList('weekdays'), ...readList('weekdaysInCapitals')])}(?!\p{L})\.?,? )`;

const between = String.raw`[,،]?(?:T|${blank}{1,2}(?:\p{L}{1,3}${blank}){0,2})`;

/** A day and a time, in either order. */
export const dayAndTime = `(?:${weekday}?(?:${day}${between}${clock}|${clock},? ${day}|${String.raw`\p{L}{3} {1,2}\p{Nd}{1,2}`} ${clock}(?: \\p{L}{3,4})? \\p{Nd}{4}))`;
