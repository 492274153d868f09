import { listOverviewFacts, buildMatrix } from '../../presentation/overview/overview';
import { type Command, commonOptions } from '../options';
import { Session } from '../session';

const { index, models, json } = commonOptions;

/** A case at a glance. */
export const overviewCommand: Command = {
  name: 'overview',
  operands: 'FOLDER',
  summary: 'shows all questioned texts of a case by author, and which texts are similar in style',
  options: {
    out: { kind: 'text', value: 'PAGE.html', help: 'writes the overview as a page' },
    csv: { kind: 'text', value: 'F.csv', help: 'writes the matrix as a table' },
    force: { kind: 'flag', help: 'replaces earlier files of these names' },
    index,
    models,
    json,
  },
  run: (parsed, io) => Session.runOnCase(parsed, io, showOverview),
};

async function showOverview(session: Session): Promise<number> {
  const write = session.listOutputs(['out', 'csv']);
  const { choices, labels } = session.readAsked();
  const found = await session.createCalls().overview({ choices, labels, write });
  return session.answer('idiograph.overview/1', listOverviewFacts(found), () => {
    const { rows } = buildMatrix(found);
    return [
      ...rows.flatMap(({ text, cells }) => ['', text.id, ...cells.map(({ author, says }) => `  ${author}  ${says}`)]),
      '',
      ...write.files.map(([, file]) => `Written: ${file}`),
    ];
  });
}
