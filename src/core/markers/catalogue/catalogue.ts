import { makeLate } from '../../basics/caches';
import type { MarkerFamily, Per } from '../../domain/evidence';
import type { MarkerDefinition } from '../findMarkers';
import type { Token } from '../tokens';
import habits from './habits.json';
import listed from './listed.json';

/** Where the literature describes the markers of a family. */
export const familySources: Readonly<Record<MarkerFamily, string>> = {
  capitals: 'McMenamin 2002',
  apostrophes: 'McMenamin 2002',
  contractions: 'Biber 1988, feature 59',
  typing: 'Grant 2010',
  marks: 'Chaski 2001; McMenamin 2002',
  spelling: 'McMenamin 2002',
  misspellings: 'Chaski 2001',
  'short forms': 'Grant 2010',
  greetings: 'Wright 2013',
  connectors: 'Quirk et al. 1985, ch. 8',
  stance: 'Hyland 2005; Biber 1988, features 45 to 49',
  choices: 'Mosteller and Wallace 1964',
  grammar: 'Quirk et al. 1985',
  'function words': 'Mosteller and Wallace 1964; Burrows 2002',
  shape: 'Chaski 2001; Biber 1988',
  phrases: 'Johnson and Wright 2014',
  own: '',
};

const perUnits: readonly string[] = ['words', 'sentences', 'paragraphs'] satisfies readonly Per[];

/**
 * Markers with fewer than 19 in 20 places as the name says, such as "would of course" for "could of" (docs/results/catalogue.json), and
 * those with an alternative that is impossible in many places, such as "very" in "I don't really know". Ratios were fitted on their
 * counts, but no list shows them and no concordance counts them.
 */
const unlisted: ReadonlySet<string> = new Set([
  'could of, would of',
  'to … -ly between: to simply go',
  'organis…, recognis…, emphasis… (not organiz…, recogniz…, emphasiz…)',
  'towards, afterwards, backwards (not toward, afterward, backward)',
  "its for it's",
  "it's for its",
  "your for you're",
  'one, one’s for you',
  'less people, less things',
  'the … which (not that)',
  'I think that (not I think it)',
  'such as (not like)',
  'internet, web with a small letter',
  '3 May (not May 3)',
  'sentences begin with a small letter',
  'i for I',
  'whole words in capitals for emphasis',
  'need to (not have to, must)',
  'a comma before -ing',
  'brackets',
  'digits for two to nine',
  'preposition at the end',
  'whom',
  'might (not may)',
  'really (not very)',
  'although (not though)',
  'look at (not examine, see)',
  'several (not some)',
  'regarding, concerning, with regard to (not about)',
  'obtain, obtained, receive (not get, got)',
  'further (not farther)',
  'prior to (not before)',
  'error, errors (not mistake, mistakes)',
  'the way (not how)',
  'yet (not still)',
  'lots of, a lot of, plenty of (not many, much)',
  'gotten (not got)',
  'got to (not have to, has to)',
  'setup, login, backup (not set up, log in, back up)',
  'in to (not into)',
  'on to (not onto)',
  'some time, any time, some day (not sometime, anytime, someday)',
]);

/** Lengths. Ratios were fitted on them without the words of quotations, so no list shows them. A concordance counts whole sentences. */
const lengths: ReadonlySet<string> = new Set([
  'sentences of fewer than 8 words',
  'sentences of more than 30 words',
  'paragraphs of one sentence',
]);

/** Built on first use, not at each start. */
const readAll = makeLate(() => {
  const fitted = [...wordMarkers, ...parseMarkers(habits)].map((habit): MarkerDefinition => {
    if (lengths.has(habit.name)) return { ...habit, isUnlisted: true, isLength: true };
    return unlisted.has(habit.name) ? { ...habit, isUnlisted: true } : habit;
  });
  return { fitted, all: [...parseMarkers(listed), ...fitted] };
});

/** All markers that are examined: those of listed.json and habits.json, and the questions about each word. */
export function readCatalogue(): readonly MarkerDefinition[] {
  return readAll().all;
}

/** The last markers of the catalogue. Ratios were fitted on their counts, so their forms must not change until ratios are fitted again. */
export function readFittedMarkers(): readonly MarkerDefinition[] {
  return readAll().fitted;
}

type Families = Readonly<Partial<Record<MarkerFamily, readonly string[]>>>;

