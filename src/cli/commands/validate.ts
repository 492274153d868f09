import type { QuestionedDocument } from '../../core/domain';
import { usage } from '../../core/errors';
import { readingOf } from '../../core/text/readText';
import { distinctKinds } from '../../core/validation/indexPairs';
import { canRecalibrate, type IndexValidation, lockOf } from '../../core/validation/validateIndex';
import {
  pageBegins,
  validationPage,
  conditionWords,
  problemWords,
  sourceCaveat,
  validatedWords,
} from '../../presentation/validation/page';
import { type Command, commonOptions, documentOptions, flagOption } from '../options';
import { readQuestioned } from '../questioned';
import { namedFiles, plannedFiles, Session } from '../session';

/** What an index says of its own errors, and the lock of a case's settings. */
export const validateCommand: Command = {
  name: 'validate',
  operands: '[FILE…]',
  summary: "compares pairs of the index's own texts that are like the questioned ones (those of the case unless given)",
  options: {
    lock: { kind: 'flag', help: 'locks the settings in the case file: from then on the case states ratios' },
    recalibrate: { kind: 'flag', help: 'locks them with ratios refitted to the index; from 20 authors on' },
    out: { kind: 'text', value: 'PAGE.html', help: 'writes the figures and plots as a page' },
    force: { kind: 'flag', help: 'in place of an earlier page of that name' },
    ...documentOptions,
    ...commonOptions,
  },
  run: (parsed, io) => {
    if (flagOption(parsed, 'recalibrate') && !flagOption(parsed, 'lock'))
      throw usage('--recalibrate says how the settings are locked: give --lock, too.');
    return Session.during(parsed, io, validate);
  },
};

async function validate(session: Session): Promise<number> {
  const { parsed, index } = session;
  const text = (found: readonly IndexValidation[]): string => validationPage(found);
  const [page] = namedFiles(parsed, { out: { begins: pageBegins, text } });
  const write = plannedFiles(session, page ? [page] : [], parsed.positionals);
  if (flagOption(parsed, 'lock')) session.requireCase();
  const questioned = await questionedTexts(session);
  await session.fillIndex();
  const options = session.options(1);
  const validations: IndexValidation[] = [];
  for (const kind of distinctKinds(
    questioned.map((each) => ({ mode: each.mode, genre: each.genre, words: readingOf(each).words })),
  ))
    validations.push(await session.engine.validate(index, kind, options));
  write(validations);
  await noteValidated(session);
  const hash = flagOption(parsed, 'lock') ? await lock(session, validations) : null;
  return session.answer('idiograph.validate/1', { validations, page: page?.file ?? null, lock: hash }, () => [
    ...validations.flatMap(linesOf),
    sourceCaveat(),
    ...(hash === null ? [] : [`Locked in ${session.requireCase().file} (${hash.slice(0, 12)}).`]),
  ]);
}

/** That the log cannot be written takes nothing from the figures. */
async function noteValidated(session: Session): Promise<void> {
  const { contentHash: index } = await session.engine.indexInfo(session.index);
  session.note(session.caseFolder?.log(), { kind: 'validated', index });
}

async function questionedTexts(session: Session): Promise<readonly QuestionedDocument[]> {
  const { positionals } = session.parsed;
  const files = positionals.length > 0 ? positionals : session.requireCase().questioned.map(({ path }) => path);
  if (files.length === 0) throw usage('The case has no questioned document: name one, idiograph validate FILE.');
  const read: QuestionedDocument[] = [];
  for (const file of files) read.push(await readQuestioned(session, file));
  return read;
}

async function lock(session: Session, validations: readonly IndexValidation[]): Promise<string> {
  const recalibrate = flagOption(session.parsed, 'recalibrate');
  if (recalibrate && !canRecalibrate(validations))
    throw usage('The index has too few authors to be recalibrated on: 20 with two texts of one condition are needed.');
  const { contentHash: index } = await session.engine.indexInfo(session.index);
  const models = await session.engine.modelFiles();
  const listed = await session.engine.listDocuments(session.index);
  const choices = session.options(1);
  return session.requireCase().lock(lockOf(validations, { models, index, listed, choices, recalibrate }));
}

function linesOf(validation: IndexValidation): readonly string[] {
  return [
    validatedWords(validation),
    ...(validation.problem ? [`  ${problemWords(validation.problem)}`] : []),
    ...validation.conditions.flatMap((condition) => {
      const { heading, lines } = conditionWords(condition);
      return [`  ${heading}`, ...lines.map((line) => `    ${line}`)];
    }),
  ];
}
