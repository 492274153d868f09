import type { Evidence, QuestionedDocument } from '../../core/domain';
import { evidenceLines, printedPassagesOf } from '../../presentation/textLines';
import {
  type Command,
  commonOptions,
  documentOptions,
  type Parsed,
  searchOptions,
  textOption,
  togetherOption,
} from '../options';
import { FileResults, questionedFiles, readTogether } from '../questioned';
import { Session, statusOf } from '../session';

/** Ranks the known authors and verifies the first ones. */
export const attributeCommand: Command = {
  name: 'attribute',
  operands: 'FILE',
  summary: 'ranks the known authors, shows passages, verifies the first ones',
  options: { ...togetherOption, ...documentOptions, ...searchOptions, ...commonOptions },
  run: (parsed, io) => Session.during(parsed, io, attribute),
};

async function attribute(session: Session): Promise<number> {
  const { parsed } = session;
  const questioned = await readTogether(session, questionedFiles(parsed));
  await session.fillIndex();
  const passages = session.json ? candidatesOf(parsed) : 1;
  const options = { ...session.options(candidatesOf(parsed)), passages };
  const evidence = await session.engine.review(session.index, questioned, options);
  for (const results of await FileResults.ofAll(session)) await results.noteSearch(questioned, evidence);
  await session.answer('idiograph.attribute/1', { evidence }, () => reviewLines(session, questioned, evidence));
  return statusOf(evidence);
}

/** A review for people, with the texts that its passages lead to. */
export async function reviewLines(
  session: Session,
  questioned: QuestionedDocument,
  evidence: Evidence,
  said?: Set<string>,
): Promise<readonly string[]> {
  return evidenceLines(questioned, evidence, await session.known(printedPassagesOf(evidence)), said);
}

/** How many candidates get a verification, and in JSON passages. */
export function candidatesOf(parsed: Parsed): number {
  return Number(textOption(parsed, 'candidates') ?? 10);
}
