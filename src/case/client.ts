import type { Asking, EngineThread } from '../node/worker/engineThread';
import { createCalls } from '../protocol/rpc';
import type { CaseAddress, CaseNews } from './caseAt';
import type { CaseCalls } from './caseService';
import type { CaseStep } from './reviews';

/** The ways to stop and to follow calls about a case. */
export type CaseAsking = Omit<Asking<CaseNews | { readonly step: CaseStep }>, 'address'>;

/** The methods of the case service for one case, as calls to its thread. The prefix `case` tells them from those of the engine. */
export function createCaseCalls(
  thread: Pick<EngineThread, 'ask'>,
  address: CaseAddress & { readonly place?: string },
  asking: CaseAsking = {},
): CaseCalls {
  return createCalls<CaseCalls>((method, args) => thread.ask(`case ${method}`, args, { ...asking, address }));
}
