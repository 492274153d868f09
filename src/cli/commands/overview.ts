import path from 'node:path';
import { runCase } from '../../node/casework/caseRun';
import type { QuestionedDocument } from '../../core/domain';
import { usage } from '../../core/errors';
import { nameFrom } from '../../node/places';
import {
  type CaseOverview,
  overviewBegins,
  overviewFacts,
  overviewFiles,
  overviewMatrix,
  overviewPage,
} from '../../presentation/overview/overview';
import { type Command, commonOptions } from '../options';
import { reviewOf } from '../questioned';
import { namedFiles, plannedFiles, Session } from '../session';

const { index, models, json } = commonOptions;

/** Every file that the command can write: how it begins, and what stands in it. */
const files = {
  out: { begins: overviewBegins, text: (overview: CaseOverview) => overviewPage(overview) },
  csv: overviewFiles.csv,
  tree: overviewFiles.dendrogram,
} as const;

/** A case at a glance. */
export const overviewCommand: Command = {
  name: 'overview',
  operands: 'FOLDER',
  summary: 'all questioned texts of a case by author, and which texts write alike',
  options: {
    out: { kind: 'text', value: 'PAGE.html', help: 'writes it as a page' },
    csv: { kind: 'text', value: 'F.csv', help: 'writes the matrix as a table' },
    tree: { kind: 'text', value: 'F.svg', help: 'writes the dendrogram' },
    force: { kind: 'flag', help: 'in place of earlier files of these names' },
    index,
    models,
    json,
  },
  run: (parsed, io) => Session.ofCase(parsed, io, overview),
};

async function overview(session: Session): Promise<number> {
  const outputs = namedFiles(session.parsed, files);
  const write = plannedFiles(session, outputs);
  const found = await caseOverview(session);
  write(found);
  return session.answer('idiograph.overview/1', overviewFacts(found), () => {
    const { rows } = overviewMatrix(found);
    return [
      ...rows.flatMap(({ text, cells }) => ['', text.id, ...cells.map(({ author, says }) => `  ${author}  ${says}`)]),
      '',
      ...outputs.map(({ file }) => `Written: ${file}`),
    ];
  });
}

/** Reviews what is not reviewed yet. Throws Usage where nothing is in question. */
export async function caseOverview(session: Session): Promise<CaseOverview> {
  await session.fillIndex();
  const caseFolder = session.requireCase();
  const { folder } = caseFolder;
  const texts: CaseOverview['texts'][number][] = [];
  const questioned: QuestionedDocument[] = [];
  const run = runCase({
    texts: caseFolder.questioned.map(({ path: file }) => file),
    review: (file: string) => reviewOf(session, file, session.engine),
  });
  for await (const step of run) {
    if (step.kind !== 'reviewed' && step.kind !== 'failed') continue;
    const id = nameFrom(path.join(folder, 'questioned'), step.text);
    if (step.kind === 'failed') session.warn(`${path.basename(step.text)}: ${step.problem.message}`);
    else questioned.push({ ...step.review.questioned, id });
    texts.push({ id, evidence: step.kind === 'reviewed' ? step.review.evidence : undefined });
  }
  if (texts.length === 0) throw usage(`${folder} has no questioned text to look at.`);
  const likeness = await session.engine.likeness(session.index, questioned);
  return { caseName: path.basename(folder), texts, likeness };
}
