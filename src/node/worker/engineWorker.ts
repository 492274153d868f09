import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { StopSignal } from '../../core/ports';
import { engineMethods, type EngineProgress, type EngineService } from '../../protocol/engine';
import { serveCalls, type CallContext } from '../../protocol/rpc';
import { SharedStopSignal } from '../../protocol/sharedStopSignal';
import { kernelFile, loadKernels } from '../kernels/loadKernels';
import { LocalEngine, type AskContext, type IndexSteps } from '../localEngine';
import type { EngineThreadOptions } from './engineThread';
import { JobQueue } from './jobQueue';
import { paced } from './pacedProgress';
import { runJobs } from './runJobs';

/** The thread's program: wiring only. Closing stops what runs, ends the loop, releases what is open and lets the thread exit. */
async function main(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('the engine worker is started by EngineThread');
  const { modelsFolder, onnxThreads } = workerData as EngineThreadOptions;
  const kernels = await loadKernels(path.join(__dirname, kernelFile));
  const engine = new LocalEngine({ modelsFolder, kernels, ...(onnxThreads && { onnxThreads }) });
  const queue = new JobQueue();
  const close = (message: unknown): void => {
    if ((message as { close?: boolean }).close) queue.close();
  };
  port.on('message', close);
  serveCalls<EngineProgress>(
    { post: (message) => port.postMessage(message), onMessage: (listener) => port.on('message', listener) },
    engineMethods,
    (method, args, context) => enqueue(queue, engine, { method: method as keyof EngineService, args, context }),
  );
  await runJobs(queue);
  await engine.close();
  port.close();
}

interface Asked {
  readonly method: keyof EngineService;
  readonly args: readonly unknown[];
  readonly context: CallContext<EngineProgress>;
}

function enqueue(queue: JobQueue, engine: LocalEngine, asked: Asked): Promise<unknown> {
  const flag = asked.context.stop && new SharedStopSignal(asked.context.stop);
  const stop: StopSignal = {
    get stopped() {
      return queue.closed || flag?.stopped === true;
    },
  };
  const context: AskContext = { stop, onProgress: paced((progress) => asked.context.onProgress(progress)) };
  return new Promise((resolve, reject) => {
    const { method } = asked;
    if (method === 'addFiles' || method === 'addDocuments') {
      queue.index(settling(indexSteps(engine, asked, context), resolve, reject));
      return;
    }
    const answers: Answers = engine;
    queue.ask(() => answers[method](context, ...(asked.args as never[])).then(resolve, reject));
  });
}

/** The engine's methods that index nothing; what came over the port is taken to fit, since both sides share `EngineService`. */
type Answers = Readonly<
  Record<
    Exclude<keyof EngineService, 'addFiles' | 'addDocuments'>,
    (context: AskContext, ...args: never[]) => Promise<unknown>
  >
>;

/** The same steps, with the result or the error handed to the asker instead of to the loop. */
async function* settling<T>(
  steps: AsyncGenerator<unknown, T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): AsyncGenerator<unknown, void> {
  try {
    for (let step = await steps.next(); ; step = await steps.next()) {
      if (step.done) {
        resolve(step.value);
        return;
      }
      yield step.value;
    }
  } catch (error) {
    reject(error);
  }
}

function indexSteps(engine: LocalEngine, { method, args }: Asked, context: AskContext): IndexSteps {
  return method === 'addFiles'
    ? engine.addFilesSteps(context, ...(args as Parameters<EngineService['addFiles']>))
    : engine.addDocumentsSteps(context, ...(args as Parameters<EngineService['addDocuments']>));
}

void main();
