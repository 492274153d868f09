import { usage } from '../../core/errors';
import type { Command } from '../command';
import { commonOptions, textOption } from '../options';
import { Session } from '../session';
import { counted, type CommandIo } from '../terminal/io';

/** Brings an index file to what a server holds, without texts. */
export const indexPull: Command<CommandIo> = {
  name: 'index pull',
  operands: '',
  least: 0,
  most: 0,
  summary: 'writes an index file of what a server holds, which is no text',
  options: {
    from: { kind: 'text', value: 'URL', help: 'the index of an OpenSearch server: https://host:9200/index' },
    ...commonOptions,
  },
  run: (parsed, io) => Session.during(parsed, io, pull),
};

async function pull(session: Session): Promise<number> {
  const { parsed, index } = session;
  const url = textOption(parsed, 'from');
  if (url === undefined) throw usage('Say from where to read the index with --from URL.');
  const report = await session.engine.pullIndex(index, url);
  await session.noteIndexed(report);
  const { added, present, replaced, removed, bytes, documents } = report;
  return session.answer('idiograph.index/1', report, () => [
    `${added} new, ${replaced} changed, ${present} already there, ${removed} removed: ${(bytes / 1e6).toFixed(1)} MB read from ${url} and found as listed there; ${counted(documents, 'document')} in ${index}`,
  ]);
}
