import { caveatLines } from '../../presentation/words/caveats';
import { scoreWords } from '../../presentation/words/words';
import type { Command } from '../command';
import type { CommandIo } from '../terminal/io';
import { commonOptions, documentOptions } from '../options';
import { readQuestioned } from '../questioned';
import { Session } from '../session';

const { case: caseOption, models, json } = commonOptions;

/** Two texts as wholes, by sections and by chunks. */
export const compareCommand: Command<CommandIo> = {
  name: 'compare',
  operands: 'A B',
  least: 2,
  most: 2,
  summary: 'compares two texts as wholes, by sections and by chunks',
  options: { ...documentOptions, case: caseOption, models, json },
  run: (parsed, io) => Session.during(parsed, io, compare),
};

async function compare(session: Session): Promise<number> {
  const { parsed, io } = session;
  const [first, second] = parsed.positionals;
  const texts = [await readQuestioned(session, first!), await readQuestioned(session, second!)] as const;
  const { score, sections, chunks, notes } = await session.engine.compare(...texts);
  if (session.json) {
    session.printJson('idiograph.compare/1', { score, sections, chunks, notes });
    return 0;
  }
  io.stdout(`Whole texts: ${scoreWords(score)} (cosine of mean vectors; orders only)`);
  for (const cell of sections)
    io.stdout(`  section ${cell.first + 1} against section ${cell.second + 1}: ${scoreWords(cell.score)}`);
  io.stdout(...caveatLines({ caveats: [], notes }).map((line) => `  ! ${line}`));
  io.stdout(`  --json lists the pairs of chunks most alike: ${chunks.length}`);
  return 0;
}
