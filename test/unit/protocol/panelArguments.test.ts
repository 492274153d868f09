import { describe, expect, it } from 'vitest';
import { checkPanelArguments, panelHostMethods, type PanelHost } from '../../../src/protocol/panel';
import { Caller, serve, type MessagePortLike } from '../../../src/protocol/rpc';

describe('what the page sends', () => {
  it.each([
    ['ready', []],
    ['intend', ['cancel']],
    ['selectCandidate', ['Ann']],
    ['selectPassage', [1]],
    ['openPassage', [12]],
    ['openWords', ['none']],
  ] as const)('is passed on where it is what the method takes: %s %j', (method, args) => {
    expect(checkPanelArguments(method, args)).toEqual(args);
  });

  it.each([
    ['ready', [1]],
    ['intend', ['workbench.action.quit']],
    ['intend', []],
    ['selectCandidate', [{ author: 'Ann' }]],
    ['selectPassage', ['1']],
    ['openPassage', [NaN]],
    ['openPassage', [0]],
    ['openWords', ['oracle']],
  ] as const)('is refused where it is not: %s %j', async (method, args) => {
    const called: unknown[] = [];
    const host = Object.fromEntries(panelHostMethods.map((name) => [name, () => called.push(name)]));
    const listeners: ((message: unknown) => void)[] = [];
    const port: MessagePortLike = {
      post: (message) => queueMicrotask(() => listeners.forEach((listener) => listener(message))),
      onMessage: (listener) => listeners.push(listener),
    };
    serve(port, panelHostMethods, host as unknown as PanelHost, checkPanelArguments);
    await expect(new Caller(port).call(method, args)).rejects.toThrow(`the page called ${method}`);
    expect(called).toEqual([]);
  });
});
