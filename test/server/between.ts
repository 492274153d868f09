import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';

/** A server before the shared node that writes down what it hands on, and can answer in its place. */
export class Between {
  /** All that went to the node: lines of requests, headers and bodies. */
  sent = '';
  /** Answers in the node's place; undefined or false: the node answers. */
  instead: ((url: string, body: string, response: http.ServerResponse) => boolean) | undefined;
  private readonly server = http.createServer((request, response) => this.answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  /** The address of an index of the shared node by way of this server. */
  url(index: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${new URL(index).pathname}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { method, headers, url } = request;
    this.sent += `${method!} ${url!}\n${JSON.stringify(headers)}\n`;
    const body: Buffer[] = [];
    request.on('data', (part: Buffer) => body.push(part));
    request.on('end', () => {
      const bytes = Buffer.concat(body);
      this.sent += `${bytes.toString('utf8')}\n`;
      if (this.instead?.(url!, bytes.toString('utf8'), response)) return;
      const onward = http.request(`${inject('node')}${url!}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      onward.end(bytes);
    });
  }
}

/** Answers in JSON. */
export function answerJson(response: http.ServerResponse, body: unknown, status = 200): true {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  return true;
}
