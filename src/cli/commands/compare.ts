import { passagesLines } from '../../presentation/textLines';
import { caveatLines } from '../../presentation/words/caveats';
import { scoreWords } from '../../presentation/words/words';
import type { Command } from '../command';
import type { CommandIo } from '../terminal/io';
import { commonOptions, documentOptions } from '../options';
import { readQuestioned } from '../questioned';
import { Session } from '../session';

const { case: caseOption, models, json } = commonOptions;

/** Two texts as wholes, by sections, and in passages as a review lists them. */
export const compareCommand: Command<CommandIo> = {
  name: 'compare',
  operands: 'A B',
  least: 2,
  most: 2,
  summary: 'compares two texts as wholes, by sections and in passages',
  options: { ...documentOptions, case: caseOption, models, json },
  run: (parsed, io) => Session.during(parsed, io, compare),
};

async function compare(session: Session): Promise<number> {
  const [first, second] = session.parsed.positionals;
  const texts = [await readQuestioned(session, first!), await readQuestioned(session, second!)] as const;
  const { score, sections, passages, notes } = await session.engine.compare(...texts);
  const known = new Map([[texts[1].id, { ...texts[1], title: texts[1].id, author: '', role: 'known' as const }]]);
  return session.answer('idiograph.compare/2', { score, sections, passages, notes }, () => [
    `Whole texts: ${scoreWords(score)} (cosine of mean vectors; orders only)`,
    ...sections.map(
      (cell) => `  section ${cell.first + 1} against section ${cell.second + 1}: ${scoreWords(cell.score)}`,
    ),
    ...caveatLines({ caveats: [], notes }).map((line) => `  ! ${line}`),
    ...(passages ? ['', 'Passages:', ...passagesLines({ passages }, texts[0], known)] : []),
  ]);
}
