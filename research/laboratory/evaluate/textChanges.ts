import { createRandom } from '../../../src/core/evaluation/scoreGroups';

type Change = (text: string, random: () => number) => string;

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');
const letters = 'abcdefghijklmnopqrstuvwxyz';

const wrongLetters =
  (share: number): Change =>
  (text, random) =>
    text.replace(/[a-z]/gu, (letter) => (random() < share ? letters[Math.floor(random() * 26)]! : letter));
const repeated = (part: (words: readonly string[]) => readonly string[]): Change => {
  return (text) => {
    const words = wordsOf(text);
    const once = part(words);
    return Array<string>(Math.ceil(words.length / Math.max(1, once.length)))
      .fill(once.join(' '))
      .join('\n');
  };
};
const unpunctuated = (text: string): string => text.replace(/[^\p{L}\p{N}\s'’]/gu, ' ');

/** What a text is made into so that it is unlike any that was validated, by name. */
export const changes: Readonly<Record<string, Change>> = {
  untouched: (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in lower case': (text) => text.toLowerCase(),
  'without punctuation': unpunctuated,
  'in lower case without punctuation': (text) => unpunctuated(text.toLowerCase()),
  '2 % of letters wrong': wrongLetters(0.02),
  '5 % of letters wrong': wrongLetters(0.05),
  '15 % of letters wrong': wrongLetters(0.15),
  'words shuffled': (text, random) => shuffled(wordsOf(text), random).join(' '),
  'as a list': (text) => inGroups(text, 7, (words) => `- ${words.join(' ').replace(/[.!?]+$/u, '')}`).join('\n'),
  'as verse': (text) =>
    inGroups(text, 7, (words) => words.join(' ').replace(/^./u, (first) => first.toUpperCase())).join('\n'),
  'a quarter four times': repeated((words) => words.slice(0, Math.ceil(words.length / 4))),
  'twelve words over and over': repeated((words) => words.slice(0, 12)),
  'as code': (text) => inGroups(unpunctuated(text), 5, asStatement).join('\n'),
  'as numbers': (text) => inGroups(text, 6, (words) => words.map(asNumber).join('\t')).join('\n'),
  'as a hex dump': (text) => inGroups(text, 4, (words) => hex(words.join(' '))).join('\n'),
};

/** The text as `change` makes it. */
export function changed(text: string, change: string, seed: number): string {
  return changes[change]!(text, createRandom(seed));
}

function shuffled(words: string[], random: () => number): string[] {
  for (let i = words.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [words[i], words[j]] = [words[j]!, words[i]!];
  }
  return words;
}

function inGroups(text: string, size: number, line: (words: readonly string[]) => string): string[] {
  const words = wordsOf(text);
  return Array.from({ length: Math.ceil(words.length / size) }, (_, i) => line(words.slice(i * size, (i + 1) * size)));
}

function asStatement([name = '', called = '', ...values]: readonly string[]): string {
  return `const ${name}_${called} = ${called}.get(${values.map((value) => `"${value}"`).join(', ')});`;
}

function asNumber(word: string): string {
  return (word.length * 137.5 + word.charCodeAt(0)).toFixed(2);
}

function hex(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
