import { usage } from '../../core/errors';
import type { PushChoices } from '../../protocol/engine';
import { type Command, commonOptions, flagOption, type Parsed, textOption } from '../options';
import { Session } from '../session';
import { counted } from '../io';

/** Where the key of pseudonyms is: not among the arguments, which other programs can see. */
const keyVariable = 'IDIOGRAPH_PSEUDONYM_KEY';

/** Sends an index to a server without its texts. */
export const indexPush: Command = {
  name: 'index push',
  operands: '',
  summary: 'sends codes, rows and facts of the documents to a server, and no text',
  options: {
    to: { kind: 'text', value: 'URL', help: 'the index of an OpenSearch server: https://host:9200/index' },
    'dry-run': { kind: 'flag', help: 'says what would be sent, and sends nothing' },
    pseudonyms: { kind: 'flag', help: `authors under pseudonyms, made with the key in ${keyVariable}` },
    titles: { kind: 'flag', help: 'titles and names of files, too' },
    ngrams: { kind: 'flag', help: 'n-gram rows, too, from which wording of short texts can be told' },
    shards: { kind: { least: 1, most: 1000 }, value: 'N', help: 'of an index that is made (1)' },
    ...commonOptions,
  },
  run: (parsed, io) => Session.during(parsed, io, push),
};

async function push(session: Session): Promise<number> {
  const { parsed, index } = session;
  const url = textOption(parsed, 'to');
  if (url === undefined) throw usage('Say where to send the index with --to URL.');
  const report = await session.engine.pushIndex(index, url, choicesOf(parsed));
  const { added, present, replaced, bytes, documents, dryRun } = report;
  return session.answer('idiograph.index/1', report, () => {
    const size = `${(bytes / 1e6).toFixed(1)} MB`;
    const counts = `${added} new, ${replaced} changed, ${present} already there`;
    return [
      dryRun
        ? `${counts}: ${size} would be sent to ${url}. Nothing was sent but the question what is there.`
        : `${counts}: ${size} sent and found there as sent; ${counted(documents, 'document')} in ${url}`,
    ];
  });
}

function choicesOf(parsed: Parsed): PushChoices {
  const pseudonyms = flagOption(parsed, 'pseudonyms');
  const key = process.env[keyVariable];
  if (pseudonyms && !key)
    throw usage(`--pseudonyms needs a key: set ${keyVariable} to words that the laboratory alone knows.`);
  return {
    ...(pseudonyms && key && { pseudonymKey: key }),
    titles: flagOption(parsed, 'titles'),
    ngrams: flagOption(parsed, 'ngrams'),
    dryRun: flagOption(parsed, 'dry-run'),
    shards: Number(textOption(parsed, 'shards') ?? 1),
  };
}

/** Brings an index file to what a server holds, without texts. */
export const indexPull: Command = {
  name: 'index pull',
  operands: '',
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
