import path from 'node:path';
import type { OptionTable } from '../../../src/cli/options';
import { seededRandom } from '../../../src/core/evaluation/random';
import type { AuthorMarkers, Marker } from '../../../src/core/domain';
import { authorMarkers, type AuthorTexts } from '../../../src/core/markers/authorMarkers';
import { rateOf } from '../../../src/core/markers/whatTells';
import { leadingOf } from '../../../src/presentation/markers';
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

/** Of the reviews with one kind of candidate, how many have few other authors as near over all habits, and… */
interface Outcome {
  near: number;
  /** … three habits listed as alike, which no other author keeps all of. */
  together: number;
  /** … a habit that leads, or three. */
  leads: number;
  leadsThree: number;
  /** … of which no other author keeps all. */
  leadsTogether: number;
}

/** The folds of sources on which it was chosen which habits lead; of the other sources the rules know nothing. */
const foldsOfRules: readonly (number | undefined)[] = [0, 1, 2];

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
  const rows: Row[] = [];
  const [chosen, heldOut] = ['sources of the rules', 'other sources'].map(emptyRow) as [Row, Row];
  for (const [genre, own] of groupBy(texts, (text) => `${text.mode} ${text.genre}`)) {
    const reviews = reviewsOf(own, random).slice(0, args.count('reviews', 60));
    if (reviews.length === 0) continue;
    const row = emptyRow(genre);
    for (const [at, { questioned, known, others }] of reviews.entries()) {
      const all = [row, foldsOfRules.includes(foldOfSource(questioned.source)) ? chosen : heldOut];
      for (const each of all) each.reviews += 1;
      for (const kind of ['author', 'stranger'] as const) {
        const marked = authorMarkers(
          { habits: catalogue, share, misspellings, phrases, rates: rates[foldOfSource(questioned.source) ?? 0]! },
          { ...questioned, habits: cache.of(questioned) },
          authorTexts(known.get(kind)!, cache),
          others.map((each) => authorTexts(each, cache)),
        );
        for (const each of all) tally(each[kind], marked);
        if (kind === 'author' && at < args.count('read', 0)) io.stdout(...excerpts(questioned, marked));
      }
    }
    rows.push(row);
    io.stderr(`${genre}: ${reviews.length} reviews`);
  }
  rows.push(chosen, heldOut);
  if (args.json) io.stdout(toJson({ format: 'idiograph.evaluate.markers/1', seed: args.seed, rows }));
  else io.stdout(...printed(rows));
}

/** Reviews of a genre, or of some sources. */
interface Row {
  readonly name: string;
  reviews: number;
  readonly author: Outcome;
  readonly stranger: Outcome;
}

function emptyRow(name: string): Row {
  const [author, stranger] = [0, 0].map((zero) => ({
    ...{ near: zero, together: zero, leads: zero, leadsThree: zero, leadsTogether: zero },
  })) as [Outcome, Outcome];
  return { name, reviews: 0, author, stranger };
}

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
  if (!isNear) return;
  const leading = leadingOf(alike, first);
  outcome.near += 1;
  outcome.together += Number(alike.length >= first && areNobodys(alike.slice(0, first)));
  outcome.leads += Number(leading.length > 0);
  outcome.leadsThree += Number(leading.length === first);
  outcome.leadsTogether += Number(leading.length > 0 && areNobodys(leading));
}

/** Whether no other author keeps all of some habits. */
function areNobodys(markers: readonly Marker[]): boolean {
  return markers[0]!.sharers.every((who) => !markers.every(({ sharers }) => sharers.includes(who)));
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
    ...leadingOf(alike, first).map(line),
  ];
}

function printed(rows: readonly Row[]): readonly string[] {
  const shares = (row: Row, { near, together, leads, leadsThree, leadsTogether }: Outcome): string[] =>
    [near, together, leads, leadsThree, leadsTogether].map((count) => (count / row.reviews).toFixed(2));
  const figures = ['near', 'together', 'one leads', 'three lead', 'lead together'];
  return table(
    ['genre', 'reviews', ...figures, `stranger: ${figures[0]!}`, ...figures.slice(1)],
    rows.map((row) => [row.name, String(row.reviews), ...shares(row, row.author), ...shares(row, row.stranger)]),
  );
}
