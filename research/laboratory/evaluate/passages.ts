import { CaseFits } from '../../../src/core/ranking/fitDiscriminant';
import { createHash } from 'node:crypto';
import { computeDocumentId } from '../../../src/node/sha256';
import type { FileIndex } from '../../../src/node/sqlite/fileRows';
import type { Ngrams } from '../../../src/core/classical/ngrams';
import { multiplyTexts } from '../../../src/core/classical/ngrams';
import type {
  Candidate,
  KnownDocument,
  Passage,
  QuestionedDocument,
  TextRange,
} from '../../../src/core/domain/evidence';
import { compareIds } from '../../../src/core/basics/numbers';
import { rankCandidates, type RankedCandidates, readFirstCandidates } from '../../../src/core/review/candidates';
import { QuestionedWords } from '../../../src/core/copies/copies';
import { bootstrapIntervals, publishedBootstrap } from '../../../src/core/evaluation/scoreGroups';
import type { LabelledDocument } from '../tasks/documents';
import type { Encoder, LanguageDetector } from '../../../src/core/ports';
import { CohortCache, listPopulationMembers, Profiler } from '../../../src/core/cohort/cohortCache';
import type { Kernels } from '../../../src/lateInteraction/scoring/kernels';
import { type Search, searchWithoutCopies } from '../../../src/core/review/search';
import { finish, type StopSignal, throwIfStopped } from '../../../src/core/basics/work';
import { findExclusions } from '../../../src/reading/text/exclusions';
import { countWords } from '../../../src/core/text/countWords';
import { averageTextVector } from '../../../src/lateInteraction/scoring/patches';
import { encodeWith } from './encoding/encodeWith';
import type { OptionTable } from '../../../src/cli/options';
import { measurePassages, type PassageRow } from '../measures/passageMeasures';
import { sampleByKey } from '../measures/sample';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import { CachingEncoder } from './encoding/cachingEncoder';
import { readDocuments } from './run/documentsFile';
import { figure, headOf, toJson, type EvaluateIo } from './run/output';
import type { EvaluateDependencies } from './run/dependencies';
import { fallsWithout, meanBestMatch, type Scores, vectorsOf } from './passageDeletion';
import type { PhraseRates } from '../../../src/core/classical/hashing';
import type { MarkerDependencies } from '../../../src/core/markers/markersOf';
import { TextMarkersCache } from '../../../src/core/markers/textMarkers';
import { stageProgress } from './run/progress';
import { type AgainstStrangers, StrangerAnswers } from './strangerAnswers';

export const passagesOptions = {
  count: { kind: positive, value: 'N', help: 'reviews, one an author (200)' },
  read: { kind: positive, value: 'N', help: 'prints the passages of N reviews, to be read' },
  draws: { kind: positive, value: 'N', help: 'random deletions of each review (5)' },
  ...corpusOptions,
} as const satisfies OptionTable;

/** Known texts of an author in the index, each of another work. */
const knownTexts = 4;
/** Candidates that get passages, as in a review. */
const mostCandidates = 10;

export interface Bench {
  readonly encoder: Encoder;
  readonly index: FileIndex;
  readonly profiler: Profiler;
  readonly ngrams: Ngrams;
  readonly detector: LanguageDetector;
  readonly kernels: Kernels;
  readonly phrases: PhraseRates | undefined;
  readonly markers: MarkerDependencies;
}

/**
 * `evaluate passages`: whether the passages of the true author carry the score. Every author's texts, one a work and four at most,
 * are an index; one text an author is reviewed against it as if it were not there.
 */
export async function evaluatePassages(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const { set, file } = readDocuments(args);
  const chosen = onePerWork(set.documents);
  const { bench, models } = await openBench(args, deps);
  const known = await indexed(bench, chosen, io);
  const questioned = sampleByKey(questionedOf(known), ({ id }) => id, args.count('count', 200), args.seed);
  const toRead = args.count('read', 0);
  if (toRead > 0) return printPassages(bench, questioned.slice(0, toRead), { known, io });
  const reviewing = stageProgress(io, 'reviews');
  const rows: ReviewedRow[] = [];
  const missing = { notReached: 0, fewerThanThree: 0 };
  const strangers = new StrangerAnswers(bench.encoder.dim, bench.kernels);
  for (const [done, document] of questioned.entries()) {
    throwIfStopped(io.stop);
    const row = await review(bench, document, { args, io, known, strangers });
    if (typeof row === 'string') missing[row] += 1;
    else rows.push(row);
    reviewing(done + 1, questioned.length);
  }
  const answered = await strangers.answers(bench.index, known, io);
  const measured = rows.map((row) => ({ ...row, ...answered.get(row.questioned)! }));
  await bench.index.close();
  const measure = measurePassages(measured);
  const interval = bootstrapIntervals(
    measured.map(({ author }) => [author]),
    measure,
    { ...publishedBootstrap, seed: args.seed },
  );
  const head = headOf('passages', args, models, { documents: file });
  const values = { reviews: rows.length, ...missing, ...measure() };
  if (args.json) io.stdout(toJson({ ...head, documents: known.length, ...values, interval }));
  else io.stdout(...Object.entries(values).map(([name, value]) => `${name}  ${figure(value, interval[name])}`));
}

