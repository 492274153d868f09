import * as l10n from '@vscode/l10n';
import type { ReadCandidate } from '../../core/candidates';
import { type QuestionRead, readReport, type ReportRead } from '../../core/casework/reportFile';
import { chosenSettings } from '../../core/casework/lock';
import type { Evidence, NamedVerification, QuestionedDocument } from '../../core/domain';
import { usage } from '../../core/errors';
import type { EngineService, ReviewOptions } from '../../protocol/engine';
import { reportJson } from './report';
import {
  type KnownSource,
  type NamedQuestion,
  reportPassages,
  type ReportQuestion,
  reportTexts,
  searchQuestion,
  settingsOf,
} from './reportFacts';

/** Candidates of a search whose texts a named author's passages are held against. */
const passageCandidates = 10;

/** What questions about a text are answered by, for a report, which shows known texts. */
export interface ReportAnswering {
  readonly engine: Pick<EngineService, 'review' | 'passages' | 'verifyAuthor'>;
  readonly index: string;
  readonly options: ReviewOptions;
  readonly source: KnownSource;
}

/** The strength of evidence for a named author, and markers and passages as a candidate of a search has them. */
export async function askAboutAuthor(
  { engine, index, options }: Omit<ReportAnswering, 'source'>,
  questioned: QuestionedDocument,
  author: string,
): Promise<ReadCandidate & Pick<Evidence, 'settings'> & { readonly verification: NamedVerification }> {
  const verification = await engine.verifyAuthor(index, questioned, { ...options, author });
  const read = await engine.passages(index, questioned, { ...options, candidates: passageCandidates, author });
  return { ...read, verification, settings: chosenSettings(options) };
}

/** A named author as a question of a report. */
export async function authorQuestion(
  parts: ReportAnswering,
  questioned: QuestionedDocument,
  author: string,
): Promise<NamedQuestion> {
  const { verification, settings, ...read } = await askAboutAuthor(parts, questioned, author);
  const found = await reportPassages({ author, ...read }, questioned, parts.source);
  return { kind: 'author', author, verification, settings, ...found };
}

/**
 * A search as a question of a report.
 *
 * @param chosen  the candidate to report on; undefined: the first. Throws Usage where it is none.
 */
export async function searchedQuestion(
  { engine, index, options, source }: ReportAnswering,
  questioned: QuestionedDocument,
  chosen: string | undefined,
): Promise<ReportQuestion> {
  const evidence = await engine.review(index, questioned, { ...options, passages: 0 });
  const author = chosen ?? evidence.candidates[0]?.author;
  if (author === undefined) return searchQuestion(evidence, questioned, source, undefined);
  if (!evidence.candidates.some((each) => each.author === author))
    throw usage(`${author} is not among the candidates of the search.`);
  const { passages, markers } = await engine.passages(index, questioned, { ...options, author });
  const candidates = evidence.candidates.map((each) =>
    each.author === author ? { ...each, passages, ...(markers && { markers }) } : each,
  );
  return searchQuestion({ ...evidence, candidates }, questioned, source, author);
}

/**
 * Asks the questions of a report again, of its text and what it rests on as they are now, and compares the answers. Throws Usage where
 * one is a comparison with a single text.
 *
 * @param version  of this program
 */
export async function makeAgain(
  parts: ReportAnswering,
  before: ReportRead,
  { questioned, version }: { readonly questioned: QuestionedDocument; readonly version: string },
): Promise<Rerun> {
  const questions: ReportQuestion[] = [];
  for (const question of before.questions) questions.push(await askAgain(parts, questioned, question));
  const [only] = before.questions;
  const named = before.questions.length === 1 && only?.kind === 'author' ? only.author : undefined;
  const known = await reportTexts(parts.source, named);
  const about = { time: before.version, caseName: undefined, examiner: undefined, asked: [], version };
  return compareReports(before, readReport(reportJson({ ...about, questioned, questions, known }))!);
}

function askAgain(
  parts: ReportAnswering,
  questioned: QuestionedDocument,
  question: QuestionRead,
): Promise<ReportQuestion> {
  if (question.kind === 'text') throw usage(`A comparison with one text, ${question.title}, is made again by compare.`);
  if (question.kind === 'author') {
    const { settings, verification, author } = question;
    const choices = settings ? choicesOf(settings) : verification.scale && { scale: verification.scale.name };
    return authorQuestion({ ...parts, options: { ...parts.options, ...choices } }, questioned, author);
  }
  const { settings } = question.evidence;
  const options = {
    ...parts.options,
    ...choicesOf(settings),
    candidates: Number(settings['candidates']),
    server: undefined,
    passages: undefined,
  };
  return searchedQuestion({ ...parts, options }, questioned, question.chosen[0]?.author);
}

/** The choices that settings name. */
function choicesOf({ scale, excludeQuotes, verifier }: ReturnType<typeof settingsOf>) {
  return {
    scale: scale as ReviewOptions['scale'],
    excludeQuotes: String(excludeQuotes) === 'true',
    verifier: verifier === 'by mode' ? undefined : (verifier as ReviewOptions['verifier']),
  };
}

/** What a report that was made again has otherwise. */
export type Rerun = ReturnType<typeof compareReports>;

