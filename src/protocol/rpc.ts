import { type ErrorCode, IdiographError, type SentenceValues } from '../core/errors';

/** One end of a channel that carries structured-clone messages: a worker's port or a webview's. */
export interface MessagePortLike {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** A thread, or its port, as one end of a channel. */
export function toPortLike(port: {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}): MessagePortLike {
  return { post: (message) => port.postMessage(message), onMessage: (listener) => port.on('message', listener) };
}

/** A call as it is sent. */
export interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
  /** One Int32 in shared memory; 1 means stop. */
  readonly stop?: SharedArrayBuffer | undefined;
  /** The subject of the call, if the other side has several. */
  readonly address?: object | undefined;
}

interface SentError {
  readonly code?: ErrorCode;
  readonly message: unknown;
  readonly details?: SentenceValues;
  readonly stack?: string;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: SentError;
  readonly progress?: unknown;
}

/** The calling side. Every call is answered once, or fails with EngineStopped when the other side is gone. */
export class Caller<Progress = never> {
  private readonly waiting = new Map<
    number,
    {
      resolve(value: unknown): void;
      reject(error: unknown): void;
      readonly onProgress: ((progress: Progress) => void) | undefined;
    }
  >();
  private lastId = 0;

  constructor(private readonly port: MessagePortLike) {
    port.onMessage((message) => this.receive(message));
  }

  /** @param along  a stop flag that both sides share, the subject of the call, and the listener of progress */
  readonly call = (
    method: string,
    args: readonly unknown[],
    along: Pick<Call, 'stop' | 'address'> & { readonly onProgress?: ((progress: Progress) => void) | undefined } = {},
  ): Promise<unknown> => {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onProgress: along.onProgress });
      try {
        this.port.post({ id, method, args, stop: along.stop, address: along.address } satisfies Call);
      } catch (error) {
        this.waiting.delete(id); // nobody will answer a message that cannot be sent
        throw error;
      }
    });
  };

  /** Fails every waiting call. */
  abandon(error: IdiographError): void {
    for (const waiting of this.waiting.values()) waiting.reject(error);
    this.waiting.clear();
  }

  private receive(message: unknown): void {
    if (!isRecord(message) || typeof message['id'] !== 'number' || 'method' in message) return;
    const { id, value, error: sent } = message as unknown as Answer;
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    if ('progress' in message) {
      waiting.onProgress?.(message['progress'] as Progress);
      return;
    }
    this.waiting.delete(id);
    if (!sent) {
      waiting.resolve(value);
      return;
    }
    const said = toText(sent.message);
    const error = sent.code
      ? new IdiographError(sent.code, said, isRecord(sent.details) ? sent.details : {})
      : new Error(said);
    if (!sent.code && sent.stack) error.stack = sent.stack;
    waiting.reject(error);
  }
}

/** The methods of an interface, each of which makes one call. Over a port: `callsBy<Methods>(new Caller(port).call)`. */
export function createCalls<Methods extends object>(
  call: (method: keyof Methods & string, args: readonly unknown[]) => Promise<unknown>,
): Methods {
  const get = (_: object, method: keyof Methods | symbol): unknown =>
    typeof method !== 'string' || method === 'then' ? undefined : (...args: unknown[]) => call(method, args);
  return new Proxy({}, { get } as ProxyHandler<object>) as Methods;
}

/** The answering side. @param answer  its errors are sent to the caller; `tell` sends progress before the answer */
export function serveCalls(
  port: MessagePortLike,
  answer: (call: Call, tell: (progress: unknown) => void) => Promise<unknown>,
): void {
  port.onMessage((message) => {
    if (!isRecord(message) || typeof message['method'] !== 'string' || !Array.isArray(message['args'])) return;
    const call = message as unknown as Call;
    const send = (part: Omit<Answer, 'id'>): void => port.post({ id: call.id, ...part });
    answer(call, (progress) => send({ progress }))
      .then((value) => send({ value }))
      .catch((error: unknown) => {
        // also for a value that cannot be sent
        if (error instanceof IdiographError)
          send({ error: { code: error.code, message: error.sentence, details: error.details } });
        else if (error instanceof Error)
          send({ error: { message: error.message, ...(error.stack && { stack: error.stack }) } });
        else send({ error: { message: toText(error) } });
      })
      .catch(() => undefined); // the port is closed, so nobody can receive the error
  });
}

/**
 * Serves the named methods of an object and refuses all others.
 * @param checked  returns the values of a call, or throws an error, which the caller gets
 */
export function serve<Methods extends object>(
  port: MessagePortLike,
  methods: readonly (keyof Methods & string)[],
  implementation: Methods,
  checked: (method: keyof Methods & string, args: readonly unknown[]) => readonly unknown[] = (_method, args) => args,
): void {
  serveCalls(port, async ({ method, args }) => {
    const known = methods.find((name) => name === method);
    if (known === undefined) throw new Error(`unknown method ${method}`);
    const call = implementation[known] as (...args: readonly unknown[]) => Promise<unknown>;
    return call.apply(implementation, [...checked(known, args)]);
  });
}

/** Others can send or throw an object, for which `String` can fail. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : Object.prototype.toString.call(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
