import type { PinnedParts } from './casework/caseFile';
import { type CaseValidation, lockEffect, type LockEffect } from './casework/lock';
import { otherThanPinned, pinCaveats } from './casework/pinned';
import { besideCopies, withNotes } from './comparison/copies';
import type {
  Candidate,
  Evidence,
  KnownDocument,
  ModelFiles,
  QuestionedDocument,
  SourceText,
  Verification,
  VerifierKind,
} from './domain';
import { indexEmpty } from './errors';
import { changeCaveats } from './indexChange';
import type {
  Encoder,
  IndexedDocument,
  IndexInfo,
  LanguageDetector,
  ReferenceIndex,
  StopSignal,
  TextProfile,
  Verifier,
} from './ports';
import { ensureProfiles } from './ranking/ensureProfiles';
import type { IndexCohort } from './ranking/indexCohort';
import type { Profiler } from './ranking/profile';
import { type CombinedOrder, rankCombined, reachedDocuments } from './ranking/rankCombined';
import { withPassages } from './passages/findPassages';
import type { RankedAuthor, SpanScores } from './scoring/authors';
import type { MatchKernel } from './scoring/kernels';
import { listedSpans, scannedSpans, screenedSpans } from './scoring/pruning';
import { scoredSpans, spansOfAuthor } from './scoring/rerank';
import { type Question, type Search, type SearchedSpan, searchBesideCopies } from './search';
import { throwIfStopped } from './stop';
import { checkDocument } from './text/document';
import { exclusions, without } from './text/exclusions';
import { textNotes } from './text/textNotes';
import { isValidatedLanguage } from './text/validatedLanguage';
import { wordRuns } from './text/wordRuns';
import { textDocumentVector } from './verification/features/textFeatures';
import { relabelled } from './verification/verbalScale';

/** The stages of a review, in order; two texts are encoded and compared. */
export type Stage = 'reading' | 'encoding' | 'reordering' | 'passages' | 'verifying' | 'comparing' | 'validating';

/** How far a running review is. Evidence arrives as soon as the exact tier has it, and again with each verification. */
export interface ReviewProgress {
  readonly stage: Stage;
  readonly done: number;
  readonly total: number;
  readonly evidence?: Evidence;
}

export interface ReviewOptions {
  /** How many candidates get passages and a verification. */
  readonly candidates: number;
  /** Verifier chosen by the user; undefined: by the modes of the two texts. */
  readonly verifier?: VerifierKind;
  /** Verbal scale for the words of strength. */
  readonly scale: 'ENFSI 2015' | 'Marquis 2016';
  /** Leaves quotations and signatures out of the comparison. */
  readonly excludeQuotes: boolean;
  /** What the case file pins. */
  readonly pinned?: PinnedParts;
  /** Whether the settings of the case are locked; undefined: outside of a case. */
  readonly validation?: CaseValidation;
}

/** What a review works with. */
export interface ReviewDependencies {
  readonly encoder: Encoder;
  readonly index: ReferenceIndex;
  readonly verifier: Verifier;
  readonly detector: LanguageDetector;
  /** Makes the profiles of the combined order. */
  readonly profiler: Profiler;
  readonly cohort: IndexCohort;
  /** The files that all of this was loaded from. */
  readonly models: ModelFiles;
  readonly kernel: MatchKernel;
}

/** How a running review is stopped and followed. */
export interface ReviewRun {
  readonly stop: StopSignal;
  readonly onProgress: (progress: ReviewProgress) => void;
}

/**
 * One review: encode, shortlist, rerank, rank authors, pair passages, verify. Evidence is published as soon as the authors
 * are ranked, and again with every verification.
 *
 * @throws EmptyDocument, TooShort, DocumentTooLarge, UnsupportedLanguage, IndexEmpty, Cancelled
 */
