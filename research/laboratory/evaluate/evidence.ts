import { readCandidate } from '../../../src/core/review/candidates';
import type { KnownDocument, Passage, TextRange } from '../../../src/core/domain/evidence';
import { groupBy } from '../../../src/core/basics/numbers';
import { takeFirstWords } from '../../../src/core/text/countWords';
import { finish, throwIfStopped } from '../../../src/core/basics/work';
import { listLeading, formatMarkerLine } from '../../../src/presentation/markers';
import { describeWhy } from '../../../src/presentation/passages';
import type { OptionTable } from '../../../src/cli/options';
import { sampleByKey } from '../measures/sample';
import type { LabelledDocument } from '../tasks/documents';
import { asQuestioned, type Bench, indexed, openBench, rankedIn, shown } from './passages';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import { readDocuments } from './run/documentsFile';
import type { EvaluateDependencies } from './run/dependencies';
import { headOf, table, toJson, type EvaluateIo } from './run/output';
import { stageProgress } from './run/progress';

export const evidenceOptions = {
  authors: { kind: positive, value: 'N', help: 'authors of a case, at most (12)' },
  reviews: { kind: positive, value: 'N', help: 'reviews of a case, at most (12)' },
  read: { kind: 'flag', help: 'prints what leads, to be read' },
  ...corpusOptions,
} as const satisfies OptionTable;

/** Authors of a case, at least; words of a questioned text; texts of a known author, at most. */
const leastAuthors = 8;
const questionedWords = { least: 250, most: 1000 };
const knownTexts = 6;
/** Of so many authors one has no known text in the case. */
const oneOutside = 3;
/** Candidates whose evidence is looked at. */
const mostCandidates = 10;

/** What is seen first of a candidate: whether a marker that speaks for it leads, whether a passage does. */
interface Seen {
  reviews: number;
  marker: number;
  passage: number;
  either: number;
  against: number;
}
const nothingSeen = (): Seen => ({ reviews: 0, marker: 0, passage: 0, either: 0, against: 0 });

/** A case of one source: its known texts, and texts in question of authors inside and outside of it. */
interface Case {
  readonly name: string;
  readonly known: readonly LabelledDocument[];
  readonly questioned: readonly LabelledDocument[];
}

/**
 * `evaluate evidence`: what leads beside the ratio for the true author and for a wrong first candidate, in cases of one source each, a third
 * of the writers being outside of them. Each statement of a passage about other authors is counted again by a plain search of the texts.
 */
export async function evaluateEvidence(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const { set, file } = readDocuments(args);
  const cases = casesOf(set.documents, args);
  const rows = new Map<string, Record<'author' | 'wrong', Seen>>();
  const total = { author: nothingSeen(), wrong: nothingSeen(), statements: 0, refuted: 0 };
  let models = {};
  for (const { name, known, questioned } of cases) {
    const opened = await openBench(args, deps);
    models = opened.models;
    const documents = await indexed(opened.bench, known, io);
    const row = { author: nothingSeen(), wrong: nothingSeen() };
    rows.set(name, row);
    const progress = stageProgress(io, name);
    for (const [done, labelled] of questioned.entries()) {
      throwIfStopped(io.stop);
      const read = await reviewed(opened.bench, labelled, documents, { args, io });
      for (const sums of [row, total]) for (const { side, seen } of read.seen) add(sums[side], seen);
      total.statements += read.statements;
      total.refuted += read.refuted;
      progress(done + 1, questioned.length);
    }
    await opened.bench.index.close();
  }
  const head = headOf('evidence', args, models, { documents: file });
  if (args.json) io.stdout(toJson({ ...head, ...total, cases: Object.fromEntries(rows) }));
  else
    io.stdout(
      ...table(
        ['case', 'side', 'reviews', 'marker', 'passage', 'either', 'against'],
        [...rows, ['all', total] as const].flatMap(([name, row]) =>
          (['author', 'wrong'] as const).map((side) => [name, side, ...figures(row[side])]),
        ),
      ),
      `statements about other authors: ${total.statements}, refuted: ${total.refuted}`,
    );
}

function add(sums: Seen, seen: Omit<Seen, 'reviews'>): void {
  sums.reviews += 1;
  for (const name of ['marker', 'passage', 'either', 'against'] as const) sums[name] += seen[name];
}

function figures({ reviews, marker, passage, either, against }: Seen): readonly string[] {
  return [String(reviews), ...[marker, passage, either, against].map((n) => (n / Math.max(1, reviews)).toFixed(2))];
}

