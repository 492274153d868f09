// Measures the sentences of the window and the README: node scripts/measureWords.mjs [file.json|file.md …]. It fails if a figure misses its target.
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Words that are retired from sentences for readers: clipped or old forms, each with a modern one. */
const retired = [
  ...[
    'stands?',
    'stood',
    'told',
    'so many',
    'anew',
    'held',
    'holds?',
    'whose',
    'whoever',
    'lies',
    'habits?',
    'takes?( no)? part',
    'took part',
  ],
  ...['in force', 'at hand', 'that ships', 'ships', 'nobody', 'makes that'],
];
const retiredPattern = new RegExp(`\\b(${retired.join('|')})\\b`, 'i');
const beginnings = /(^|[.!?] )(Of|By|Else|Whose) /;

/** Targets: the median and the most of the words in a sentence, and the share of sentences with a passive, at most. */
const targets = { medianWords: 18, longest: 29, passives: 0.2 };

/** A form of "be", at most one adverb, and a participle: a simple rule, which also counts some adjectives. */
const passive =
  /\b(is|are|was|were|be|been|being)( \w+ly| not| again| also)? (\w+ed|read|set|built|found|made|kept|left|shown|known|drawn|written|lost|sent|cut|seen|hidden)\b/i;

/** Sentences of a string: whole ones, which have a verb and end with a mark. A label is no sentence. */
export function listSentences(text) {
  const parts = text.split(/(?<=[.!?])\s+(?=["“{A-Z\d])/u);
  return parts.filter((part) => /[.!?]$/.test(part) && countWords(part) > 2);
}

function countWords(sentence) {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
}

/** The first retired word of a text; undefined: it has none. */
export function findRetiredWord(text) {
  return (retiredPattern.exec(text) ?? beginnings.exec(text))?.[0].trim();
}

export function measureWords(texts) {
  const sentences = texts.flatMap(listSentences);
  const lengths = sentences.map(countWords).sort((a, b) => a - b);
  const passives = sentences.filter((sentence) => passive.test(sentence)).length;
  return {
    texts: texts.length,
    sentences: sentences.length,
    medianWords: lengths[Math.floor(lengths.length / 2)] ?? 0,
    longest: lengths.at(-1) ?? 0,
    passives: passives / Math.max(1, sentences.length),
    retired: texts.flatMap((text) => {
      const word = findRetiredWord(text);
      return word === undefined ? [] : [{ word, text }];
    }),
  };
}

/** The figures that miss their targets. */
export function listMisses({ medianWords, longest, passives, retired: found }) {
  return [
    ...(medianWords > targets.medianWords ? [`median words: ${medianWords} > ${targets.medianWords}`] : []),
    ...(longest > targets.longest ? [`words of the longest sentence: ${longest} > ${targets.longest}`] : []),
    ...(passives > targets.passives ? [`share of passives: ${passives.toFixed(2)} > ${targets.passives}`] : []),
    ...found.map(({ word, text }) => `retired word "${word}": ${text}`),
  ];
}

/** The texts of a file: the values of a JSON object without the list of words in names of markers, or the lines of a Markdown page without code, tables, pictures and addresses. */
export function readTexts(file) {
  const content = fs.readFileSync(file, 'utf8');
  if (file.endsWith('.json')) return Object.values(JSON.parse(content)).filter((text) => !text.includes(' | '));
  const lines = content.replace(/```[^]*?```/g, '').split('\n');
  return lines
    .filter((line) => !/^\s*(!|\||<!--)/.test(line))
    .map((line) => line.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*#`]/g, ''));
}

/** The files that are measured unless others are named. */
export const measuredFiles = ['l10n/bundle.l10n.json', 'package.nls.json', 'README.md'];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = process.argv.length > 2 ? process.argv.slice(2) : measuredFiles;
  const texts = files.flatMap(readTexts);
  const measured = measureWords(texts);
  console.log(JSON.stringify({ ...measured, retired: measured.retired.length }, undefined, 2));
  for (const miss of listMisses(measured)) console.error(miss);
  process.exitCode = listMisses(measured).length > 0 ? 1 : 0;
}
