import fs from 'node:fs';
import path from 'node:path';
import { caseFileFormat, parseCaseFile, type PinnedParts } from '../../core/casework/caseFile';
import { withPin } from '../../core/casework/pinText';
import { diskFull, unreadableDocument } from '../../core/errors';
import type { Session } from '../session';

/** Writes down in the case file which index and which model files this case is examined with. */
export async function pinCase(session: Session): Promise<void> {
  const { contentHash } = await session.ask('indexInfo', [session.index]);
  const pinned: PinnedParts = { index: contentHash, models: await session.ask('modelFiles', []) };
  const { file } = session.place;
  if (fs.existsSync(file)) pinIn(fs.realpathSync(file), pinned);
  else replaceFile(file, withPin(emptyCase, pinned), 0o666);
  session.io.stdout(`Pinned in ${file}. A review that uses anything else will say so.\n`);
  for (const [part, hash] of [['index', contentHash], ...Object.entries(pinned.models)])
    session.io.stdout(`  ${part} ${hash}\n`);
}

const emptyCase = `{\n  "format": "${caseFileFormat}",\n  "documents": {}\n}\n`;

function pinIn(file: string, pinned: PinnedParts): void {
  const content = fs.readFileSync(file, 'utf8');
  const text = content.replace(/^\uFEFF/, '');
  parseCaseFile(text, path.basename(file));
  replaceFile(file, content.slice(0, content.length - text.length) + withPin(text, pinned), fs.statSync(file).mode);
}

/** The file as a whole or not at all: what is written first stands beside it. */
function replaceFile(file: string, text: string, mode: number): void {
  const unfinished = `${file}.part`;
  try {
    fs.writeFileSync(unfinished, text, { mode, flush: true });
    fs.renameSync(unfinished, file);
  } catch (error) {
    fs.rmSync(unfinished, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw diskFull(file);
    throw unreadableDocument(file, `it cannot be written (${code ?? String(error)})`);
  }
}
