import fs from 'node:fs';
import path from 'node:path';
import type { Answering, CaseAddress } from '../../../src/case/caseAt';
import { CaseService } from '../../../src/case/caseService';
import type { Notice } from '../../../src/core/errors';
import { neverStops, type StopSignal } from '../../../src/core/basics/work';
import { loadKernels } from '../../../src/lateInteraction/kernels/loadKernels';
import { LocalEngine } from '../../../src/node/localEngine';
import { describeNotice } from '../../../src/presentation/words/notices';

/** Where a small case lies, and what is written about it. */
export class Place {
  readonly folder: string;
  readonly index: string;
  readonly out: string;
  /** The address of a server to which its index goes. */
  server = process.env['FAULT_SERVER'] ?? '';

  /** @param root  the folder of all that is written, the user's own folder with it */
  constructor(
    readonly root: string,
    private readonly sample: string,
  ) {
    this.folder = path.join(root, 'case');
    this.index = path.join(this.folder, '.idiograph', 'index.sqlite');
    this.out = path.join(root, 'out');
  }

  questioned(): string {
    return path.join(this.folder, 'questioned', 'letter.txt');
  }

  /** The questioned text, from a folder in which no call goes wrong. */
  readText(): string {
    return this.readSample('questioned/letter-roof-fund.txt', 1100);
  }

  private readSample(name: string, length: number): string {
    return fs.readFileSync(path.join(this.sample, name), 'utf8').slice(0, length);
  }

  /** Makes the case, from parts of the sample. */
  make(): void {
    const write = (to: string, text: string): void => {
      fs.mkdirSync(path.dirname(to), { recursive: true });
      fs.writeFileSync(to, text);
    };
    const known = ['author-a/letter-open-day.txt', 'author-b/blog-towpath.txt', 'author-c/letter-lock-gate.txt'];
    for (const name of known) write(path.join(this.folder, 'known', name), this.readSample(`known/${name}`, 700));
    write(this.questioned(), this.readText());
    fs.writeFileSync(
      path.join(this.folder, 'case.idiograph-case.json'),
      `{\n  "format": "idiograph.case/1",\n  "documents": {}\n}\n`,
    );
    fs.mkdirSync(this.out);
  }

  /** Keeps what is there as it is now. The folder of the case stays the same one. */
  keep(name: string): void {
    for (const part of ['case', 'out', 'user']) {
      const from = path.join(this.root, part);
      if (fs.existsSync(from)) fs.cpSync(from, path.join(this.root, 'kept', name, part), { recursive: true });
    }
  }

  /** Brings back what was kept. */
  restore(name: string): void {
    for (const part of ['case', 'out', 'user']) {
      const to = path.join(this.root, part);
      if (fs.existsSync(to))
        for (const entry of fs.readdirSync(to)) fs.rmSync(path.join(to, entry), { recursive: true });
      const from = path.join(this.root, 'kept', name, part);
      if (fs.existsSync(from)) fs.cpSync(from, to, { recursive: true });
    }
  }
}

/** What was answered, and what was said on the way. */
export interface Answer {
  readonly answer: unknown;
  readonly notices: readonly string[];
}

/** The case service with its engine, as the engine thread has them. */
export class Service {
  /** What stops the questions. */
  stop: StopSignal = neverStops;
  /** Told of each step of a question. */
  onStep: (news: unknown) => void = () => undefined;
  private cases: CaseService;

  private constructor(
    private readonly engine: LocalEngine,
    private readonly modelsFolder: string,
    private readonly address: CaseAddress,
  ) {
    this.cases = new CaseService({ engine, modelsFolder });
  }

  static async start(place: Place, root: string): Promise<Service> {
    const modelsFolder = path.join(root, 'models');
    const engine = new LocalEngine({ modelsFolder, kernels: await loadKernels(path.join(root, 'dist/kernels.wasm')) });
    return new Service(engine, modelsFolder, { folder: place.folder });
  }

  async ask(method: string, ...args: readonly unknown[]): Promise<Answer> {
    const notices: string[] = [];
    const steps = this.cases.answer(this.stop, this.address, method, args);
    const during = this.engine.during(steps as Answering<unknown>);
    for (;;) {
      const step = await during.next();
      if (step.done) return { answer: step.value, notices };
      this.onStep(step.value);
      const news = step.value as { readonly notice?: Notice; readonly step?: { readonly kind: string } };
      if (news.notice !== undefined) notices.push(describeNotice(news.notice));
      if (news.step?.kind === 'failed') notices.push(JSON.stringify(news.step));
    }
  }

