import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** An entry of a document or of a span, as it was sent. */
interface Sent {
  readonly kind: string;
  readonly document: string;
  readonly position: number;
  readonly patches: number;
  readonly mark_high: number;
  readonly mark_low: number;
  readonly span?: object;
  readonly listed?: object;
}

/** What is changed before it is sent, and of which question it is the answer, counted from 0. */
type Changing = (answer: unknown, number: number) => unknown;

/**
 * As much of OpenSearch as the adapter asks: it keeps the script, the mapping and the entries that are sent, in the memory of this
 * process, and a test changes its answers.
 */
export class ScriptedServer {
  /** Undefined: the answers are right. */
  change: Changing | undefined;
  /** Whether a question is left unanswered: the connection is closed. */
  isUnanswered: () => boolean = () => false;
  /** How many questions were asked. */
  asked = 0;
  private readonly puts = new Map<string, object>();
  private readonly entries = new Map<string, Sent>();

  private constructor(private readonly server: http.Server) {}

  /** It ends with the process. */
  static async start(): Promise<ScriptedServer> {
    const server = http.createServer();
    const scripted = new ScriptedServer(server);
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (scripted.isUnanswered()) return void request.destroy();
        const right = scripted.answer(request.method!, request.url!.split('?')[0]!, Buffer.concat(parts).toString());
        const body = scripted.change ? scripted.change(right, scripted.asked) : right;
        scripted.asked += 1;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    return scripted;
  }

  /** The documents that it has. */
  get documents(): readonly string[] {
    return this.list('document')
      .map(({ document }) => document)
      .sort();
  }

  /** Forgets all that was sent. */
  empty(): void {
    this.puts.clear();
    this.entries.clear();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/known`;
  }

  private answer(method: string, path: string, body: string): unknown {
    if (method === 'PUT') this.puts.set(path, JSON.parse(body) as object);
    const answers: Readonly<Record<string, () => unknown>> = {
      '/': () => ({ version: { distribution: 'opensearch', number: '3.6.0' } }),
      '/_resolve/index/known': () => ({ indices: this.puts.has('/known') ? [{ name: 'known' }] : [] }),
      '/known/_mapping': () => ({ known: this.puts.get('/known') }),
      '/known/_bulk': () => this.takeEntries(body),
      '/known/_search': () => this.search(body),
      '/known/_count': () => ({ count: this.list('span').length }),
      '/known/_mget': () => this.readEntries(JSON.parse(body) as { readonly docs: readonly object[] }),
    };
    return answers[path]?.() ?? this.puts.get(path) ?? { acknowledged: true };
  }

  private takeEntries(lines: string): object {
    const read = lines.trimEnd().split('\n');
    const ids: string[] = [];
    for (let i = 0; i < read.length; i += 2) {
      const head = JSON.parse(read[i]!) as { readonly index: { readonly _id: string } };
      ids.push(head.index._id);
      this.entries.set(head.index._id, JSON.parse(read[i + 1]!) as Sent);
    }
    return { items: ids.map((_id) => ({ index: { _id, status: 201 } })) };
  }

  private list(kind: string): readonly Sent[] {
    return [...this.entries.values()].filter((entry) => entry.kind === kind);
  }

  private search(body: string): object {
    const _shards = { total: 1, failed: 0 };
    if (body.includes('"aggs"')) {
      const documents = this.list('document');
      const sum = (name: 'mark_high' | 'mark_low') => ({
        value: documents.reduce((before, entry) => before + entry[name], 0),
      });
      const aggregations = { high: sum('mark_high'), low: sum('mark_low') };
      return { timed_out: false, _shards, hits: { total: { value: documents.length }, hits: [] }, aggregations };
    }
    const isListing = body.includes('"listed"');
    const hits = this.list(isListing ? 'document' : 'span').map(({ listed, document, position }) => {
      if (isListing) return { _source: { listed }, sort: [document] };
      return body.includes('script_score') ? { sort: [600, document, position] } : { sort: [document, position] };
    });
    return { timed_out: false, _shards, hits: { hits } };
  }

  private readEntries({ docs }: { readonly docs: readonly object[] }): object {
    type Asked = { readonly _id: string; readonly stored_fields: readonly string[] };
    return {
      docs: (docs as readonly Asked[]).map(({ _id, stored_fields }) => {
        const entry = this.entries.get(_id) as unknown as Readonly<Record<string, string>> | undefined;
        if (!entry) return { _id, found: false };
        const fields = Object.fromEntries(
          stored_fields.flatMap((name) => (entry[name] === undefined ? [] : [[name, [entry[name]]]])),
        );
        return { _id, found: true, _source: { span: entry['span'] ?? {} }, fields };
      }),
    };
  }
}