/** Up to four texts of each author, one of each work, those of the lowest ids. */
function onePerWork(documents: readonly LabelledDocument[]): readonly LabelledDocument[] {
  const works = new Map<string, Map<string, LabelledDocument>>();
  for (const document of documents.toSorted(compareIds)) {
    const own = works.get(document.author) ?? new Map<string, LabelledDocument>();
    works.set(document.author, own);
    if (own.size < knownTexts && !own.has(document.title)) own.set(document.title, document);
  }
  return [...works.values()].filter((own) => own.size > 1).flatMap((own) => [...own.values()]);
}

/** One text of each author. */
function questionedOf(known: readonly KnownDocument[]): readonly KnownDocument[] {
  return [...new Map(known.map((document) => [document.author, document])).values()];
}

export async function openBench(
  args: EvaluateArguments,
  deps: EvaluateDependencies,
): Promise<{ readonly bench: Bench; readonly models: Readonly<Record<string, string>> }> {
  const { population, ngrams, detector } = await deps.verifier(args.models);
  const encoder = new CachingEncoder(await deps.encoder(args.models, args.threads), args.text('cache'));
  const kernels = await deps.kernels();
  const { openFile } = await import('../../../src/node/sqlite/fileRows'); // SQLite is loaded only where it is needed
  const index = await openFile(':memory:', encoder, { create: true, kernels });
  const profiler = new Profiler('evaluation', ngrams, () => listPopulationMembers(population, ngrams));
  const wording = await deps.wording(args.models);
  const share = (word: string): number => ngrams.computeDocumentShare(word);
  const markers = { ...wording, cache: new TextMarkersCache(), index, share };
  return {
    bench: { encoder, index, profiler, ngrams, detector, kernels, phrases: wording.phrases, markers },
    models: { encoder: encoder.modelId, ngrams: ngrams.id, population: population.description.id },
  };
}

export async function indexed(
  { encoder, index, profiler }: Bench,
  documents: readonly LabelledDocument[],
  io: EvaluateIo,
): Promise<readonly KnownDocument[]> {
  const progress = stageProgress(io, 'indexing');
  const known: KnownDocument[] = [];
  for (const [done, { author, mode, genre, text, title }] of documents.entries()) {
    throwIfStopped(io.stop);
    const facts = { author, mode, genre, text, title, language: 'en', role: 'known' } as const;
    const document = { ...facts, id: computeDocumentId(facts) };
    const spans = await encodeWith(encoder)(document, io.stop);
    const made = { profiler: profiler.id, profile: profiler.computeProfile(document, averageTextVector(spans)) };
    if ((await index.add(document, spans, { made })) === 'added') known.push(document);
    progress(done + 1, documents.length);
  }
  return known;
}

/** The passages of the true author as a reader sees them, those set apart too: text and known text in turn, what carries a passage in brackets. */
async function printPassages(
  bench: Bench,
  questioned: readonly KnownDocument[],
  { known, io }: Pick<ReviewSetting, 'known' | 'io'>,
): Promise<void> {
  const texts = new Map(known.map(({ id, text }) => [id, text]));
  for (const document of questioned) {
    const { candidates } = await candidatesOf(bench, document, { stop: io.stop, limit: mostCandidates });
    const place = candidates.findIndex(({ author }) => author === document.author);
    io.stdout(`${document.genre} ${document.author} ${document.title}: place ${place + 1}`);
    const lists = Object.entries(candidates[place]?.passages ?? {}) as [string, readonly Passage[]][];
    for (const [list, passages] of lists)
      for (const passage of list === 'against' ? [] : passages)
        io.stdout(
          `  ${list} · ${passage.apart ?? ''} ${passage.kinds.join(' ')} · ${passage.others.sharers.length} of ${passage.others.of} others`,
          shown(
            document.text,
            passage.questioned,
            passage.marks.map(({ questioned: place }) => place),
          ),
          shown(
            texts.get(passage.document)!,
            passage.known,
            passage.marks.map(({ known: place }) => place),
          ),
        );
  }
  await bench.index.close();
}

/** Characters around a passage that are read, too. */
const around = 90;

/** A passage on one line, with what is before and behind it. */
export function shown(text: string, { start, end }: TextRange, marks: readonly TextRange[]): string {
  let [line, at] = ['', start];
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    line += `${text.slice(at, mark.start)}[${text.slice(mark.start, mark.end)}]`;
    at = mark.end;
  }
  const whole = `${text.slice(Math.max(0, start - around), start)}»${line}${text.slice(at, end)}«${text.slice(end, end + around)}`;
  return `    ${whole.replace(/\s+/g, ' ')}`;
}

