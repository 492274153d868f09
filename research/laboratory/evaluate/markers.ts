import path from 'node:path';
import type { OptionTable } from '../../../src/cli/options';
import { seededRandom } from '../../../src/core/evaluation/random';
import type { AuthorMarkers, Marker } from '../../../src/core/domain';
import { authorMarkers, type AuthorTexts } from '../../../src/core/markers/authorMarkers';
import { rateOf } from '../../../src/core/markers/whatTells';
import { catalogue } from '../../../src/core/markers/catalogue/catalogue';
import { HabitRates } from '../../../src/core/markers/habitRates';
import { TextHabitsCache } from '../../../src/core/markers/textHabits';
import { readPhrases } from '../../../src/node/models/verifierFiles';
import { readMisspellings } from '../../../src/node/misspellings';
import { groupBy } from '../../../src/core/groupBy';
import { countHabits, fitHabits } from '../fitting/fitHabits';
import { DocumentSet, type LabelledDocument } from '../tasks/documents';
import { permittedSource } from '../sources/licences';
import { foldCount, foldOfSource, withoutFold } from '../sources/sourceFolds';
import { readLines } from '../tasks/lines';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import { table, toJson, type EvaluateIo } from './run/output';
import type { EvaluateDependencies } from './run/dependencies';

export const markersOptions = {
  data: { kind: 'text', value: 'DIR', help: 'the folder of train.jsonl.gz and dev.jsonl.gz' },
  reviews: { kind: positive, value: 'N', help: 'reviews of each genre, at most (60)' },
  read: { kind: positive, value: 'N', help: 'prints the first three markers of N reviews, to be read' },
  models: corpusOptions.models,
  seed: corpusOptions.seed,
  json: corpusOptions.json,
} as const satisfies OptionTable;

/** Words of a questioned text, at least; texts of an author that are compared, at most; other authors. */
const leastWords = 300;
const mostTexts = 10;
const othersOfReview = 19;
/** Genres with so many authors are asked about. */
const leastAuthors = 24;
/** Habits of the first screen. */
const first = 3;

type Text = LabelledDocument & { readonly mode: 'written' | 'spoken'; readonly source: string };

/** One questioned text, its author, a stranger and others, all of one genre. */
interface Review {
  readonly questioned: Text;
  readonly known: ReadonlyMap<'author' | 'stranger', readonly Text[]>;
  readonly others: readonly (readonly Text[])[];
}

/** Of the reviews with one kind of candidate, how many have… */
interface Outcome {
  /** … few other authors as near over all habits. */
  near: number;
  /** … and three markers that are shown as alike. */
  three: number;
  /** … of which no other author keeps all. */
  together: number;
  /** … none of which any other author keeps. */
  each: number;
}

/** `evaluate markers`: with the author of a text as candidate, and with a stranger; the population's rates are fitted without the fold of the text's source. */
export async function evaluateMarkers(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const read = (name: string): readonly Text[] =>
    DocumentSet.parse(readLines(path.join(args.required('data'), name))).documents.flatMap(
      ({ mode, source, ...rest }) => (mode !== 'unknown' && source !== undefined ? [{ ...rest, mode, source }] : []),
    );
  const train = read('train.jsonl.gz');
  const texts = [...train, ...read('dev.jsonl.gz')];
  const population = countHabits(train.filter(({ source }) => permittedSource(source) !== undefined));
  const { ngrams } = await deps.verifier(args.models);
  const cache = new TextHabitsCache();
  const rates = Array.from({ length: foldCount }, (_, fold) =>
    HabitRates.parse(JSON.parse(JSON.stringify(fitHabits(withoutFold(population, fold))))),
  );
  const misspellings = await readMisspellings();
  const phrases = await readPhrases(args.models);
  const share = (word: string): number => ngrams.documentShare(word);
  const random = seededRandom(args.seed);
  const rows: { genre: string; reviews: number; author: Outcome; stranger: Outcome }[] = [];
  for (const [genre, own] of groupBy(texts, (text) => `${text.mode} ${text.genre}`)) {
    const reviews = reviewsOf(own, random).slice(0, args.count('reviews', 60));
    if (reviews.length === 0) continue;
    const row = { genre, reviews: reviews.length, author: outcome(), stranger: outcome() };
    for (const [at, { questioned, known, others }] of reviews.entries())
      for (const kind of ['author', 'stranger'] as const) {
        const marked = authorMarkers(
          { habits: catalogue, share, misspellings, phrases, rates: rates[foldOfSource(questioned.source) ?? 0]! },
          { ...questioned, habits: cache.of(questioned) },
          authorTexts(known.get(kind)!, cache),
          others.map((each) => authorTexts(each, cache)),
        );
        tally(row[kind], marked);
        if (kind === 'author' && at < args.count('read', 0)) io.stdout(...excerpts(questioned, marked));
      }
    rows.push(row);
    io.stderr(`${genre}: ${reviews.length} reviews`);
  }
  if (args.json) io.stdout(toJson({ format: 'idiograph.evaluate.markers/1', seed: args.seed, rows }));
  else io.stdout(...printed(rows));
}

