import type { Asking, EngineThread } from '../node/worker/engineThread';
import { createCalls } from '../protocol/rpc';
import type { CaseAddress, CaseNews } from './caseAt';
import type { CaseCalls } from './caseService';
import type { CaseStep } from './reviews';

/** How calls about a case are stopped and followed. */
export type CaseAsking = Omit<Asking<CaseNews | { readonly step: CaseStep }>, 'address'>;

/** The methods of the case service about one case, as calls to the thread that it runs in, where those of the engine have names of their own. */
export function createCaseCalls(
  thread: Pick<EngineThread, 'ask'>,
  address: CaseAddress & { readonly place?: string },
  asking: CaseAsking = {},
): CaseCalls {
  return createCalls<CaseCalls>((method, args) => thread.ask(`case ${method}`, args, { ...asking, address }));
}
