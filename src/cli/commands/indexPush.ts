import { usage } from '../../core/errors';
import type { PushChoices } from '../../protocol/engine';
import type { Command } from '../command';
import { commonOptions, flagOption, type Parsed, textOption } from '../options';
import { Session } from '../session';
import { counted, type CommandIo } from '../terminal/io';

/** Where the key of pseudonyms is: not among the arguments, which other programs can see. */
const keyVariable = 'IDIOGRAPH_PSEUDONYM_KEY';

/** Sends an index to a server without its texts. */
export const indexPush: Command<CommandIo> = {
  name: 'index push',
  operands: '',
  least: 0,
  most: 0,
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
