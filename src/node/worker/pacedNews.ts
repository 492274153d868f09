import { performance } from 'node:perf_hooks';
import type { EngineNews } from '../../protocol/engine';

/** Milliseconds between two pieces of news of one kind. */
const pause = 100;

/**
 * Passes on news that someone can follow: the first of a stage, the last, evidence, and of the others ten a second.
 *
 * @param now  milliseconds of a clock
 */
export function paced(
  tell: (news: EngineNews) => void,
  now: () => number = () => performance.now(),
): (news: EngineNews) => void {
  let stage: string | undefined;
  let told = -Infinity;
  return (news) => {
    const kind = kindOf(news);
    const isDue = now() - told >= pause;
    if (!isDue && kind === stage && news.done !== news.total && !('evidence' in news)) return;
    stage = kind;
    told = now();
    tell(news);
  };
}

function kindOf(news: EngineNews): string {
  if ('stage' in news) return news.stage;
  return 'mending' in news ? news.mending : 'indexing';
}
