import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelled } from '../../../src/core/errors';
import { neverStops } from '../../../src/core/basics/work';
import { EncoderPool, OnnxEncoder, countMembers } from '../../../src/lateInteraction/encoder/encoder';
import { isAll } from '../../needs';

const root = path.resolve(import.meta.dirname, '../../..');
const memberFile = path.join(root, 'dist', 'engineWorker.js');
const encodesBy = path.join(root, 'models');
const windows = Array.from({ length: 40 }, (_, i) => `Window ${i} of the letter ends here${'.'.repeat(1 + (i % 3))}`);
const many = [...windows, ...windows, ...windows];

let own: OnnxEncoder;
/** What the threads that were started last say first, and what they end with. */
const started: { readonly ready: Promise<unknown>; readonly exited: Promise<unknown> }[] = [];
function follow(worker: Worker): Worker {
  const once = (event: string): Promise<unknown> => new Promise((resolve) => worker.once(event, resolve));
  started.push({ ready: once('message'), exited: once('exit') });
  return worker;
}
const startMember = (): Worker => follow(new Worker(memberFile, { workerData: { encodesBy } }));
/** A thread that says that it is ready and ends with its first window. */
const startDying = (): Worker => {
  const program = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', () => process.exit(1));
    parentPort.postMessage({ ready: true });`;
  return follow(new Worker(program, { eval: true }));
};
/** A pool that has started its members, once all of them are ready. */
async function openPool(start: () => Worker, count = 2): Promise<EncoderPool> {
  started.length = 0;
  const pool = new EncoderPool(own, start, () => count);
  pool.open();
  await pool.encoder.encode(many, neverStops);
  await Promise.all(started.map(({ ready }) => ready));
  return pool;
}

beforeAll(async () => {
  own = await OnnxEncoder.open(encodesBy);
});
afterAll(() => own.close());

describe('a pool of encoders', () => {
  it('gives the vectors of one encoder, in the order of the windows, and ends its threads', async () => {
    const pool = await openPool(startMember);
    expect(await pool.encoder.encode(windows, neverStops)).toEqual(await own.encode(windows, neverStops));
    await pool.close();
    expect(await Promise.all(started.map(({ exited }) => exited))).toEqual([0, 0]);
  });

  it.runIf(isAll)('encodes the windows of a member that dies itself', async () => {
    const pool = await openPool(startDying);
    expect(await pool.encoder.encode(windows, neverStops)).toEqual(await own.encode(windows, neverStops));
    await pool.close();
  });

  it.runIf(isAll)('encodes alone where a member cannot open its encoder', async () => {
    started.length = 0;
    const start = (): Worker => new Worker(memberFile, { workerData: { encodesBy: path.join(root, 'docs') } });
    const pool = new EncoderPool(own, start, () => 1);
    pool.open();
    await pool.encoder.encode(many, neverStops);
    expect(await pool.encoder.encode(windows, neverStops)).toEqual(await own.encode(windows, neverStops));
    await pool.close();
  });

  it.runIf(isAll)('stops between two windows', async () => {
    const pool = await openPool(startMember, 1);
    const stop = { stopped: false };
    const encoding = pool.encoder.encode(many, stop);
    stop.stopped = true;
    await expect(encoding).rejects.toThrow(cancelled().message);
    await pool.close();
  });

  it('starts no thread for a few windows, nor where nobody opened it', async () => {
    started.length = 0;
    const pool = new EncoderPool(own, startMember, () => 1);
    await pool.encoder.encode(many, neverStops);
    pool.open();
    await pool.encoder.encode(windows, neverStops);
    expect(started).toEqual([]);
    await pool.close();
  });

  it('has a thread less than the machine has cores, and none without memory for it', () => {
    expect([1, 2, 6, 64].map((cores) => countMembers(0, cores, 64e9))).toEqual([0, 1, 5, 7]);
    expect([8e8, 3e9, 1e8].map((free) => countMembers(undefined, 8, free))).toEqual([1, 6, 0]);
  });

  it('has as many encoders as are asked for, whatever the machine', () => {
    expect([1, 2, 8].map((asked) => countMembers(asked, 1, 0))).toEqual([0, 1, 7]);
  });
});