/** A list of markers in a file. */
interface MarkersFile {
  /** Parts that several patterns share, by name. */
  readonly patternParts?: Readonly<Record<string, string>>;
  readonly patterns: Families;
  readonly wordLists: Families;
  /** Separated by blanks. */
  readonly functionWords: string;
}

/** The markers of a list. */
export function parseMarkers({
  patternParts = {},
  patterns,
  wordLists,
  functionWords,
}: MarkersFile): readonly MarkerDefinition[] {
  const parts = new Map(Object.entries(patternParts));
  const words = functionWords.split(' ').filter((word) => word !== '');
  return [
    ...readFamilies(patterns, (family, line) => parsePattern(family, line, parts)),
    ...readFamilies(wordLists, parseList),
    ...words.map((word) => ({ ...parseList('function words', word), example: `${word}.` })),
  ];
}

function readFamilies(
  lists: Families,
  read: (family: MarkerFamily, line: string) => MarkerDefinition,
): readonly MarkerDefinition[] {
  return (Object.entries(lists) as [MarkerFamily, readonly string[]][]).flatMap(([family, lines]) =>
    lines.map((line) => read(family, line)),
  );
}

/**
 * Name :: what is counted :: the alternative, or the unit of the count :: an example (¶ ends a line). Patterns see capitals, unless they
 * begin with (?i). `{name}` is one of the shared parts. What precedes a sign is matched by a lookbehind, as in `,(?<=\p{L},)`: an engine
 * finds the sign first, in a seventh of the time.
 */
function parsePattern(family: MarkerFamily, line: string, parts: ReadonlyMap<string, string>): MarkerDefinition {
  const [name, is, among, example] = line.split(' :: ') as [string, string, string, string];
  const listed = is.includes('{noun}')
    ? parts
        .get('noun')
        ?.replace(/^\(\?:|\)$/g, '')
        .replaceAll('|', ', ')
    : undefined;
  const found = {
    ...{ name, family, is: compilePattern(is, parts), example: example.replaceAll('¶', '\n') },
    ...(listed !== undefined && { listed }),
  };
  return perUnits.includes(among)
    ? { ...found, per: among as Per }
    : { ...found, per: 'places', not: compilePattern(among, parts) };
}

function compilePattern(source: string, parts: ReadonlyMap<string, string>): RegExp {
  const whole = source.replace(/\{([a-zA-Z]+)\}/g, (all, name: string) => parts.get(name) ?? all);
  return whole.startsWith('(?i)') ? new RegExp(whole.slice('(?i)'.length), 'gimu') : new RegExp(whole, 'gmu');
}

/**
 * Words and phrases: the forms, and after "/" their alternatives. Forms without alternatives are counted per sentence if `^` or `~` binds
 * them to one, and per words otherwise.
 */
function parseList(family: MarkerFamily, line: string): MarkerDefinition {
  const [is, not] = line.split('/').map((part) => part.trim()) as [string, string?];
  const form = is.split(', ')[0]!;
  const bare = form.replace(/[\^~$]/g, '').replace('*', 'ed');
  const sentence = form.startsWith('^') ? `${bare} they.` : `they ${bare}${form.endsWith('$') ? '' : ' him'}.`;
  const example = `We ate. ${sentence}`;
  if (not !== undefined)
    return { name: `${formatName(is)} (not ${formatName(not)})`, family, per: 'places', is, not, example };
  return { name: formatName(is), family, per: /[\^~]/.test(is) ? 'sentences' : 'words', is, example };
}

/** A name has this many forms of its list. */
export const namedForms = 3;

/** The first forms of a list for a reader: "However …", "… too." */
function formatName(list: string): string {
  const forms = list.split(', ').slice(0, namedForms);
  const named = forms.map((form) => {
    const bare = form.replace(/[\^~$]/g, '').replace('*', '…');
    if (form.startsWith('^')) return `${bare[0]!.toUpperCase()}${bare.slice(1)} …`;
    const isInside = form.startsWith('~') || form.endsWith('$');
    return `${isInside ? '… ' : ''}${bare}${form.endsWith('$') ? '.' : ''}`;
  });
  return named.join(', ');
}

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
const wordMarkers: readonly MarkerDefinition[] = questions.map(([name, family, is, example]) => ({
  ...{ name, family, is, example },
  per: 'places',
}));
