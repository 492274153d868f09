import type { CaseAddress } from '../../case/caseAt';
import type { CaseCalls } from '../../case/caseService';
import { caseCalls } from '../../case/client';
import type { Asking, EngineThread } from '../../node/worker/engineThread';
import type { Problems } from '../problems';

/** The case service, asked about the case and the index of this window. */
export class WindowCase {
  constructor(
    private readonly deps: {
      readonly engine: EngineThread;
      readonly index: { address(): Promise<CaseAddress> };
      readonly problems: Problems;
    },
  ) {}

  /** Its methods. What it notices on the way is told to the user once. */
  async calls({ onProgress, ...asking }: Asking = {}): Promise<CaseCalls> {
    const { engine, index, problems } = this.deps;
    return caseCalls(engine, await index.address(), {
      ...asking,
      onProgress: (news) => {
        if ('notice' in news) void problems.warn([news.notice]);
        else if (!('shares' in news) && !('step' in news)) onProgress?.(news);
      },
    });
  }
}
