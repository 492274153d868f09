import path from 'node:path';
import type { QuestionedDocument } from '../../core/domain';
import { IdiographError, usage } from '../../core/errors';
import {
  type CaseOverview,
  overviewBegins,
  overviewFacts,
  overviewFiles,
  overviewMatrix,
  overviewPage,
} from '../../presentation/overview/overview';
import { type Command, commonOptions } from '../options';
import { type ReviewedText, reviewOf } from '../questioned';
import { namedFiles, plannedFiles, Session } from '../session';

const { index, models, json } = commonOptions;

/** Every file that the command can write: how it begins, and what stands in it. */
const files = {
  out: { begins: overviewBegins, text: (overview: CaseOverview) => overviewPage(overview) },
  csv: overviewFiles.csv,
  tree: overviewFiles.dendrogram,
  plane: overviewFiles.plane,
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
    plane: { kind: 'text', value: 'F.svg', help: 'writes the two-dimensional map' },
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
  for (const { path: file } of caseFolder.questioned) {
    const id = path.relative(path.join(folder, 'questioned'), file);
    const reviewed = await foundOf(session, file);
    texts.push({ id, evidence: reviewed?.evidence });
    if (reviewed) questioned.push({ ...reviewed.questioned, id });
  }
  if (texts.length === 0) throw usage(`${folder} has no questioned text to look at.`);
  const likeness = await session.engine.likeness(session.index, questioned);
  return { caseName: path.basename(folder), texts, likeness };
}

/** The kept result of a text, or that of a review. Undefined: it cannot be reviewed, which is said. */
async function foundOf(session: Session, file: string): Promise<ReviewedText | undefined> {
  try {
    return await reviewOf(session, file, session.engine);
  } catch (error) {
    if (!(error instanceof IdiographError) || error.code === 'Cancelled') throw error;
    session.warn(`${path.basename(file)}: ${error.message}`);
    return undefined;
  }
}
