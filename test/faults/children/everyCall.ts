import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { IdiographError } from '../../../src/core/errors';
import { computeCode, findOwnFolder } from '../../../src/node/casework/ownFolder';
import { Dice } from '../mutate';
import { ScriptedServer } from '../scriptedServer';
import {
  apartOutputs,
  type DiskState,
  findLosses,
  findLostOutputs,
  findMissingOnServer,
  isEqual,
  readDisk,
} from '../everyCall/diskState';
import { type Counts, countCalls, during, isUnanswered, type Kind, kinds } from '../everyCall/goingWrong';
import { type Answer, type Operation, operations, Place, Service } from '../everyCall/operations';

// Lets call n of each operation go wrong, for every n or some of them, and tells in lines of JSON what was lost by it, was left behind
// or does not work afterwards. It starts itself again for what ends a process.

const [root, home, task, ...rest] = process.argv.slice(2) as [string, string, string, ...string[]];
const models = path.join(root, 'models');
const place = new Place(home, path.join(root, 'sample'));

let server: ScriptedServer;

/** What is on the disk and on the server now. */
function readNow(): Promise<DiskState> {
  return readDisk(place, models, server);
}

/** Brings back what was kept, with a server that has nothing. */
function restore(name: string): void {
  place.restore(name);
  server.empty();
}

function tell(fact: object): void {
  process.stdout.write(`${JSON.stringify(fact)}\n`);
}

/** The states before and after an operation, and how many calls it makes. */
interface Surveyed {
  readonly operation: Operation;
  readonly before: DiskState;
  readonly after: DiskState;
  readonly counts: Counts;
}

/** Makes the states that operations begin with. */
async function survey(service: Service, { only }: Choice): Promise<readonly Surveyed[]> {
  place.make();
  place.keep('made');
  const found: Surveyed[] = [];
  for (const operation of operations.filter(({ name }) => only?.includes(name) ?? true)) {
    const prepare = async (): Promise<void> => {
      await service.leave();
      restore(operation.from);
    };
    await prepare();
    const before = await readNow();
    const counts = await countCalls(prepare, () => operation.run(service, place));
    await service.leave();
    found.push({ operation, before, after: await readNow(), counts });
    if (operation.to !== undefined) place.keep(operation.to);
  }
  return found;
}

/** The outcome of an operation: its answer, the error that it ended with, or the end of its process. */
type Outcome = { readonly done: Answer } | { readonly error: unknown } | { readonly killed: true };

async function attempt(work: () => Promise<Answer>): Promise<Outcome> {
  try {
    return { done: await work() };
  } catch (error) {
    return { error };
  }
}

/** Whether an answer says that something was not kept, or was passed over. */
function isSaid({ notices, answer }: Answer): boolean {
  const { problems = [] } = (answer ?? {}) as { readonly problems?: readonly unknown[] };
  return notices.length > 0 || problems.length > 0;
}

async function runWrong(service: Service, operation: Operation, kind: Kind, n: number): Promise<Outcome> {
  if (kind !== 'kill' && kind !== 'power') return during(kind, n, () => attempt(() => operation.run(service, place)));
  const args = [process.argv[1]!, root, home, 'one', operation.name, kind, String(n)];
  const env = { ...process.env, FAULT_SERVER: place.server };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env }); // the server answers meanwhile
  const [said, complained]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => complained.push(text));
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === 'SIGKILL') return { killed: true };
  if (status === 0) return { done: JSON.parse(said.join('')) as Answer };
  return { error: new Error(`the process ended with ${signal ?? status ?? 'no status'}: ${complained.join('')}`) };
}

/** What an outcome that is none of ours says of itself. */
function* findUntyped(outcome: Outcome): Generator<string> {
  if (!('error' in outcome) || outcome.error instanceof IdiographError) return;
  if (/allocation failed/.test(String(outcome.error))) return; // there is no memory, which has no better name
  yield `not typed: ${(outcome.error as Error).stack?.split('\n').slice(0, 4).join(' | ') ?? String(outcome.error)}`;
}

