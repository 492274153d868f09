import fs from 'node:fs';
import path from 'node:path';
import { parseCaseFile } from '../../src/core/casework/caseFile';
import { logLine, noHead, readLogLine } from '../../src/core/casework/caseLog';
import { checkLog } from '../../src/core/casework/logCheck';
import { readReport, reportFormat } from '../../src/core/casework/reportFile';
import { parseCalibrations } from '../../src/core/verification/calibration';
import { parseClassicalStatistics } from '../../src/core/classical/features';
import { parseQuestionCalibration } from '../../src/core/verification/question';
import { parseSearchCalibration } from '../../src/core/verification/firstOfSearch';
import { MarkerRates } from '../../src/core/markers/textMarkers';
import { computeSha256 } from '../../src/node/sha256';
import { readIndexEncoder } from '../../src/node/models/manifest';
import { readDocument } from '../../src/reading/readFile';
import { parseAddress } from '../../src/node/opensearch/address';
import { checkPanelArguments, panelHostMethods } from '../../src/protocol/panel';
import { Caller, serveCalls } from '../../src/protocol/rpc';
import { findingsOf, targetOf } from '../unit/presentation/exampleFindings';
import { madeElsewhere } from './madeElsewhere';
import { type Dice, mutate, mutateValue } from './mutate';

/** Something that reads what others have made. */
export interface Parser {
  readonly name: string;
  /** Inputs in the short form, and in the long one. */
  readonly inputs: readonly [short: number, long: number];
  /** Inputs that were read wrongly once: they are tried in both forms. */
  readonly again?: readonly number[];
  /** What is read is changed, and read. Throws IdiographError where that says so of what was read, or another error that `refuses` names. */
  readonly read: (dice: Dice, folder: string) => unknown;
  /** An error that callers expect, beside the typed ones. */
  readonly refuses?: (error: unknown) => boolean;
}

const fixtures = path.join(import.meta.dirname, '..', 'fixtures', 'documents');
const documents = fs.readdirSync(fixtures).filter((name) => !/\.(mjs|py)$/.test(name));
const readTexts = new Map<string, Promise<string>>();

/** The text of a fixture as it is; it is read once. */
function readFixture(name: string): Promise<string> {
  const known = readTexts.get(name) ?? readDocument(path.join(fixtures, name)).then(({ text }) => text);
  readTexts.set(name, known);
  return known;
}

/** A changed file of these formats is refused, or gives the same text: each part of it has a checksum. */
const hasChecksums = /\.(docx|odt)$/;

function createReader(name: string): Parser {
  const extension = path.extname(name);
  return {
    name,
    inputs: extension === '.pdf' ? [25, 2000] : [60, 4000],
    read: async (dice, folder) => {
      const file = path.join(folder, `changed${extension}`);
      fs.writeFileSync(file, mutate(fs.readFileSync(path.join(fixtures, name)), dice));
      const { text, reading } = await readDocument(file);
      const isOther = hasChecksums.test(name) && text !== (await readFixture(name).catch(() => undefined));
      if (isOther && !reading?.parts.length) throw new Error(`${name} is read as another text, and nothing is said`);
    },
  };
}

/** Half of the inputs are changed as values, half as bytes. */
function ofJson(name: string, value: unknown, read: (json: string) => unknown, long = 80_000): Parser {
  return {
    name,
    inputs: [1500, long],
    read: (dice) => {
      const json = JSON.stringify(dice.below(2) === 0 ? mutateValue(value, dice) : value);
      return read(dice.below(2) === 0 ? json : mutate(Buffer.from(json), dice).toString());
    },
  };
}

const hash = 'ab'.repeat(32);
const found = findingsOf(targetOf('file:///case/questioned/letter.txt', 1));

const caseFile = {
  format: 'idiograph.case/1',
  documents: {
    'known/ann/1.txt': { role: 'known', author: 'Ann', mode: 'written', genre: 'letter', language: 'en' },
    'questioned/q.txt': {
      ...{ role: 'questioned', mode: 'spoken', genre: 'interview', language: 'en', sha256: hash },
      ranges: [{ start: 1, end: 20, isAuthors: false, sha256: hash }],
    },
  },
  blind: { masked: true, names: { Ann: 'Writer A' }, unmasked: [{ at: '2026-01-02T03:04:05+00:00', findings: hash }] },
  markers: [
    { name: 'thru', words: 'thru, tho', not: 'through' },
    { name: 'ing', pattern: '\\b\\w+in[gn]\\b' },
  ],
  decisions: [
    { document: 'questioned/q.txt', candidate: 'Ann', questioned: 'a b', known: 'a c', kept: true, note: 'n' },
  ],
  pinned: { index: hash, models: { encoder: hash } },
  senders: { 'known/m.mbox': 'Ann' },
};

