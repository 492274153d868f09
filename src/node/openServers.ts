import type { Evidence } from '../core/domain';
import { IdiographError } from '../core/errors';
import type { ReviewProgress } from '../core/engine';
import type { ReferenceIndex, ReviewedIndex } from '../core/ports';
import type { Kernels } from '../core/scoring/kernels';
import type { SearchedServer, ServerAddress } from '../core/server';
import { mapped, type Steps, type StopSignal } from '../core/work';
import { JoinedIndex } from './joinedIndex';
import { OpenSearchIndex, type ServerOptions } from './opensearch/openSearchIndex';
import type { IndexEncoder } from './sqlite/records/indexFacts';
import type { EngineProgress, PullReport, PushChoices, PushReport } from '../protocol/engine';
import { addressOf } from './opensearch/address';
import { pullAll, pushAll } from './opensearch/push';
import type { SqliteIndex } from './sqlite/sqliteIndex';

/** The indexes of servers that an engine has open. One that failed is opened anew with the next question. */
export class OpenServers {
  private readonly byAddress = new Map<string, OpenSearchIndex>();
  /** What they failed with. */
  private readonly problems = new WeakSet<IdiographError>();

  /** @param forgotten  is told when a server was closed, so that nothing that is kept asks it any more */
  constructor(
    private readonly encoder: () => Promise<IndexEncoder>,
    private readonly profiler: () => Promise<{ readonly id: string }>,
    private readonly kernels: Kernels,
    private readonly forgotten: () => void,
  ) {}

  /**
   * A review of the file and the server together. Where the server cannot be asked, or fails on the way, the review is made of the file alone,
   * and says so: never is a part of what the server holds taken for the whole.
   */
  review(
    local: ReferenceIndex,
    address: ServerAddress,
    review: (index: ReviewedIndex) => Steps<ReviewProgress, Evidence>,
    stop: StopSignal,
  ): Steps<ReviewProgress, Evidence> {
    const together = (joined: JoinedIndex): Steps<ReviewProgress, Evidence> =>
      changed(review(joined), (evidence) => marked(evidence, joined));
    const alone = ({ code, message }: IdiographError): Steps<ReviewProgress, Evidence> => {
      const server: SearchedServer = { name: nameOf(address), problem: { code, message } };
      return changed(review(local), (evidence) => ({ ...evidence, server }));
    };
    return this.ask({ local, address, alone }, together, stop);
  }

  /**
   * Asks the file and the server together.
   *
   * @param source  `alone`: asks the file where the server fails; without it, what the server failed with is thrown
   */
  async *ask<Progress, Answer>(
    source: {
      readonly local: ReferenceIndex;
      readonly address: ServerAddress;
      readonly alone?: (error: IdiographError) => Steps<Progress, Answer>;
    },
    question: (index: JoinedIndex) => Steps<Progress, Answer>,
    stop: StopSignal,
  ): Steps<Progress, Answer> {
    const { local, address, alone } = source;
    let joined: JoinedIndex | undefined;
    try {
      joined = await this.join(local, address, stop);
      return yield* question(joined);
    } catch (error) {
      const isServers = error instanceof IdiographError && (!joined || this.problems.has(error));
      if (!isServers || error.code === 'Cancelled') throw error;
      await this.forget(address);
      if (!alone) throw error;
      return yield* alone(error);
    }
  }

  async close(): Promise<void> {
    for (const server of this.byAddress.values()) await server.close();
  }

  /** The index file with the server's index, as this question reads them. Throws what the server does. */
  private async join(local: ReferenceIndex, address: ServerAddress, stop: StopSignal): Promise<JoinedIndex> {
    const key = JSON.stringify(address);
    const known = this.byAddress.get(key);
    const { kernels } = this;
    const server = known ?? (await OpenSearchIndex.open(address, await this.encoder(), { kernels, stop }));
    this.byAddress.set(key, server);
    server.endWith(stop);
    return new JoinedIndex(local, server, (await this.profiler()).id, this.problems);
  }

  private async forget(address: ServerAddress): Promise<void> {
    const key = JSON.stringify(address);
    await this.byAddress.get(key)?.close();
    this.byAddress.delete(key);
    this.forgotten();
  }
}

/** The steps of a review with other evidence. */
async function* changed(
  steps: Steps<ReviewProgress, Evidence>,
  change: (evidence: Evidence) => Evidence,
): Steps<ReviewProgress, Evidence> {
  return change(yield* mapped(steps, (step) => (step.evidence ? { ...step, evidence: change(step.evidence) } : step)));
}

/** The evidence with what the server held, and where each candidate's texts are. */
function marked(evidence: Evidence, joined: JoinedIndex): Evidence {
  const candidates = evidence.candidates.map((candidate) => {
    const from = joined.from(candidate.author);
    return from ? { ...candidate, from } : candidate;
  });
  return { ...evidence, server: joined.searched, candidates };
}

/** Host and index as an address has them. */
function nameOf({ url }: ServerAddress): string {
  return URL.canParse(url) ? new URL(url).host + new URL(url).pathname : url;
}

/** What an index of a server is opened with. */
interface ServerDependencies {
  readonly encoder: IndexEncoder;
  readonly kernels: Kernels;
}

/** Opens the index at an address, with the account that the environment names. */
export async function openServer(
  url: string,
  { encoder, kernels }: ServerDependencies,
  options: Omit<ServerOptions, 'kernels'> = {},
): Promise<OpenSearchIndex> {
  return OpenSearchIndex.open(addressOf(url), encoder, { kernels, ...options });
}

/** Pushes an index to the one at an address, which is made unless this is a dry run. Throws Cancelled. */
export async function* pushIndex(
  from: SqliteIndex,
  url: string,
  choices: PushChoices,
  { stop, ...deps }: ServerDependencies & { readonly stop: StopSignal },
): Steps<EngineProgress, PushReport> {
  const to = await openServer(url, deps, { stop, ...(!choices.dryRun && { create: choices }) }).catch(
    (error: unknown) => {
      if (choices.dryRun && error instanceof IdiographError && error.code === 'IndexEmpty') return undefined;
      throw error;
    },
  );
  try {
    return yield* mapped(pushAll(from, to, choices, stop), (step) => ({ maintenance: 'pushing', ...step }));
  } finally {
    await to?.close();
  }
}

/** Pulls the index at an address into a file, which is opened once the server has answered. Throws Cancelled. */
export async function* pullIndex(
  url: string,
  open: () => Promise<SqliteIndex>,
  { stop, ...deps }: ServerDependencies & { readonly stop: StopSignal },
): Steps<EngineProgress, PullReport> {
  const from = await openServer(url, deps, { stop });
  try {
    from.endWith(stop);
    return yield* mapped(pullAll(from, await open(), stop), (step) => ({ maintenance: 'pulling', ...step }));
  } finally {
    await from.close();
  }
}