export async function review(
  deps: ReviewDependencies,
  questioned: QuestionedDocument,
  options: ReviewOptions,
  run: ReviewRun,
): Promise<Evidence> {
  run.onProgress({ stage: 'reading', done: 0, total: 1 });
  const exclude = options.excludeQuotes ? exclusions(questioned.text, run.stop) : [];
  checkDocument(questioned.text, questioned.id, exclude);
  throwIfStopped(run.stop);
  const listed = await deps.index.documents();
  if (listed.length === 0) throw indexEmpty();
  const question = { questioned, exclude, runs: wordRuns(questioned.text, run.stop) };
  const encoded = (done: number, total: number): void => run.onProgress({ stage: 'encoding', done, total });
  const search = await searchBesideCopies(deps, question, { stop: run.stop, encoded });
  const { searched, copies, notes } = search;
  const candidates = await findCandidates(deps, question, search, { ...run, limit: options.candidates });
  const changed = changeCaveats(listed, await deps.index.documents());
  const used = { index: deps.index.info().contentHash, models: deps.models };
  const otherParts = otherThanPinned(options.pinned, used);
  const effect = lockEffect(options.validation, options, used);
  const language = deps.detector.detect(questioned.text);
  const evidence: Evidence = {
    document: { id: questioned.id, version: questioned.version, sha256: questioned.sha256 },
    ...used,
    otherParts,
    ...(effect.lock && { lock: effect.lock }),
    settings: settingsOf(deps.index.info(), spansInScope(listed, copies), options),
    spans: searched.map(({ span }) => span.span),
    candidates,
    caveats: [
      ...changed,
      ...pinCaveats(otherParts),
      ...effect.caveats,
      ...(isValidatedLanguage(language) ? [] : (['otherLanguage'] as const)),
    ],
    notes: [...notes, ...textNotes(questioned, language)],
  };
  const findable = authorsSearched(listed, copies);
  const verified = await verifyCandidates(deps, question, { evidence, listed, findable, options, effect }, run);
  const since = changed.length > 0 ? [] : changeCaveats(listed, await deps.index.documents());
  return { ...verified, caveats: [...since, ...verified.caveats] };
}

/** Ranks the authors that a search reached, and finds the passages of the first of them. Throws Cancelled. */
export async function findCandidates(
  deps: Pick<ReviewDependencies, 'index' | 'profiler' | 'cohort' | 'detector' | 'kernel'>,
  question: Question,
  search: Search,
  run: ReviewRun & { readonly limit: number },
): Promise<readonly Candidate[]> {
  const { index, profiler, detector, kernel } = deps;
  const { text, mode } = question.questioned;
  const { searched, copies } = search;
  const { ranked, order } = await rank(deps, { ...question, copies }, searched, run);
  const languageOf = (document: Pick<SourceText, 'text'>): string => detector.detect(document.text).language;
  const asked = { text, mode, language: languageOf(question.questioned), searched, copies };
  return withPassages(
    { index, method: profiler.method, kernel, languageOf },
    { ...asked, profile: order.questioned, profiles: order.profiles, cohort: order.cohort },
    ranked,
    { limit: run.limit, stop: run.stop, progress: (done, total) => run.onProgress({ stage: 'passages', done, total }) },
  );
}

/** Orders the authors that were reached, by profiles of their documents; missing profiles are made first. */
async function rank(
  { index, profiler, cohort: indexCohort }: Pick<ReviewDependencies, 'index' | 'profiler' | 'cohort'>,
  { questioned, exclude, copies }: Question & { readonly copies: readonly string[] },
  searched: readonly SearchedSpan[],
  { stop, onProgress }: ReviewRun,
): Promise<{ readonly ranked: readonly RankedAuthor[]; readonly order: CombinedOrder }> {
  const spans = searched.map(({ span, scored }) => ({ span: span.span, scored }));
  const progress = (done: number, total: number): void => onProgress({ stage: 'reordering', done, total });
  progress(0, 0); // profiles to make are counted once they are known
  const { neighbours } = await indexCohort.of(index, profiler, { stop, progress });
  const reached = reachedDocuments(spans);
  const profiles = await ensureProfiles(index, profiler, reached, { stop, progress });
  const present = reached.every((id) => profiles.has(id)) ? spans : withProfile(spans, profiles);
  const compared = without({ start: 0, end: questioned.text.length }, exclude);
  const text = compared.map(({ start, end }) => questioned.text.slice(start, end)).join('\n');
  const asked = profiler.profile({ text, mode: questioned.mode }, textDocumentVector(searched.map(({ span }) => span)));
  const order = { questioned: asked, leftOut: new Set(copies), profiles, cohort: neighbours };
  return { ranked: rankCombined(present, order, stop), order };
}

