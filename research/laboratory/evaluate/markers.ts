import path from 'node:path';
import type { OptionTable } from '../../../src/cli/options';
import { createRandom } from '../../../src/core/evaluation/scoreGroups';
import type { AuthorMarkers, Marker } from '../../../src/core/domain/evidence';
import { AuthorTexts, MarkerQuestion, MarkerRates, TextMarkersCache } from '../../../src/core/markers/textMarkers';
import { computeRate, selectLeading } from '../../../src/core/markers/convincing';
import { findAuthorMarkers, type MarkerMeans } from '../../../src/core/markers/authorMarkers';
import { readCatalogue } from '../../../src/core/markers/catalogue/catalogue';
import { groupBy } from '../../../src/core/basics/numbers';

import { countHabits, fitHabits } from '../fitting/fitHabits';
import { DocumentSet, type LabelledDocument } from '../tasks/documents';
import { isFreeToPassOn } from '../sources/register';
import { foldCount, foldOfSource, withoutFold } from '../sources/sourceFolds';
import { readLines } from '../tasks/lines';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import { table, toJson, type EvaluateIo } from './run/output';
import type { EvaluateDependencies } from './run/dependencies';

export const markersOptions = {
  data: { kind: 'text', value: 'DIR', help: 'the folder of train.jsonl.gz and dev.jsonl.gz' },
  from: { kind: 'text', value: 'FILE', help: 'the file of DIR with the texts reviewed (train and dev)' },
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
/** Texts of an author and genre that the population's rates are made of, at most. */
const textsOfMember = 3;
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

/** `evaluate markers`: with the author of a text as candidate, and with a stranger; the population's rates are fitted without the fold of the text's source. */
export async function evaluateMarkers(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const read = (name: string): readonly Text[] => readTexts(path.join(args.required('data'), name));
  const train = read('train.jsonl.gz');
  const means = await meansOf(train, args, deps);
  const reviewed = (): readonly Text[] => {
    const from = args.text('from');
    return from === undefined ? [...train, ...read('dev.jsonl.gz')] : read(from);
  };
  const cache = new TextMarkersCache();
  const random = createRandom(args.seed);
  const rows: Row[] = [];
  const all = emptyRow('all');
  for (const [genre, own] of groupBy(reviewed(), (text) => `${text.mode} ${text.genre}`)) {
    const row = emptyRow(genre);
    for (const { questioned, known, others } of reviewsOf(own, random).slice(0, args.count('reviews', 60))) {
      for (const each of [row, all]) each.reviews += 1;
      for (const kind of ['author', 'stranger'] as const) {
        const marked = findAuthorMarkers(
          means(questioned.source),
          new MarkerQuestion(questioned, cache.readOrCount(questioned)),
          authorTexts(known.get(kind)!, cache),
          others.map((each) => authorTexts(each, cache)),
        );
        for (const each of [row, all]) tally(each[kind], marked);
        if (kind === 'author' && row.reviews <= args.count('read', 0)) io.stdout(...excerpts(questioned, marked));
      }
    }
    if (row.reviews > 0) rows.push(row);
    io.stderr(`${genre}: ${row.reviews} reviews`);
  }
  rows.push(all);
  if (args.json) io.stdout(toJson({ format: 'idiograph.evaluate.markers/1', seed: args.seed, rows }));
  else io.stdout(...printed(rows));
}

function readTexts(file: string): readonly Text[] {
  return DocumentSet.parse(readLines(file)).documents.flatMap(({ mode, source, ...rest }) =>
    mode !== 'unknown' && source !== undefined ? [{ ...rest, mode, source }] : [],
  );
}

/** What markers of a text are found with: rates of a population without the texts of its source's fold. */
async function meansOf(
  train: readonly Text[],
  args: EvaluateArguments,
  deps: EvaluateDependencies,
): Promise<(source: string) => MarkerMeans> {
  const permitted = train.filter(({ source }) => isFreeToPassOn(source));
  const byAuthor = [...groupBy(permitted, ({ author, genre }) => `${author} ${genre}`).values()];
  const population = countHabits(byAuthor.flatMap((texts) => texts.slice(0, textsOfMember)));
  const rates = Array.from({ length: foldCount + 1 }, (_, fold) =>
    MarkerRates.parse(JSON.parse(JSON.stringify(fitHabits(withoutFold(population, fold))))),
  );
  const { ngrams } = await deps.verifier(args.models);
  const share = (word: string): number => ngrams.computeDocumentShare(word);
  const wording = await deps.wording(args.models);
  return (source) => ({ ...wording, share, habits: readCatalogue(), rates: rates[foldOfSource(source) ?? foldCount]! });
}

/** Reviews of a genre, or of all. */
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

function authorTexts(texts: readonly Text[], cache: TextMarkersCache): AuthorTexts {
  return new AuthorTexts(
    texts[0]!.author,
    texts.map((text) => cache.readOrCount(text)),
  );
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
  const leading = selectLeading(alike, first);
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
    return `  ${weight.toFixed(2)} ${name}: ${asked.count} of ${asked.occasions} · author ${candidate.count} of ${candidate.occasions} (${percent(computeRate(candidate))}, ${kept}/${texts.length} texts) · others ${range}, shared ${marker.sharers.length} · population ${population === undefined ? '–' : percent(population)} · ${words.join(' ‖ ')}`;
  };
  return [
    `${questioned.genre} ${questioned.author} ${questioned.title}: ${asNear} of ${others} as near; ${looked} looked at`,
    ...selectLeading(alike, first).map(line),
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
