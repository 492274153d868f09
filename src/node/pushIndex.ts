import { IdiographError } from '../core/errors';
import { mapped, type Steps, type StopSignal } from '../core/work';
import type { EngineProgress, PullReport, PushChoices, PushReport } from '../protocol/engine';
import type { Kernels } from '../core/scoring/kernels';
import { addressOf } from './opensearch/address';
import { OpenSearchIndex, type ServerOptions } from './opensearch/openSearchIndex';
import { pullAll, pushAll } from './opensearch/push';
import type { IndexEncoder } from './sqlite/records/indexFacts';
import type { SqliteIndex } from './sqlite/sqliteIndex';

/** What an index of a server is opened with. */
export interface ServerDependencies {
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
