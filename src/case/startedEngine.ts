import { type Worker, workerData } from 'node:worker_threads';
import { type EngineThreadOptions, startThread } from '../node/worker/engineThread';

const options = workerData as EngineThreadOptions | null;

/** The engine thread of a case thread that is asked for evidence. It starts before the other modules, because both take long to load. */
export const started: Worker | undefined =
  options?.loads && !options.computes ? startThread({ ...options, computes: true }) : undefined;