/** Lets call n of an operation go wrong. Gives what was lost by it, was left, or does not work afterwards. */
async function* failOnce(
  service: Service,
  { operation, before, after }: Surveyed,
  kind: Kind,
  n: number,
): AsyncGenerator<string> {
  restore(operation.from);
  const outcome = await runWrong(service, operation, kind, n);
  yield* findUntyped(outcome);
  const isDone = 'done' in outcome;
  const facts = { before, after, isDone, isSaid: isDone && isSaid(outcome.done) };
  for (const loss of findLosses(await readNow(), facts)) if (!mayBeLeft(kind, loss)) yield loss;
  const again = await attempt(() => operation.run(service, place));
  if ('error' in again && !isSettled(operation, again.error))
    yield `the next command: ${String(again.error)} after ${JSON.stringify(outcome).slice(0, 200)}`;
  await service.leave(); // another command begins, which writes down late what the case file says and the log does not
  await attempt(() => service.ask('case open'));
  const swept = await attempt(() => service.ask('case decide', sweeping()));
  if ('error' in swept) yield `the last command: ${String(swept.error)}`;
  await service.leave();
  if (fs.existsSync(path.join(findOwnFolder(), 'key.lock'))) computeCode(); // removes a lock that a lost drive kept until now
  const isMore = operation.name === 'remove'; // which removes one more each time
  const left = [...findLeft(await readNow(), isMore ? { ...after, documents: undefined } : after)];
  yield* findLostOutputs(await readNow(), before);
  yield* left.filter((loss) => !facts.isSaid || !/ 0 results|index-results/.test(loss)); // a result that could not be kept is in memory
}

/**
 * Whether something may be left until the next command: a removal may be what goes wrong, or nothing may be reached any more. Two files
 * are put in their places one after the other, so a process or a disk may end between them.
 */
function mayBeLeft(kind: Kind, loss: string): boolean {
  if (['gone', 'kill', 'power'].includes(kind) && loss === apartOutputs) return true;
  return ['once', 'gone', 'kill', 'power'].includes(kind) && /^left over|: it is empty/.test(loss);
}

/** Whether an operation says that it was done already. */
function isSettled({ name }: Operation, error: unknown): boolean {
  return name === 'unmask' && error instanceof IdiographError && error.code === 'Usage';
}

/** What must be there once the operation was done again and a decision was made. */
function* findLeft(
  now: DiskState,
  after: Omit<DiskState, 'documents'> & { readonly documents: DiskState['documents'] | undefined },
): Generator<string> {
  const isLeft = (file: string): boolean => !after.files.includes(file) && !written.test(file);
  const isMissing = (file: string): boolean => !now.files.includes(file) && !file.startsWith('user');
  yield* now.damage;
  for (const file of now.files.filter(isLeft)) yield `in the end, left over: ${file}`;
  for (const file of after.files.filter(isMissing)) yield `in the end, missing: ${file}`;
  if (after.documents && !isEqual(now.documents, after.documents))
    yield `in the end, documents: ${now.documents.join()}`;
  yield* findMissingOnServer(now, after);
  if (now.results !== after.results) yield `in the end, ${now.results} results`;
  if (!now.received) yield 'in the end, the questioned text is not received';
  const last = JSON.stringify(now.log.at(-1));
  if (!last.includes('a last decision')) yield `in the end, the log ends with ${last}`;
}

/** What the last decision of a test may make. */
const written = /^(user\/idiograph\/(heads\/[0-9a-f]+\.json|key)|case\/\.idiograph\/log(-head\.json|\.jsonl))$/;

/** A decision, which writes the case file and the log. */
function sweeping(note = 'a last decision'): object {
  const passage = { candidate: 'author-b', questioned: 'a last', known: note };
  return { file: place.questioned(), passage, decided: { note } };
}

async function runOne([name, kind, n]: readonly string[]): Promise<void> {
  const service = await Service.start(place, root);
  const operation = operations.find((each) => each.name === name)!;
  tell(await during(kind as Kind, Number(n), () => operation.run(service, place)));
}

