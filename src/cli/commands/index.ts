import path from 'node:path';
import { describeReadiness } from '../../presentation/words/words';
import { formatCount } from '../io';
import { type Command, commonOptions, documentOptions, readFlagOption, readTextOption } from '../options';
import { Session } from '../session';
import { usage } from '../../core/errors';
import type { Role } from '../../core/domain/evidence';
import type { IndexReport } from '../../protocol/engine';

/** Known texts that repeat others or have several authors, and ranges set by hand that no longer apply. */
export function formatRepeated({ repeated, shared = [], stale = [] }: IndexReport): readonly string[] {
  return [
    ...(repeated === undefined
      ? []
      : [`! ${formatCount(repeated, 'known text')} repeating others by the same author: each counts once with these.`]),
    ...shared.map(
      (equal) =>
        `! The same text is known of several authors: ${equal.map(({ author, title }) => `${title} of ${author}`).join(', ')}. At most one of the authors wrote it. Keep one of these files.`,
    ),
    ...stale.map(
      (file) => `! ${path.basename(file)}: a range that was set by hand does not apply, since its text has changed.`,
    ),
  ];
}

/** Runs an action on an index, or on the named documents in it. */
function onIndex(
  name: string,
  summary: string,
  work: (session: Session) => Promise<number>,
  { operands = '', options = {} }: Partial<Pick<Command, 'operands' | 'options'>> = {},
): Command {
  const run: Command['run'] = (parsed, io) => Session.run(parsed, io, work);
  return { name: `index ${name}`, operands, summary, options: { ...options, ...commonOptions }, run };
}

/** The report of an action that adds and removes nothing. */
const unchanged = { added: 0, present: 0, replaced: 0, removed: 0 };
const format = 'idiograph.index/1';

/** The environment variable with the key of pseudonyms. Other programs can see arguments, so the key is not one. */
const keyVariable = 'IDIOGRAPH_PSEUDONYM_KEY';

const addOptions = {
  author: { kind: 'text', value: 'NAME', help: 'who wrote them' },
  'authors-from-folders': { kind: 'flag', help: 'the folder of each file is its author' },
  role: { kind: ['known', 'population'], help: 'known authors, or writers who represent "another author"' },
  ...documentOptions,
} as const;

const server = {
  kind: 'text',
  value: 'URL',
  help: 'the index of an OpenSearch server: https://host:9200/index',
} as const;
const pushOptions = {
  to: server,
  'dry-run': { kind: 'flag', help: 'shows what would be sent, and sends nothing' },
  pseudonyms: { kind: 'flag', help: `sends pseudonyms of authors, made with the key in ${keyVariable}` },
  titles: { kind: 'flag', help: 'also sends titles and names of files' },
  ngrams: { kind: 'flag', help: 'also sends n-gram rows, which can reveal the wording of short texts' },
  shards: { kind: { least: 1, most: 1000 }, value: 'N', help: 'number of shards of a new index (1)' },
} as const;

/** Commands that change or describe a reference index. */
export const indexCommands: readonly Command[] = [
  onIndex(
    'add',
    'adds files of known authorship',
    async (session) => {
      const { parsed, io } = session;
      const { index, ...report } = await session.createCalls().addPaths({
        paths: parsed.positionals.map((given) => path.resolve(given)),
        author: readTextOption(parsed, 'author'),
        authorsFromFolders: readFlagOption(parsed, 'authors-from-folders'),
        role: (readTextOption(parsed, 'role') ?? 'known') as Role,
        labels: session.readLabels(),
      });
      const { added, present, replaced, removed, documents, problems } = report;
      if (session.json) session.printJson('idiograph.index/1', report);
      else {
        for (const { file, message } of problems) io.stderr(`passed over ${path.basename(file)}: ${message}`);
        const changed = replaced === 0 ? '' : `${replaced} replaced, `;
        io.stdout(
          `${added} added, ${changed}${present} already there, ${removed} removed; ${formatCount(documents, 'document')} in ${index}`,
          ...session.takeSharesLines(),
          ...formatRepeated(report),
          ...(report.language ? [describeReadiness(report.language)] : []),
        );
      }
      // 3, as for an unreadable document, if every file was passed over
      return problems.length > 0 && added + present + replaced === 0 ? 3 : 0;
    },
    { operands: 'PATH…', options: addOptions },
  ),
  onIndex('check', 'looks for damage; status 4 where there is some', async (session) => {
    const { problems, documents = 0 } = await session.createCalls().checkIndex();
    const sound = problems.length === 0;
    await session.answer(format, { ...unchanged, documents, problems }, () => [
      ...problems,
      sound
        ? `Sound: ${formatCount(documents, 'document')}.`
        : `${formatCount(problems.length, 'problem')}. Repair the index in VS Code, or delete the file and add its texts again; what came from a server, pull again.`,
    ]);
    return sound ? 0 : 4;
  }),
  onIndex(
    'push',
    'sends codes, rows and facts of the documents to a server, and no text',
    async (session) => {
      const { parsed } = session;
      const url = readTextOption(parsed, 'to');
      if (url === undefined) throw usage('Give the address of the server with --to URL.');
      const pseudonyms = readFlagOption(parsed, 'pseudonyms');
      const key = process.env[keyVariable];
      if (pseudonyms && !key)
        throw usage(`--pseudonyms needs a key. Set ${keyVariable} to words that only the laboratory knows.`);
      const report = await session.createCalls().pushIndex(url, {
        ...(pseudonyms && key && { pseudonymKey: key }),
        titles: readFlagOption(parsed, 'titles'),
        ngrams: readFlagOption(parsed, 'ngrams'),
        dryRun: readFlagOption(parsed, 'dry-run'),
        shards: Number(readTextOption(parsed, 'shards') ?? 1),
      });
      const { added, present, replaced, bytes, documents, dryRun } = report;
      return session.answer(format, report, () => {
        const size = `${(bytes / 1e6).toFixed(1)} MB`;
        const counts = `${added} new, ${replaced} changed, ${present} already there`;
        return [
          dryRun
            ? `${counts}: ${size} would be sent to ${url}. Nothing was sent but the question what is there.`
            : `${counts}: ${size} sent and found there as sent; ${formatCount(documents, 'document')} in ${url}`,
        ];
      });
    },
    {
      options: pushOptions,
    },
  ),
  onIndex(
    'pull',
    'writes an index file from the data on a server, which has no text',
    async (session) => {
      const url = readTextOption(session.parsed, 'from');
      if (url === undefined) throw usage('Give the address of the server with --from URL.');
      const { index, ...report } = await session.createCalls().pullIndex(url);
      const { added, present, replaced, removed, bytes, documents } = report;
      return session.answer(format, report, () => [
        `${added} new, ${replaced} changed, ${present} already there, ${removed} removed: ${(bytes / 1e6).toFixed(1)} MB read from ${url} and found as listed there; ${formatCount(documents, 'document')} in ${index}`,
      ]);
    },
    {
      options: { from: server },
    },
  ),
];
