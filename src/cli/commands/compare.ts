import { inEnglish } from '../../core/casework/say';
import { caveatLines, scoreWords } from '../../core/casework/words';
import { usage } from '../../core/errors';
import type { CommandIo } from '../io';
import { documentOptions, parseCommand } from '../options';
import { readQuestioned } from '../questioned';
import { Session } from '../session';

/** `idiograph compare A B`: two texts as wholes, by sections and by chunks. */
export async function compareCommand(args: readonly string[], io: CommandIo): Promise<void> {
  const parsed = parseCommand(args, documentOptions);
  const [first, second, ...rest] = parsed.positionals;
  if (first === undefined || second === undefined || rest.length > 0)
    throw usage('Name two documents: idiograph compare A B.');
  const session = await Session.open(parsed, io);
  try {
    const texts = [await readQuestioned(session, first), await readQuestioned(session, second)] as const;
    const { score, sections, chunks, notes } = await session.ask('compare', [...texts]);
    if (parsed.values['json'] === true) {
      io.stdout(`${JSON.stringify({ format: 'idiograph.compare/1', score, sections, chunks, notes })}\n`);
      return;
    }
    io.stdout(`Whole texts: ${scoreWords(score)} (cosine of mean vectors; orders only)\n`);
    for (const cell of sections)
      io.stdout(`  section ${cell.first + 1} against section ${cell.second + 1}: ${scoreWords(cell.score)}\n`);
    for (const line of caveatLines({ caveats: [], notes }, inEnglish)) io.stdout(`  ! ${line}\n`);
    io.stdout(`  ${chunks.length} pairs of chunks: --json lists them\n`);
  } finally {
    await session.close();
  }
}
