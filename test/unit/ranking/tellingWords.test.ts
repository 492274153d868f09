import { expect, it } from 'vitest';
import { CaseFit } from '../../../src/core/ranking/fitDiscriminant';
import { findTellingPlaces, findTellingWords } from '../../../src/core/ranking/tellingWords';
import type { TellingWords } from '../../../src/core/domain/search';
import { neverStops } from '../../../src/core/basics/work';

/** Texts of two authors who choose from one half of some sentences most of the time. */
function tellAll(sentences: readonly string[]): readonly TellingWords[] {
  const half = sentences.length / 2;
  const write = (author: number, part: number): string =>
    Array.from(
      { length: 40 },
      (_, i) => sentences[((i * 7 + part) % half) + (i % 4 === 0 ? 1 - author : author) * half],
    )
      .map((sentence, i) => (i % 8 === 7 ? `${sentence}\n\n` : sentence))
      .join(' ');
  const authors = ['A', 'B'].map((author, at) => ({ author, texts: [1, 2, 3].map((part) => write(at, part)) }));
  const { fitted } = CaseFit.of(authors, { words: 100 }, neverStops);
  const sides = { authors: ['A', 'B'], known: [authors[0]!.texts, authors[1]!.texts], isSubject: () => false } as const;
  return findTellingWords(write(0, 5), fitted!, sides);
}

const tell = (sentences: readonly string[]): readonly string[] => tellAll(sentences).map(({ words }) => words);

it('gives whole words of a script with signs above and below its letters', () => {
  const sentences = [
    ...['मैं कल शाम को पहुँचा और घर खाली था।', 'बगीचा नदी की ओर खुलता है।', 'मेरी बहन ने लिखा कि वह मई में आएगी।'],
    ...['बारिश इतनी थी कि सड़क दिखती नहीं थी।', 'तुम पूछते हो कि नाव बिकी या नहीं।', 'किसी को पता नहीं कि मुखिया क्या करेगा।'],
  ];
  const told = tell(sentences);
  const words = new Set(sentences.flatMap((sentence) => sentence.match(/[\p{L}\p{M}]+/gu) ?? []));
  expect(told.length).toBeGreaterThan(3);
  for (const word of told.flatMap((each) => each.split(' '))) expect([...words, '।']).toContain(word);
});

it.each([
  ['th', ['ฉันมาถึงเมื่อคืนนี้', 'สวนหันไปทางแม่น้ำ', 'ฝนตกหนักมาก', 'เธอถามว่าขายเรือหรือยัง']],
  ['zh', ['我昨天晚上到了。', '花园对着河。', '雨下得很大。', '你问我有没有卖掉那条船。']],
])('gives no runs of letters as words in %s, which has no blanks between them', (_language, sentences) => {
  expect(tell(sentences).filter((words) => /\p{L}/u.test(words))).toEqual([]);
});

it('gives no word that the text has about as often as the author against whom it would speak', () => {
  const told = tellAll([
    ...['I have quite a lot of it.', 'It is quite so, I have said.', 'We quite see what it is.'],
    ...['We see a lot of it.', 'It is so, as I have said, quite.', 'We see what it is.'],
  ]);
  expect(told.length).toBeGreaterThan(0);
  for (const { rate, weight, ...each } of told) {
    const [own, theirs] = weight > 0 ? [each.first, each.next] : [each.next, each.first];
    if (theirs > 0) expect(rate! * Math.log(own / theirs)).toBeGreaterThan(0.9 * (own - theirs));
  }
});

it('gives no runs of signs alone', () => {
  const told = tell([
    'He is Honr., so we go.',
    'It was &c., as we said.',
    'He is here so we go.',
    'It was so as we said.',
  ]);
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter((words) => words.includes(' ') && !/[\p{L}&]/u.test(words))).toEqual([]);
});

it('marks names as words of a subject, and gives a run once', () => {
  const told = tellAll([
    'We went to Fort Mason, as they said.',
    'They saw the river at Mason.',
    'We went home quite late.',
    'They saw quite a lot.',
  ]);
  const marked = told.filter(({ isSubject }) => isSubject).map(({ words }) => words);
  expect(marked.some((words) => words.includes('mason'))).toBe(true);
  expect(marked.filter((words) => /\b(?:quite|they|went)$/.test(words))).toEqual([]);
  for (const each of told)
    for (const other of told)
      if (other !== each && ` ${each.words} `.includes(` ${other.words} `)) expect(other.here).not.toBe(each.here);
});

it('rates words by as many words as a text has elsewhere', () => {
  const told = tellAll([
    'We go on by R-4.1.2 to-day.',
    'It is so, upon my word.',
    'We go home at 4:30.',
    'It is late enough.',
  ]);
  expect(told.length).toBeGreaterThan(0);
  for (const { here, rate } of told) expect((1000 * here) / rate!).toBeCloseTo(220);
});

it('gives no signs of layout', () => {
  const told = tell(['We go * home.', 'It is * + so.', 'We go home.', 'It is so.']);
  expect(told.filter((words) => /[*+]/.test(words))).toEqual([]);
});

it('finds the places of telling words in what the author wrote, of the longer run where two meet', () => {
  const text = 'Upon the hill I wait, and upon my word.\n\n> upon the hill he said\n\nI wait -- upon it.\n';
  const telling = [
    { words: 'upon', weight: 1 },
    { words: 'upon the', weight: 2 },
    { words: 'i wait', weight: -1 },
    { words: '--', weight: -2 },
  ].map((each) => ({ ...each, here: 1, first: 1, next: 0 }));
  const found = findTellingPlaces({ text }, telling);
  expect(found.map(({ start, end, weight }) => [text.slice(start, end), weight])).toEqual([
    ['Upon the', 2],
    ['I wait', -1],
    ['upon', 1],
    ['I wait', -1],
    ['--', -2],
    ['upon', 1],
  ]);
});
