import { usage } from '../core/errors';
import type { HappenedEvent } from '../core/casework/caseLog';
import type { PinnedParts } from '../core/casework/lock';
import type { CheckedLog } from '../core/casework/logCheck';
import type { Question, QuestionedDocument } from '../core/domain/evidence';
import { readAmong } from '../core/verification/question';
import { readSource } from '../core/text/readText';
import { mergeKinds } from '../core/validation/indexPairs';
import { canRecalibrate, type IndexValidation, type LockBasis, lockOf } from '../core/validation/validateIndex';
import { countOwn, type OwnQuestion } from '../core/validation/ownQuestion';
import { readLocalTime } from '../node/casework/caseLog';
import { ResultFolder } from '../node/casework/results';
import { pageBegins, renderValidationPage } from '../presentation/validation/page';
import type { IndexReport } from '../protocol/engine';
import type { Answering, CaseAt } from './caseAt';
import { buildIndex, type TextsAsked } from './reviews';
import { readAllInQuestion, readQuestioned } from './texts';

/** The result of a validation, and the settings at that time. */
export interface Validated {
  readonly validations: readonly IndexValidation[];
  /** The question of the case, asked about its own known texts. Undefined if there are fewer than two authors. */
  readonly question: OwnQuestion | undefined;
  readonly basis: Omit<LockBasis, 'recalibrate'>;
}

/**
 * Says what the index shows about its own errors on texts like the questioned ones. These are the named texts, or otherwise those of the
 * case.
 */
export async function* validate(
  at: CaseAt,
  request: TextsAsked & {
    /** The questioned files; empty for those of the case. */
    readonly files: readonly string[];
    readonly page?: string | undefined;
    readonly force: boolean;
    readonly needsCase: boolean;
  },
): Answering<Validated> {
  const { index } = at;
  const text = (results: Pick<Validated, 'validations' | 'question'>): string => renderValidationPage(results);
  const planned = request.page === undefined ? [] : [{ file: request.page, begins: pageBegins, text }];
  const write = at.planOutputs(planned, { force: request.force, documents: request.files });
  if (request.needsCase) at.requireCase();
  const { files: named, labels, edited } = request;
  const texts: QuestionedDocument[] = [];
  for (const file of named) texts.push(yield* readQuestioned(at, file, labels));
  if (named.length === 0 && !edited) at.requireCase();
  if (named.length === 0) texts.push(...(yield* readAllInQuestion(at, { labels, edited })).values());
  if (texts.length === 0) throw usage('The case has no questioned document. Name one: idiograph validate FILE.');
  const kinds = mergeKinds(
    texts.map((each) => ({ mode: each.mode, genre: each.genre, words: readSource(each).words })),
  );
  yield* at.fillIndex();
  const choices = at.createOptions(request.choices);
  const { contentHash } = yield* at.ask('indexInfo', index);
  const models = yield* at.ask('modelFiles');
  const basis = { models, index: contentHash, listed: yield* at.ask('listDocuments', index), choices };
  const validations: IndexValidation[] = [];
  for (const kind of kinds) validations.push(yield* at.ask('validate', index, kind, choices));
  // the question of the case about its own known texts; for a question about anybody, among all known authors
  const known = basis.listed.flatMap(({ role, author, onServer }) => (role === 'known' && !onServer ? [author] : []));
  const among = typeof choices.question === 'object' ? choices.question : [...new Set(known)];
  const asked = { among, verifier: choices.verifier };
  const question = among.length < 2 ? undefined : yield* at.ask('askAboutKnown', index, kinds[0]!, asked);
  write(at.hideNamesIn({ validations, question }));
  yield* at.noteEvents(await at.ownLog(), { kind: 'validated', index: basis.index });
  return { validations, question, basis };
}

/** Locks the settings of the case to those that were validated. Returns the lock's hash. */
export async function* lock(
  at: CaseAt,
  { validations, question, basis, recalibrate }: Validated & { readonly recalibrate: boolean },
): Answering<string> {
  if (recalibrate && !canRecalibrate(validations))
    throw usage(
      'The index has too few authors for a recalibration. It needs 20 authors with two texts in one condition.',
    );
  yield* [];
  await at.readNaming(); // a blind case unmasks the titles of its known texts with these names
  return at
    .requireCase()
    .lock(
      lockOf(validations, { ...basis, recalibrate, ...(question?.trials.length && { trials: countOwn(question) }) }),
    );
}

/** Records in the case file the index and the model files that the case is examined with. */
export async function* pin(at: CaseAt): Answering<{
  readonly index: string;
  readonly report: IndexReport;
  readonly pinned: PinnedParts;
  readonly file: string;
}> {
  const report = yield* buildIndex(at);
  const { contentHash } = yield* at.ask('indexInfo', at.index);
  const pinned: PinnedParts = { index: contentHash, models: yield* at.ask('modelFiles') };
  const folder = at.requireCase();
  folder.pin(pinned);
  return { index: at.index, report, pinned, file: folder.file };
}

/** The known authors of the case, by the names that its surfaces have. */
export async function* knownAuthors(at: CaseAt): Answering<readonly string[]> {
  yield* [];
  const authors = at.requireCase().filesToIndex.flatMap(({ role, author }) => (role === 'known' ? [author] : []));
  const names = [...new Set(authors)];
  return (
    (await at.readNaming())?.mask(names.map((author) => ({ author }))).map(({ author }) => author) ?? names
  ).sort();
}

/** Records who could have written the texts of the case, or one of them. Throws Usage for names that are no known authors. */
export async function* setQuestion(
  at: CaseAt,
  { question, file }: { readonly question: Question; readonly file?: string | undefined },
): Answering<void> {
  yield* [];
  await at.readNaming();
  const folder = at.requireCase();
  readAmong(folder.naming?.unmask(question) ?? question, folder.filesToIndex);
  folder.setQuestion(question, file);
}

/** Masks the names of the known authors. @param isBuilt  the index is taken as it is */
export async function* mask(at: CaseAt, { isBuilt = false } = {}): Answering<void> {
  if (!isBuilt) yield* buildIndex(at);
  const folder = at.requireCase();
  if (!folder.blinding?.masked) folder.mask(yield* at.ask('listDocuments', at.index));
}

/** Unmasks the known authors. Answers with their masks, the time, and the hash of the findings until then, which the case records. */
export async function* unmask(
  at: CaseAt,
): Answering<{ readonly names: Readonly<Record<string, string>> } & Readonly<Record<'at' | 'findings', string>>> {
  const folder = at.requireCase();
  const { masked, names = {} } = folder.blinding ?? {};
  if (!masked) throw usage(`${folder.folder} is not blind, so there is nothing to unmask.`);
  const { digest: findings } = new ResultFolder(at.index);
  const time = readLocalTime();
  folder.unmask(time, findings);
  yield* [];
  return Promise.resolve({ names, at: time, findings });
}

/** The log of a case, its damage, and what the case file states and the log does not have. */
export async function* log(
  at: CaseAt,
): Answering<CheckedLog & { readonly file: string; readonly unlogged: readonly HappenedEvent[] }> {
  const folder = at.requireCase();
  const written = (await at.ownLog()) ?? folder.log(await at.readNaming());
  yield* [];
  return { file: written.file, ...written.read(), unlogged: folder.unlogged };
}