/** The spans without those of documents that another window has removed. */
function withProfile(spans: readonly SpanScores[], profiles: ReadonlyMap<string, TextProfile>): readonly SpanScores[] {
  return spans.map(({ span, scored }) => ({ span, scored: scored.filter(({ document }) => profiles.has(document)) }));
}

/** What candidates are verified for. */
interface Verifying {
  readonly evidence: Evidence;
  readonly listed: readonly IndexedDocument[];
  /** Authors whom the search could have found. */
  readonly findable: number;
  readonly options: ReviewOptions;
  readonly effect: LockEffect;
}

/** Verifies the candidates that have passages, each against all known texts of its author. */
async function verifyCandidates(
  deps: ReviewDependencies,
  { questioned, runs }: Question,
  { evidence, listed, findable, options, effect }: Verifying,
  run: ReviewRun,
): Promise<Evidence> {
  const total = Math.min(options.candidates, evidence.candidates.length);
  let current = evidence;
  run.onProgress({ stage: 'verifying', done: 0, total, evidence: current });
  if (total === 0) return current;
  const verifier = deps.verifier.of(questioned, deps.index);
  for (let i = 0; i < total; i++) {
    throwIfStopped(run.stop);
    const known = await knownTexts(deps.index, listed, evidence.candidates[i]!.author);
    const { kept, notes } = besideCopies(runs, known, run.stop);
    const origin = {
      authorsSearched: findable,
      ...effect.origin,
      ...(options.verifier && { verifier: options.verifier }),
    };
    const verification = kept.length > 0 && (await verifier.verify(kept, origin, run.stop));
    if (verification) current = withVerification(current, i, relabelled(withNotes(verification, notes), options.scale));
    run.onProgress({ stage: 'verifying', done: i + 1, total, evidence: current });
  }
  return current;
}

function withVerification(evidence: Evidence, place: number, verification: Verification): Evidence {
  const candidates = evidence.candidates.map((candidate, at) =>
    at === place ? { ...candidate, verification } : candidate,
  );
  return { ...evidence, candidates };
}

/** All known texts of one author of the listed documents, in the order of their ids. */
export async function knownTexts(
  index: ReferenceIndex,
  listed: readonly IndexedDocument[],
  author: string,
): Promise<readonly KnownDocument[]> {
  const rows = listed.filter((row) => row.role === 'known' && row.author === author);
  const ids = rows.map(({ id }) => id).sort();
  const documents = await Promise.all(ids.map((id) => index.document(id)));
  return documents.flatMap((document) => (document ? [document] : []));
}

/** Authors of known documents that were not left out. */
function authorsSearched(listed: readonly IndexedDocument[], leftOut: readonly string[]): number {
  return new Set(inScope(listed, leftOut).map(({ author }) => author)).size;
}

/** Spans of the known documents that were not left out. */
function spansInScope(listed: readonly IndexedDocument[], leftOut: readonly string[]): number {
  return inScope(listed, leftOut).reduce((sum, { spans }) => sum + spans, 0);
}

function inScope(listed: readonly IndexedDocument[], leftOut: readonly string[]): readonly IndexedDocument[] {
  return listed.filter(({ role, id }) => role === 'known' && !leftOut.includes(id));
}

/** The settings that a review was made with; numbers of spans are the most for each span of the questioned text. */
function settingsOf(index: IndexInfo, inScope: number, options: ReviewOptions): Evidence['settings'] {
  const { n, bits, indexFormat, spans } = index;
  return {
    n,
    bits,
    indexFormat,
    scanned: Math.min(scannedSpans(spans), inScope),
    listed: listedSpans,
    screened: screenedSpans,
    scoredExactly: scoredSpans,
    scoredOfAuthor: spansOfAuthor,
    candidates: options.candidates,
    scale: options.scale,
    excludeQuotes: String(options.excludeQuotes),
    verifier: options.verifier ?? 'by mode',
  };
}
