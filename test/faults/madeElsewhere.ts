import fs from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import type { CaseAt } from '../../src/case/caseAt';
import { openBundle, openBundleFiles } from '../../src/case/bundle';
import manifestOfProgram from '../../package.json';
import type { ReferenceIndex } from '../../src/core/ports';
import { isAllowed, type SettingSchema } from '../../src/core/basics/shape';
import { finish, neverStops } from '../../src/core/basics/work';
import { openServer } from '../../src/node/opensearch/serverRows';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { encodedSpan, encodedSpans, knownDocument } from '../fakes/knownSpans';
import { openIndex } from '../fakes/openIndex';
import { plainKernels } from '../reference/plainKernels';
import { ScriptedServer } from './scriptedServer';
import { parseAddress } from '../../src/node/opensearch/address';
import { computeSha256 } from '../../src/node/sha256';
import { type Dice, mutate, mutateValue } from './mutate';
import type { Parser } from './parsers';

// Parsers of what comes whole from elsewhere: settings, a server, an index file, a bundle.

/** What is made when it is first asked for. */
class Once<Made, Args extends readonly unknown[] = []> {
  private made: Promise<Made> | undefined;

  constructor(private readonly make: (...args: Args) => Promise<Made>) {}

  get(...args: Args): Promise<Made> {
    return (this.made ??= this.make(...args));
  }
}

const settings = Object.entries(manifestOfProgram.contributes.configuration.properties) as readonly (readonly [
  string,
  SettingSchema,
])[];

/** A setting of another value is used only as it is declared. */
function readSetting(dice: Dice): void {
  const [name, schema] = dice.pick(settings);
  const value = mutateValue(schema.default, dice);
  if (!isAllowed(schema, value)) return;
  if (typeof value !== schema.type) throw new Error(`${name} may be ${JSON.stringify(value)}`);
  if (name === 'idiograph.server.url') parseAddress(String(value));
}

const hash = 'ab'.repeat(32);
const bundled = new Map<string, Uint8Array>([
  ['SHA256SUMS', Buffer.from(`${hash}  questioned/q.txt\n`)],
  ['reports/r.json', Buffer.from('{"format":"idiograph.report-facts/1"}')],
  ['case.idiograph-case.json', Buffer.from('{"format":"idiograph.case/1","documents":{}}'.repeat(20))],
]);
const describedBundle = {
  format: 'idiograph.bundle/1',
  program: 'Idiograph 1',
  index: null,
  models: { encoder: hash },
  files: Object.fromEntries([...bundled].map(([name, bytes]) => [name, computeSha256(bytes)])),
};
bundled.set('bundle.json', Buffer.from(JSON.stringify(describedBundle)));
const zipped = Buffer.from(zipSync(Object.fromEntries(bundled)));

/** A bundle that was changed is refused, or what it lists otherwise is named, or it is read as it was. */
async function openChangedBundle(dice: Dice, folder: string): Promise<void> {
  const file = path.join(folder, 'changed.zip');
  const isValue = dice.below(2) === 0;
  const facts = Buffer.from(JSON.stringify(mutateValue(describedBundle, dice)));
  const bytes = isValue ? zipSync(Object.fromEntries([...bundled, ['bundle.json', facts]])) : mutate(zipped, dice);
  fs.writeFileSync(file, bytes);
  const at = { ask: () => noSteps({}) } as unknown as CaseAt; // nothing else of it is asked
  const { differences } = await finish(openBundle(at, file));
  if (isValue || differences.length > 0) return;
  const files = await openBundleFiles(file);
  const isSame = (name: string): boolean => Buffer.from(files.read(name) ?? []).equals(bundled.get(name)!);
  if (![...bundled.keys()].every(isSame)) throw new Error('the bundle is read otherwise, and nothing is said');
}

async function* noSteps<Answer>(answer: Answer): AsyncGenerator<never, Answer> {
  yield* [];
  return Promise.resolve(answer);
}

const encoder = new HashingEncoder();
const known = [knownDocument('Ann', 'One.'), knownDocument('Ben', 'Two.')];

async function fill(index: ReferenceIndex): Promise<void> {
  for (const [i, document] of known.entries()) await index.add(document, encodedSpans(1 + i, 2));
}

/** What an index answers. Its documents and exact scores are covered by hashes. */
async function ask(index: ReferenceIndex): Promise<readonly [documents: string, scores: ReadonlyMap<string, number>]> {
  const documents = (await index.listDocuments()).map(({ id, author, title }) => [id, author, title].join(' ')).sort();
  const found = await index.shortlist(encodedSpan(1), { limit: 9, scope: { role: 'known' }, scanned: 9 }, neverStops);
  const exact = await index.rerank(encodedSpan(1), found, neverStops);
  await index.check({ stop: neverStops });
  return [documents.join('\n'), new Map(exact.map(({ document, id, score }) => [`${document} ${id % 2}`, score]))];
}

/** Throws what differs from the right answer and was not said. */
async function compareAnswers(index: ReferenceIndex, right: Awaited<ReturnType<typeof ask>>): Promise<void> {
  const [documents, scores] = await ask(index);
  if (documents !== right[0]) throw new Error('documents are listed otherwise, and nothing is said');
  for (const [place, score] of scores)
    if (right[1].get(place) !== score) throw new Error(`the score of ${place} is another, and nothing is said`);
}

const serving = new Once(async () => {
  const server = await ScriptedServer.start();
  const index = await openServer({ url: server.url }, encoder, { kernels: plainKernels, create: { shards: 1 } });
  await fill(index);
  server.asked = 0;
  const right = await ask(index);
  await index.close();
  return { server, right };
});

/** One answer of a server is changed. */
async function askServer(dice: Dice): Promise<void> {
  const { server, right } = await serving.get();
  const [at, isValue] = [dice.below(14), dice.below(4) > 0];
  server.asked = 0;
  server.change = (answer, number) => {
    if (number !== at) return answer;
    return isValue ? mutateValue(answer, dice) : mutate(Buffer.from(JSON.stringify(answer)), dice);
  };
  const index = await openServer({ url: server.url }, encoder, { kernels: plainKernels });
  try {
    await compareAnswers(index, right);
  } finally {
    await index.close();
  }
}

const filled = new Once(async (folder: string) => {
  const file = path.join(folder, 'whole.sqlite');
  const index = await openIndex(file, encoder, { create: true });
  await fill(index);
  const right = await ask(index);
  await index.close();
  return { bytes: fs.readFileSync(file), right };
});

/** An index whose bytes were changed is refused, or answers as before. */
async function openChanged(dice: Dice, folder: string): Promise<void> {
  const { bytes, right } = await filled.get(folder);
  const file = path.join(folder, 'changed.sqlite');
  for (const each of ['', '-wal', '-shm']) fs.rmSync(`${file}${each}`, { force: true });
  fs.writeFileSync(file, mutate(bytes, dice));
  const index = await openIndex(file, encoder, { create: false });
  try {
    await compareAnswers(index, right);
  } finally {
    await index.close();
  }
}

export const madeElsewhere: readonly Parser[] = [
  { name: 'settings', inputs: [1500, 120_000], read: readSetting },
  { name: 'answers of a server', inputs: [60, 4000], read: askServer },
  { name: 'index file', inputs: [40, 2000], again: [692], read: openChanged },
  { name: 'bundle', inputs: [300, 20_000], read: openChangedBundle },
];
