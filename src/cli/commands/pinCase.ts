import type { PinnedParts } from '../../core/casework/caseFile';
import type { Session } from '../session';

/** Writes down in the case file which index and which model files this case is examined with. */
export async function pinCase(session: Session): Promise<PinnedParts> {
  const { contentHash } = await session.engine.indexInfo(session.index);
  const pinned: PinnedParts = { index: contentHash, models: await session.engine.modelFiles() };
  const caseFolder = session.requireCase();
  await caseFolder.pin(pinned);
  if (session.json) return pinned;
  const parts = [['index', contentHash], ...Object.entries(pinned.models)];
  session.io.stdout(`Pinned in ${caseFolder.file}. A review that uses anything else will say so.`);
  session.io.stdout(...parts.map(([part, hash]) => `  ${part} ${hash}`));
  return pinned;
}
