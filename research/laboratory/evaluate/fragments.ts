import type { OptionTable } from '../../../src/cli/options';
import { QuestionedWords, findFragments, isFragmented, selectTextsForRatio } from '../../../src/core/copies/copies';
import type { KnownDocument } from '../../../src/core/domain/evidence';
import { groupBy } from '../../../src/core/basics/numbers';
import { countWords } from '../../../src/core/text/countWords';
import { throwIfStopped } from '../../../src/core/basics/work';
import { createRandom } from '../../../src/core/evaluation/scoreGroups';
import { sampleByKey } from '../measures/sample';
import type { LabelledDocument } from '../tasks/documents';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import { readDocuments } from './run/documentsFile';
import { headOf, table, toJson, type EvaluateIo } from './run/output';

export const fragmentsOptions = {
  count: { kind: positive, value: 'N', help: 'authors, each with texts of two works or more (300)' },
  ...corpusOptions,
} as const satisfies OptionTable;

const lengths = [100, 250, 500, 1000];
const mostKnownWords = 8000;
const fewestKnownWords = 500;

type Words = readonly string[];

/** How a questioned text is made from an untouched text of another author, from the known texts, or from a text of the author. */
const ways = {
  'of the author': ({ own }: Material) => own,
  'of another author': ({ other }: Material) => other,
  'four words after each six': ({ other, known, next }: Material) => pieced(other, known, { own: 6, author: 4, next }),
  'three words after each twelve': ({ other, known, next }: Material) =>
    pieced(other, known, { own: 12, author: 3, next }),
  'a chain of pairs': ({ own, known, next }: Material) => chained(known, own.length, next),
} as const;

interface Material {
  readonly own: Words;
  readonly other: Words;
  readonly known: readonly Words[];
  readonly next: () => number;
}

/** `evaluate fragments`: which texts that are made from pieces of an author are named and get no ratio, and which untouched ones. */
export function evaluateFragments(args: EvaluateArguments, io: EvaluateIo): void {
  const { set, file } = readDocuments(args);
  const byAuthor = groupBy(set.documents, ({ author }) => author);
  const authors = sampleByKey([...byAuthor.keys()], (author) => author, args.count('count', 300), args.seed);
  const rows = lengths.flatMap((length) => {
    const counts = new Map(Object.keys(ways).map((way) => [way, { texts: 0, named: 0, withheld: 0 }]));
    for (const [i, author] of authors.entries()) {
      throwIfStopped(io.stop);
      const found = materialOf(byAuthor, author, { length, seed: args.seed + i });
      if (!found) continue;
      for (const [way, make] of Object.entries(ways)) {
        const words = new QuestionedWords({ text: make(found.material).slice(0, length).join(' ') }, io.stop);
        const { kept } = selectTextsForRatio(words, found.documents, io.stop);
        const notes = findFragments(words, kept, io.stop);
        const count = counts.get(way)!;
        count.texts += 1;
        count.named += notes.length;
        count.withheld += Number(isFragmented(notes));
      }
    }
    return [...counts].map(([way, count]) => ({ way, length, ...count }));
  });
  if (args.json) {
    io.stdout(toJson({ ...headOf('fragments', args, {}, { documents: file }), rows }));
    return;
  }
  const lines = rows.map(({ way, length, texts, named, withheld }) =>
    [way, length, texts, (named / texts).toFixed(3), (withheld / texts).toFixed(3)].map(String),
  );
  io.stdout(...table(['questioned text', 'words', 'texts', 'named', 'without ratio'], lines));
}

/** A text of an author, other works by the author as known texts, and a text of the same genre by another author. */
function materialOf(
  byAuthor: ReadonlyMap<string, readonly LabelledDocument[]>,
  author: string,
  { length, seed }: { readonly length: number; readonly seed: number },
): { readonly material: Material; readonly documents: readonly KnownDocument[] } | undefined {
  const isLong = ({ text }: LabelledDocument): boolean => countWords(text) >= length;
  const texts = byAuthor.get(author)!;
  const [own] = sampleByKey(texts.filter(isLong), ({ id }) => id, 1, seed);
  if (!own) return undefined;
  const authors = sampleByKey(
    [...byAuthor.keys()].filter((name) => name !== author),
    (name) => name,
    byAuthor.size,
    seed,
  );
  const other = firstOf(authors, (name) =>
    byAuthor.get(name)!.find((each) => each.genre === own.genre && isLong(each)),
  );
  let words = 0;
  const documents = sampleByKey(
    texts.filter(({ title }) => title !== own.title),
    ({ id }) => id,
    texts.length,
    seed,
  )
    .filter(({ text }) => (words += wordsOf(text).length) <= mostKnownWords)
    .map(({ id, author: name, mode, genre, title, text }) => {
      return { id, author: name, role: 'known' as const, mode, genre, language: 'en', title, text };
    });
  const known = documents.map(({ text }) => wordsOf(text));
  if (!other || known.reduce((sum, each) => sum + each.length, 0) < fewestKnownWords) return undefined;
  const material = {
    own: wordsOf(own.text),
    other: wordsOf(other.text).slice(0, length),
    known,
    next: createRandom(seed),
  };
  return { material, documents };
}

/** The first that is found for any of the items. */
function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function pieced(
  text: Words,
  known: readonly Words[],
  { own, author, next }: { readonly own: number; readonly author: number; readonly next: () => number },
): Words {
  const made: string[] = [];
  for (let at = 0; at < text.length; at += own) {
    const from = known[Math.floor(next() * known.length)]!;
    const start = Math.floor(next() * Math.max(1, from.length - author));
    made.push(...text.slice(at, at + own), ...from.slice(start, start + author));
  }
  return made;
}

/** Each word follows the one before it in one of the known texts. */
function chained(known: readonly Words[], length: number, next: () => number): Words {
  const following = new Map<string, string[]>();
  for (const words of known)
    for (const [i, word] of words.slice(0, -1).entries()) {
      const list = following.get(word);
      if (list) list.push(words[i + 1]!);
      else following.set(word, [words[i + 1]!]);
    }
  const starts = [...following.keys()];
  const made: string[] = [];
  while (made.length < length) {
    const choices = following.get(made.at(-1) ?? '') ?? starts;
    made.push(choices[Math.floor(next() * choices.length)]!);
  }
  return made;
}

function wordsOf(text: string): Words {
  return text.split(/\s+/u).filter((word) => word !== '');
}
