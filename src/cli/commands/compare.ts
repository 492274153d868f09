import path from 'node:path';
import { type MappedComparison, buildSectionMapView } from '../../presentation/comparison';
import { formatPassages } from '../../presentation/textLines';
import { formatCaveats } from '../../presentation/words/caveats';
import { describeLanguageOfPair, scoreWords } from '../../presentation/words/words';
import { type Command, commonOptions, documentOptions } from '../options';
import { Session } from '../session';

const { case: caseOption, models, json } = commonOptions;
/** Pairs of chunks that are printed. */
const printedChunks = 5;

/** Two texts as wholes, by sections, by chunks, and in passages as a review lists them. */
export const compareCommand: Command = {
  name: 'compare',
  operands: 'A B',
  summary: 'compares two texts as wholes, by sections, by chunks and by passages',
  options: {
    ...documentOptions,
    case: caseOption,
    models,
    json,
  },
  run: (parsed, io) => Session.run(parsed, io, compare),
};

async function compare(session: Session): Promise<number> {
  const [one = '', other = ''] = session.parsed.positionals.map((file) => path.resolve(file));
  const asked = { files: [one, other] as const, labels: session.readLabels() };
  const { first, second, comparison } = await session.createCalls().compare(asked);
  const known = { ...second, title: second.id, author: '', role: 'known' as const };
  return session.answer('idiograph.compare/3', comparison, () => [
    ...formatLevels({ first, second: known, comparison }),
    ...formatCaveats({ caveats: [], notes: comparison.notes }).map((line) => `  ! ${line}`),
    ...['', 'Passages:', ...formatPassages({ passages: comparison.passages }, first, new Map([[second.id, known]]))],
  ]);
}

function formatLevels(mapped: MappedComparison): readonly string[] {
  const { rows, chunks } = buildSectionMapView(mapped);
  const { score, language } = mapped.comparison;
  const rests = language === undefined ? 'n-grams and document vectors' : 'n-grams';
  return [
    `Whole texts: ${scoreWords(score)} (${rests}; orders only)`,
    ...(language === undefined ? [] : [describeLanguageOfPair(language)]),
    ...rows.flatMap(({ cells }) => cells.map(({ says }) => `  ${says}`)),
    ...['', 'Most similar chunks:'],
    ...chunks.slice(0, printedChunks).map(({ here, there, score }) => `  “${here}” with “${there}”: ${score}`),
  ];
}
