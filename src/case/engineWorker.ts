import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { SharedStopSignal, type StopSignal } from '../core/work';
import { type PoolMember, serveEncoder } from '../node/encoder/encoderPool';
import { kernelFile, loadKernels } from '../node/kernels/loadKernels';
import { LocalEngine } from '../node/localEngine';
import type { EngineThreadOptions } from '../node/worker/engineThread';
import { JobQueue, paceProgress } from '../node/worker/jobQueue';
import { serveCalls } from '../protocol/rpc';
import type { CaseAddress } from './caseAt';
import { setSentences } from '../presentation/words/words';
import { CaseService } from './caseService';
import * as windows from './windows';

/** The thread's program: wiring only. Closing stops what runs, ends the loop, releases what is open and lets the thread exit. */
async function runWorker(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('the engine worker is started by EngineThread');
  const { modelsFolder, encoders, sentences } = workerData as EngineThreadOptions;
  if (sentences) setSentences(sentences);
  const kernels = await loadKernels(path.join(__dirname, kernelFile));
  const engine = new LocalEngine({ modelsFolder, kernels, memberFile: __filename, encoders });
  const cases = new CaseService({ engine, modelsFolder });
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
        giveWay: () => queue.giveWay(),
      };
      const address = (call.address ?? {}) as CaseAddress; // both sides share the type
      const steps = cases.answer(stop, address, call.method, call.args);
      return queue[chooseLane(call.method)](engine.during(steps), paceProgress(tell));
    },
  );
  await queue.run();
  await engine.close();
  port.close();
}

/** Methods that change an index document by document. */
const indexings = [
  ...['addDocuments', 'pushIndex', 'pullIndex'],
  ...['addPaths', 'addDocuments', 'relabel', 'pushIndex', 'pullIndex', 'reviewAll'].map((method) => `case ${method}`),
];
/** Methods that read little and compute nothing. */
const small = [
  ...['readDocument', 'listDocuments', 'knownDocument', 'indexInfo', 'modelFiles'],
  ...[
    'open',
    'known',
    'log',
    'text',
    'intake',
    'unmask',
    'lock',
    'results',
    'result',
    'decisionsOn',
    'decide',
    'revert',
    ...Object.keys(windows),
  ].map((method) => `case ${method}`),
];

function chooseLane(method: string): 'index' | 'answer' | 'ask' {
  if (indexings.includes(method)) return 'index';
  return small.includes(method) ? 'answer' : 'ask';
}

const member = workerData as EngineThreadOptions | PoolMember;
void ('encodesBy' in member ? serveEncoder(parentPort!, member) : runWorker());