  /** Closes the index and forgets the case, as a process does that ends; the models stay. */
  async leave(): Promise<void> {
    this.cases = new CaseService({ engine: this.engine, modelsFolder: this.modelsFolder });
    const { indexes } = this.engine as unknown as { readonly indexes: { close(): Promise<void> } };
    await indexes.close();
  }
}

/** Something that changes what is on the disk. */
export interface Operation {
  readonly name: string;
  /** The state before. */
  readonly from: string;
  /** The state after, where another operation begins with it. */
  readonly to?: string;
  readonly run: (service: Service, place: Place) => Promise<Answer>;
}

const choices = { candidates: 2, scale: 'ENFSI 2015', excludeQuotes: true } as const;
const labels = { mode: 'written', genre: 'letter', language: 'en' } as const;
const validating = { files: [], labels, choices, force: true, needsCase: true } as const;
const passage = { candidate: 'author-a', questioned: 'the roof fund', known: 'the open day' } as const;

function addKnown(service: Service, place: Place): Promise<Answer> {
  const asked = { author: undefined, authorsFromFolders: true, role: 'known', labels: {} };
  return service.ask('case addPaths', { ...asked, paths: [path.join(place.folder, 'known')] });
}

async function writeReport(service: Service, place: Place): Promise<Answer> {
  const nobody = { author: undefined, chosen: undefined, examiner: undefined, instruction: undefined };
  const about = { ...nobody, withOverview: false, withoutConclusion: false, version: '0', warnings: [] };
  const out = path.join(place.out, 'report.html');
  return service.ask('case report', { ...about, file: place.questioned(), labels, choices, out, force: true });
}

async function listIds(service: Service): Promise<readonly string[]> {
  const { answer } = await service.ask('case contents');
  return (answer as { readonly documents: readonly { readonly id: string }[] }).documents.map(({ id }) => id);
}

/** All that writes, in an order in which each finds the state that it begins with. */
export const operations: readonly Operation[] = [
  { name: 'index', from: 'made', to: 'indexed', run: addKnown },
  { name: 'intake', from: 'made', run: (service) => service.ask('case intake') },
  { name: 'open', from: 'indexed', run: (service) => service.ask('case open') },
  {
    name: 'remove',
    from: 'indexed',
    to: 'removed',
    run: async (service) => service.ask('case removeDocuments', (await listIds(service)).slice(0, 1)),
  },
  {
    name: 'state',
    from: 'indexed',
    run: (service, place) => service.ask('case state', new Map([[place.questioned(), { ...labels, genre: 'diary' }]])),
  },
  {
    name: 'add marker',
    from: 'indexed',
    run: (service) => service.ask('case addMarker', { name: 'a', words: 'thru' }),
  },
  {
    name: 'set range',
    from: 'indexed',
    run: (service, place) => {
      const text = place.readText();
      const range = { start: 0, end: 60, isAuthors: false };
      return service.ask('case setRange', { file: place.questioned(), text, range });
    },
  },
  {
    name: 'decide',
    from: 'indexed',
    run: (service, place) =>
      service.ask('case decide', { file: place.questioned(), passage, decided: { setAside: 'formula', note: 'seen' } }),
  },
  { name: 'pin', from: 'indexed', run: (service) => service.ask('case pin') },
  {
    name: 'lock',
    from: 'indexed',
    run: async (service) => {
      const { answer, notices } = await service.ask('case validate', validating);
      const locked = await service.ask('case lock', { ...(answer as object), recalibrate: false });
      return { ...locked, notices: [...notices, ...locked.notices] };
    },
  },
  { name: 'mask', from: 'indexed', to: 'blind', run: (service) => service.ask('case mask') },
  { name: 'unmask', from: 'blind', run: (service) => service.ask('case unmask') },
  {
    name: 'review',
    from: 'indexed',
    to: 'reviewed',
    run: (service) => service.ask('case reviewAll', { choices, labels }),
  },
  { name: 'review again', from: 'reviewed', run: (service) => service.ask('case reviewAll', { choices, labels }) },
  { name: 'report', from: 'reviewed', to: 'reported', run: writeReport },
  { name: 'report again', from: 'reported', run: writeReport },
  {
    name: 'push',
    from: 'indexed',
    run: (service, place) =>
      service.ask('case pushIndex', place.server, { titles: true, ngrams: true, dryRun: false, shards: 1 }),
  },
  {
    name: 'bundle',
    from: 'reported',
    run: (service, place) =>
      service.ask('case bundle', { out: path.join(place.out, 'b.zip'), force: true, texts: true, version: '0' }),
  },
];
