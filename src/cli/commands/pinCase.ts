import fs from 'node:fs';
import path from 'node:path';
import { caseFileFormat, parseCaseFile, type PinnedParts } from '../../core/casework/caseFile';
import { withPin } from '../../core/casework/pinText';
import { replaceWhole } from '../../node/outputFile';
import type { Session } from '../session';

/** Writes down in the case file which index and which model files this case is examined with. */
export async function pinCase(session: Session): Promise<PinnedParts> {
  const { contentHash } = await session.engine.indexInfo(session.index);
  const pinned: PinnedParts = { index: contentHash, models: await session.engine.modelFiles() };
  const { file } = session.caseFolder;
  if (fs.existsSync(file)) pinIn(fs.realpathSync(file), pinned);
  else replaceWhole(file, withPin(emptyCase, pinned));
  if (session.json) return pinned;
  const parts = [['index', contentHash], ...Object.entries(pinned.models)];
  session.io.stdout(`Pinned in ${file}. A review that uses anything else will say so.`);
  session.io.stdout(...parts.map(([part, hash]) => `  ${part} ${hash}`));
  return pinned;
}

const emptyCase = `{\n  "format": "${caseFileFormat}",\n  "documents": {}\n}\n`;

function pinIn(file: string, pinned: PinnedParts): void {
  const content = fs.readFileSync(file, 'utf8');
  const text = content.replace(/^\uFEFF/, '');
  parseCaseFile(text, path.basename(file));
  replaceWhole(file, content.slice(0, content.length - text.length) + withPin(text, pinned));
}
