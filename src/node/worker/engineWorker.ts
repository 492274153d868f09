import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { SharedStopSignal, type Steps, type StopSignal } from '../../core/work';
import type { EngineProgress, EngineService } from '../../protocol/engine';
import { serveCalls, type Call } from '../../protocol/rpc';
import { kernelFile, loadKernels } from '../kernels/loadKernels';
import { LocalEngine } from '../localEngine';
import type { EngineThreadOptions } from './engineThread';
import { JobQueue, paced } from './jobQueue';

/** The thread's program: wiring only. Closing stops what runs, ends the loop, releases what is open and lets the thread exit. */
async function main(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('the engine worker is started by EngineThread');
  const { modelsFolder } = workerData as EngineThreadOptions;
  const kernels = await loadKernels(path.join(__dirname, kernelFile));
  const engine = new LocalEngine({ modelsFolder, kernels });
  const queue = new JobQueue();
  port.on('message', (message: { readonly close?: boolean }) => {
    if (message.close) queue.close();
  });
  serveCalls(
    { post: (message) => port.postMessage(message), onMessage: (listener) => port.on('message', listener) },
    (call, tell) => {
      const flag = call.stop && new SharedStopSignal(call.stop);
      const stop: StopSignal = {
        get stopped() {
          return queue.closed || flag?.stopped === true;
        },
      };
      const way = ['addDocuments', 'pushIndex', 'pullIndex'].includes(call.method) ? 'index' : 'ask';
      return queue[way](answering(engine, call, stop), paced(tell));
    },
  );
  await queue.run();
  await engine.close();
  port.close();
}

/** Begins with its first step. What came over the port is taken to fit, since both sides share `EngineService`. */
async function* answering(
  engine: LocalEngine,
  { method, args }: Call,
  stop: StopSignal,
): Steps<EngineProgress, unknown> {
  type Method = (stop: StopSignal, ...args: readonly unknown[]) => Promise<unknown> | Steps<EngineProgress, unknown>;
  const answer = (engine[method as keyof EngineService] as Method).call(engine, stop, ...args);
  return Symbol.asyncIterator in answer ? yield* answer : await answer;
}

void main();