/** Makes decisions, and tells each once it is made. */
async function decideOften([who, count, kill]: readonly string[]): Promise<void> {
  const service = await Service.start(place, root);
  const decide = async (): Promise<void> => {
    for (let i = 0; i < Number(count); i++) {
      await service.ask('case decide', sweeping(`${who!}-${i}`));
      tell({ note: `${who!}-${i}` });
    }
  };
  await (Number(kill) > 0 ? during('kill', Number(kill), decide) : decide());
}

/** Two windows and a command line decide at once, and one of them is killed: nothing that was told is lost. */
async function decideTogether(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    restore('indexed');
    const told: string[] = [];
    const writers = ['a', 'b', 'c'].map((who) => {
      const killed = who === 'c' ? String(40 + 31 * round) : '0';
      const args = [process.argv[1]!, root, home, 'often', `${who}${round}`, '5', killed];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.setEncoding('utf8').on('data', (text: string) => told.push(...text.split('\n').filter(Boolean)));
      return once(child, 'close');
    });
    await Promise.all(writers);
    const { caseFile, log, damage } = await readNow();
    for (const each of damage) tell({ operation: 'together', kind: 'kill', n: round, loss: each });
    for (const each of told) {
      const { note } = JSON.parse(each) as { readonly note: string };
      const isThere = [caseFile, log.join()].every((text) => text.includes(`"note":"${note}"`));
      if (!isThere) tell({ operation: 'together', kind: 'kill', n: round, loss: `the decision ${note} is lost` });
    }
    tell({ operation: 'together', kind: 'kill', tried: 1 });
  }
}

/** How much is tried. */
interface Choice {
  /** How many calls of all operations go wrong at most, by kind. */
  readonly most: Readonly<Record<Kind, number | null>>;
  readonly together: number;
  /** The names of the operations that are tried; undefined: all. */
  readonly only?: readonly string[];
  /** After this time no more is tried. */
  readonly minutes: number;
}

/** A call of an operation that goes wrong. */
interface Point {
  readonly surveyed: Surveyed;
  readonly kind: Kind;
  readonly n: number;
}

/** The calls that go wrong: of each kind as many as are asked for, spread evenly over all, in an order that any part of is a fair one. Those that end a process come in its first half. */
function listPoints({ most }: Choice, surveyed: readonly Surveyed[]): readonly Point[] {
  const points = kinds.flatMap((kind) => {
    const all = surveyed.flatMap((each) =>
      Array.from({ length: each.counts[kind] }, (_, i) => ({ surveyed: each, kind, n: i + 1 })),
    );
    const count = Math.min(most[kind] ?? Infinity, all.length);
    return Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)]!);
  });
  const dice = new Dice(1);
  const isEnd = ({ kind }: Point): boolean => kind === 'kill' || kind === 'power';
  const ordered = points.map((point) => ({ point, at: dice.below(isEnd(point) ? 5e5 : 1e6) }));
  return ordered.sort((a, b) => a.at - b.at).map(({ point }) => point);
}

async function runAll(choice: Choice): Promise<void> {
  server = await ScriptedServer.start();
  server.isUnanswered = isUnanswered;
  place.server = server.url;
  const service = await Service.start(place, root);
  const surveyed = await survey(service, choice);
  for (const kind of kinds) tell({ kind, calls: surveyed.reduce((sum, { counts }) => sum + counts[kind], 0) });
  await decideTogether(choice.together);
  for (const { surveyed: each, kind, n } of listPoints(choice, surveyed)) {
    if (process.uptime() > 60 * choice.minutes) break;
    const { operation } = each;
    for await (const loss of failOnce(service, each, kind, n)) tell({ operation: operation.name, kind, n, loss });
    tell({ operation: operation.name, kind, tried: 1 });
  }
  tell({ done: true });
}

const tasks = {
  one: runOne,
  often: decideOften,
  all: ([choice]: readonly string[]) => runAll(JSON.parse(choice!) as Choice),
};
void tasks[task as keyof typeof tasks](rest).then(() => process.exit(0));
