import type { MarkerFamily } from '../../domain/evidence';
import type { Token } from '../tokens';
import type { MarkerDefinition } from '../findMarkers';

type Ask = Exclude<MarkerDefinition['is'], string | RegExp | { placesIn: unknown }>;

const isSmall = (raw: string): boolean => /^\p{Ll}/u.test(raw);
/** Whether a word is neither a name with such a spelling nor a word of a program: "iPhone", "lm()", "foo_bar". */
const isPlain = ({ raw, end }: Token, text: string): boolean =>
  /^\p{L}[\p{Ll}'’]*$/u.test(raw) && !/[(_=/@<>\\[{]|\.\w/.test(text.slice(end, end + 2));

/** Whether a word in capitals has more than one letter and no neighbour in capitals, as in "MUST NOT" or a heading. */
const isAlone = ({ start, end }: Token, text: string): boolean =>
  end - start > 1 &&
  !/\p{Lu}{2}\P{L}*$/u.test(text.slice(Math.max(0, start - 6), start)) &&
  !/^\P{L}*\p{Lu}{2}/u.test(text.slice(end, end + 6));

/** Common words, which are never read as abbreviations in capitals. */
const emphatic = new Set(
  'not very all any never only really do does is are no yes the this that every always please and or but now if you we have will can would before after both same'.split(
    ' ',
  ),
);
const properWords = new Set(
  'monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november december english french german american british european christmas'.split(
    ' ',
  ),
);

const longSentence = `We ${'and they '.repeat(15)}ate. We ate.`;

/** Questions about the word that opens a sentence. */
const sentences: readonly (readonly [name: string, is: (opener: Token) => boolean, example: string])[] = [
  ['sentences that begin with I', ({ word }) => /^i(?:'|$)/.test(word), 'I ate. We ate.'],
  ['sentences that begin with The', ({ word }) => word === 'the', 'The dog ate. We ate.'],
  [
    'sentences that begin with It, This, That, There',
    ({ word }) => /^(?:it|this|that|there)(?:'|$)/.test(word),
    'It ate. We ate.',
  ],
  ['sentences that begin with -ing or -ly', ({ word }) => /^\p{L}{3,}(?:ing|ly)$/u.test(word), 'Sadly we ate. We ate.'],
  ['sentences of more than 30 words', ({ sentence }) => sentence > 30, longSentence],
  ['sentences of fewer than 8 words', ({ sentence }) => sentence < 8, longSentence],
];

const questions: readonly (readonly [name: string, family: MarkerFamily, ask: Ask, example: string])[] = [
  [
    'sentences begin with a small letter',
    'capitals',
    (token, text) =>
      token.sentence > 0 && isPlain(token, text) && token.word !== 'i' ? isSmall(token.raw) : undefined,
    'It rained. so we left.',
  ],
  [
    'i for I',
    'capitals',
    (token, text) =>
      /^i(?:'(?:m|ve|ll|d))?$/.test(token.word) && !/[.)]/.test(text[token.end] ?? '')
        ? token.raw.startsWith('i')
        : undefined,
    'Then i left.',
  ],
  [
    'whole words in capitals for emphasis',
    'capitals',
    (token, text) =>
      emphatic.has(token.word) && isAlone(token, text) ? token.raw === token.raw.toUpperCase() : undefined,
    'It did NOT work.',
  ],
  [
    'small letters for days, months and languages',
    'capitals',
    ({ raw, word }) => (properWords.has(word) ? isSmall(raw) : undefined),
    'See you on friday.',
  ],
  ...sentences.map(([name, is, example]) => {
    const ask: Ask = (token) => (token.sentence > 0 ? is(token) : undefined);
    return [name, 'shape', ask, example] as const;
  }),
  [
    'paragraphs of one sentence',
    'shape',
    ({ paragraph }) => (paragraph > 0 ? paragraph === 1 : undefined),
    'We ate.\n\nThey ate. We ate.',
  ],
];

/** Markers that are questions about each word: whether it has the marker, has the alternative, or is no occasion. */
export const wordMarkers: readonly MarkerDefinition[] = questions.map(([name, family, is, example]) => ({
  ...{ name, family, is, example },
  per: 'places',
}));