/** A row before strangers were asked. */
type ReviewedRow = Omit<PassageRow, keyof AgainstStrangers>;

const [cohorts, fits] = [new CohortCache(), new CaseFits()];

interface ReviewSetting {
  readonly args: EvaluateArguments;
  readonly io: EvaluateIo;
  readonly known: readonly KnownDocument[];
  readonly strangers: StrangerAnswers;
}

/** What the places that are found with the true author are worth, shown or set apart, where the author is among the ten and has three. */
async function review(
  bench: Bench,
  document: KnownDocument,
  { args, io, known, strangers }: ReviewSetting,
): Promise<ReviewedRow | 'notReached' | 'fewerThanThree'> {
  const { author, text } = document;
  const { search, candidates } = await candidatesOf(bench, document, { stop: io.stop, limit: mostCandidates });
  const found = candidates.slice(0, mostCandidates).find((candidate) => candidate.author === author);
  if (!found) return 'notReached';
  const { alike = [], apart = [] } = found.passages ?? {};
  const passages = [...alike, ...apart].toSorted((a, b) => b.gain - a.gain);
  if (passages.length < 3) return 'fewerThanThree';
  const own = known.filter((other) => other.author === author && !search.copies.includes(other.id));
  const ranges = passages.map(({ questioned }) => questioned);
  const score = await scorer(bench, document, own, io.stop);
  const run = { draws: args.count('draws', 5), seed: args.seed, stop: io.stop };
  const falls = await fallsWithout({ text, ranges: ranges.slice(0, 3) }, score, run);
  strangers.ask(document, search.searched, ranges[0]!, args.seed);
  return { questioned: document.id, author, ...falls, ...shapeOf(text, passages) };
}

/** A text searched for, and the authors in their order. */
export async function rankedIn(
  { encoder, index, profiler, detector, kernels, phrases, markers }: Bench,
  document: KnownDocument,
  { stop, limit }: { readonly stop: StopSignal; readonly limit: number },
): Promise<{ readonly search: Search; readonly ranked: RankedCandidates }> {
  const { text } = document;
  const question = {
    questioned: asQuestioned(document),
    exclude: findExclusions(text),
    words: new QuestionedWords({ text }, stop),
  };
  const search = await finish(searchWithoutCopies({ encoder, index }, question, stop));
  const parts = { index, profiler, cohorts, fits, detector, kernel: kernels, phrases, markers };
  return { search, ranked: await finish(rankCandidates(parts, search, { limit }, stop)) };
}

/** A review of a text up to its candidates, the first of them with passages. */
async function candidatesOf(
  bench: Bench,
  document: KnownDocument,
  run: { readonly stop: StopSignal; readonly limit: number },
): Promise<{ readonly search: Search; readonly candidates: readonly Candidate[] }> {
  const { search, ranked } = await rankedIn(bench, document, run);
  return { search, candidates: await finish(readFirstCandidates(ranked, run.limit, run.stop)) };
}

/** Reviews what is left of a document anew. An author whom a search no longer reaches has the last one's score. */
async function scorer(
  bench: Bench,
  document: KnownDocument,
  own: readonly KnownDocument[],
  stop: StopSignal,
): Promise<(text: string) => Promise<Scores>> {
  const { index, encoder, ngrams, kernels } = bench;
  const vectors = await vectorsOf(index, encoder.dim, own, stop);
  const features = own.map((other) => ngrams.computeFeatures(other.text));
  return async (text) => {
    const { search, candidates } = await candidatesOf(bench, { ...document, text }, { stop, limit: 0 });
    const row = ngrams.computeFeatures(text);
    const sum = features.reduce((total, known) => total + multiplyTexts(row, known), 0);
    const ranked = candidates.find(({ author }) => author === document.author) ?? candidates.at(-1)!;
    const lateInteraction = meanBestMatch(search.searched, vectors, kernels);
    return { lateInteraction, ngrams: sum / features.length, combined: ranked.score };
  };
}

export function asQuestioned({ id, text, mode, genre, language }: KnownDocument): QuestionedDocument {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { id, text, mode, genre, language, version: 1, sha256 };
}

/** What the lists of passages are like, whatever they carry. */
function shapeOf(
  text: string,
  passages: readonly Passage[],
): Pick<PassageRow, 'words' | 'cutInsideWord' | 'samePlaceTwice'> {
  const insideWord = (at: number): boolean => /[\p{L}\p{N}]{2}/u.test(text.slice(Math.max(0, at - 1), at + 1));
  const isAgain = ({ document, known }: Passage, place: number): boolean =>
    passages
      .slice(0, place)
      .some((other) => other.document === document && other.known.start < known.end && known.start < other.known.end);
  return {
    words: passages.map(({ questioned: { start, end } }) => countWords(text.slice(start, end))),
    cutInsideWord: passages.filter(({ questioned: { start, end } }) => insideWord(start) || insideWord(end)).length,
    samePlaceTwice: passages.filter(isAgain).length,
  };
}
