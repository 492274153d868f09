import type { UnreadFile } from '../core/casework/openCase';
import { IdiographError, unexpected, type Notice } from '../core/errors';
import type { NamedShares } from '../core/text/textAsRead';
import type { Steps } from '../core/basics/work';
import type { EngineProgress } from '../protocol/engine';

/** What a call reports on the way to its answer: its progress, a notice for the user, files without a part, or what of a text does not count. */
export type CaseNews =
  | EngineProgress
  | { readonly notice: Notice }
  | { readonly unread: readonly UnreadFile[] }
  | { readonly shares: readonly NamedShares[] };

/** The steps of a call, and then its answer. */
export type Answering<Answer, News = CaseNews> = Steps<News, Answer>;

/** Returns the answer, or the problem if there is none. A stop ends the run. */
export async function* attempt<News, Answer>(
  work: Answering<Answer, News>,
): Answering<{ readonly answer: Answer } | { readonly problem: IdiographError }, News> {
  try {
    return { answer: yield* work };
  } catch (problem) {
    if (!(problem instanceof IdiographError)) return { problem: unexpected('It', String(problem)) };
    if (problem.code === 'Cancelled') throw problem;
    return { problem };
  }
}
