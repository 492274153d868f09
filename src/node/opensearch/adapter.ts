import type { Evidence } from '../../core/domain/evidence';
import { IdiographError } from '../../core/errors';
import type { ReviewProgress } from '../../core/review/engine';
import type { ReferenceIndex, ReviewedIndex } from '../../core/ports';
import type { SearchedServer, ServerAddress } from '../../core/domain/server';
import { mapSteps, type Steps, type StopSignal } from '../../core/basics/work';
import type { EngineProgress, PullReport, PushChoices, PushReport } from '../../protocol/engine';
import type { Kernels } from '../../lateInteraction/scoring/kernels';
import type { FileIndex } from '../sqlite/fileRows';
import type { IndexEncoder } from '../sqlite/records/indexFacts';
import { addressOf } from './address';
import { JoinedIndex } from './joinedIndex';
import { pullAll, pushAll } from './push';
import { openServer, type ServerIndex, type ServerOptions } from './serverRows';

/** What the adapter of a server needs. */
interface ServerDependencies {
  readonly encoder: () => Promise<IndexEncoder>;
  readonly profiler: () => Promise<{ readonly id: string }>;
  readonly kernels: Kernels;
  /** Called after a server was closed, so that nothing cached calls it any more. */
  readonly forgotten: () => void;
}

/** An index file and the server that is searched with it. */
interface AskedIndexes {
  readonly local: ReferenceIndex;
  readonly address: ServerAddress;
}

/**
 * The open indexes of an engine on servers. If one fails, the next question opens it again. `LocalEngine` loads this file when a server is
 * named, and nothing else imports it.
 */
export class OpenServers {
  private readonly byAddress = new Map<string, ServerIndex>();
  /** The problems of servers. */
  private readonly problems = new WeakSet<IdiographError>();

  constructor(private readonly deps: ServerDependencies) {}

  /**
   * A review of the file and the server together. If the server cannot be used, or fails during the review, only the file is reviewed, and
   * the result says so. Partial results of a server are never used.
   */
  review(
    local: ReferenceIndex,
    address: ServerAddress,
    review: (index: ReviewedIndex) => Steps<ReviewProgress, Evidence>,
    stop: StopSignal,
  ): Steps<ReviewProgress, Evidence> {
    const together = (joined: JoinedIndex): Steps<ReviewProgress, Evidence> =>
      changed(review(joined), (evidence) => markEvidence(evidence, joined));
    const alone = ({ code, message }: IdiographError): Steps<ReviewProgress, Evidence> => {
      const server: SearchedServer = { name: nameOf(address), problem: { code, message } };
      return changed(review(local), (evidence) => ({ ...evidence, server }));
    };
    return this.ask({ local, address, alone }, together, stop);
  }

  /** Asks the file and the server together. Throws the errors of the server, or asks `alone` instead. */
  async *ask<Progress, Answer>(
    { local, address, alone }: AskedIndexes & { readonly alone?: (error: IdiographError) => Steps<Progress, Answer> },
    question: (index: JoinedIndex) => Steps<Progress, Answer>,
    stop: StopSignal,
  ): Steps<Progress, Answer> {
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

  /** Opens the index at an address, with the account from the environment. */
  async open(url: string, options: Omit<ServerOptions, 'kernels'> = {}): Promise<ServerIndex> {
    const { kernels } = this.deps;
    return openServer(addressOf(url), await this.deps.encoder(), { kernels, ...options });
  }

  /** Pushes an index to the one at an address, which is created unless this is a dry run. Throws Cancelled. */
  async *push(from: FileIndex, url: string, choices: PushChoices, stop: StopSignal): Steps<EngineProgress, PushReport> {
    const to = await this.open(url, { stop, ...(!choices.dryRun && { create: choices }) }).catch((error: unknown) => {
      if (choices.dryRun && error instanceof IdiographError && error.code === 'IndexEmpty') return undefined;
      throw error;
    });
    try {
      return yield* mapSteps(pushAll(from, to, choices, stop), (step) => ({ maintenance: 'pushing', ...step }));
    } finally {
      await to?.close();
    }
  }

  /** Pulls the index at an address into a file, which is opened after the server has answered. Throws Cancelled. */
  async *pull(url: string, openFile: () => Promise<FileIndex>, stop: StopSignal): Steps<EngineProgress, PullReport> {
    const from = await this.open(url, { stop });
    try {
      from.rows.server.stop = stop;
      return yield* mapSteps(pullAll(from, await openFile(), stop), (step) => ({ maintenance: 'pulling', ...step }));
    } finally {
      await from.close();
    }
  }

  async close(): Promise<void> {
    for (const server of this.byAddress.values()) await server.close();
  }

  /** The index file joined with the server's index for one question. Throws the errors of the server. */
  private async join(local: ReferenceIndex, address: ServerAddress, stop: StopSignal): Promise<JoinedIndex> {
    const { encoder, kernels, profiler } = this.deps;
    const key = JSON.stringify(address);
    const known = this.byAddress.get(key);
    const server = known ?? (await openServer(address, await encoder(), { kernels, stop }));
    this.byAddress.set(key, server);
    server.rows.server.stop = stop;
    return new JoinedIndex(local, server, (await profiler()).id, this.problems);
  }

  private async forget(address: ServerAddress): Promise<void> {
    const key = JSON.stringify(address);
    await this.byAddress.get(key)?.close();
    this.byAddress.delete(key);
    this.deps.forgotten();
  }
}

async function* changed(
  steps: Steps<ReviewProgress, Evidence>,
  change: (evidence: Evidence) => Evidence,
): Steps<ReviewProgress, Evidence> {
  return change(
    yield* mapSteps(steps, (step) => (step.evidence ? { ...step, evidence: change(step.evidence) } : step)),
  );
}

/** Adds to the evidence the facts about the server, and where each candidate's texts are. */
function markEvidence(evidence: Evidence, joined: JoinedIndex): Evidence {
  const candidates = evidence.candidates.map((candidate) => {
    const from = joined.findOrigin(candidate.author);
    return from ? { ...candidate, from } : candidate;
  });
  return { ...evidence, server: joined.searched, candidates };
}

/** Host and index in the notation of an address. */
function nameOf({ url }: ServerAddress): string {
  return URL.canParse(url) ? new URL(url).host + new URL(url).pathname : url;
}
