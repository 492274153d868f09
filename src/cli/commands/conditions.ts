import { countWords } from '../../core/text/countWords';
import { limitWords } from '../../presentation/words/strength';
import { factsLine } from '../../presentation/words/words';
import type { Command } from '../command';
import { commonOptions, documentOptions } from '../options';
import { readQuestioned } from '../questioned';
import { Session } from '../session';
import type { CommandIo } from '../terminal/io';

/** What a document can be compared for at all, before it is. */
export const conditionsCommand: Command<CommandIo> = {
  name: 'conditions',
  operands: 'FILE',
  least: 1,
  most: 1,
  summary: 'what comparisons of a document of this length and mode can carry, before any is made',
  options: { ...documentOptions, ...commonOptions },
  run: (parsed, io) => Session.during(parsed, io, conditions),
};

async function conditions(session: Session): Promise<number> {
  const questioned = await readQuestioned(session, session.parsed.positionals[0]!);
  const { mode, genre } = questioned;
  const words = countWords(questioned.text);
  const found = await session.engine.whatCanBeSaid(session.indexIfAny, { mode, genre, words }, session.options(1));
  if (session.json) session.printJson('idiograph.conditions/1', { words, mode, conditions: found });
  else
    session.io.stdout(
      `${questioned.id} · ${factsLine(words, questioned)}`,
      ...found.map((reach) => `  ${limitWords(reach, { words })}`),
    );
  return 0;
}
