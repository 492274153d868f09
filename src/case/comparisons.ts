import path from 'node:path';
import type { TextComparison } from '../core/comparison/compareLevels';
import type {
  Evidence,
  KnownDocument,
  NamedVerification,
  QuestionedDocument,
  Verification,
} from '../core/domain/evidence';
import type { RatioParts } from '../core/domain/ratio';
import { usage } from '../core/errors';
import type { Concordance } from '../core/markers/concordance';
import { describeWholeScore } from '../presentation/comparison';
import { type CaseOverview, overviewBegins, overviewCsv, renderOverviewPage } from '../presentation/overview/overview';
import { readChoices } from '../presentation/report/rerun';
import type { ReviewOptions } from '../protocol/engine';
import { attempt } from './answering';
import type { Answering, CaseAt, Choices } from './caseAt';
import { type FileAsked, type TextsAsked, addSearchCaveat, noteAsked, noteFinding, reviewInQuestion } from './reviews';
import { listInQuestion, nameInQuestion, readAllInQuestion } from './texts';

/** Compares two texts of a window as wholes, states the strength of evidence if they are English, and logs the question. */
export async function* compareTexts(
  at: CaseAt,
  request: Pick<FileAsked, 'file' | 'choices'> & Readonly<Record<'first' | 'second', QuestionedDocument>>,
): Answering<{ readonly comparison: TextComparison; readonly verification?: NamedVerification }> {
  const { first, second, file, choices } = request;
  const comparison = yield* at.ask('compare', at.indexIfAny, first, second);
  const { id: title } = second;
  const asked = { kind: 'text', title } as const;
  if (comparison.language !== undefined) {
    yield* noteAsked(at, file, first, { asked, describe: () => describeWholeScore(comparison) });
    return { comparison };
  }
  const known: KnownDocument = { ...second, title, author: title, role: 'known' };
  const options = { ...at.createOptions(choices, file), listed: yield* at.listIndexed() };
  const found = yield* at.ask('verifyTexts', first, [known], options);
  const verification = yield* addSearchCaveat(at, { file, questioned: first, known: [known] }, found);
  yield* noteAsked(at, file, first, noteFinding(asked, verification));
  return { comparison, verification };
}

/** Every place of some words, or of a marker by name, in the questioned texts and those of the index. */
export async function* concordance(
  at: CaseAt,
  { words, ...asked }: Omit<TextsAsked, 'choices'> & { readonly words: string },
): Answering<Concordance & { readonly documents: ReadonlyMap<string, string> }> {
  yield* at.fillIndex();
  const questioned: QuestionedDocument[] = [];
  const documents = new Map<string, string>();
  for (const [document, text] of yield* readAllInQuestion(at, asked)) {
    const id = nameInQuestion(at, document, text);
    documents.set(id, document);
    questioned.push({ ...text, id });
  }
  const result = yield* at.ask('concordance', at.index, questioned, { words, markers: at.folder?.options.markers });
  return { ...result, documents };
}

/** The known documents with these ids, if the index has their texts. */
export async function* known(at: CaseAt, ids: readonly string[]): Answering<readonly KnownDocument[]> {
  const results: KnownDocument[] = [];
  for (const id of new Set(ids)) {
    const document = yield* at.ask('knownDocument', at.index, id);
    if (document) results.push(document);
  }
  return results;
}

/** Every file format of an overview: its first characters and its text. */
const outputs = {
  out: { begins: overviewBegins, text: (overview: CaseOverview) => renderOverviewPage(overview) },
  csv: overviewCsv,
} as const;

export type OverviewAsked = TextsAsked & { readonly isKeptOnly?: boolean };

/** An overview of all texts of a case, which can also be written to files. */
export async function* overview(
  at: CaseAt,
  {
    write,
    ...asked
  }: OverviewAsked & {
    readonly write: {
      readonly files: readonly (readonly [kind: keyof typeof outputs, file: string])[];
      readonly force: boolean;
    };
  },
): Answering<CaseOverview> {
  const planned = write.files.map(([kind, file]) => ({ file, ...outputs[kind] }));
  const written = at.planOutputs<CaseOverview>(planned, write);
  const result = yield* buildOverview(at, asked);
  written(at.hideNamesIn(result));
  return result;
}

/**
 * Reviews all questioned texts of a case without a current review. Throws Usage if the case has no questioned text.
 */
export async function* buildOverview(at: CaseAt, request: OverviewAsked): Answering<CaseOverview> {
  yield* at.fillIndex();
  const texts: CaseOverview['texts'][number][] = [];
  for (const document of listInQuestion(at, request.edited)) {
    const outcome = yield* attempt(reviewInQuestion(at, document, request));
    if ('problem' in outcome)
      yield {
        notice: {
          ...{ code: 'notReviewed', sentence: '{name}: {reason}' },
          values: { name: path.basename(document), reason: outcome.problem.message },
        },
      };
    const { questioned: text, evidence } = 'answer' in outcome ? outcome.answer : {};
    const id = nameInQuestion(at, document, text);
    texts.push({ id, document, evidence });
  }
  if (texts.length === 0)
    throw usage(`${at.requireCase().folder} has no questioned text. Put one into its folder "questioned".`);
  return { caseName: path.basename(at.folder?.folder ?? at.index), texts };
}

type AskedRatio = ReviewOptions & { readonly author: string };

/** Takes the ratio of one candidate of a search apart. The search is unchanged if a server took part, because a server stores no texts. */
export async function* explainCandidate(
  at: CaseAt,
  questioned: QuestionedDocument,
  evidence: Evidence,
  asked: AskedRatio,
): Answering<Evidence> {
  const stated = evidence.candidates.find(({ author }) => author === asked.author)?.verification;
  if (!stated || evidence.server?.searched) return evidence;
  const verification = yield* explainRatio(at, questioned, stated, asked);
  const candidates = evidence.candidates.map((each) =>
    each.author === asked.author ? { ...each, verification } : each,
  );
  return { ...evidence, candidates };
}

/** Finds what moved the ratio of a candidate of a kept result. `parts` is undefined if it has no ratio, or if the index now gives another one. */
export async function* explainKept(
  at: CaseAt,
  { id, author, choices }: { readonly id: string; readonly author: string; readonly choices: Choices },
): Answering<{ readonly parts: RatioParts | undefined }> {
  const kept = yield* at.results.read(at, id);
  if (!kept) return { parts: undefined };
  const { target, evidence, document } = kept;
  const options = at.createOptions({ ...choices, ...readChoices(evidence.settings) }, document);
  const { candidates } = yield* explainCandidate(at, target, evidence, { ...options, author });
  return { parts: candidates.find((each) => each.author === author)?.verification?.parts };
}

/** Takes a ratio apart. The verification is unchanged if it has no ratio, or if the index now gives another one. */
export async function* explainRatio<Stated extends Verification>(
  at: CaseAt,
  questioned: QuestionedDocument,
  stated: Stated,
  asked: AskedRatio,
): Answering<Stated> {
  if (stated.llr === undefined) return stated;
  const { parts, llr } = yield* at.ask('verifyAuthor', at.index, questioned, { ...asked, isExplained: true });
  return parts && llr === stated.llr ? { ...stated, parts } : stated;
}