export function compareReports(before: ReportRead, now: ReportRead) {
  const findings = [valuesOf(findingsOf(before)), valuesOf(findingsOf(now))] as const;
  const all = differing(...findings);
  return {
    /** Of the inputs: text, known texts, index, models, settings, version. */
    changed: differing(inputsOf(before), inputsOf(now)),
    /** Of the findings, value by value. */
    differences: all.filter(({ what }) => !isDecision(what)),
    /** Of what examiners made of passages, which is computed from nothing. */
    decisions: all.filter(({ what }) => isDecision(what)),
    /** Values of the findings that were compared. */
    compared: new Set(findings.flatMap((values) => [...values.keys()])).size,
  };
}

function isDecision(place: string): boolean {
  return / › (decision|weighed) › /.test(`${place} › `);
}

function inputsOf({ questioned, questions, known, version }: ReportRead): ReadonlyMap<string, string> {
  const bases = questions.map((each) => (each.kind === 'search' ? each.evidence : each.verification));
  const pairs = bases.flatMap(({ index, models, lock }) => [
    ...(index === undefined ? [] : [[l10n.t('Reference index'), index] as const]),
    ...Object.entries(models).map(([kind, sha256]) => [l10n.t('Model file: {kind}', { kind }), sha256] as const),
    ...(lock ? [[l10n.t('Settings locked'), lock.hash] as const] : []),
  ]);
  const chosen = questions.flatMap((each): readonly (readonly [string, string])[] => {
    const settings = Object.entries(settingsOf(each));
    return settings.map(([key, value]) => [l10n.t('Setting {name}', { name: key }), String(value)]);
  });
  const { id: title, sha256, mode, genre, language, reading } = questioned;
  return new Map([
    [l10n.t('Questioned text {title}', { title }), sha256],
    [l10n.t('Facts of the questioned text'), [mode, genre, language].join(', ')],
    ...(reading === undefined ? [] : [[l10n.t('How its file was read'), JSON.stringify(reading)] as const]),
    ...known.map((each) => [l10n.t('Known text {title} by {author}', each as never), each.sha256] as const),
    ...pairs,
    ...chosen,
    [l10n.t('Program'), version],
  ]);
}

/** What was found, without what is an input, and without passages of candidates that a report may not have read. */
function findingsOf({ questions }: ReportRead): unknown {
  return questions.map((each) => {
    if (each.kind !== 'search') return { ...each, settings: undefined, verification: withoutBasis(each.verification) };
    const { candidates } = each.evidence;
    const ranked = candidates.map((candidate) => ({ ...candidate, passages: undefined, markers: undefined }));
    const order = candidates.map(({ author }) => author).join(', '); // values are compared by author
    return { ...each, order, evidence: { ...withoutBasis(each.evidence), settings: undefined, candidates: ranked } };
  });
}

function withoutBasis(findings: object): object {
  return { ...findings, index: undefined, models: undefined, lock: undefined, document: undefined };
}

/** Every value of some findings by its place: a candidate's by the name of its author. */
function valuesOf(findings: unknown, place = '', found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (typeof findings !== 'object' || findings === null) {
    if (findings !== undefined) found.set(place, typeof findings === 'string' ? findings : JSON.stringify(findings));
    return found;
  }
  for (const [key, value] of Object.entries(findings)) valuesOf(value, `${place} › ${keyOf(key, value)}`, found);
  return found;
}

function keyOf(key: string, value: unknown): string {
  const named = typeof value === 'object' && value !== null && 'author' in value && typeof value.author === 'string';
  return named && /^\d+$/.test(key) ? String(value.author) : key;
}

/** What a report rests on, or values of it, then and now, as far as they differ; undefined: it was not there. */
function differing(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>) {
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((place) => before.get(place) !== now.get(place))
    .map((place) => ({ what: place.replace(/^ › /, ''), before: before.get(place), now: now.get(place) }));
}

/** Differences that are printed. */
const most = 20;

/** A re-run in lines. */
export function rerunLines({ changed, differences, decisions, compared }: Rerun): readonly string[] {
  if (differences.length === 0 && decisions.length > 0)
    return [
      l10n.t('Computed results are identical. Decisions of examiners that differ: {count}.', {
        count: decisions.length,
      }),
      ...[...decisions.slice(0, most), ...changed].map(differenceWords),
    ];
  if (differences.length === 0)
    return [
      l10n.t('The same findings: {count} values were compared.', { count: compared }),
      ...(changed.length > 0 ? [l10n.t('What they rest on is not the same:'), ...changed.map(differenceWords)] : []),
    ];
  const more = differences.length - most;
  return [
    changed.length > 0
      ? l10n.t('What the report rests on is not the same:')
      : l10n.t(
          'What the report rests on is the same, and yet the findings differ. Keep both, and report this as a fault.',
        ),
    ...changed.map(differenceWords),
    l10n.t('Of {compared} values of the findings, {count} differ:', { compared, count: differences.length }),
    ...differences.slice(0, most).map(differenceWords),
    ...(more > 0 ? [l10n.t('and {count} more, which --json lists.', { count: more })] : []),
  ];
}

function differenceWords({ what, before, now }: Rerun['changed'][number]): string {
  const none = l10n.t('not there');
  return l10n.t('  {what}: was {before}, is {now}', { what, before: before ?? none, now: now ?? none });
}
