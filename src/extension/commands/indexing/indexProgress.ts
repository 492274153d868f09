import type { EngineProgress } from '../../../protocol/engine';
import type { Asking } from '../../engineClient';
import type { CommandDependencies } from '../command';
import type { WorkStep } from '../../work';

/** Asks the engine for work on the index, shows how far it is and cancels it. */
export function withIndexProgress<T>(
  { work }: CommandDependencies,
  title: string,
  ask: (asking: Asking) => Promise<T>,
  stepOf: (progress: EngineProgress) => WorkStep | undefined,
): Promise<T> {
  return work.during(title, (token, tell) =>
    ask({
      token,
      onProgress: (progress) => {
        const step = stepOf(progress);
        if (step) tell(step);
      },
    }),
  );
}

/** Work that changes the index; then everyone is told. */
export async function changingIndex<T>(
  { index }: Pick<CommandDependencies, 'index'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    await index.refresh(); // what was done before a stop stays
  }
}