/** One case for each source, mode and genre with authors enough; a questioned text is of another work than its author's known ones. */
function casesOf(documents: readonly LabelledDocument[], args: EvaluateArguments): readonly Case[] {
  const groups = groupBy(documents, ({ source = '', mode, genre }) => `${source} ${mode} ${genre}`);
  return [...groups].flatMap(([name, texts]): readonly Case[] => {
    const byAuthor = groupBy(texts, ({ author }) => author);
    const able = [...byAuthor].flatMap(([author, own]) => {
      const asked = sampleByKey(own.filter(isLongEnough), ({ id }) => id, 1, args.seed)[0];
      const known = asked ? own.filter(({ title }) => title !== asked.title).slice(0, knownTexts) : [];
      return asked && known.length > 0 ? [{ author, asked, known }] : [];
    });
    const chosen = sampleByKey(able, ({ author }) => author, args.count('authors', 12), args.seed);
    if (chosen.length < leastAuthors) return [];
    const questioned = chosen.map(({ asked }) => ({
      ...asked,
      text: takeFirstWords(asked.text, questionedWords.most),
    }));
    const known = chosen.filter((_, i) => i % oneOutside > 0).flatMap((each) => each.known);
    return [{ name, known, questioned: sampleByKey(questioned, ({ id }) => id, args.count('reviews', 12), args.seed) }];
  });
}

function isLongEnough({ text }: LabelledDocument): boolean {
  return text.split(/\s+/).length >= questionedWords.least;
}

/** What a review shows first of its author, and of a first candidate who is not. */
async function reviewed(
  bench: Bench,
  labelled: LabelledDocument,
  known: readonly KnownDocument[],
  { args, io }: { readonly args: EvaluateArguments; readonly io: EvaluateIo },
) {
  const { id, author: writer, text, mode, genre, title } = labelled;
  const document: KnownDocument = { id, author: writer, text, mode, genre, title, language: 'en', role: 'known' };
  const { search, ranked } = await rankedIn(bench, document, { stop: io.stop, limit: mostCandidates });
  const asked = { questioned: asQuestioned(document), copies: search.copies };
  const [first] = ranked.candidates;
  const sides = ranked.passages.authors
    .filter((author) => author === labelled.author || author === first!.author)
    .map((author) => ({ author, side: author === labelled.author ? ('author' as const) : ('wrong' as const) }));
  const found = { seen: [] as { side: 'author' | 'wrong'; seen: Omit<Seen, 'reviews'> }[], statements: 0, refuted: 0 };
  for (const { author, side } of sides) {
    const read = await finish(readCandidate(ranked.passages, author, io.stop, { deps: bench, asked }));
    const lines = listLeading(read.markers);
    const { alike } = read.passages;
    const isFor = lines.filter(({ weight }) => weight > 0).length;
    const seen = { marker: Number(isFor > 0), passage: Number(alike.length > 0), against: lines.length - isFor };
    found.seen.push({
      side,
      seen: { ...seen, either: Number(isFor + alike.length > 0), against: Number(seen.against > 0) },
    });
    for (const passage of [...alike, ...read.passages.against]) {
      found.statements += 1;
      const wrong = recounted(document.text, passage, known);
      if (wrong === undefined) continue;
      found.refuted += 1;
      io.stderr(`refuted: ${describeWhy(passage)}: ${wrong}`);
    }
    if (!args.flag('read')) continue;
    const texts = new Map(known.map((each) => [each.id, each]));
    io.stdout(`## ${labelled.source} ${labelled.id} ${side}`);
    io.stdout(...lines.map((line) => `  ${line.weight > 0 ? '+' : '-'} ${formatMarkerLine(line, author)}`));
    for (const passage of alike.slice(0, 3)) {
      const marks = (name: 'questioned' | 'known'): readonly TextRange[] => passage.marks.map((mark) => mark[name]);
      io.stdout(
        `  ${describeWhy(passage)}`,
        shown(document.text, passage.questioned, marks('questioned')),
        shown(texts.get(passage.document)!.text, passage.known, marks('known')),
      );
    }
  }
  return found;
}

/** Names that a plain search of all known texts finds and the passage does not name, or the reverse; undefined: they agree. */
export function recounted(text: string, passage: Passage, known: readonly KnownDocument[]): string | undefined {
  const plain = (part: string): string =>
    part.normalize('NFC').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  const sought = [...new Set(passage.marks.map(({ questioned: { start, end } }) => plain(text.slice(start, end))))];
  const { sharers, within } = passage.others;
  const having = new Set<string>();
  for (const { author, text: theirs } of known) {
    if (author === passage.author || having.has(author)) continue;
    const all = plain(theirs);
    if (!sought.every((words) => hasWords(all, words))) continue;
    const words = all.split(' ');
    if (words.some((_, i) => sought.every((each) => hasWords(words.slice(i, i + within).join(' '), each))))
      having.add(author);
  }
  const missed = [...having].filter((author) => !sharers.includes(author));
  return missed.length > 0 ? `also ${missed.join(', ')}` : undefined;
}

/** Whether words stand in a text as they are, and not as a part of longer words: "rather like a" is not in "rather like an". */
function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + words.length, at + words.length + 2)];
    const goesOn = /^[\p{L}\p{N}\p{M}]/u.test(after) && /[\p{L}\p{N}\p{M}]$/u.test(words);
    const isPart = /[\p{L}\p{N}\p{M}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(words);
    if (!goesOn && !isPart) return true;
  }
  return false;
}
