import { usage } from '../../core/errors';
import type { CommandIo } from '../io';
import { countOption, documentOptions, parseCommand } from '../options';
import { readQuestioned } from '../questioned';
import { Session } from '../session';
import { evidenceText } from './evidenceText';

/** `idiograph attribute FILE`: ranks the known authors and verifies the first ones. */
export async function attributeCommand(args: readonly string[], io: CommandIo): Promise<void> {
  const parsed = parseCommand(args, { ...documentOptions, candidates: { type: 'string' } });
  const [file] = parsed.positionals;
  if (file === undefined) throw usage('Name the questioned document: idiograph attribute FILE.');
  const session = await Session.open(parsed, io);
  try {
    const options = session.options(countOption(parsed, 'candidates', 10));
    const questioned = await readQuestioned(session, file);
    await session.fillIndex();
    const evidence = await session.ask('review', [session.index, questioned, options]);
    if (parsed.values['json'] === true) {
      io.stdout(`${JSON.stringify({ format: 'idiograph.attribute/1', evidence })}\n`);
      return;
    }
    io.stdout(await evidenceText(session, questioned, evidence));
  } finally {
    await session.close();
  }
}
