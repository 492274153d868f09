import { started } from './startedEngine'; // first
import path from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { ModelFiles } from '../core/domain/evidence';
import type { Kernels } from '../lateInteraction/scoring/kernels';
import { finish, reportSteps, SharedStopSignal, type Steps, type StopSignal } from '../core/basics/work';
import { type PoolMember, serveEncoder } from '../lateInteraction/encoder/encoder';
import { kernelFile, loadKernels } from '../lateInteraction/kernels/loadKernels';
import { LocalEngine } from '../node/localEngine';
import { isServerUrl } from '../node/opensearch/address';
import { EngineThread, type EngineThreadOptions } from '../node/worker/engineThread';
import { JobQueue, paceProgress } from '../node/worker/jobQueue';
import { setSentences } from '../presentation/words/words';
import type { EngineProgress } from '../protocol/engine';
import { serveCalls, toPortLike } from '../protocol/rpc';
import type { CaseAddress } from './caseAt';
import { type CaseEngine, CaseService } from './caseService';

// The program of three kinds of threads. The case thread answers the window or the command line, and reads files and indexes itself. It
// starts the engine thread, which computes and writes indexes. That one starts threads that encode windows.

type EngineCall = (stop: StopSignal, ...args: readonly unknown[]) => Promise<unknown> | Steps<EngineProgress, unknown>;

/** The case thread. Closing stops what runs, ends the engine thread, releases what is open and lets the thread exit. */
function runCases(port: MessagePort, { modelsFolder, sentences }: EngineThreadOptions): void {
  if (sentences) setSentences(sentences);
  const thread = new EngineThread(() => ({ workerFile: __filename, modelsFolder, computes: true }), undefined, started);
  const reader = new LocalEngine({ modelsFolder, kernels: withoutCodes, readsOnly: true });
  const cases = new CaseService({ engine: createEngine(thread, reader), modelsFolder });
  const running = new Map<SharedStopSignal, Promise<unknown>>();
  port.on('message', (message: { readonly close?: boolean }) => {
    if (message.close) void close();
  });
  serveCalls(toPortLike(port), ({ method, args, stop: flag, address = {} }, tell) => {
    const stop = new SharedStopSignal(flag);
    const answer = finish(cases.answer(stop, address as CaseAddress, method, args), tell); // both sides share the type of the address
    running.set(stop, answer);
    return answer.finally(() => running.delete(stop));
  });

  async function close(): Promise<void> {
    for (const stop of running.keys()) stop.raise();
    await Promise.allSettled(running.values());
    await thread.close();
    await reader.close();
    port.close();
  }
}

/** What of an index is read in the case thread, beside the documents. */
const readHere: readonly string[] = [
  'readDocument',
  'listDocuments',
  'indexInfo',
  'knownDocument',
] satisfies readonly (keyof CaseEngine)[];

/** The engine as cases ask it: what only reads is answered in this thread, and everything else by the engine thread. */
function createEngine(thread: EngineThread, reader: LocalEngine): CaseEngine {
  let files: Promise<ModelFiles> | undefined; // the same until the engine thread ends
  const answer = async (method: string, stop: StopSignal, args: readonly unknown[]): Promise<unknown> => {
    return (reader[method as keyof CaseEngine] as EngineCall).call(reader, stop, ...args);
  };
  const get =
    (_: object, method: string) =>
    (stop: SharedStopSignal, ...args: readonly unknown[]): ReturnType<EngineCall> => {
      if (readHere.includes(method) && !isServerUrl(String(args[0])))
        return finish(reader.during(reportSteps<never, unknown>(() => answer(method, stop, args))));
      if (method === 'modelFiles') return (files ??= thread.createCalls().modelFiles().catch(forget));
      return reportSteps(async (onProgress) => {
        if (method === 'moveIndex') await reader.indexes.closeUnused(0);
        return thread.ask(method, args, { stop, onProgress }).catch(forget);
      });
    };
  const forget = (error: unknown): never => {
    files = undefined;
    throw error;
  };
  return new Proxy({}, { get }) as CaseEngine;
}

/** The loops of an index that nothing searches. */
const withoutCodes = {
  createBank: () => ({ append: () => 0, computeCentroids: () => new Float32Array(0) }),
  createVectorBank: () => ({ append: () => undefined }),
} as unknown as Kernels;

/** Methods that change an index document by document. Questions are answered between two documents. */
const indexings: readonly string[] = ['addDocuments', 'pushIndex', 'pullIndex'] satisfies readonly (keyof CaseEngine)[];

/** The engine thread. Closing stops what runs, ends the loop, releases what is open and lets the thread exit. */
async function runEngine(port: MessagePort, { modelsFolder, loads = false }: EngineThreadOptions): Promise<void> {
  const kernels = await loadKernels(path.join(__dirname, kernelFile));
  const engine = new LocalEngine({ modelsFolder, kernels, memberFile: __filename });
  if (loads) engine.modelFiles().catch(() => undefined); // a question meets the same problem
  const queue = new JobQueue();
  port.on('message', (message: { readonly close?: boolean }) => {
    if (message.close) queue.close();
  });
  serveCalls(toPortLike(port), ({ method, args, stop: flag }, tell) => {
    const raised = new SharedStopSignal(flag);
    const stop: StopSignal = {
      get stopped() {
        return queue.closed || raised.stopped;
      },
    };
    const steps = engine.during(answerBy(engine, method, [stop, ...args]));
    return queue[indexings.includes(method) ? 'index' : 'ask'](steps, paceProgress(tell));
  });
  await queue.run();
  await engine.close();
  port.close();
}

async function* answerBy(
  engine: LocalEngine,
  method: string,
  args: Parameters<EngineCall>,
): Steps<EngineProgress, unknown> {
  const answer = (engine[method as keyof CaseEngine] as EngineCall)(...args);
  return Symbol.asyncIterator in answer ? yield* answer : await answer;
}

if (!parentPort) throw new Error('this program is started as a thread');
const options = workerData as EngineThreadOptions | PoolMember;
if ('encodesBy' in options) void serveEncoder(parentPort, options);
else if (options.computes) void runEngine(parentPort, options);
else runCases(parentPort, options);
