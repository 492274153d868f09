import { performance } from 'node:perf_hooks';
import type { EngineProgress } from '../../protocol/engine';

/** Milliseconds between two reports of one stage. */
const pause = 100;

/**
 * Passes on progress as someone can follow it: the first of a stage, the last, evidence, and of the others ten a second.
 *
 * @param now  milliseconds of a clock
 */
export function paced(
  tell: (progress: EngineProgress) => void,
  now: () => number = () => performance.now(),
): (progress: EngineProgress) => void {
  let stage: string | undefined;
  let told = -Infinity;
  return (progress) => {
    const kind = kindOf(progress);
    const isDue = now() - told >= pause;
    if (!isDue && kind === stage && progress.done !== progress.total && !('evidence' in progress)) return;
    stage = kind;
    told = now();
    tell(progress);
  };
}

function kindOf(progress: EngineProgress): string {
  if ('stage' in progress) return progress.stage;
  return 'maintenance' in progress ? progress.maintenance : 'indexing';
}
