import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import type { OptionTable } from '../../../src/cli/options';
import { usage } from '../../../src/core/errors';
import { createRandom } from '../../../src/core/evaluation/scoreGroups';
import { readCatalogue } from '../../../src/core/markers/catalogue/catalogue';
import { MarkerFinder, readWords } from '../../../src/core/markers/findMarkers';
import { throwIfStopped } from '../../../src/core/basics/work';
import { DocumentSet, type LabelledDocument } from '../tasks/documents';
import { readLines } from '../tasks/lines';
import { positive, resultOptions, type EvaluateArguments } from './run/arguments';
import { headOf, table, toJson, type EvaluateIo } from './run/output';

export const catalogueOptions = {
  documents: {
    ...{ kind: 'text', value: 'D.jsonl', multiple: true },
    help: 'lines of { id, author, text, genre?, mode?, title? }; files may be gzipped, and several are counted together',
  },
  row: { kind: 'text', value: 'PART', multiple: true, help: 'habits that have a part in their names (all)' },
  read: { kind: positive, value: 'N', help: 'prints N seeded places of each habit, to be read' },
  keep: { kind: 'text', value: 'FILE', help: 'writes the counts, and keeps the verdicts that the file has' },
  ...resultOptions,
} as const satisfies OptionTable;

/** Characters on either side of a place. */
const contextLength = 60;

/** What a reader found of the places of a habit: so many were read, and so many are what the name says. */
const verdict = v.object({ name: v.string(), read: v.optional(v.number()), right: v.optional(v.number()) });
const keptFile = v.object({ rows: v.array(verdict) });

/** How often a habit was found, and in how many texts and of how many authors. */
interface Row {
  readonly name: string;
  hits: number;
  /** Places of what could stand there instead. */
  others: number;
  texts: number;
  readonly authors: Set<string>;
  /** Places with their contexts, a sample in which each has the same chance. */
  readonly sample: string[];
}

/** `evaluate catalogue`: how often each habit of the catalogue is found, with places to be read and what readers found. */
export function evaluateCatalogue(args: EvaluateArguments, io: EvaluateIo): void {
  const files = (args.list('documents') ?? [args.required('documents')]).map((name) => readLines(name));
  const habits = selectHabits(args.list('row'));
  const rows = habits.map(({ name }): Row => ({
    ...{ name, hits: 0, others: 0, texts: 0 },
    ...{ authors: new Set<string>(), sample: [] },
  }));
  const finder = new MarkerFinder(habits);
  const [random, most] = [createRandom(args.seed), args.count('read', 0)];
  for (const document of files.flatMap((file) => DocumentSet.parse(file).documents)) {
    throwIfStopped(io.stop);
    countIn(document, { finder, rows, random, most });
  }
  const counted = rows.map(({ name, hits, others, texts, authors }) => ({
    ...{ name, hits, others, texts, authors: authors.size },
  }));
  const keep = args.text('keep');
  const head = headOf('catalogue', args, {}, Object.fromEntries(files.map((file, i) => [`documents${i + 1}`, file])));
  const found = { ...head, rows: withVerdicts(counted, keep) };
  if (keep !== undefined) writeFileSync(keep, `${formatLines(found)}\n`);
  if (args.json) io.stdout(toJson(found));
  else io.stdout(...(most > 0 ? rows.flatMap(formatSample) : formatTable(counted)));
}

function selectHabits(parts: readonly string[] | undefined) {
  const all = readCatalogue();
  const unknown = parts?.find((part) => !all.some(({ name }) => name.includes(part)));
  if (unknown !== undefined) throw usage(`--row ${unknown}: no habit of the catalogue has this in its name.`);
  return parts ? all.filter(({ name }) => parts.some((part) => name.includes(part))) : all;
}

interface Counting {
  readonly finder: MarkerFinder;
  readonly rows: readonly Row[];
  readonly random: () => number;
  /** Places that the sample of a row has at most. */
  readonly most: number;
}

function countIn({ author, ...marked }: LabelledDocument, { finder, rows, random, most }: Counting): void {
  const found = new Set<Row>();
  for (const { habit, start, end, kept } of finder.listPlacesOf(readWords(marked))) {
    const row = rows[habit]!;
    if (!kept) {
      row.others += 1;
      continue;
    }
    row.hits += 1;
    found.add(row);
    row.authors.add(author);
    const place = row.sample.length < most ? row.sample.length : Math.floor(random() * row.hits);
    if (place < most) row.sample[place] = quote(marked.text, start, end);
  }
  for (const row of found) row.texts += 1;
}

function quote(text: string, start: number, end: number): string {
  const [before, after] = [text.slice(Math.max(0, start - contextLength), start), text.slice(end, end + contextLength)];
  return `${before}[${text.slice(start, end)}]${after}`.replace(/\s+/g, ' ');
}

type Counted = Omit<Row, 'authors' | 'sample'> & { readonly authors: number };

/** The counts with the verdicts of a file by name; a habit that nobody read has none. */
function withVerdicts(counted: readonly Counted[], file: string | undefined) {
  const text = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '{"rows":[]}';
  const verdicts = new Map(v.parse(keptFile, JSON.parse(text)).rows.map((row) => [row.name, row]));
  return counted.map((row) => ({ ...row, ...verdicts.get(row.name) }));
}

/** One habit a line. */
function formatLines({ rows, ...head }: { readonly rows: readonly object[] }): string {
  const open = JSON.stringify(head).slice(0, -1);
  return `${open}, "rows": [\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]}`;
}

function formatSample({ name, hits, sample }: Row): readonly string[] {
  return [`${name}: ${hits}`, ...sample.map((line) => `  ${line}`)];
}

function formatTable(rows: readonly Counted[]): readonly string[] {
  const sorted = rows.toSorted((a, b) => b.hits - a.hits);
  const cells = sorted.map(({ name, hits, others, texts, authors }) => [
    name,
    ...[hits, others, texts, authors].map(String),
  ]);
  return table(['habit', 'hits', 'of the alternative', 'texts', 'authors'], cells);
}
