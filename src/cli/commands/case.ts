import path from 'node:path';
import { IdiographError, usage } from '../../core/errors';
import type { CaseFolder } from '../cases';
import type { CommandIo } from '../io';
import { parseCommand, type Parsed } from '../options';
import { readQuestioned } from '../questioned';
import { Session } from '../session';
import { caseFiles } from './indexFiles';
import { evidenceText } from './evidenceText';
import { pinCase } from './pinCase';

/** `idiograph case FOLDER`: builds the index of a case folder and reviews each of its questioned documents; with --pin, pins index and models instead. */
export async function caseCommand(args: readonly string[], io: CommandIo): Promise<void> {
  const given = parseCommand(args, { pin: { type: 'boolean' } });
  const [folder] = given.positionals;
  if (folder === undefined) throw usage('Name the case folder: idiograph case FOLDER.');
  const parsed: Parsed = { ...given, values: { ...given.values, case: folder } };
  const session = await Session.open(parsed, io);
  try {
    await buildIndex(session);
    if (parsed.values['pin'] === true) {
      await pinCase(session);
      return;
    }
    const questioned = (await session.place.documents()).filter(({ facts }) => facts.role === 'questioned');
    if (questioned.length === 0) io.stdout(`There is nothing in ${path.join(folder, 'questioned')} to review.\n`);
    for (const document of questioned) await reviewOne(session, document.path);
  } finally {
    await session.close();
  }
}

async function buildIndex(session: Session): Promise<void> {
  const place: CaseFolder = session.place;
  const files = await caseFiles(place);
  if (files.length === 0)
    throw usage(
      `${place.folder} has no known texts: put them in known/<author>/… and the questioned ones in questioned/….`,
    );
  const report = await session.ask('addFiles', [session.index, files]);
  const { added, documents, problems } = report;
  session.io.stdout(`Reference index: ${documents} documents (${added} new) in ${session.index}\n`);
  for (const { file, message } of problems) session.io.stdout(`  passed over ${path.basename(file)}: ${message}\n`);
}

async function reviewOne(session: Session, file: string): Promise<void> {
  session.io.stdout(`\n${'─'.repeat(72)}\n`);
  try {
    const questioned = await readQuestioned(session, file);
    const evidence = await session.ask('review', [session.index, questioned, session.options(3)]);
    session.io.stdout(await evidenceText(session, questioned, evidence));
  } catch (error) {
    if (!(error instanceof IdiographError) || error.code === 'Cancelled') throw error;
    session.io.stdout(`${path.basename(file)}: ${error.message}\n`);
  }
}
