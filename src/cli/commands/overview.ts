import { overviewFacts, overviewMatrix } from '../../presentation/overview/overview';
import { type Command, commonOptions } from '../options';
import { Session } from '../session';

const { index, models, json } = commonOptions;

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
  const write = session.outputs(['out', 'csv', 'tree']);
  const { choices, labels } = session.asked();
  const found = await session.calls().overview({ choices, labels, write });
  return session.answer('idiograph.overview/1', overviewFacts(found), () => {
    const { rows } = overviewMatrix(found);
    return [
      ...rows.flatMap(({ text, cells }) => ['', text.id, ...cells.map(({ author, says }) => `  ${author}  ${says}`)]),
      '',
      ...write.files.map(([, file]) => `Written: ${file}`),
    ];
  });
}
