import { comparisonFiles, type MappedComparison, sectionMapView } from '../../presentation/comparison';
import { passagesLines } from '../../presentation/textLines';
import { caveatLines } from '../../presentation/words/caveats';
import { scoreWords } from '../../presentation/words/words';
import { type Command, commonOptions, documentOptions } from '../options';
import { readQuestioned } from '../questioned';
import { namedFiles, plannedFiles, Session } from '../session';

const { case: caseOption, models, json } = commonOptions;
/** Pairs of chunks that are printed. */
const printedChunks = 5;

/** Two texts as wholes, by sections, by chunks, and in passages as a review lists them. */
export const compareCommand: Command = {
  name: 'compare',
  operands: 'A B',
  summary: 'compares two texts as wholes, by sections, by chunks and in passages',
  options: {
    ...documentOptions,
    svg: { kind: 'text', value: 'F.svg', help: 'writes the map of sections as a picture' },
    csv: { kind: 'text', value: 'F.csv', help: 'writes all pairs of sections and chunks as a table' },
    force: { kind: 'flag', help: 'in place of earlier files of these names' },
    case: caseOption,
    models,
    json,
  },
  run: (parsed, io) => Session.during(parsed, io, compare),
};

async function compare(session: Session): Promise<number> {
  const { positionals } = session.parsed;
  const outputs = namedFiles(session.parsed, comparisonFiles);
  const write = plannedFiles(session, outputs, positionals);
  const first = await readQuestioned(session, positionals[0]!);
  const second = await readQuestioned(session, positionals[1]!);
  const comparison = await session.engine.compare(first, second);
  const mapped = { first, second: { ...second, title: second.id }, comparison };
  write(mapped);
  const known = new Map([[second.id, { ...second, title: second.id, author: '', role: 'known' as const }]]);
  return session.answer('idiograph.compare/3', comparison, () => [
    ...levelLines(mapped),
    ...caveatLines({ caveats: [], notes: comparison.notes }).map((line) => `  ! ${line}`),
    ...['', 'Passages:', ...passagesLines({ passages: comparison.passages! }, first, known)],
    ...outputs.map(({ file }) => `Written: ${file}`),
  ]);
}

function levelLines(mapped: MappedComparison): readonly string[] {
  const { rows, chunks } = sectionMapView(mapped);
  return [
    `Whole texts: ${scoreWords(mapped.comparison.score)} (n-grams and document vectors; orders only)`,
    ...rows.flatMap(({ cells }) => cells.map(({ says }) => `  ${says}`)),
    ...['', 'Chunks most alike:'],
    ...chunks.slice(0, printedChunks).map(({ here, there, score }) => `  “${here}” with “${there}”: ${score}`),
  ];
}