const outcome = (): Outcome => ({ near: 0, three: 0, together: 0, each: 0 });

function authorTexts(texts: readonly Text[], cache: TextHabitsCache): AuthorTexts {
  return { author: texts[0]!.author, texts: texts.map((text) => ({ id: text.id, ...cache.of(text) })) };
}

/** Two texts of each author whose other works are known; in a seeded order. */
function reviewsOf(texts: readonly Text[], random: () => number): readonly Review[] {
  const authors = groupBy(texts, ({ author }) => author);
  const many = shuffled([...authors.keys()].sort(), random).filter((author) => authors.get(author)!.length > 2);
  if (many.length < leastAuthors) return [];
  return many.flatMap((author): Review[] => {
    const own = authors.get(author)!;
    const long = own.filter(
      ({ text, title }) => text.split(/\s+/).length >= leastWords && own.some((one) => one.title !== title),
    );
    const questioned = long[Math.floor(random() * long.length)];
    if (!questioned) return [];
    const drawn = shuffled(
      many.filter((other) => other !== author),
      random,
    ).slice(0, othersOfReview + 1);
    const [stranger, ...others] = drawn.map((other) => authors.get(other)!.slice(0, mostTexts));
    const known = own.filter(({ title }) => title !== questioned.title).slice(0, mostTexts);
    return [
      {
        questioned,
        known: new Map([
          ['author', known],
          ['stranger', stranger!],
        ]),
        others,
      },
    ];
  });
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

function tally(outcome: Outcome, { isNear, for: alike }: AuthorMarkers): void {
  const leading = alike.slice(0, first);
  if (!isNear) return;
  outcome.near += 1;
  if (leading.length < first) return;
  outcome.three += 1;
  if (leading.every(({ sharers }) => sharers.length === 0)) outcome.each += 1;
  if (leading[0]!.sharers.every((who) => !leading.every(({ sharers }) => sharers.includes(who)))) outcome.together += 1;
}

function excerpts(questioned: Text, { for: alike, asNear, others, looked }: AuthorMarkers): readonly string[] {
  const percent = (rate: number): string => `${Math.round(1000 * rate) / 10}%`;
  const line = (marker: Marker): string => {
    const { name, questioned: asked, candidate, others: theirs, population, texts, weight, places } = marker;
    const range = `${percent(theirs[0] ?? 0)}–${percent(theirs.at(-1) ?? 0)}`;
    const kept = texts.filter(({ count }) => count > 0).length;
    const words = places
      .slice(0, 2)
      .map(({ start, end }) => questioned.text.slice(Math.max(0, start - 25), end + 25).replace(/\s+/g, ' '));
    return `  ${weight.toFixed(2)} ${name}: ${asked.count} of ${asked.occasions} · author ${candidate.count} of ${candidate.occasions} (${percent(rateOf(candidate))}, ${kept}/${texts.length} texts) · others ${range}, shared ${marker.sharers.length} · population ${population === undefined ? '–' : percent(population)} · ${words.join(' ‖ ')}`;
  };
  return [
    `${questioned.genre} ${questioned.author} ${questioned.title}: ${asNear} of ${others} as near; ${looked} looked at`,
    ...alike.slice(0, first).map(line),
  ];
}

function printed(
  rows: readonly { genre: string; reviews: number; author: Outcome; stranger: Outcome }[],
): readonly string[] {
  const shares = (row: { reviews: number }, { near, three, together, each }: Outcome): string[] =>
    [near, three, together, each].map((count) => (count / row.reviews).toFixed(2));
  const head = ['genre', 'reviews', 'near', 'three', 'together', 'each', 'stranger: near', 'three', 'together', 'each'];
  return table(
    head,
    rows.map((row) => [row.genre, String(row.reviews), ...shares(row, row.author), ...shares(row, row.stranger)]),
  );
}
