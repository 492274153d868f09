import type { LinearScorer } from '../classical/occurrences';
import type { FeatureRow } from '../classical/featureRow';
import type { Candidate, CandidatePassages, KnownDocument, Mode, Passage } from '../domain';
import type { Progress, ReferenceIndex, StopSignal, StoredSpan, TextProfile } from '../ports';
import type { DocumentAuthor, ReferenceCohort } from '../ranking/referenceCohort';
import type { RankedAuthor } from '../scoring/authors';
import type { MatchKernel } from '../scoring/kernels';
import type { SearchedSpan } from '../search';
import { throwIfStopped } from '../stop';
import { passagesAgainst } from './against';
import { Answers } from './answers';
import { AuthorRows } from './authorRows';
import { type FoundPassage, type KnownAuthor, passagesOf, type Questioned } from './candidatePassages';
import { OccurrenceGains, questionedFeatures } from './gains';
import type { KnownSpan } from './places';
import { readQuestioned, readText } from './questionedText';
import { spansToRead } from './spansToRead';
import { Surprise } from './words/surprise';

/** The questioned text and all that its review knows when passages are sought. */
export interface PassageQuestion {
  readonly text: string;
  readonly mode: Mode;
  /** Language of the text; known texts in another one answer nothing. */
  readonly language: string;
  readonly searched: readonly SearchedSpan[];
  readonly profile: TextProfile;
  /** Of every document that was reached. */
  readonly profiles: ReadonlyMap<string, TextProfile>;
  readonly cohort: ReferenceCohort;
  /** Ids of copies of the questioned text. */
  readonly copies: readonly string[];
}

/** What passages are found with. */
export interface PassageDependencies {
  readonly index: Pick<ReferenceIndex, 'read' | 'document'>;
  readonly method: LinearScorer;
  readonly kernel: MatchKernel;
  readonly languageOf: (document: KnownDocument) => string;
}

/** For how many candidates, and how the work is stopped and followed. */
export interface PassageRun {
  readonly limit: number;
  readonly stop: StopSignal;
  /** In questioned spans. */
  readonly progress: Progress;
}

/** Known spans of a candidate in which places are sought: those that answered patches, and others that the search listed. */
const mostKnownSpans = 8;
/** Spans kept while a review reads them: neighbouring questioned spans are answered by many of the same. */
const keptSpans = 256;

/** Characters by which a language is told. */
const toldCharacters = 2000;

const none: CandidatePassages = { alike: [], against: [], shared: [], subject: [] };

/**
 * The ranked authors, the first of them with their passages. A text of more than 48 spans is read where the candidates answer it
 * better than others do, so that time and memory are bounded. Throws Cancelled.
 */
export async function withPassages(
  deps: PassageDependencies,
  question: PassageQuestion,
  ranked: readonly RankedAuthor[],
  run: PassageRun,
): Promise<readonly Candidate[]> {
  const chosen = ranked.slice(0, run.limit).map(({ author }) => author);
  const found = chosen.length > 0 ? await passagesOfAll(deps, question, chosen, run) : [];
  return ranked.map(({ author, score }, i) => ({
    author,
    score,
    tier: 'combined',
    passages: found[i] ?? none,
  }));
}

async function passagesOfAll(
  deps: PassageDependencies,
  question: PassageQuestion,
  authors: readonly string[],
  run: PassageRun,
): Promise<readonly CandidatePassages[]> {
  const spans = spansToRead(question.searched, authors);
  const read = keeping(deps.index);
  const asked = await ask({ ...deps, read }, question, { spans, authors: new Set(authors) }, run);
  const questioned = { ...asked, gains: new OccurrenceGains(asked.features, deps.method) };
  const known: KnownAuthor[] = [];
  const rows: (readonly FeatureRow[])[] = [];
  for (const author of authors) {
    throwIfStopped(run.stop);
    const candidate = await knownAuthor({ ...deps, read }, question, questioned, author);
    known.push(candidate);
    rows.push(candidate.rows);
  }
  const candidates = { known, rows: new AuthorRows(rows, run.stop) };
  const found = authors.map((_, i) => passagesOf(questioned, candidates, i));
  const passages = (list: readonly FoundPassage[]): readonly Passage[] => list.map(({ passage }) => passage);
  return found.map(({ alike, shared, subject }, i) => ({
    alike: passages(alike),
    against: passagesAgainst(questioned, authors, found, i),
    shared: passages(shared),
    subject: passages(subject),
  }));
}

