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
  const { parsed, io } = session;
  const [first, second] = parsed.positionals;
  const texts = [await readQuestioned(session, first!), await readQuestioned(session, second!)] as const;
  const { score, sections, passages, notes } = await session.engine.compare(...texts);
  if (session.json) {
    session.printJson('idiograph.compare/2', { score, sections, passages, notes });
    return 0;
  }
  io.stdout(`Whole texts: ${scoreWords(score)} (cosine of mean vectors; orders only)`);
  for (const cell of sections)
    io.stdout(`  section ${cell.first + 1} against section ${cell.second + 1}: ${scoreWords(cell.score)}`);
  io.stdout(...caveatLines({ caveats: [], notes }).map((line) => `  ! ${line}`));
  const known = new Map([[texts[1].id, { ...texts[1], title: texts[1].id, author: '', role: 'known' as const }]]);
  if (passages) io.stdout('', 'Passages:', ...passagesLines({ passages }, { questioned: texts[0], known }));
  return 0;
}