const report = {
  format: reportFormat,
  version: '1',
  questioned: { id: 'q.txt', sha256: hash, mode: 'written', genre: 'letter', language: 'en' },
  questions: [{ kind: 'search', chosen: [{ author: 'Author B' }], evidence: found.evidence }],
  known: [{ title: 'a', author: 'Ann', sha256: hash }],
};

/** A log of four entries. */
function makeLog(): string {
  let head = noHead;
  const by = { at: '2026-01-02T03:04:05+00:00', by: 'me' };
  const events = [
    { kind: 'received', document: 'questioned/q.txt', sha256: hash },
    { kind: 'indexed', added: 3, replaced: 0, removed: 0, index: hash },
    { kind: 'exported', file: 'out/r.html', sha256: hash },
    { kind: 'unmasked', findings: hash },
  ] as const;
  return events
    .map((event) => {
      const written = logLine(head, { ...by, event }, computeSha256);
      head = written.head;
      return written.line;
    })
    .join('');
}
const log = Buffer.from(makeLog());

/** A part of one of the models, read with its parser; what is not one is refused by a RangeError or a problem. */
function ofModel(file: string, parse: (value: unknown) => unknown): Parser {
  const text = fs.readFileSync(path.join(import.meta.dirname, '..', '..', 'models', file), 'utf8');
  const small = shorten(JSON.parse(text) as unknown);
  return { ...ofJson(file, small, (json) => parse(JSON.parse(json))), inputs: [100, 30_000], refuses: isPlain };
}

/** The same value with at most six entries of each list, and twenty of each object, so that the inputs are small. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 12)
      .map(([key, part]) => [key, shorten(part)]),
  );
}

/** Each error of such a parser becomes a typed one with the name of the file, but for a stack that overflows. */
function isPlain(error: unknown): boolean {
  return error instanceof Error && !/call stack/.test(error.message);
}

const manifest = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '..', '..', 'models', 'manifest.json'), 'utf8'),
) as unknown;

/** Messages to the side that answers and to the side that asks: neither throws, whatever arrives. */
function exchange(message: unknown): void {
  const listeners: ((message: unknown) => void)[] = [];
  const port = {
    post: (): void => undefined,
    onMessage: (listener: (message: unknown) => void) => void listeners.push(listener),
  };
  serveCalls(port, () => Promise.resolve(1));
  void new Caller(port).call('ask', []).catch(() => undefined);
  for (const listener of listeners) listener(message);
}

export const parsers: readonly Parser[] = [
  ...documents.map(createReader),
  ofJson('case file', caseFile, (json) => parseCaseFile(json, 'a.idiograph-case.json'), 40_000),
  ofJson('report', report, readReport),
  {
    name: 'log',
    inputs: [1500, 100_000],
    read: (dice) => {
      const text = mutate(log, dice).toString();
      const { entries, damage, cutOff } = checkLog(text, { beside: undefined, own: undefined }, computeSha256);
      const lines = log.toString();
      const isSame = lines.startsWith(text) || text.trimEnd() === lines.trimEnd();
      if (!isSame && entries.length === 4 && damage.length === 0 && cutOff.length === 0)
        throw new Error('the log was changed, and nothing is said');
      readLogLine(text.split('\n')[0]!, computeSha256);
    },
  },
  {
    ...ofJson('manifest', manifest, () => undefined),
    inputs: [300, 5000],
    read: async (dice, folder) => {
      fs.writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(mutateValue(manifest, dice)));
      await readIndexEncoder(folder);
    },
  },
  ofModel('calibrations.json', parseCalibrations),
  ofModel('search.json', parseSearchCalibration),
  ofModel('question.json', parseQuestionCalibration),
  ofModel('markers.json', (value) => MarkerRates.parse(value)),
  ofModel('classical.json', parseClassicalStatistics),
  ofJson(
    'panel message',
    [3, 'note', 'intend', 'a name'],
    (json) => {
      for (const method of panelHostMethods) {
        const args = parseOrNull(json);
        try {
          checkPanelArguments(method, Array.isArray(args) ? args : [args]);
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
        }
      }
    },
    100_000,
  ),
  ofJson(
    'engine message',
    { id: 1, method: 'ask', args: [1], error: { code: 'Usage', message: 'a' }, value: 1 },
    (json) => exchange(parseOrNull(json)),
    250_000,
  ),
  {
    name: 'address of a server',
    inputs: [1500, 150_000],
    read: (dice) => parseAddress(mutate(Buffer.from('https://lab.example:9200/base/known'), dice).toString()),
  },
  ...madeElsewhere,
];

function parseOrNull(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
