import { describe, expect, it } from 'vitest';
import { engineStopped, IdiographError, tooShort } from '../../../src/core/errors';
import { createCalls, Caller, serve, serveCalls, type MessagePortLike } from '../../../src/protocol/rpc';

/** Two ends of a channel that clones what it carries, as real ports do. */
function channel(): readonly [MessagePortLike, MessagePortLike] {
  const listeners: [((message: unknown) => void)[], ((message: unknown) => void)[]] = [[], []];
  const end = (mine: 0 | 1, theirs: 0 | 1): MessagePortLike => ({
    post: (message) => {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => listeners[theirs].forEach((listener) => listener(copy)));
    },
    onMessage: (listener) => listeners[mine].push(listener),
  });
  return [end(0, 1), end(1, 0)];
}

interface Greeter {
  greet(name: string): Promise<string>;
  hide(): Promise<void>;
}

const greeter: Greeter = {
  greet: (name) => Promise.resolve(`Good day, ${name}`),
  hide: () => Promise.resolve(),
};

describe('calls over a port', () => {
  it('answers each call with its own value', async () => {
    const [here, there] = channel();
    serve(there, ['greet', 'hide'], greeter);
    const remote = createCalls<Greeter>(new Caller(here).call);
    await expect(Promise.all([remote.greet('A'), remote.greet('B')])).resolves.toEqual(['Good day, A', 'Good day, B']);
  });

  it('refuses a method that is not listed', async () => {
    const [here, there] = channel();
    serve(there, ['greet'], greeter);
    await expect(new Caller(here).call('hide', [])).rejects.toThrow('unknown method hide');
  });

  it('carries an error with its code, and with its sentence and details apart, so that it can be translated', async () => {
    const [here, there] = channel();
    serveCalls(there, () => Promise.reject(tooShort(12, 25)));
    const error: unknown = await new Caller(here).call('fail', []).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(IdiographError);
    expect(error).toMatchObject({ code: 'TooShort', details: { words: 12, needed: 25 } });
    expect(error).toMatchObject({ message: tooShort(12, 25).message, sentence: tooShort(1, 2).sentence });
  });

  it('fails a call with an answer that cannot be sent', async () => {
    const [here, there] = channel();
    serveCalls(there, () => Promise.resolve(() => 'a function'));
    await expect(new Caller(here).call('give', [])).rejects.toThrow(/could not be cloned/);
  });

  it('forgets a call with a message that cannot be sent', async () => {
    const [here, there] = channel();
    const caller = new Caller<string>(here);
    const news: string[] = [];
    const onProgress = (each: string): number => news.push(each);
    await expect(caller.call('greet', [() => 'a function'], { onProgress })).rejects.toThrow('could not be cloned');
    there.post({ id: 1, progress: 'for a call that nobody waits for' });
    await new Promise(setImmediate);
    expect(news).toEqual([]);
  });

  it('fails a call if its error is an object without a text, thrown or sent', async () => {
    const [here, there] = channel();
    const thrown: unknown = { toString: 1 };
    serveCalls(there, async () => {
      await Promise.resolve();
      throw thrown;
    });
    await expect(new Caller(here).call('greet', [])).rejects.toThrow('[object Object]');
    const [asking, answering] = channel();
    const answer = { id: 1, error: { message: { toString: 1 } } };
    answering.onMessage((message) => answering.post({ ...answer, id: (message as { readonly id: number }).id }));
    await expect(new Caller(asking).call('greet', [])).rejects.toThrow('[object Object]');
  });
  it('lets an answer go that comes after the port was closed', async () => {
    let ask: (message: unknown) => void = () => undefined;
    const posted: unknown[] = [];
    const closed: MessagePortLike = {
      post: (message) => {
        posted.push(message);
        throw new Error('Webview is disposed');
      },
      onMessage: (listener) => (ask = listener),
    };
    const unhandled: unknown[] = [];
    const note = (error: unknown): unknown => unhandled.push(error);
    process.on('unhandledRejection', note);
    serveCalls(closed, () => Promise.resolve('Good day'));
    ask({ id: 1, method: 'greet', args: [] });
    await new Promise(setImmediate); // rejections without a listener are reported before
    process.off('unhandledRejection', note);
    expect(posted).toHaveLength(2);
    expect(unhandled).toEqual([]);
  });

  it('hands on news before the answer', async () => {
    const [here, there] = channel();
    serveCalls(there, (_call, tell) => {
      tell(1);
      tell(2);
      return Promise.resolve('done');
    });
    const heard: number[] = [];
    const caller = new Caller<number>(here);
    await expect(caller.call('count', [], { onProgress: (number) => heard.push(number) })).resolves.toBe('done');
    expect(heard).toEqual([1, 2]);
  });

  it('shows the other side a stop flag while it works', async () => {
    const [here, there] = channel();
    const stop = new SharedArrayBuffer(4);
    const flags: Int32Array[] = [];
    let goOn = (): void => undefined;
    serveCalls(there, async (call) => {
      flags.push(new Int32Array(call.stop!));
      await new Promise<void>((resolve) => (goOn = resolve));
      return Atomics.load(flags[0]!, 0);
    });
    const answer = new Caller(here).call('work', [], { stop });
    await new Promise(setImmediate);
    expect(Atomics.load(flags[0]!, 0)).toBe(0);
    Atomics.store(new Int32Array(stop), 0, 1);
    goOn();
    await expect(answer).resolves.toBe(1);
  });

  it('fails every waiting call when the other side is gone', async () => {
    const [here] = channel();
    const caller = new Caller(here);
    const waiting = caller.call('anything', []);
    caller.abandon(engineStopped('it was closed'));
    await expect(waiting).rejects.toMatchObject({ code: 'EngineStopped' });
  });
});
