import fs from 'node:fs';
import path from 'node:path';
import { Place, Service } from '../everyCall/operations';
import { makeText } from '../madeTexts';
import { Pauses } from '../pauses';

// Indexes many short texts, reviews, checks, removes from and compacts the index, then reviews a case of many questioned texts and one
// very long text. It tells in lines of JSON how long each took, the memory of the process, and how long a stop would have waited.

const [root, home, ...numbers] = process.argv.slice(2) as [string, string, ...string[]];
const [authors, textsOfEach, questioned, longBytes] = numbers.map(Number) as [number, number, number, number];
const facts = { mode: 'written', genre: 'letter', language: 'en' } as const;
const choices = { candidates: 3, scale: 'ENFSI 2015', excludeQuotes: true } as const;
const added = { author: undefined, authorsFromFolders: true, role: 'known', labels: {} } as const;

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** Does a piece of work, and tells how it went. */
async function measure(name: string, service: Service, work: () => Promise<object>): Promise<void> {
  const pauses = new Pauses();
  service.stop = pauses;
  service.onStep = (news) => pauses.enter(news);
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const found = await work();
  pauses.end();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = { seconds: (performance.now() - started) / 1000, processorSeconds: (user + system) / 1e6 };
  const megabytes = process.resourceUsage().maxRSS / 1000;
  process.stdout.write(`${JSON.stringify({ name, ...found, ...seconds, megabytes, stops: pauses.describe() })}\n`);
}

async function workOnIndex(service: Service, place: Place): Promise<void> {
  const ask = async (method: string, ...args: readonly unknown[]): Promise<unknown> =>
    (await service.ask(`case ${method}`, ...args)).answer;
  const known = { paths: [path.join(place.folder, 'known')] };
  const index = async (): Promise<object> => {
    const { added: count, documents } = (await ask('addPaths', { ...added, ...known })) as Record<string, number>;
    return { added: count, documents };
  };
  await measure('start', service, index); // the models are loaded with the first text
  for (let author = 0; author < authors; author++)
    for (let i = 0; i < textsOfEach; i++) {
      const name = `author-${String(author).padStart(4, '0')}/text-${i}.txt`;
      write(path.join(place.folder, 'known', name), makeText(1_000_000 + author * textsOfEach + i, 6));
    }
  await measure('index', service, index);
  await measure('review', service, async () => {
    await ask('review', { file: place.questioned(), labels: facts, choices });
    return {};
  });
  await measure('check', service, async () => {
    const { problems, documents } = (await ask('checkIndex')) as {
      readonly problems: object;
      readonly documents: number;
    };
    return { problems, documents };
  });
  const { documents: rows } = (await ask('contents')) as { readonly documents: readonly { readonly id: string }[] };
  const ids = rows.slice(0, Math.floor(rows.length / 10)).map(({ id }) => id);
  await measure('remove', service, async () => {
    const { removed, documents } = (await ask('removeDocuments', ids)) as Record<string, number>;
    return { removed, documents };
  });
}

async function workOnCase(service: Service, place: Place): Promise<void> {
  for (let i = 0; i < questioned; i++) write(path.join(place.folder, 'questioned', `text-${i}.txt`), makeText(i, 4));
  await service.ask('case addPaths', { ...added, paths: [path.join(place.folder, 'known')] });
  await measure('case', service, async () => {
    const count = { reviewed: 0, failed: 0 };
    const { onStep } = service;
    service.onStep = (news) => {
      onStep(news);
      const { step } = news as { readonly step?: { readonly kind: string } };
      if (step?.kind === 'reviewed' || step?.kind === 'failed') count[step.kind] += 1;
    };
    await service.ask('case reviewAll', { choices, labels: facts });
    return count;
  });
  if (longBytes === 0) return;
  const text = makeText(3, Math.ceil(longBytes / 45)).slice(0, longBytes);
  await measure('long text', service, async () => {
    const source = { id: 'edited', text, ...facts, version: 1, sha256: 'ab'.repeat(32) };
    await service.ask('case review', { file: 'untitled:1', labels: facts, text: source, choices });
    return { bytes: text.length };
  });
}

async function run(): Promise<void> {
  for (const [name, work] of [
    ['index', workOnIndex],
    ['case', workOnCase],
  ] as const) {
    const place = new Place(path.join(home, name), path.join(root, 'sample'));
    place.make();
    const service = await Service.start(place, root);
    await work(service, place);
    await service.leave();
  }
  process.exit(0);
}

void run();