interface ReadingDependencies extends PassageDependencies {
  readonly read: ReferenceIndex['read'];
}

/** Reads spans of an index, and keeps the last ones. */
function keeping(index: PassageDependencies['index']): ReferenceIndex['read'] {
  const kept = new Map<number, StoredSpan>();
  return async (ids) => {
    if (kept.size + ids.length > keptSpans) kept.clear();
    const wanted = ids.filter((id) => !kept.has(id));
    for (const span of await index.read(wanted)) kept.set(span.id, span);
    return ids.map((id) => kept.get(id)!);
  };
}

/** Asks the candidates' texts, and those of others, about every patch that is read. */
async function ask(
  { read: readSpans, method, kernel }: ReadingDependencies,
  { text, mode, language, profile, cohort }: PassageQuestion,
  { spans, authors }: { readonly spans: readonly SearchedSpan[]; readonly authors: ReadonlySet<string> },
  { stop, progress }: PassageRun,
): Promise<Questioned> {
  const read = readQuestioned(
    text,
    spans.map(({ span }) => span),
    method,
  );
  const answers = new Answers(read.patchRanges.length / 2);
  let firstPatch = 0;
  for (const [done, { span, scored }] of spans.entries()) {
    progress(done, spans.length);
    await answers.add({ span, scored, firstPatch }, authors, { read: readSpans, kernel, stop });
    firstPatch += span.patches.ranges.length / 2;
  }
  const dim = spans[0]?.span.patches.dim ?? 0;
  const rows = new Float32Array(firstPatch * dim);
  let at = 0;
  for (const { span } of spans) {
    rows.set(span.patches.values, at);
    at += span.patches.values.length;
  }
  const features = questionedFeatures(read, profile.features);
  const surprise = new Surprise(read.tokens, (word) => method.documentShare(word));
  return {
    text: read,
    features,
    surprise,
    mode,
    english: language === 'en',
    dim,
    rows,
    answers,
    cohort,
    method,
    kernel,
    stop,
  };
}

/** Enough of a span to tell its language. */
function partOf(document: KnownDocument, { span }: StoredSpan): KnownDocument {
  const { start, end } = span.range;
  return { ...document, text: document.text.slice(start, Math.min(end, start + toldCharacters)) };
}

async function knownAuthor(
  { index, read, languageOf }: ReadingDependencies,
  { searched, profile, profiles, cohort, mode, language, copies }: PassageQuestion,
  { text, answers, gains }: Questioned & { readonly gains: OccurrenceGains },
  author: string,
): Promise<KnownAuthor & { readonly rows: readonly FeatureRow[] }> {
  const asked = answers.spansOf(author);
  const listed = searched.flatMap(({ scored }) => scored.filter((span) => span.author === author).map(({ id }) => id));
  const stored = await read([...new Set([...asked.keys(), ...listed])].slice(0, mostKnownSpans));
  const spans: KnownSpan[] = [];
  const texts = new Map<string, KnownDocument | undefined>();
  for (const span of stored) {
    if (!texts.has(span.document)) texts.set(span.document, await index.document(span.document));
    const document = texts.get(span.document);
    if (!document || languageOf(partOf(document, span)) !== language) continue;
    const known = readText(document.text, [span]);
    spans.push({
      stored: span,
      text: known,
      answers: asked.get(span.id) ?? [],
      runs: text.wording.sharedWith(known.tokens),
    });
  }
  const own = [...new Set(stored.map(({ document }) => document))];
  const rows = own.flatMap((id) => profiles.get(id)?.features ?? []);
  const isOwn = (other: DocumentAuthor): boolean => other.author === author || copies.includes(other.id);
  const others = cohort.nearestRows(profile.features, mode, isOwn);
  return { author, spans, rows, gains: gains.of(rows, others) };
}
